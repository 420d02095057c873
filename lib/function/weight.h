/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Weights of errors, as the library uses them. */
#ifndef CLPWL__WEIGHT_H
#define CLPWL__WEIGHT_H

#include "clpwl/types.h"
#include "clpwl/weight.h"

/* Whether a weight, which may be NULL, differs from 1. */
static inline int clpwl__weighs(const clpwl_weight *w)
{
    return w && (w->floor > 0 || w->w);
}

/* Copies a caller's weight to own, and points *weight to the copy; NULL stays NULL.
 * CLPWL_ERR_ARGUMENT: a wrong size, or a floor that is negative or not finite. */
clpwl_status clpwl__weight_take(clpwl_weight *own, const clpwl_weight **weight);

/*
 * The factors of errors at n arguments x, where f is y: w s for L1 and Linf, sqrt(w) s for L2. The
 * weighted error is the p-norm of the product. One call of w.
 * CLPWL_ERR_NOT_FINITE, CLPWL_ERR_ARGUMENT (w is negative at x).
 */
clpwl_status clpwl__weigh_many(const clpwl_weight *w, clpwl_norm norm, const double *x, const double *y,
                               double *out, size_t n);
/* The same at one. */
static inline clpwl_status clpwl__weigh(const clpwl_weight *w, clpwl_norm norm, double x, double y,
                                        double *out)
{
    return clpwl__weigh_many(w, norm, &x, &y, out, 1);
}
/* w at n arguments, 1 without a function. CLPWL_ERR_NOT_FINITE. */
clpwl_status clpwl__weights(const clpwl_weight *w, const double *x, double *of_x, size_t n);
/* The factor where w(x) = of_x is known. */
clpwl_status clpwl__weigh_by(const clpwl_weight *w, clpwl_norm norm, double x, double y, double of_x,
                             double *out);

#endif
