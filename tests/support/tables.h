/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables for the suites of evaluators, made from nodal values alone. */
#ifndef CLPWL_TEST_TABLES_H
#define CLPWL_TEST_TABLES_H

#include <math.h>
#include <stdlib.h>
#include "suite.h"
#include "clpwl.h"

/* A wavy table whose error against "f" is 0: f is the table itself. Optimised knots
 * crowd towards a and are fp32 numbers, as clpwl_partition_optimized makes them. */
static inline clpwl_table *make_wave(double a, double b, size_t segments,
                                     clpwl_partition partition, clpwl_extend extend, int phase)
{
    clpwl_table_spec spec = CLPWL_TABLE_SPEC_INIT;
    clpwl_table *table = NULL;
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
    spec.knots = knots;
    spec.values = values;
    spec.segments = segments;
    spec.partition = partition;
    spec.extend = extend;
    spec.function = "wave";
    spec.measured = (clpwl_error){0, 0, 0};
    spec.opencl = "cos(x)";
    OK(clpwl_table_create(&table, &spec));
    free(knots);
    free(values);
    return table;
}

static inline clpwl_table *make_table(double a, double b, size_t segments,
                                      clpwl_partition partition, clpwl_extend extend)
{
    return make_wave(a, b, segments, partition, extend, 0);
}

#endif
