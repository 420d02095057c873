/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLPWL__LATTICE_KNOTS_H
#define CLPWL__LATTICE_KNOTS_H

#include "design/line_cost.h"
#include "execution/storage.h"

/*
 * Moves each inner knot, one after the other, to where the errors of its two segments are least, the
 * nodal values as they are. Knots become fp32 numbers. Kinks stay.
 *   kinks  count ascending abscissas
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
