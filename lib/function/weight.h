/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the floors above see of weights, besides clpwl/weight.h. */
#ifndef CLPWL_HOST_WEIGHT_H
#define CLPWL_HOST_WEIGHT_H

#include "clpwl/types.h"
#include "clpwl/weight.h"

/* Whether a weight, which may be NULL, is anything but 1 throughout. */
static inline int clpwl__weighs(const clpwl_weight *w)
{
    return w && (w->floor > 0 || w->w);
}

/* Copies a caller's weight to own, and points *weight to the copy; NULL stays NULL.
 * CLPWL_ERR_ARGUMENT: a wrong size, or a floor that is negative or not finite. */
clpwl_status clpwl__weight_take(clpwl_weight *own, const clpwl_weight **weight);

/*
 * What an error at x is multiplied with, where f(x) = y: w s for L1 and Linf, and
 * sqrt(w) s for L2, so that it is the p-norm of the product that counts.
 * CLPWL_ERR_NOT_FINITE, CLPWL_ERR_ARGUMENT (w is negative at x).
 */
clpwl_status clpwl__weigh(const clpwl_weight *w, clpwl_norm norm, double x, double y,
                          double *out);

#endif
