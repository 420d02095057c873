/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Weights: which errors count, and how much.
 *
 * With s(x) = 1 for an absolute error, or 1 / max(|f(x)|, floor) for a relative one,
 * and w(x) = 1 or a function, the weighted errors of v against f on [a,b] are
 *
 *   L1    integral of w s |f - v|
 *   L2    square root of the integral of w s^2 (f - v)^2
 *   Linf  max w s |f - v|
 *
 * So in L1 and L2 a w that is the probability density of the arguments gives the mean
 * of the error, and the root of its mean square; in Linf 1 / w(x) is the share of the
 * error that is allowed at x.
 *
 * Any thread; a clpwl_weight is read and not kept, its function is shared as functions are.
 */
#ifndef CLPWL_WEIGHT_H
#define CLPWL_WEIGHT_H

#include <stddef.h>
#include "clpwl/function.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Begin with CLPWL_WEIGHT_INIT: absolute errors, w = 1. Wherever one is asked for,
 * NULL means that as well. */
typedef struct clpwl_weight {
    size_t size;             /* sizeof(clpwl_weight) */
    double floor;            /* above 0: relative errors, where |f| is at least this, and
                                absolute ones over floor where it is less; 0: absolute */
    const clpwl_function *w; /* borrowed; finite and never negative; NULL: 1 */
} clpwl_weight;

#define CLPWL_WEIGHT_INIT CLPWL_SIZED(clpwl_weight)

/*
 * Makes a w that passes through n points on straight lines, and is 0 outside them. (A
 * spline, as clpwl_function_from_samples makes, may well dip below 0.)
 *   out   the caller frees it with clpwl_function_free
 *   name  NULL: "weight"
 *   x, y  n numbers each, n at least 2, finite, x strictly ascending, y never negative;
 *         copied
 * CLPWL_ERR_SAMPLES (which point, and why), CLPWL_ERR_MEMORY.
 */
CLPWL_API clpwl_status clpwl_weight_from_points(clpwl_function **out, const char *name,
                                                const double *x, const double *y, size_t n);

/*
 * Makes a w from n arguments as they occur in use: the density that their histogram shows,
 * on straight lines between the middles of its bins, 0 half a bin beyond the least and the
 * greatest. The bins are 2.15 min(sigma, quartile distance / 1.349) n^(-1/5) wide (Scott,
 * J. Amer. Statist. Assoc. 80 (1985) 348-354, for such polygons of normal samples), at
 * most 1024 of them. So in empty stretches w is 0, and errors there count nothing.
 *   x  n numbers in any order, at least 2 that differ, finite
 * Parameters and codes as above.
 */
CLPWL_API clpwl_status clpwl_weight_from_arguments(clpwl_function **out, const char *name,
                                                   const double *x, size_t n);

/*
 * Either of the two from a file as clpwl_function_read_csv takes: two columns are points,
 * a single one is arguments.
 * CLPWL_ERR_IO, CLPWL_ERR_SAMPLES (the message names the line, but for a negative y).
 */
CLPWL_API clpwl_status clpwl_weight_read_csv(clpwl_function **out, const char *path);

#ifdef __cplusplus
}
#endif
#endif
