/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Knots that are moved until the error is least. */
#ifndef CLPWL__REFINE_H
#define CLPWL__REFINE_H

#include "refine/refinement.h"

/* The most segments for which the optimum is searched. */
enum { CLPWL__MOST_OPTIMAL = 64 };

/* Refuses a norm in which the fit is not refined, and too many segments for an optimum.
 * CLPWL_ERR_ARGUMENT. */
clpwl_status clpwl__refine_check(clpwl_norm norm, clpwl_fit fit, clpwl_effort effort,
                                 size_t segments);

/* clpwl_refine_knots on checked arguments, with the nodal values of the fit on the knots. */
clpwl_status clpwl__refine_knots(const clpwl__refinement *r, clpwl_effort effort, double *knots,
                                 double *values);

#endif
