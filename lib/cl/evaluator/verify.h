/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What verifications at random arguments and at all have in common. */
#ifndef CLPWL_CL_VERIFY_H
#define CLPWL_CL_VERIFY_H

#include "cl/evaluator/evaluator.h"
#include "clpwl/verify.h"

typedef struct clpwl__verified {
    const clpwl_evaluator *evaluator;
    const clpwl_function *f;
    const clpwl_weight *weight; /* NULL: none */
    const double *variance; /* of L1, of L2 squared, and of both weighted; NULL: they are no estimates */
    clpwl_verification *out;
} clpwl__verified;

/* 1 or -1 for a table that is to be above or below f as this evaluator reads it; 0: for none. */
int clpwl__verify_side(const clpwl_evaluator *evaluator);
/* Checks the evaluator, and fills in both bounds. */
clpwl_status clpwl__verify_bounds(const clpwl__verified *r);
/* Fills in what is allowed, and holds, from the bounds and the errors seen. */
void clpwl__verify_judge(const clpwl__verified *r);

#endif
