/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The least error in the max norm: on given knots, and with free knots, of interpolants, too. The values are
 * within f's limits. Those of closed ones get the value at both ends, an fp32 number, which is searched. */
#ifndef CLPWL__MINIMAX_H
#define CLPWL__MINIMAX_H

#include "clpwl/fit.h"
#include "clpwl/weight.h"
#include "base/progress.h"

/*
 * Nodal values on given knots.
 *   watch      may end the fit; or NULL, here and below
 *   tolerance  how far the error may be above the least, relatively
 *   values     written
 * CLPWL_ERR_NOT_FINITE, CLPWL_ERR_MEMORY, CLPWL_ERR_CANCELLED.
 */
clpwl_status clpwl__minimax_values(const clpwl_function *f, const clpwl_weight *weight,
                                   clpwl_fit fit, const clpwl__watch *watch, const double *knots,
                                   size_t segments, double tolerance, double *values);

/*
 * How few segments a line with free knots has, for certain, if its weighted max error is at most
 * `error`.
 *   knots   segments + 1: where the mesh is fine, as for clpwl__minimax_knots
 *   fewest  set
 * CLPWL_ERR_NOT_FINITE, CLPWL_ERR_MEMORY, CLPWL_ERR_CANCELLED.
 */
clpwl_status clpwl__minimax_fewest(const clpwl_function *f, const clpwl_weight *weight, clpwl_fit fit,
                                   const clpwl__watch *watch, const double *knots, size_t segments,
                                   double error, size_t *fewest);

typedef struct clpwl__minimax_errors {
    double before;  /* the line on the knots as given has an error of at least this */
    double rounded; /* of the line as returned */
} clpwl__minimax_errors;

/*
 * The knots of the least weighted max error of any line with that number of segments, rounded to
 * fp32, and nodal values.
 *   knots      segments + 1, in and out. In: the mesh is finest where these are closest; the
 *              asymptotic knots are a good choice. Out: the best knots; the ends stay.
 *   tolerance  how far the error may be above the least, relatively. 0: what rounding leaves
 *   e          set
 * CLPWL_ERR_NOT_FINITE, CLPWL_ERR_MEMORY, CLPWL_ERR_CANCELLED.
 */
clpwl_status clpwl__minimax_knots(const clpwl_function *f, const clpwl_weight *weight,
                                  clpwl_fit fit, const clpwl__watch *watch, double *knots,
                                  size_t segments, double *values, double tolerance,
                                  clpwl__minimax_errors *e);

#endif
