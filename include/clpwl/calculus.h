/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What follows exactly from a table being piecewise linear: its derivative, its integral,
 * and where it is strictly monotone its inverse. In double, on the host. No state; any
 * thread.
 */
#ifndef CLPWL_CALCULUS_H
#define CLPWL_CALCULUS_H

#include "clpwl/table.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * v'(x), which is constant on each segment (with a shaper g: a constant times g'). At a
 * knot it is the slope to the right, at b the one to the left. Outside [a,b] it is that of
 * the tail: 0 for clamp and zero; for repeat and mirror the slope of the copy that x is
 * in, NaN at infinities; for nan NaN.
 * NaN for NaN. Units of v over units of x. As an approximation of f' it is of first
 * order: off by up to h |f''| / 2 for an interpolant.
 */
CLPWL_API double clpwl_table_derivative(const clpwl_table *table, double x);

/*
 * The integral of v from x0 to x1, tails included, as the sum of trapezoids that it is
 * (with a shaper g by the integral of g): exact but for rounding. Its sign changes with
 * the order of x0 and x1; it is 0 for x0 = x1. An infinite end gives for clamp an infinity
 * of the sign of the value there, or no more where that value is 0; for repeat and mirror
 * NaN. NaN where x0 or x1 is NaN, or where the interval reaches into tails of nan. Of f's
 * integral it is off by at most the error in L1 over the domain. Takes time in proportion
 * to the segments.
 */
CLPWL_API double clpwl_table_integral(const clpwl_table *table, double x0, double x1);

/*
 * How far fp32 takes derivative and integral, as evaluators give them, from the two above;
 * for x in [a,b] and without relaxed mathematics. The places of knots are rounded, so that
 * x may fall on a knot's other side. Integrals begin in each segment from the sum before
 * it, kept in two floats: roundings do not add up, and what is left is eps = 2^-24 of the
 * integral itself and of the coordinate, times v. Outside [a,b], repeat and mirror add what
 * folding x back takes of it (some eps |x|, times v), and 4 eps of the integral.
 */
typedef struct clpwl_calculus_error {
    double derivative; /* for x further than `reach` from every knot */
    double reach;      /* nearer than that to a knot the slope may be that of its other side */
    double integral;   /* from a to x; of f's own it is further off by the L1 error at most */
} clpwl_calculus_error;

/*
 * The same from how a device executes the table: NaN in all three for CLPWL_STORAGE_ANY;
 * `integral` for tables with a shaper, whose integrals are the host's alone. A filter's
 * weight does not matter: images are read without one for this. Of 16-bit storage the
 * derivative is that of the stored values, and `derivative` what these are off, over the
 * length of the segment.
 *   execution  NULL: fp32 throughout
 */
CLPWL_API clpwl_calculus_error clpwl_table_executed_calculus(const clpwl_table *table,
                                                             const clpwl_execution *execution);

/*
 * The inverse of a table whose nodal values ascend or descend strictly: the table whose
 * knots are the values and whose values are the knots, in ascending order. Exact: on
 * [min v, max v] it gives the one x in [a,b] with v(x) = y. Its partition is
 * CLPWL_PARTITION_OPTIMIZED, its function "inverse of ...", and its measured error unknown. What
 * is known is estimate.linf, if the table's measured one is: that, divided by the least
 * |slope| of v, for all y that f takes on [a,b].
 *   out     the caller frees it with clpwl_table_free
 *   extend  of the inverse, for y that v does not take: CLPWL_EXTEND_CLAMP gives the nearer end
 *           of [a,b], CLPWL_EXTEND_NAN says that there is none: for a v(a) or v(b) too that fp32
 *           rounded to beyond the domain, as evaluators may
 * CLPWL_ERR_ARGUMENT (NULL, no such extension, a table with a shaper, values that turn or
 * stay: the message names the first), CLPWL_ERR_MEMORY.
 */
CLPWL_API clpwl_status clpwl_table_inverse(clpwl_table **out, const clpwl_table *table,
                                           clpwl_extend extend);

#ifdef __cplusplus
}
#endif
#endif
