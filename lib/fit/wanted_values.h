/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The nodal values that a line in a tube has where the tube leaves a choice. */
#ifndef CLPWL__WANTED_VALUES_H
#define CLPWL__WANTED_VALUES_H

#include "fit/fit.h"
#include "fit/mesh.h"

/*
 * The preferred nodal values: f(x_i), moved so that the errors of the interpolant on both adjacent segments
 * become equal and opposite, or, one-sided, vanish on the wrong side. A segment between neighbouring floats
 * is a jump of f: the line over it is level, wherever f jumps inside.
 *   knots   segments + 1, mesh points
 *   wanted  written
 *   level   set to the least half width in which a one-sided line may be level over a jump
 */
void clpwl__wanted_values(const clpwl__mesh *m, clpwl_fit fit, const double *knots, size_t segments,
                          double *wanted, double *level);

#endif
