/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Smallest errors in the max norm: on given knots, and with knots anywhere. */
#ifndef CLPWL_HOST_MINIMAX_H
#define CLPWL_HOST_MINIMAX_H

#include "clpwl/fit.h"
#include "clpwl/weight.h"

/* Whether a fit is one of those that this file makes: minimax, above, below. */
static inline int clpwl__fit_in_tube(clpwl_fit fit)
{
    return fit == CLPWL_FIT_MINIMAX || fit == CLPWL_FIT_ABOVE || fit == CLPWL_FIT_BELOW;
}

/*
 * Nodal values on given knots.
 *   digits  of the error, to which it is the least
 *   values  written
 * CLPWL_ERR_NOT_FINITE, CLPWL_ERR_MEMORY.
 */
clpwl_status clpwl__minimax_values(const clpwl_function *f, const clpwl_weight *weight,
                                   clpwl_fit fit, const double *knots, size_t segments,
                                   double digits, double *values);

/*
 * Whether there may be nodal values on these knots with a weighted error of at most that.
 * Far quicker than to find them; 0 is certain.
 *   may  written
 * CLPWL_ERR_NOT_FINITE, CLPWL_ERR_MEMORY.
 */
clpwl_status clpwl__minimax_may(const clpwl_function *f, const clpwl_weight *weight,
                                clpwl_fit fit, const double *knots, size_t segments,
                                double error, int *may);

/*
 * The knots of the least weighted max error that so many segments have, whatever their
 * nodal values.
 *   knots  segments + 1; where the mesh is to be fine, such as the asymptotic ones, then
 *          those found, their ends kept
 * CLPWL_ERR_NOT_FINITE, CLPWL_ERR_MEMORY, CLPWL_ERR_CANCELLED.
 */
clpwl_status clpwl__minimax_knots(const clpwl_function *f, const clpwl_weight *weight,
                                  clpwl_fit fit, double *knots, size_t segments,
                                  clpwl_progress progress, void *user);

#endif
