/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Exact consequences of piecewise linearity: the derivative, the integral and, for a strictly
 * monotone table, the inverse. In double, on the host. No state; any thread.
 *
 * Advanced (doc/abi.md).
 */
#ifndef CLPWL_CALCULUS_H
#define CLPWL_CALCULUS_H

#include "clpwl/table.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * v'(x), in units of v over units of x. v' is constant on each segment (with a shaper g:
 * proportional to g'). At a knot it is the slope to the right, at b the slope to the left.
 * Outside [a,b] it is the slope of the extension: 0 for clamp and zero; for repeat and mirror
 * that of the copy that holds x, NaN at infinities; NaN for nan. NaN for NaN. As an
 * approximation of f' it is of first order: its error is at most h |f''| / 2 for an
 * interpolant.
 */
CLPWL_API double clpwl_table_derivative(const clpwl_table *table, double x);

/*
 * The largest |v'(x)|, L, of [a,b] and of linear tails: what noise of the argument costs. With the error E
 * of the table, |v(x + d) - f(x)| <= E + L |d| for x in [a,b], if x + d is there too, or beyond where v is
 * continuous: by clamp, linear and mirror, by repeat where v(a) = v(b). Infinite with a shaper whose slope
 * is, as sqrt at 0.
 */
CLPWL_API double clpwl_table_steepness(const clpwl_table *table);

/*
 * The integral of v from x0 to x1, extensions included, as a sum of trapezoids (with a shaper
 * g by the integral of g): exact but for rounding. Exchanging x0 and x1 changes the sign;
 * x0 = x1 gives 0. An infinite limit gives, for clamp, an infinity with the sign of the value
 * there, or nothing more where that value is 0; for repeat and mirror NaN. NaN where x0 or x1
 * is NaN, or where the interval reaches into an extension by NaN. Its error as an integral of
 * f is at most the L1 error over the domain. The time is proportional to the segments.
 */
CLPWL_API double clpwl_table_integral(const clpwl_table *table, double x0, double x1);

/*
 * Makes the inverse of a table whose nodal values strictly ascend or descend: knots and values
 * exchanged, in ascending order. It is exact: for y in [min v, max v] it gives the one x in [a,b]
 * with v(x) = y. Its partition is CLPWL_PARTITION_OPTIMIZED, its function "inverse of ...", its
 * storage float32, and its measured error unknown. Its estimate.linf is the table's measured linf
 * over the least |slope| of v, for every y that f takes on [a,b].
 *   out     set to the new table; the caller frees it with clpwl_table_free
 *   extend  for y outside [min v, max v]: CLPWL_EXTEND_CLAMP gives the nearer end of [a,b],
 *           CLPWL_EXTEND_NAN gives NaN, also for a v(a) or v(b) that fp32 rounded out of the
 *           range
 * CLPWL_ERR_ARGUMENT (NULL, another extension, a table with a shaper, values that are not
 * strictly monotone: the message names the first), CLPWL_ERR_MEMORY.
 */
CLPWL_CHECKED clpwl_status clpwl_table_inverse(clpwl_table **out, const clpwl_table *table,
                                               clpwl_extend extend);

/*
 * Makes a table on the wider domain [a,b] with the same v: the tails become segments. What is measured
 * and proved of it (clpwl/error.h, clpwl/proof.h) holds for the tails, too. Its partition is
 * CLPWL_PARTITION_OPTIMIZED, its errors are unknown. Constant tails keep the storage; with linear
 * ones, whose ends need not be numbers of it, the storage is float32. The table keeps a symmetry if
 * a is -b, unless constant tails of a ramp become segments: these do not obey f(x) - f(-x) = x.
 *   out   set to the new table; the caller frees it with clpwl_table_free
 *   a, b  within +-FLT_MAX; [a,b] holds the table's domain
 * CLPWL_ERR_ARGUMENT (NULL, a smaller domain, another extension than CLPWL_EXTEND_CLAMP or
 * CLPWL_EXTEND_LINEAR, a table with a shaper), CLPWL_ERR_MEMORY.
 */
CLPWL_CHECKED clpwl_status clpwl_table_widen(clpwl_table **out, const clpwl_table *table, double a,
                                             double b);

#ifdef __cplusplus
}
#endif
#endif
