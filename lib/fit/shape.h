/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Monotone and convex sequences of values. */
#ifndef CLPWL__SHAPE_H
#define CLPWL__SHAPE_H

#include "clpwl/types.h"
#include "function/bounds.h"

/* How far n values at x are from the shape: by the largest fall or rise; and by bends at triples of values 1,
 * 2, 4 ... apart. 0: they have it; else *at is where they are farthest. */
double clpwl__shape_defect(clpwl_shape shape, const double *x, const double *y, size_t n, double *at);

/*
 * Gives n nodal values the shape. A line within E of a convex f stays within E: its convex hull is no higher,
 * and no lower than f - E, which is convex. If f rises, too, so are, at each knot, the least of the hull's
 * values from there on. Of an f that rises alone the largest value so far is within E at knots. Values at the
 * places of `limits` stay if they have the shape. CLPWL_ERR_MEMORY.
 */
clpwl_status clpwl__shape_values(clpwl_shape shape, const clpwl__bounds *limits, const double *x, double *y,
                                 size_t n);

#endif
