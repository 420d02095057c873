/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The error of many lines on one segment, from samples of f. */
#ifndef CLPWL__LINE_COST_H
#define CLPWL__LINE_COST_H

#include "clpwl/weight.h"
#include "base/internal.h"

/* Equal steps between samples on a segment: 64 if there are few segments, 16 among many. */
enum { CLPWL__COST_STEPS = 64, CLPWL__COST_LEAST = 16 };

/* What is sampled, in which norm. */
typedef struct clpwl__costing {
    const clpwl_function *f;
    const clpwl_weight *weight; /* of the norm; or NULL */
    clpwl_norm norm;
    size_t steps; /* CLPWL__COST_STEPS at most */
} clpwl__costing;

/* Weighted: max |e|, and the integral of |e| (norm L1) or e^2. */
typedef struct clpwl__cost {
    double largest, sum;
} clpwl__cost;

/* Writes f and the factors of errors at the steps + 1 samples of a segment.
 * CLPWL_ERR_NOT_FINITE, CLPWL_ERR_ARGUMENT (negative weight). */
clpwl_status clpwl__cost_samples(const clpwl__costing *how, double x0, double x1, double *y,
                                 double *factor);
/* The error of the line from `left` to `right` over these samples. */
clpwl__cost clpwl__cost_of_line(const clpwl__costing *how, double length, const double *y,
                                const double *factor, double left, double right);
/* What counts in the norm. */
double clpwl__cost_in(const clpwl__costing *how, clpwl__cost cost);

#endif
