/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a weight makes of the small errors that execution adds to every segment. */
#ifndef CLPWL_HOST_FACTORS_H
#define CLPWL_HOST_FACTORS_H

#include "clpwl/table.h"
#include "clpwl/weight.h"

/* Of w s on one segment: a bound of the largest, the mean; the mean of w s^2. */
typedef struct clpwl__factors {
    double most, mean, square;
} clpwl__factors;

/*
 * These for each segment of the table, from some values of f and w on each.
 *   weight  checked
 *   out     as many as there are segments
 * CLPWL_ERR_NOT_FINITE, CLPWL_ERR_ARGUMENT (w is negative at x).
 */
clpwl_status clpwl__factors_of(const clpwl_function *f, const clpwl_weight *weight,
                               const clpwl_table *table, clpwl__factors *out);

/* What fp32 adds on segment i at most, nodal values stored as they are.
 *   knots       with a shaper g those of g(x), or of -g(x)
 *   from_image  1: read at an image's coordinate, in full fp32 */
double clpwl__rounding_on(const double *knots, const double *values, size_t i,
                          clpwl_partition partition, clpwl_shaper shaper, int from_image);

/* Worst error of a filter's weight; 0: fp32. */
double clpwl__weight_error(const clpwl_execution *execution);

/* clpwl_table_executed, of a weighted error that has been measured.
 *   of_stored  1: of the values as they are stored, not of the table's own
 *   factors    a table's; NULL: 1 throughout */
clpwl_error clpwl__executed(const clpwl_table *table, const clpwl_execution *execution,
                            clpwl_error measured, int of_stored,
                            const clpwl__factors *factors);

/* The same of a weight, whose factors are found. NULL: none. */
clpwl_status clpwl__executed_weighted(const clpwl_function *f, const clpwl_weight *weight,
                                      const clpwl_table *table, const clpwl_execution *execution,
                                      clpwl_error measured, int of_stored, clpwl_error *out);

#endif
