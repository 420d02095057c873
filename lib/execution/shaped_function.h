/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * f as a function of s, which is g(x), or -g(x) where g descends; and the errors in x of
 * tables that are piecewise linear in s. A max error is the same in x and in s, with the same
 * weight w. An integral over x is an integral over s with the weight dx/ds, or w dx/ds.
 */
#ifndef CLPWL__SHAPED_FUNCTION_H
#define CLPWL__SHAPED_FUNCTION_H

#include "clpwl/table.h"
#include "clpwl/weight.h"
#include "error/measure.h"

typedef struct clpwl__shaped clpwl__shaped;

/*
 * f on [a,b] in x. f and the function of the weight are borrowed.
 *   weight  checked; NULL: none
 * CLPWL_ERR_ARGUMENT (the domain is outside the shaper's; w is negative at x),
 * CLPWL_ERR_NOT_FINITE (w is not finite at x), CLPWL_ERR_MEMORY.
 */
clpwl_status clpwl__shaped_create(clpwl__shaped **out, const clpwl_function *f,
                                  const clpwl_weight *weight, clpwl_shaper shaper, double a,
                                  double b);
void clpwl__shaped_free(clpwl__shaped *shaped);

/* f in s. */
const clpwl_function *clpwl__shaped_function(const clpwl__shaped *shaped);

/* The weight in s with which errors in s equal those in x, in the norm; NULL: 1.
 *   weighted  0: of plain errors in x, 1: of weighted ones */
const clpwl_weight *clpwl__shaped_weight(const clpwl__shaped *shaped, clpwl_norm norm,
                                         int weighted);

/*
 * The errors in x of the line through (knots, values), with knots in s. They are weighted
 * where how->weight is not NULL.
 *   in_s  the shaped function, or a proxy of that function
 */
clpwl_status clpwl__shaped_measure(const clpwl__shaped *shaped, const clpwl__measure *how,
                                   const clpwl_function *in_s, const double *knots,
                                   const double *values, size_t segments, clpwl_error *out);

/* The errors of a table with a shaper, with other nodal values, in all norms.
 *   each  set to the Linf of each segment; or NULL */
clpwl_status clpwl__shaped_measure_table(const clpwl_function *f, const clpwl_weight *weight,
                                         const clpwl_table *table, const double *values,
                                         double *each, clpwl_error *out);

#endif
