/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <float.h>
#include <math.h>
#include "base/array.h"
#include "base/internal.h"
#include "function/function.h"
#include "partition/density.h"

enum { NEAR = 4 /* spacings of fp32 numbers */, MOST = 64 /* features */ };

/* The fp32 number at x; NAN where it is, or is next to, an end or a kink: a kink of f need not be an fp32
 * number, but its knot is. */
static double find_place(const clpwl__density *d, double x)
{
    const double at = (double)(float)x, near = NEAR * FLT_EPSILON * fmax(fabs(x), FLT_MIN);
    int is_near = !(d->a + near < at && at < d->b - near);
    for (size_t i = 0; i < d->f->kink_count; i++)
        is_near = is_near || fabs(at - d->f->kinks[i]) <= near;
    return is_near ? (double)NAN : at;
}

clpwl_status clpwl__density_resolve(clpwl__density *d, double worst, int *resolved)
{
    clpwl_status status = CLPWL_OK;
    const size_t count = d->f->kink_count;
    const double x = find_place(d, worst);
    clpwl__density with = {0};
    clpwl_function *f = NULL;
    *resolved = d->features < MOST && !isnan(x);
    if (!*resolved)
        goto done;
    f = clpwl__alloc(1, sizeof *f + (count + 1) * sizeof(double));
    CHECK_MEMORY(f);
    double *kinks = (double *)(f + 1);
    *f = *d->f;
    if (count)
        memcpy(kinks, d->f->kinks, count * sizeof *kinks);
    kinks[count] = x;
    qsort(kinks, count + 1, sizeof *kinks, clpwl__compare_doubles);
    f->kinks = kinks;
    f->kink_count = count + 1;
    TRY(clpwl__density_create(&with, f, d->a, d->b, d->weight, d->norm, NULL));
    clpwl__density_tilt(&with, d->tilt);
    with.own = f;
    with.features = d->features + 1;
    f = NULL;
    clpwl__density_free(d);
    *d = with;
    memset(&with, 0, sizeof with);
done:
    clpwl__density_free(&with);
    clpwl__free(f);
    return status;
}
