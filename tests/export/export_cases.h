/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables that together need every part of the export's template, and arguments for them. */
#ifndef CLPWL_TEST_EXPORT_CASES_H
#define CLPWL_TEST_EXPORT_CASES_H

#include <math.h>
#include "clpwl.h"
#include "support/tables.h"
#include "support/tolerance.h"

/* Uniform; knots that cells separate; knots too uneven for cells, which are searched; uniform in
 * exp2(x), without repeat and mirror; halves of even, odd, ramp and point tables, uniform and not. */
enum { KINDS = 5, EXTENDS = 6, SIZES = 4, CASES = KINDS * EXTENDS * SIZES, POINTS = 6000 };

/* On [-1,3], where every fold of an argument k / 1024 is exact in fp32. */
static inline clpwl_table *export_case(int i)
{
    static const size_t sizes[SIZES] = {1, 3, 37, 64};
    clpwl_extend extend = (clpwl_extend)(i % EXTENDS);
    size_t n = sizes[i / EXTENDS % SIZES];
    int kind = i / (EXTENDS * SIZES);
    if (kind == 4) {
        extend = extend == CLPWL_EXTEND_REPEAT || extend == CLPWL_EXTEND_MIRROR ? CLPWL_EXTEND_CLAMP
                                                                                : extend;
        return make_symmetric((clpwl_symmetry)(1 + (i / EXTENDS + i) % 4), 3, n > 3 ? n / 2 : n,
                              (clpwl_partition)(i / 3 % 2), extend, i);
    }
    clpwl_table *even = make_table(-1, 3, n, kind == 0 ? CLPWL_PARTITION_UNIFORM : CLPWL_PARTITION_OPTIMIZED, extend);
    clpwl_table *table = NULL;
    clpwl_table_spec spec = CLPWL_TABLE_SPEC_INIT;
    double knots[65];
    if (kind < 2)
        return even;
    spec.partition = CLPWL_PARTITION_OPTIMIZED;
    for (size_t k = 0; k <= n && kind == 3; k++) {
        knots[k] = k == 0 ? -1 : k == n ? 3 : log2(0.5 + 7.5 * (double)k / (double)n);
        spec.partition = CLPWL_PARTITION_UNIFORM;
        spec.shaper = CLPWL_SHAPER_EXP2;
        extend = extend == CLPWL_EXTEND_REPEAT || extend == CLPWL_EXTEND_MIRROR ? CLPWL_EXTEND_CLAMP : extend;
    }
    for (size_t k = 0; k <= n && kind == 2; k++) /* the first gaps are 2^-18 of the width */
        knots[k] = k < n ? -1 + (double)(k * k) * 0x1p-16 : 3;
    spec.knots = knots;
    spec.values = clpwl_table_values(even);
    spec.segments = n;
    spec.extend = extend;
    spec.measured = (clpwl_error){0, 0, 0};
    OK(clpwl_table_create(&table, &spec));
    clpwl_table_free(even);
    return table;
}

/* Special numbers, all knots and their neighbours inside, multiples of 1/1024. */
static inline void export_arguments(const clpwl_table *table, float x[POINTS])
{
    static const float special[] = {NAN, -NAN, INFINITY, -INFINITY, 0.0f, -0.0f, 0x1p-140f,
                                    -1, 3};
    size_t used = sizeof special / sizeof *special;
    memcpy(x, special, sizeof special);
    for (size_t i = 1; i < clpwl_table_segments(table); i++) {
        float knot = (float)clpwl_table_knots(table)[i];
        x[used++] = knot;
        x[used++] = nextafterf(knot, INFINITY);
        x[used++] = nextafterf(knot, -INFINITY);
    }
    srand(1);
    while (used < POINTS)
        x[used++] = (float)(rand() % 24576 - 12288) / 1024;
}

/* The error of relaxed mathematics. OpenCL C 2.0 and later allow exp2 3 + floor(|2 x|) ulp: 9 on
 * [-1,3], where g is below 8. Earlier versions leave it to the implementation. */
static inline double export_relaxed(const clpwl_table *table)
{
    const double *values = clpwl_table_values(table);
    size_t n = clpwl_table_segments(table);
    double steepest = 0; /* in g */
    if (clpwl_table_shaper(table) == CLPWL_SHAPER_NONE)
        return 0;
    for (size_t k = 0; k < n; k++)
        steepest = fmax(steepest, fabs(values[k + 1] - values[k]) * (double)n / 7.5);
    return steepest * 9 * 0x1p-21;
}

/* The values of an exported function against the table in double, within its rounding errors and
 * `more`. */
static inline void export_check(const clpwl_table *table, const float *x, const float *y, int i,
                                double more)
{
    double bound = execution_bound(table, 0) + more;
    for (int k = 0; k < POINTS; k++) {
        double right = clpwl_table_value(table, (double)x[k]);
        /* A linear tail has roundings of the distance, of the slope, and of the sum. */
        double of_tail = clpwl_table_extend(table) == CLPWL_EXTEND_LINEAR ? 0x1p-22 * fabs(right) : 0;
        if (isnan(right))
            ck_assert_msg(isnan(y[k]), "case %d at %a: %g, not NaN", i, x[k], y[k]);
        else
            ck_assert_msg(y[k] == right || fabs(y[k] - right) <= bound + of_tail,
                          "case %d at %a: %.9g, not %.9g +- %g", i, x[k], y[k], right,
                          bound + of_tail);
    }
}

#endif
