/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rough tables, arguments to evaluate them at, and checks of the values. */
#ifndef CLPWL_TEST_ROUGH_H
#define CLPWL_TEST_ROUGH_H

#include <stdlib.h>
#include "line.h"
#include "tables.h"

/*
 * Random nodal values: with the wrong segment the value is wrong. Their magnitude falls by 2^-20
 * from the left end to the right one, so that a value from the wrong end is wrong too.
 * The widths of segments of an optimised partition differ by up to 1:16 (MILD), or by 1:1e4 and
 * more (UNEVEN), where a grid of cells is too large, or by less than 1:2 (GENTLE), where there are at most two
 * cells a segment.
 */
enum shape { UNIFORM, MILD, UNEVEN, GENTLE, SHAPES };

static inline clpwl_table *rough_table(double a, double b, size_t n, int shape, clpwl_extend extend)
{
    uint32_t state = 12345 + (uint32_t)n;
    double *knots = malloc((n + 1) * sizeof *knots), *values = malloc((n + 1) * sizeof *values);
    for (size_t i = 0; i <= n; i++) {
        double t = (double)i / (double)n;
        if (shape == MILD)
            t = t * (0.1 + 0.9 * t);
        if (shape == GENTLE)
            t = t * (0.75 + 0.25 * t);
        if (shape == UNEVEN)
            t = t * (1e-4 + (1 - 1e-4) * t * t * t);
        knots[i] = a + t * (b - a);
        values[i] = (4 * random_01(&state) - 1.5) * exp2(-20 * (double)i / (double)n);
    }
    knots[n] = b;
    return take_wave(knots, values, n, shape == UNIFORM ? CLPWL_PARTITION_UNIFORM : CLPWL_PARTITION_OPTIMIZED,
                     extend, CLPWL_SYMMETRY_NONE);
}

/* Knots and the floats beside them, the ends, far away, NaN, and random places. */
static inline float *probes(const line *l, size_t *count)
{
    static const float special[] = {NAN, -NAN, INFINITY, -INFINITY, 0.0f, -0.0f,  1e-40f,
                                    1e30f, -1e30f, FLT_MAX, -FLT_MAX, 1e6f, -12345.678f};
    size_t most = 3 * (l->n + 1) + 13 + 6 + 600;
    float *x = malloc(most * sizeof *x);
    double a = l->x[0], b = l->x[l->n];
    uint32_t state = 99;
    size_t k = 0;
    for (size_t i = 0; i <= l->n; i++) {
        float knot = (float)l->x[i];
        x[k++] = nextafterf(knot, -INFINITY);
        x[k++] = knot;
        x[k++] = nextafterf(knot, INFINITY);
    }
    for (size_t i = 0; i < sizeof special / sizeof *special; i++)
        x[k++] = special[i];
    for (int i = -2; i <= 3; i++)
        x[k++] = (float)(a + i * (b - a));
    for (int i = 0; i < 300; i++)
        x[k++] = (float)(a + (b - a) * random_01(&state));
    for (int i = 0; i < 300; i++)
        x[k++] = (float)(a + (b - a) * (8 * random_01(&state) - 4));
    ck_assert_uint_eq(k, most);
    *count = k;
    return x;
}

/* The values y at x are within `bound` of the table, or within the rounding errors of an fp32 evaluation (see
 * line.h) where that is negative. */
static inline void check_within(const char *name, const line *l, const float *x, const float *y, size_t n,
                                double bound)
{
    for (size_t i = 0; i < n; i++) {
        const int is_far = bound >= 0 && is_out_of_reach(l, x[i]), is_nan = nan_at(l, x[i]);
        const span s = is_far ? span_between(l, l->lo, l->hi) : span_within(l, x[i], bound);
        EXPECT(isnan(y[i]) ? is_nan || is_far : !is_nan && y[i] >= s.least && y[i] <= s.most,
               "%s, %zu segments, %s, %s on [%g, %g]: v(%a) = %.9g, not %s[%.9Lg, %.9Lg]", name, l->n,
               l->uniform ? "uniform" : "optimised", clpwl_extend_name(l->extend), l->x[0], l->x[l->n], x[i],
               y[i], is_nan ? "NaN; " : "in ", s.least, s.most);
    }
}

static inline void check_values(const char *name, const line *l, const float *x, const float *y, size_t n)
{
    check_within(name, l, x, y, n, -1);
}

#endif
