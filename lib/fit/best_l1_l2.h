/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Nodal values of the least L1 or L2 error on given knots. */
#ifndef CLPWL__BEST_L1_L2_H
#define CLPWL__BEST_L1_L2_H

#include "base/progress.h"
#include "fit/segment_sums.h"

/* The sums of all segments and the arrays of Newton's method. Zero it to begin, but for `watch`. */
typedef struct clpwl__best_fit {
    clpwl__summation how;
    size_t segments;
    const clpwl__watch *watch; /* called before each evaluation of all segments; or NULL */
    clpwl__segment_sums *sums; /* at the values evaluated last */
    double error;              /* the sum of their errors */
    double *step, *pivot, *above, *trial;
    clpwl__segment_sums *next;
} clpwl__best_fit;

clpwl_status clpwl__best_fit_create(clpwl__best_fit *b, const clpwl_function *f,
                                    const clpwl_weight *weight, clpwl_norm norm, size_t segments);
void clpwl__best_fit_free(clpwl__best_fit *b);

/* Sets sums and error to those of the line through (knots, values). */
clpwl_status clpwl__best_fit_evaluate(clpwl__best_fit *b, const double *knots,
                                      const double *values);

/*
 * The best values by Newton's method. In L2 one step is exact. In L1 the error is convex;
 * a step is shortened until it reduces the error.
 *   tolerance  Newton's method ends when a step promises to gain less, relative to the error
 *   values     f at the knots; then the best values
 */
clpwl_status clpwl__best_fit_values(clpwl__best_fit *b, const double *knots, double tolerance,
                                    double *values);

#endif
