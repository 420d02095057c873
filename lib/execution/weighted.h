/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The errors that execution adds to each segment, weighted. */
#ifndef CLPWL__WEIGHTED_H
#define CLPWL__WEIGHTED_H

#include "clpwl/execution.h"
#include "clpwl/weight.h"
#include "execution/rounding.h"

/* Of one segment: a bound of max w s where fp32 may read the segment, and the integrals of w s and of w s^2
 * there over the segment's own length. */
typedef struct clpwl__factors {
    double most, mean, square;
} clpwl__factors;

/*
 * The factors of all segments of the table, from samples of f and w.
 *   weight  checked
 *   out     room for all segments
 * CLPWL_ERR_NOT_FINITE, CLPWL_ERR_ARGUMENT (w is negative at x).
 */
clpwl_status clpwl__factors_of(const clpwl_function *f, const clpwl_weight *weight,
                               const clpwl_table *table, clpwl__factors *out);

/* Where fp32 may read segment i: in it, and beside it as far as the places of arguments may be off. */
void clpwl__table_reach(const clpwl_table *table, size_t i, double *from, double *to);
/* Where fp32 reads segment i alone: *from and *to are in it, and none if *from > *to. */
void clpwl__table_inside(const clpwl_table *table, size_t i, double *from, double *to);

/* A bound of the error of the coordinate in segment i, in segments. */
double clpwl__table_place_error(const clpwl_table *table, size_t i);

/* The most weight bits that an execution can have: fp32's own significant bits. */
enum { CLPWL__MOST_WEIGHT_BITS = 24 };

/* fp32, from values in the table's storage; NULL: in float32. */
clpwl_execution clpwl__execution_of(const clpwl_table *table);
/* Copies a caller's execution to own, and points *execution to the copy; NULL, and the default storage,
 * become that of the table, as above. CLPWL_ERR_ARGUMENT: a wrong size, too many weight bits, an unknown
 * storage, an error that is negative or not finite. */
clpwl_status clpwl__execution_take(clpwl_execution *own, const clpwl_execution **execution,
                                   const clpwl_table *table);

/* The largest error of the filter's weight; 0: fp32. */
double clpwl__weight_error(const clpwl_execution *execution);
/* The largest error of the filter's result without the weight's part, in the unit of value_error; 0: that of
 * fp32. */
double clpwl__filter_error(const clpwl_execution *execution);
clpwl__reads clpwl__reads_of(const clpwl_execution *execution);
/* The largest error that an execution adds to each segment; `out` has room for all. */
void clpwl__table_roundings(const clpwl_table *table, const clpwl_execution *execution, double *out);

/* clpwl_table_executed_error for a given measured error, weighted or not.
 *   execution  with a storage
 *   of_stored  1: the error of the stored values was measured; 0: of the table's own
 *   factors    NULL: 1 throughout
 *   each       the measured Linf of each segment, so that execution adds to the error of its own
 *              segment; NULL: not known, so that it adds to the largest */
clpwl_error clpwl__executed(const clpwl_table *table, const clpwl_execution *execution,
                            clpwl_error measured, int of_stored,
                            const clpwl__factors *factors, const double *each);

/* The same for a weight, whose factors are computed here; NULL: none. */
clpwl_status clpwl__executed_weighted(const clpwl_function *f, const clpwl_weight *weight,
                                      const clpwl_table *table, const clpwl_execution *execution,
                                      clpwl_error measured, int of_stored, const double *each,
                                      clpwl_error *out);

#endif
