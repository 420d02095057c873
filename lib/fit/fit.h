/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Nodal values on given knots, by each fit. */
#ifndef CLPWL__FIT_H
#define CLPWL__FIT_H

#include "clpwl/fit.h"
#include "clpwl/partition.h"
#include "fit/best_l1_l2.h"
#include "function/proxy.h"

/* clpwl_fit_values iterates until the error is within this of the least, relatively. */
#define CLPWL__FIT_TOLERANCE 1e-9

static inline int clpwl__fit_is_one_sided(clpwl_fit fit)
{
    return fit == CLPWL_FIT_ABOVE || fit == CLPWL_FIT_BELOW;
}

/* Whether the fit is made by minimax.c: minimax, above, below. */
static inline int clpwl__fit_in_tube(clpwl_fit fit)
{
    return fit == CLPWL_FIT_MINIMAX || clpwl__fit_is_one_sided(fit);
}

/* The norm in which the fit is best. The interpolant is best in none; for it Linf. */
static inline clpwl_norm clpwl__fit_norm(clpwl_fit fit)
{
    return fit == CLPWL_FIT_PROJECTION       ? CLPWL_NORM_L2
           : fit == CLPWL_FIT_LEAST_ABSOLUTE ? CLPWL_NORM_L1
                                             : CLPWL_NORM_LINF;
}

/* clpwl_fit_values with arguments that have been checked, and with another tolerance: a
 * larger one takes less time. `watch` may be NULL. */
clpwl_status clpwl__fit_values(clpwl_fit fit, const clpwl_function *f, const clpwl_weight *weight,
                               const clpwl__watch *watch, const double *knots, size_t segments,
                               double tolerance, double *values);

#endif
