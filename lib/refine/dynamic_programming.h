/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The best knots on a grid, in L1 or L2, by dynamic programming. */
#ifndef CLPWL__DYNAMIC_PROGRAMMING_H
#define CLPWL__DYNAMIC_PROGRAMMING_H

#include "refine/refinement.h"

/*
 * For the interpolant these knots are the best on the grid. For a best fit they are a start:
 * the best knots of the best line on each segment by itself, continuous or not (L2), or of
 * the interpolant (L1). Where f'' keeps its sign, the best lines meet at the best knots.
 *   r         at most `points` segments
 *   grid      points + 1 ascending numbers; the first and the last are knots
 *   upper     an error that is known to be feasible, or infinity
 *   knots     segments + 1 numbers, written
 *   error     set to the least error. For a projection it is a lower bound of the error of
 *             any knots, up to the resolution of the grid.
 *   found     set to 0 where no knots on the grid reach `upper`; nothing else is then written
 * CLPWL_ERR_NOT_FINITE, CLPWL_ERR_MEMORY, CLPWL_ERR_CANCELLED.
 */
clpwl_status clpwl__best_grid_knots(const clpwl__refinement *r, const double *grid, size_t points,
                                    double upper, double *knots, double *error, int *found);

#endif
