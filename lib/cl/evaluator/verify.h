/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The bounds of a verification, and whether the errors seen keep them. */
#ifndef CLPWL_CL_VERIFY_H
#define CLPWL_CL_VERIFY_H

#include "cl/evaluator/evaluator.h"
#include "clpwl/verify.h"

/* 1 or -1 for a table that is to be above or below f as this evaluator reads it; 0: for none. */
int clpwl__verify_side(const clpwl_evaluator *evaluator);
/* What this evaluator's table is held to, and how far its values may be from that; NULL: to nothing. */
const clpwl_constraints *clpwl__verify_held(const clpwl_evaluator *evaluator, clpwl_constraints_error *off);
/* Checks the evaluator, and fills in both bounds. weight: NULL for none. */
clpwl_status clpwl__verify_bounds(const clpwl_evaluator *evaluator, const clpwl_function *f,
                                  const clpwl_weight *weight, clpwl_verification *out);
/* Fills in what is allowed, and holds, from the bounds and the errors seen. variance: of L1, of L2 squared,
 * of both weighted, and of the shift; 0 where they are no estimates. */
void clpwl__verify_judge(const clpwl_evaluator *evaluator, const clpwl_weight *weight,
                         const double variance[5], clpwl_verification *out);

#endif
