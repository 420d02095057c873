/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Weights of errors.
 *
 * With s(x) = 1 for absolute errors, s(x) = 1 / max(|f(x)|, floor) for relative errors, and w
 * a function or 1, the weighted errors of v against f on [a,b] are
 *
 *   L1    the integral of w s |f - v|
 *   L2    the square root of the integral of w s^2 (f - v)^2
 *   Linf  max w s |f - v|
 *
 * If w is the probability density of the arguments, L1 is the mean error and L2 the root mean
 * square error. For Linf, 1 / w(x) is the share of the error that is allowed at x.
 *
 * Any thread; a clpwl_weight is read during the call only, its function is shared as functions
 * are.
 *
 * Advanced (doc/abi.md).
 */
#ifndef CLPWL_WEIGHT_H
#define CLPWL_WEIGHT_H

#include <stddef.h>
#include "clpwl/function.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Begin with CLPWL_WEIGHT_INIT: absolute errors, w = 1. A NULL weight means the same. */
typedef struct clpwl_weight {
    size_t size;             /* sizeof(clpwl_weight) */
    double floor;            /* above 0: errors relative to max(|f|, floor); 0: absolute errors */
    const clpwl_function *w; /* borrowed; finite and never negative; NULL: 1 */
} clpwl_weight;

#define CLPWL_WEIGHT_INIT CLPWL_SIZED(clpwl_weight)

/*
 * Makes the piecewise linear function through n points, which is 0 outside them. It serves as
 * a w. (A spline through samples can fall below 0.)
 *   out   set to the new function; the caller frees it with clpwl_function_free
 *   name  copied; NULL: "weight"
 *   x, y  n numbers each, n at least 2, finite, x strictly ascending, y never negative; copied
 * CLPWL_ERR_SAMPLES (the message names the point), CLPWL_ERR_MEMORY.
 */
CLPWL_CHECKED clpwl_status clpwl_function_from_points(clpwl_function **out, const char *name,
                                                      const double *x, const double *y, size_t n);

/*
 * Makes the density of n recorded arguments: the frequency polygon of their histogram, 0 half
 * a bin beyond the least and the greatest argument. The bins are 2.15 min(sigma, quartile
 * distance / 1.349) n^(-1/5) wide (D. W. Scott, J. Amer. Statist. Assoc. 80 (1985) 348-354, for
 * normal samples); there are at most 1024. Where no argument was recorded w is 0, and errors
 * there have no weight.
 *   out   set to the new function; the caller frees it with clpwl_function_free
 *   name  copied; NULL: "weight"
 *   x     n finite numbers in any order, at least two of them different; copied
 * CLPWL_ERR_SAMPLES, CLPWL_ERR_MEMORY.
 */
CLPWL_CHECKED clpwl_status clpwl_function_from_arguments(clpwl_function **out, const char *name,
                                                         const double *x, size_t n);

/*
 * Reads a w from a text file in the format of clpwl_function_read_samples: two columns are
 * points (clpwl_function_from_points), one column is recorded arguments
 * (clpwl_function_from_arguments).
 * CLPWL_ERR_IO, CLPWL_ERR_SAMPLES (the message names the line), CLPWL_ERR_MEMORY.
 */
CLPWL_CHECKED clpwl_status clpwl_function_read_weight(clpwl_function **out, const char *path);

#ifdef __cplusplus
}
#endif
#endif
