/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <float.h>
#include <math.h>
#include "base/array.h"
#include "base/internal.h"
#include "function/function.h"
#include "partition/density.h"

enum {
    PARTS = 64,   /* of the segment */
    HALVES = 40,  /* of it, towards each end: the foot of a feature may lie at a knot */
    PLACES = PARTS + 2 * HALVES,
    NEAR = 4,     /* spacings of fp32 numbers */
    MOST = 16     /* features */
};

/* The fp32 number in (l, r) where f is farthest from its chord; NAN: it is l or r, or next to these, as it is
 * where a kink of f is not an fp32 number but its knot is. */
static double find_place(const clpwl_function *f, double l, double r)
{
    double x[PLACES + 2], y[PLACES + 2], most = 0, at = l;
    size_t n = 2;
    x[0] = l;
    x[1] = r;
    for (int i = 1; i < PARTS; i++)
        x[n++] = l + (r - l) * ((double)i / PARTS);
    for (int i = 1; i <= HALVES; i++) {
        x[n++] = l + ldexp(r - l, -i);
        x[n++] = r - ldexp(r - l, -i);
    }
    clpwl__values_raw(f, x, y, n);
    for (size_t i = 2; i < n; i++) {
        double distance = fabs(y[i] - (y[0] + (y[1] - y[0]) * ((x[i] - l) / (r - l))));
        if (distance > most) {
            most = distance;
            at = (double)(float)x[i];
        }
    }
    double near = NEAR * FLT_EPSILON * fmax(fabs(l), fabs(r));
    return l + near < at && at < r - near ? at : (double)NAN;
}

clpwl_status clpwl__density_resolve(clpwl__density *d, double l, double r, int *resolved)
{
    clpwl_status status = CLPWL_OK;
    const size_t count = d->f->kink_count;
    const double x = find_place(d->f, l, r);
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
