/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Knots of a locally least L1 or L2 error. */
#ifndef CLPWL_HOST_DESCEND_H
#define CLPWL_HOST_DESCEND_H

#include "clpwl/fit.h"
#include "clpwl/partition.h"
#include "clpwl/weight.h"

/*
 * Moves inner knots downhill until less than a thousandth of the error is to be gained,
 * or so many evaluations of f are spent that it would take seconds.
 *   norm    L1 or L2
 *   fit     the interpolant, or the fit that is best in the norm
 *   knots   segments + 1; the interpolant's on kinks of f stay
 *   error   set to the error as it is then, by quadrature that is not adaptive
 * CLPWL_ERR_NOT_FINITE, CLPWL_ERR_MEMORY, CLPWL_ERR_CANCELLED.
 */
clpwl_status clpwl__descend(const clpwl_function *f, const clpwl_weight *weight,
                            clpwl_norm norm, clpwl_fit fit, double *knots, size_t segments,
                            clpwl_progress progress, void *user, double *error);

#endif
