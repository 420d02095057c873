/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Knots that are moved until the error is least. */
#ifndef CLPWL__REFINE_H
#define CLPWL__REFINE_H

#include "refine/refinement.h"

/* Refuses a norm in which the fit is not refined. CLPWL_ERR_ARGUMENT. */
clpwl_status clpwl__refine_check(clpwl_norm norm, clpwl_fit fit, clpwl_effort effort);

/* clpwl_refine_knots on checked arguments, with the nodal values of the fit on the knots. */
clpwl_status clpwl__refine_knots(const clpwl__refinement *r, double *knots, double *values);

#endif
