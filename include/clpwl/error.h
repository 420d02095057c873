/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Errors of a piecewise linear approximation: estimated from f'' before there is a
 * table, and measured on the table. No state; any thread.
 */
#ifndef CLPWL_ERROR_H
#define CLPWL_ERROR_H

#include <stddef.h>
#include "clpwl/table.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * The asymptotic error of a design, from f'' alone (paper, Results 4 to 6: eqs. 19,
 * 23, 24 for L2; the same reasoning with p/(2p+1) for L1 and Linf).
 * No law covers two cases. Where f'' changes its sign within a segment, knots for Linf
 * leave a max error up to 1.2 (interpolant) or 1.6 times (projection) the estimate. Where
 * f'' has no bound within one, as for sqrt at 0, the estimate is right to a factor of 2.
 *   a, b         a < b, inside f's domain
 *   segments     at least 1
 *   partition    CLPWL_OPTIMIZED: knots that are optimal for norm
 *   norm         what the optimised knots are optimal for; all three are estimated
 *   out          written
 * CLPWL_ERR_ARGUMENT, CLPWL_ERR_NOT_FINITE, CLPWL_ERR_MEMORY.
 */
CLPWL_API clpwl_status clpwl_error_estimate(const clpwl_function *f, double a, double b,
                                            size_t segments, clpwl_partition partition,
                                            clpwl_norm norm, clpwl_fit fit, clpwl_error *out);

/*
 * The error of v(x), the line through (knots, values), against f: L1 and L2 by
 * adaptive Gauss-Legendre quadrature on each segment, Linf by sampling each segment
 * and refining every maximum.
 *   knots, values  segments + 1 numbers each
 * CLPWL_ERR_NOT_FINITE (at which x).
 */
CLPWL_API clpwl_status clpwl_error_measure(const clpwl_function *f, const double *knots,
                                           const double *values, size_t segments,
                                           clpwl_error *out);

#ifdef __cplusplus
}
#endif
#endif
