/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One-sided tables that stay on their side when they are executed. */
#ifndef CLPWL_HOST_CLEAR_H
#define CLPWL_HOST_CLEAR_H

#include "clpwl/execution.h"
#include "clpwl/shaper.h"
#include "clpwl/fit.h"
#include "clpwl/partition.h"
#include "clpwl/table.h"

/*
 * Moves the values of a fit of CLPWL_FIT_ABOVE or CLPWL_FIT_BELOW further to its side: by what is
 * left on the wrong one between the points that the fit looked at, as measured, and by
 * what fp32, and the filter of `how`, may do on the two segments of each knot.
 * CLPWL_ERR_NOT_FINITE, CLPWL_ERR_MEMORY.
 */
clpwl_status clpwl__clear_of_rounding(clpwl_fit fit, const clpwl_function *f,
                                      clpwl_partition partition, clpwl_shaper shaper,
                                      const clpwl_execution *how, const double *knots,
                                      size_t segments, double *values);

#endif
