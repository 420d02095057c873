/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <float.h>
#include <math.h>
#include "base/array.h"
#include "base/internal.h"
#include "function/function.h"
#include "partition/density_cells.h"

enum {
    NEAR = 4,          /* spacings of fp32 numbers; 16 FLT_MIN, beside 0 */
    MOST = 32,         /* features; of callbacks, whose values may be noise, */
    FEW = 8,           /* so many */
    STEPS = 1 << 17,   /* of a survey, some 20 ms of a formula */
    BLOCK = 1024
};
/* A second difference so far above that by the density is a feature. */
static const double far = 16;

/* The fp32 number at x; NAN where it is, or is next to, an end or a kink: a kink of f need not be an fp32
 * number, but its knot is. */
static double find_place(const clpwl__density *d, double x)
{
    const double at = (double)(float)x, near = fmax(NEAR * FLT_EPSILON * fabs(x), 16 * FLT_MIN);
    int is_near = !(d->a + near < at && at < d->b - near);
    for (size_t i = 0; i < d->f->kink_count; i++)
        is_near = is_near || fabs(at - d->f->kinks[i]) <= near;
    return is_near ? (double)NAN : at;
}

/* The density with more kinks; `features` counts them. */
static clpwl_status add_kinks(clpwl__density *d, const double *x, size_t n)
{
    clpwl_status status = CLPWL_OK;
    const size_t count = d->f->kink_count;
    clpwl__density with = {0};
    clpwl_function *f = clpwl__alloc(1, sizeof *f + (count + n) * sizeof(double));
    CHECK_MEMORY(f);
    double *kinks = (double *)(f + 1);
    *f = *d->f;
    if (count)
        memcpy(kinks, d->f->kinks, count * sizeof *kinks);
    memcpy(kinks + count, x, n * sizeof *kinks);
    qsort(kinks, count + n, sizeof *kinks, clpwl__compare_doubles);
    f->kinks = kinks;
    f->kink_count = count + n;
    TRY(clpwl__density_create(&with, f, d->a, d->b, d->weight, d->norm, NULL));
    clpwl__density_tilt(&with, d->tilt);
    with.own = f;
    with.features = d->features + (int)n;
    f = NULL;
    clpwl__density_free(d);
    *d = with;
    memset(&with, 0, sizeof with);
done:
    clpwl__density_free(&with);
    clpwl__free(f);
    return status;
}

/* The largest |f''| in the cells between l and r; *cell is the first of them, from the last call on. */
static double find_bend(const clpwl__density *d, double l, double r, size_t *cell)
{
    double most = 0;
    while (*cell + 1 < d->cell_count && d->cells[*cell].r <= l)
        ++*cell;
    for (size_t i = *cell; i < d->cell_count && d->cells[i].l < r; i++)
        most = fmax(most, fmax(d->cells[i].d2f[0], d->cells[i].d2f[1]));
    return most;
}

/* Features that a fine grid meets, at most `room`: one for each run of grid points. */
static size_t find_features(const clpwl__density *d, double least, double *x, size_t room)
{
    const double h = (d->b - d->a) / STEPS;
    double at[BLOCK + 2], y[BLOCK + 2], most = 0;
    size_t count = 0, cell = 0;
    int was_feature = 0;
    for (size_t from = 0; from + 2 <= STEPS && count < room; from += BLOCK) {
        size_t n = STEPS + 1 - from < BLOCK + 2 ? STEPS + 1 - from : BLOCK + 2;
        for (size_t i = 0; i < n; i++)
            at[i] = clpwl__step_at(d->a, d->b, (double)(from + i), STEPS);
        clpwl__values_raw(d->f, at, y, n);
        for (size_t i = 1; i + 1 < n && count < room; i++) {
            double second = fabs(y[i - 1] - 2 * y[i] + y[i + 1]);
            int is_feature = second > least && second > far * d->rounding && isfinite(second) &&
                             second > far * h * h * find_bend(d, at[i - 1], at[i + 1], &cell) &&
                             !isnan(find_place(d, at[i]));
            if (is_feature && (!was_feature || second > most)) {
                count += was_feature ? 0 : 1;
                x[count - 1] = find_place(d, at[i]);
                most = second;
            }
            was_feature = is_feature;
        }
    }
    return count;
}

clpwl_status clpwl__density_survey(clpwl__density *d, double least)
{
    clpwl_status status = CLPWL_OK;
    double x[MOST], some = d->total / 1024; /* segments have the error some^2 / 8 in Linf */
    size_t count = 0;
    least = least > 0 ? least : some * some / 8;
    if (d->features < MOST && (d->f->is_formula || d->f->entry))
        count = find_features(d, least, x, MOST - (size_t)d->features);
    if (count > 0)
        TRY(add_kinks(d, x, count));
done:
    return status;
}

clpwl_status clpwl__density_resolve(clpwl__density *d, double worst, double error, double least,
                                    int *resolved)
{
    clpwl_status status = CLPWL_OK;
    const double x = find_place(d, worst), rounding = d->rounding * (FLT_EPSILON / DBL_EPSILON);
    int is_first = d->features == 0, most = d->f->is_formula || d->f->entry ? MOST : FEW;
    *resolved = d->features < most && !isnan(x) && (d->weight || d->unit > DBL_EPSILON || error > rounding);
    if (!*resolved)
        goto done;
    TRY(add_kinks(d, &x, 1));
    if (is_first)
        TRY(clpwl__density_survey(d, least));
done:
    return status;
}
