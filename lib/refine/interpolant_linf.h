/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The interpolant's best knots in the max norm. */
#ifndef CLPWL_HOST_REACH_H
#define CLPWL_HOST_REACH_H

#include "clpwl/weight.h"

/*
 * Knots of the least weighted max error of the interpolant: the best of all choices on a
 * mesh, then on a finer one about these, twice.
 *   knots  segments + 1; where the mesh is to be fine, such as the asymptotic ones, then
 *          those found
 * CLPWL_ERR_NOT_FINITE, CLPWL_ERR_MEMORY, CLPWL_ERR_CANCELLED.
 */
clpwl_status clpwl__reach_knots(const clpwl_function *f, const clpwl_weight *weight,
                                double *knots, size_t segments, clpwl_progress progress,
                                void *user);

#endif
