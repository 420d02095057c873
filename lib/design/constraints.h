/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a design is held to: the constraints of its options, and those that follow from other options. */
#ifndef CLPWL__DESIGN_CONSTRAINTS_H
#define CLPWL__DESIGN_CONSTRAINTS_H

#include "clpwl/design.h"
#include "function/proxy.h"

/* Constraints as a table has them. Zero it to begin, and free held.x. */
typedef struct clpwl__constrained {
    clpwl_constraints c;
    clpwl__bounds held; /* its numbers */
} clpwl__constrained;

/* Takes the constraints of options that are complete otherwise, which then point to *out, or to NULL where
 * nothing is held.
 *   ends  values at the ends of the domain, or NaN
 * CLPWL_ERR_ARGUMENT, CLPWL_ERR_NOT_FINITE, CLPWL_ERR_MEMORY. */
clpwl_status clpwl__constrained_take(clpwl__constrained *out, clpwl_design_options *o, const double ends[2],
                                     const clpwl_function *f, const clpwl__proxy *proxy);
/* The number of the storage, without levels, nearest to y. */
double clpwl__nearest_number(clpwl_storage storage, double y);

/*
 * What the part of a table that is designed is held to: by the constraints, with those left of 0 reflected;
 * at 0 by a symmetry. A table that is repeated has one value at both ends if f has one there: a constraint's,
 * or any.
 *   f       as a function of s; of a proxy without a shaper
 *   s0, s1  the ends of the part
 *   out     without an x where it is held to nothing
 * Free x. CLPWL_ERR_ARGUMENT (the symmetry, or both ends, contradict the constraints), CLPWL_ERR_NOT_FINITE,
 * CLPWL_ERR_MEMORY.
 */
clpwl_status clpwl__bounds_create(clpwl__bounds *out, const clpwl_design_options *o, const clpwl_function *f,
                                  double s0, double s1);

/* Of how many segments, at least, equal ones of each multiple have all exact values at knots, and there
 * exactly in fp32 if that can be, unless a number is given. CLPWL_ERR_TARGET: there is no such number up to
 * 4096. */
clpwl_status clpwl__bounds_stride(const clpwl__bounds *l, double s0, double s1, int is_given, size_t *stride);

#endif
