/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The best knots of all that lie on a grid, in L1 or L2, by dynamic programming. */
#ifndef CLPWL_HOST_GRID_H
#define CLPWL_HOST_GRID_H

#include "clpwl/fit.h"
#include "clpwl/partition.h"
#include "clpwl/weight.h"

/*
 * For the interpolant these are the best on the grid. For a best fit they are those of
 * the best line on each segment by itself, continuous or not (L2), or of the interpolant
 * (L1): where f'' keeps its sign the best lines meet at the best knots, and so these are
 * where to begin.
 *   grid      points + 1 numbers, ascending; its ends are knots
 *   upper     an error that is known to be met, or infinity
 *   segments  at most points
 *   knots     segments + 1 numbers, written
 *   error     set to the least error; for a projection it is a lower bound, but for the
 *             grid's steps, of that of any knots
 *   found     0 where no knots on the grid are as good as `upper`; nothing else is set
 * CLPWL_ERR_NOT_FINITE, CLPWL_ERR_MEMORY, CLPWL_ERR_CANCELLED.
 */
clpwl_status clpwl__grid_knots(const clpwl_function *f, const clpwl_weight *weight,
                               clpwl_norm norm, clpwl_fit fit, const double *grid,
                               size_t points, double upper, double *knots, size_t segments,
                               clpwl_progress progress, void *user, double *error, int *found);

#endif
