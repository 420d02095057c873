/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The best knots on a grid, in L1 or L2, by dynamic programming. */
#ifndef CLPWL__GRID_H
#define CLPWL__GRID_H

#include "refine/refinement.h"

/*
 * The knots of the best interpolant on the grid of `steps` steps in each segment. For a best fit they are a
 * start.
 *   knots  segments + 1, in and out
 * CLPWL_ERR_NOT_FINITE, CLPWL_ERR_MEMORY, CLPWL_ERR_CANCELLED.
 */
clpwl_status clpwl__best_grid_knots(const clpwl__refinement *r, double *knots, size_t steps);

#endif
