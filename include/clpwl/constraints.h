/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Constraints: what a table is held to, beside the error. Exact values at given places, a range, the integral
 * of f, its slopes, its shape. clpwl_design_options.constraints asks for them, the table keeps them, and
 * clpwl_verify checks them.
 *
 * Any thread. Advanced (doc/abi.md).
 */
#ifndef CLPWL_CONSTRAINTS_H
#define CLPWL_CONSTRAINTS_H

#include <stddef.h>
#include "clpwl/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Begin with CLPWL_CONSTRAINTS_INIT: nothing is held.
 *
 * Each x becomes a knot. A design refuses a value that the storage cannot hold, with the nearest one that
 * it can; a value farther from f than max_error; places that equal segments cannot have as knots, with the
 * number of segments that has them. The levels of unorm8 and unorm16 follow from all values, so that exact
 * values take float32, half or bfloat16. A shaper has knots at the ends of the domain alone. One-sided fits
 * take no exact values, and a range on the other side of f alone, as roundings take room on their side. The
 * fits projection and least-absolute take neither exact values nor a range.
 *
 * To keep the integral of f, not weighted, all nodal values are shifted by one number. What remains is their
 * rounding to fp32: clpwl_table_constraints_error. The integral of f is that of its polynomials
 * (clpwl/design.h). It takes no exact values, range, one-sided fit, shaper, or storage other than float32.
 *
 * A slope error is met by as many segments as it takes, beside max_error, which must be given. What is found
 * is measured, for the line through the knots and nodal values, at all x but those between a knot and the
 * next fp32 number. Kinks of f are exact values. It takes no shaper. A jump or an infinite slope of f is
 * refused.
 *
 * A shape that f does not have, where it was asked, by more than an fp32 rounding of its largest value, is
 * refused with a place. Nodal values of monotone tables never fall, or never rise, as stored; convex and
 * concave ones bend the other way by roundings to fp32 at most: clpwl_table_constraints_error. As executed
 * both holds up to a rounding of v. One-sided fits, and the symmetries even and ramp, take no shape; convex
 * ones are in float32, without exact values and shapers.
 */
typedef struct clpwl_constraints {
    size_t size;     /* sizeof(clpwl_constraints) */
    const double *x; /* v(x[i]) = y[i], in any order; within the domain, rounded to fp32 but at its ends */
    const double *y; /* NaN: f(x[i]), rounded to the storage; NULL: all are */
    size_t count;
    int exact_ends;  /* 1: the ends of the domain are such places, with the values of f */
    double lo, hi;   /* lo <= v(x) <= hi, lo < hi; infinite: not on that side; both 0: no range */
    int keep_integral; /* 1: the integral of v over the domain is that of f */
    double integral; /* of f; written by designs that keep it */
    double slope_error; /* |f'(x) - v'(x)| is at most this; 0: anything */
    double slope_found; /* the largest one; written by designs with a slope_error */
    clpwl_shape shape; /* of v */
} clpwl_constraints;

#define CLPWL_CONSTRAINTS_INIT CLPWL_SIZED(clpwl_constraints)

#ifdef __cplusplus
}
#endif
#endif
