/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The best knots of the interpolant in the max norm. */
#ifndef CLPWL__INTERPOLANT_LINF_H
#define CLPWL__INTERPOLANT_LINF_H

#include "refine/refinement.h"

/*
 * Knots of the least weighted max error of the interpolant: the best choice on a mesh, then
 * twice the best choice on a finer mesh around the knots so far.
 *   knots  segments + 1, in and out. In: the mesh is finest where these are closest; the
 *          asymptotic knots are a good choice. Out: the best knots.
 * CLPWL_ERR_NOT_FINITE, CLPWL_ERR_MEMORY, CLPWL_ERR_CANCELLED.
 */
clpwl_status clpwl__interpolant_linf_knots(const clpwl__refinement *r, double *knots);

#endif
