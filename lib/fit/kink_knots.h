/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Knots that a line needs where f or f' jumps. */
#ifndef CLPWL__KINK_KNOTS_H
#define CLPWL__KINK_KNOTS_H

#include "clpwl/fit.h"
#include "clpwl/function.h"

/*
 * The knots of the kinks of f, ascending floats but for kinks that are no jumps.
 *   from, to  the ends of the domain
 *   most      the knots of a higher jump are at a distance on both sides, so that the error of an interpolant
 *             is half of its height. Between neighbouring floats it is the whole height. Infinity: no jump is
 *             so high
 *   found     count > 0 kinks
 *   out       *taken knots, which the caller frees
 * CLPWL_ERR_MEMORY.
 */
clpwl_status clpwl__kink_knots(const clpwl_function *f, double from, double to, clpwl_norm norm,
                               clpwl_fit fit, double most, const clpwl_kink *found, size_t count,
                               double **out, size_t *taken);

#endif
