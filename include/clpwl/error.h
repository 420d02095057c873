/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Errors of a piecewise linear approximation: estimated from f'' before there is a
 * table, and measured on the table. No state; any thread.
 */
#ifndef CLPWL_ERROR_H
#define CLPWL_ERROR_H

#include <stddef.h>
#include "clpwl/table.h"
#include "clpwl/weight.h"

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
 *   partition    CLPWL_PARTITION_OPTIMIZED: knots that are optimal for norm
 *   norm         what the optimised knots are optimal for; all three are estimated
 *   out          written
 * CLPWL_ERR_ARGUMENT, CLPWL_ERR_NOT_FINITE, CLPWL_ERR_MEMORY.
 */
CLPWL_API clpwl_status clpwl_error_estimate(const clpwl_function *f, double a, double b,
                                            size_t segments, clpwl_partition partition,
                                            clpwl_norm norm, clpwl_fit fit, clpwl_error *out);

/*
 * The same for weighted errors: see clpwl/weight.h, also for the units. With
 * CLPWL_PARTITION_OPTIMIZED the knots are those that are optimal for the weighted error in the norm:
 * the density has w s |f''| in place of |f''|, for L2 its square w s^2 f''^2.
 *   weight  NULL: none
 * CLPWL_ERR_ARGUMENT also for the weight, and at which x it is negative.
 */
CLPWL_API clpwl_status clpwl_error_estimate_weighted(const clpwl_function *f,
                                                     const clpwl_weight *weight, double a,
                                                     double b, size_t segments,
                                                     clpwl_partition partition, clpwl_norm norm,
                                                     clpwl_fit fit, clpwl_error *out);

/*
 * The error of v(x), the line through (knots, values), against f: L1 and L2 by
 * adaptive Gauss-Legendre quadrature on each segment, Linf by sampling each segment
 * and refining every maximum. At a kink that f does not tell of Linf may be told too small,
 * by 0.6 % at most of 3000 lines through |x - k|; clpwl_design looks for kinks first.
 *   knots, values  segments + 1 numbers each
 * CLPWL_ERR_NOT_FINITE (at which x).
 */
CLPWL_API clpwl_status clpwl_error_measure(const clpwl_function *f, const double *knots,
                                           const double *values, size_t segments,
                                           clpwl_error *out);

/*
 * The weighted error, resolved as finely as f is: what w does on less than a thousandth
 * of the domain may be missed, unless w has knots or kinks there that it tells of. With a
 * shaper too that is a thousandth in x.
 *   weight  NULL: none
 * CLPWL_ERR_ARGUMENT (the weight, at which x it is negative), CLPWL_ERR_NOT_FINITE.
 */
CLPWL_API clpwl_status clpwl_error_measure_weighted(const clpwl_function *f,
                                                    const clpwl_weight *weight,
                                                    const double *knots, const double *values,
                                                    size_t segments, clpwl_error *out);

/*
 * The weighted error of a table as it is executed: what clpwl_error_measure_weighted
 * measures and, weighted segment by segment, what clpwl_table_executed adds. Linf is a
 * bound. Of 16-bit storage it is the stored values that are measured, so that L2 is that of
 * the executed function to 1 %, where clpwl_table_executed, which has no f, adds up.
 *   weight     NULL: none
 *   execution  NULL: fp32 throughout
 * Codes as above, and CLPWL_ERR_MEMORY.
 */
CLPWL_API clpwl_status clpwl_error_executed_weighted(const clpwl_function *f,
                                                     const clpwl_weight *weight,
                                                     const clpwl_table *table,
                                                     const clpwl_execution *execution,
                                                     clpwl_error *out);

#ifdef __cplusplus
}
#endif
#endif
