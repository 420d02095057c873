/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Knots for values that are numbers of a storage, and the error of many lines on one segment. */
#ifndef CLPWL__LATTICE_KNOTS_H
#define CLPWL__LATTICE_KNOTS_H

#include "clpwl/weight.h"
#include "base/internal.h"
#include "base/progress.h"
#include "execution/storage.h"

/* Equal steps between samples on a segment: 64 if there are few segments, 16 among many. */
enum { CLPWL__COST_STEPS = 64, CLPWL__COST_LEAST = 16 };

/* The part of the least error so far that another try has to fall below. */
static const double clpwl__gain = 0.99;

/* What is sampled, in which norm. */
typedef struct clpwl__costing {
    const clpwl_function *f;
    const clpwl_weight *weight; /* of the norm; or NULL */
    clpwl_norm norm;
    size_t steps; /* CLPWL__COST_STEPS at most */
    const clpwl__watch *watch; /* called as knots are moved; or NULL */
} clpwl__costing;

/* Weighted: max |e|, and the integral of |e| (norm L1) or e^2. */
typedef struct clpwl__cost {
    double largest, sum;
} clpwl__cost;

/* Writes f and the factors of errors at the steps + 1 samples of each of `count` segments.
 * CLPWL_ERR_NOT_FINITE, CLPWL_ERR_ARGUMENT (negative weight). */
clpwl_status clpwl__cost_samples(const clpwl__costing *how, const double *knots, size_t count, double *y,
                                 double *factor);
/* The error of the line from `left` to `right` over these samples. */
clpwl__cost clpwl__cost_of_line(const clpwl__costing *how, double length, const double *y,
                                const double *factor, double left, double right);
/* What counts in the norm. */
double clpwl__cost_in(const clpwl__costing *how, clpwl__cost cost);

/*
 * Moves each inner knot, one after the other, to where the errors of its two segments are least, the
 * nodal values as they are. Knots become fp32 numbers. Kinks stay.
 *   kinks  count ascending abscissas
 * CLPWL_ERR_CANCELLED.
 */
clpwl_status clpwl__lattice_knots(const clpwl__costing *how, const double *kinks, size_t count,
                                  double *knots, size_t segments, const double *values);

/*
 * Knots and values whose largest error is nearly the least, on samples between the knots, if it is less than
 * `most`. *found = 0: it is not, and nothing is written. f has no kinks.
 */
clpwl_status clpwl__lattice_path(const clpwl__costing *how, const clpwl__coding *coding, double most,
                                 double *knots, size_t segments, double *values, int *found);

#endif
