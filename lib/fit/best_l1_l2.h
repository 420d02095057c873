/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Nodal values of the least L1 or L2 error on given knots. */
#ifndef CLPWL_HOST_BEST_H
#define CLPWL_HOST_BEST_H

#include "fit/segment_sums.h"

/* All segments' sums, with the scratch of Newton's method. Zero it to begin. */
typedef struct clpwl__best {
    clpwl__summing how;
    const clpwl_function *f;
    size_t segments;
    clpwl__sums *sums;      /* of the values found last */
    double error;           /* their errors, added */
    double *step, *pivot, *above, *trial;
    clpwl__sums *next;
} clpwl__best;

clpwl_status clpwl__best_create(clpwl__best *b, const clpwl_function *f,
                                const clpwl_weight *weight, clpwl_norm norm, size_t segments);
void clpwl__best_free(clpwl__best *b);

/* The sums of a line, and its error. */
clpwl_status clpwl__best_sum(clpwl__best *b, const double *knots, const double *values);

/*
 * The best values, by Newton's method: for L2 one step of it is the answer; for L1 the
 * error is convex, and steps are shortened until they lessen it.
 *   values  a guess, such as f at the knots; then the best
 *   slack   the part of the error that may be left to gain
 */
clpwl_status clpwl__best_values(clpwl__best *b, const double *knots, double slack,
                                double *values);

#endif
