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

#define CLPWL_WEIGHT_INIT { .size = sizeof(clpwl_weight) }

#ifdef __cplusplus
}
#endif
#endif
