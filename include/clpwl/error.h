/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Errors of a piecewise linear approximation: estimated from f'' before there is a table,
 * and measured on given knots and values. The norms, with weights, are defined in
 * clpwl/weight.h. No state; any thread.
 *
 * Advanced (doc/abi.md).
 */
#ifndef CLPWL_ERROR_H
#define CLPWL_ERROR_H

#include <stddef.h>
#include "clpwl/function.h"
#include "clpwl/types.h"
#include "clpwl/weight.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * The asymptotic error of a design, from f'' alone (paper, Results 4 to 6: eqs. 19, 23 and 24
 * for L2; the same reasoning with p/(2p+1) for L1 and Linf).
 *
 * The estimate is not exact in two cases. Where f'' changes its sign within a segment, knots
 * for Linf leave a max error up to 1.2 (interpolant) or 1.6 times (projection) the estimate.
 * Where f'' is unbounded within a segment, as for sqrt at 0, the estimate is right to a factor
 * of 2.
 *   weight     of the error; NULL: none. With a weight the knot density has w s |f''| in place
 *              of |f''|, and w s^2 f''^2 in place of f''^2 for L2 (s: clpwl/weight.h).
 *   a, b       a < b, within f's domain
 *   segments   at least 1
 *   norm       for which CLPWL_PARTITION_OPTIMIZED is optimal; all three norms are estimated
 *   out        written
 * CLPWL_ERR_ARGUMENT (also for a negative weight; the message names x), CLPWL_ERR_NOT_FINITE,
 * CLPWL_ERR_MEMORY.
 */
CLPWL_CHECKED clpwl_status clpwl_error_estimate(const clpwl_function *f,
                                                const clpwl_weight *weight, double a, double b,
                                                size_t segments, clpwl_partition partition,
                                                clpwl_norm norm, clpwl_fit fit, clpwl_error *out);

/*
 * The error of v, the line through (knots, values), against f. Kinks and jumps of f are found;
 * between these, polynomials take the place of f. The integrals and the largest error are those of
 * the polynomials, to which the distance of f from the polynomials, noise included, is added as far
 * as it was seen. f is asked at 4097 places, and more often where f varies fast.
 *
 * A feature of f or w that is narrower than 1/4096 of the domain may be missed, unless f or w
 * declares a kink there.
 *   weight          of the error; NULL: none
 *   knots, values   segments + 1 numbers each, knots strictly ascending
 *   out             written
 * CLPWL_ERR_ARGUMENT (also for a negative weight; the message names x), CLPWL_ERR_NOT_FINITE
 * (the message names x), CLPWL_ERR_TARGET (f has too many kinks or jumps, or oscillates too often:
 * sin(1e6 x) on [0, 1]), CLPWL_ERR_MEMORY.
 */
CLPWL_CHECKED clpwl_status clpwl_error_measure(const clpwl_function *f,
                                               const clpwl_weight *weight, const double *knots,
                                               const double *values, size_t segments,
                                               clpwl_error *out);

#ifdef __cplusplus
}
#endif
#endif
