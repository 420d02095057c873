/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Knots of a local minimum of the L1 or L2 error. */
#ifndef CLPWL__DESCENT_H
#define CLPWL__DESCENT_H

#include "refine/refinement.h"

/*
 * Moves inner knots downhill until three steps in a row gain less than 1e-4 of the error each, or f has been
 * evaluated 6 million times.
 *   r      the norm is L1 or L2, the fit the interpolant or the best fit in the norm
 *   knots  segments + 1, in and out; with the interpolant, knots on kinks of f stay
 * CLPWL_ERR_NOT_FINITE, CLPWL_ERR_MEMORY, CLPWL_ERR_CANCELLED.
 */
clpwl_status clpwl__descend_knots(const clpwl__refinement *r, double *knots);

#endif
