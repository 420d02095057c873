/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rough tables, arguments to evaluate them at, and checks of the values. */
#ifndef CLPWL_TEST_ROUGH_H
#define CLPWL_TEST_ROUGH_H

#include <stdlib.h>
#include "line.h"
#include "suite.h"

/*
 * Random nodal values: with the wrong segment the value is wrong. Their magnitude falls by 2^-20
 * from the left end to the right one, so that a value from the wrong end is wrong too.
 * The widths of segments of an optimised partition differ by up to 1:16 (MILD), or by 1:1e4 and
 * more (UNEVEN), where a grid of cells is too large.
 */
enum shape { UNIFORM, MILD, UNEVEN, SHAPES };

static inline clpwl_table *rough_table(double a, double b, size_t n, int shape, clpwl_extend extend)
{
    clpwl_table_spec spec = CLPWL_TABLE_SPEC_INIT;
    clpwl_table *table;
    uint32_t state = 12345 + (uint32_t)n;
    double *knots = malloc((n + 1) * sizeof *knots), *values = malloc((n + 1) * sizeof *values);
    for (size_t i = 0; i <= n; i++) {
        double t = (double)i / (double)n;
        if (shape == MILD)
            t = t * (0.1 + 0.9 * t);
        if (shape == UNEVEN)
            t = t * (1e-4 + (1 - 1e-4) * t * t * t);
        knots[i] = a + t * (b - a);
        values[i] = (4 * random_01(&state) - 1.5) * exp2(-20 * (double)i / (double)n);
    }
    knots[n] = b;
    spec.knots = knots;
    spec.values = values;
    spec.segments = n;
    spec.partition = shape == UNIFORM ? CLPWL_PARTITION_UNIFORM : CLPWL_PARTITION_OPTIMIZED;
    spec.extend = extend;
    OK(clpwl_table_create(&table, &spec));
    free(knots);
    free(values);
    return table;
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

/* The values y at x are within the rounding errors of an fp32 evaluation (see line.h). */
static inline void check_values(const char *name, const line *l, const float *x, const float *y, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (nan_at(l, x[i])) {
            EXPECT(isnan(y[i]), "%s, %zu segments, %s: v(%a) = %a, not NaN", name, l->n,
                          clpwl_extend_name(l->extend), x[i], y[i]);
            continue;
        }
        span s = span_at(l, x[i]);
        EXPECT(y[i] >= s.least && y[i] <= s.most,
                      "%s, %zu segments, %s, %s on [%g, %g]: v(%.9g) = %.9g, not in [%.9Lg, %.9Lg]",
                      name, l->n, l->uniform ? "uniform" : "optimised",
                      clpwl_extend_name(l->extend), l->x[0], l->x[l->n], x[i], y[i], s.least,
                      s.most);
    }
}

#endif
