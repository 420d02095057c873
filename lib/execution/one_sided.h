/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One-sided tables that stay on their side as executed. */
#ifndef CLPWL__ONE_SIDED_H
#define CLPWL__ONE_SIDED_H

#include "fit/fit.h"
#include "clpwl/execution.h"

/* How often an error as executed contains what execution adds: a one-sided line is moved by as much. */
static inline double clpwl__times_added(clpwl_fit fit)
{
    return clpwl__fit_is_one_sided(fit) ? 2 : 1;
}

/*
 * Moves the nodal values of a one-sided fit up (CLPWL_FIT_ABOVE) or down (CLPWL_FIT_BELOW). Each
 * moves by the larger need of its two segments: the measured error on the wrong side, which is
 * between the points of the fit, and a bound of the errors that the execution adds.
 *   f  of the knots' coordinate
 * CLPWL_ERR_NOT_FINITE, CLPWL_ERR_MEMORY.
 */
clpwl_status clpwl__move_to_side(const clpwl_function *f, clpwl_fit fit, clpwl_partition partition,
                                 clpwl_shaper shaper, const clpwl_execution *execution, const double *knots,
                                 size_t segments, double *values);

#endif
