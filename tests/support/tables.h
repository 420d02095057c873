/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables for the suites of evaluators, made from nodal values alone. */
#ifndef CLPWL_TEST_TABLES_H
#define CLPWL_TEST_TABLES_H

#include <math.h>
#include <stdlib.h>
#include "suite.h"
#include "clpwl.h"

/* The table of these numbers, which are freed. */
static inline clpwl_table *take_wave(double *knots, double *values, size_t segments,
                                     clpwl_partition partition, clpwl_extend extend,
                                     clpwl_symmetry symmetry)
{
    clpwl_table_spec spec = CLPWL_TABLE_SPEC_INIT;
    clpwl_table *table = NULL;
    spec.knots = knots;
    spec.values = values;
    spec.segments = segments;
    spec.partition = partition;
    spec.extend = extend;
    spec.symmetry = symmetry;
    spec.function = "wave";
    spec.measured = (clpwl_error){0, 0, 0};
    spec.opencl = "cos(x)";
    OK(clpwl_table_create(&table, &spec));
    free(knots);
    free(values);
    return table;
}

/* A wavy table whose error against "f" is 0: f is the table itself. Optimised knots
 * crowd towards a and are fp32 numbers, as clpwl_partition_optimized makes them. */
static inline clpwl_table *make_wave(double a, double b, size_t segments,
                                     clpwl_partition partition, clpwl_extend extend, int phase)
{
    double *knots = malloc((segments + 1) * sizeof *knots);
    double *values = malloc((segments + 1) * sizeof *values);
    ck_assert_ptr_nonnull(knots);
    ck_assert_ptr_nonnull(values);
    for (size_t i = 0; i <= segments; i++) {
        double t = (double)i / (double)segments;
        if (partition == CLPWL_PARTITION_OPTIMIZED)
            t = t * (0.3 + 0.7 * t);
        knots[i] = a + t * (b - a);
        if (partition == CLPWL_PARTITION_OPTIMIZED && i > 0 && i < segments)
            knots[i] = (float)knots[i];
        values[i] = (float)(cos(9 * t + phase) + 0.25 * sin(3.0 * (double)i));
    }
    knots[0] = a;
    knots[segments] = b;
    return take_wave(knots, values, segments, partition, extend, CLPWL_SYMMETRY_NONE);
}

static inline clpwl_table *make_table(double a, double b, size_t segments,
                                      clpwl_partition partition, clpwl_extend extend)
{
    return make_wave(a, b, segments, partition, extend, 0);
}

/* Both halves of knots and values from 0 on, 2 half + 1 numbers each, by the law, written from its
 * definition. v(0) of an odd table is 0; of a point table the values are about y[0]. */
static inline void reflect_numbers(clpwl_symmetry symmetry, const double *x, const double *y,
                                   size_t half, double *knots, double *values)
{
    for (size_t i = 0; i <= half; i++) {
        double v = symmetry == CLPWL_SYMMETRY_ODD && i == 0 ? 0 : y[i];
        knots[half + i] = x[i];
        values[half + i] = v;
        knots[half - i] = -x[i];
        values[half - i] = symmetry == CLPWL_SYMMETRY_EVEN  ? v
                           : symmetry == CLPWL_SYMMETRY_ODD ? -v
                         : symmetry == CLPWL_SYMMETRY_POINT ? 2 * y[0] - v
                                                            : v - x[i];
    }
}

/* Such a table on [-b,b], of waves. */
static inline clpwl_table *make_symmetric(clpwl_symmetry symmetry, double b, size_t half,
                                          clpwl_partition partition, clpwl_extend extend, int phase)
{
    clpwl_table *right = make_wave(0, b, half, partition, CLPWL_EXTEND_CLAMP, phase);
    double *knots = malloc((2 * half + 1) * sizeof *knots);
    double *values = malloc((2 * half + 1) * sizeof *values);
    ck_assert_ptr_nonnull(knots);
    ck_assert_ptr_nonnull(values);
    reflect_numbers(symmetry, clpwl_table_knots(right), clpwl_table_values(right), half, knots,
                    values);
    clpwl_table_free(right);
    return take_wave(knots, values, 2 * half, partition, extend, symmetry);
}

#endif
