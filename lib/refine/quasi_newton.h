/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Knots of a local minimum of the L1 or L2 error. */
#ifndef CLPWL__QUASI_NEWTON_H
#define CLPWL__QUASI_NEWTON_H

#include "refine/refinement.h"

/*
 * Moves inner knots downhill until a step promises to gain less than a thousandth of the
 * error, or f has been evaluated 6 million times.
 *   r      the norm is L1 or L2, the fit the interpolant or the best fit in the norm
 *   knots  segments + 1, in and out; with the interpolant, knots on kinks of f stay
 * CLPWL_ERR_NOT_FINITE, CLPWL_ERR_MEMORY, CLPWL_ERR_CANCELLED.
 */
clpwl_status clpwl__descend_knots(const clpwl__refinement *r, double *knots);

#endif
