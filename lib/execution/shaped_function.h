/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * f as a function of g(x), and errors in x of lines that are straight there. With s
 * ascending as g(x) or -g(x), a max error is the same in x and s, and its weight is w; sums
 * over x are sums over s with dx/ds for a weight, or w dx/ds.
 */
#ifndef CLPWL_HOST_SHAPED_H
#define CLPWL_HOST_SHAPED_H

#include "clpwl/table.h"
#include "clpwl/weight.h"
#include "error/measure.h"

typedef struct clpwl__shaped clpwl__shaped;

/*
 * On [a,b] in x; f and the weight's w are borrowed.
 *   weight  checked; NULL: none
 * CLPWL_ERR_ARGUMENT (not a domain of the shaper's; at which x w is negative),
 * CLPWL_ERR_NOT_FINITE (at which x w is not), CLPWL_ERR_MEMORY.
 */
clpwl_status clpwl__shaped_create(clpwl__shaped **out, const clpwl_function *f,
                                  const clpwl_weight *weight, clpwl_shaper shaper, double a,
                                  double b);
void clpwl__shaped_free(clpwl__shaped *shaped);

/* f in x, as given; and in s. */
const clpwl_function *clpwl__shaped_source(const clpwl__shaped *shaped);
const clpwl_function *clpwl__shaped_function(const clpwl__shaped *shaped);

/* What errors in s count by, where they are those in x in that norm; NULL: 1.
 *   weighted  0: without the weight */
const clpwl_weight *clpwl__shaped_weight(const clpwl__shaped *shaped, clpwl_norm norm,
                                         int weighted);

/*
 * The errors in x of a table with knots in s, weighted where how->weight is not NULL.
 *   in_s  f of s: the shaped function, or the same with kinks that were found
 */
clpwl_status clpwl__shaped_measure(const clpwl__shaped *shaped, const clpwl__measure *how,
                                   const clpwl_function *in_s, const double *knots,
                                   const double *values, size_t segments, clpwl_error *out);

/* The same of any table with a shaper, with these values, in all norms. */
clpwl_status clpwl__shaped_measure_table(const clpwl_function *f, const clpwl_weight *weight,
                                         const clpwl_table *table, const double *values,
                                         clpwl_error *out);

#endif
