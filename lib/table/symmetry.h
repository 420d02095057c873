/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Symmetries, inside the library: the half of a table from which the other half follows. */
#ifndef CLPWL__SYMMETRY_H
#define CLPWL__SYMMETRY_H

#include "clpwl/table.h"

/* f(-x), where f(x) is y. */
double clpwl__symmetry_value(clpwl_symmetry symmetry, double x, double y);
/* f'(-x), where f'(x) is `slope`. */
double clpwl__symmetry_slope(clpwl_symmetry symmetry, double slope);

/* Refuses knots, values and options without the symmetry of the spec, whose numbers are checked.
 * CLPWL_ERR_ARGUMENT. */
clpwl_status clpwl__symmetry_check(const clpwl_table_spec *spec);
/* Derives a slope that is NaN from the other, and refuses slopes without the symmetry.
 * CLPWL_ERR_ARGUMENT. */
clpwl_status clpwl__symmetry_tails(clpwl_symmetry symmetry, clpwl_tails *tails);

/* What evaluators store: the knots and nodal values from 0 on of a table with a symmetry, all of
 * another. */
typedef struct clpwl__half {
    const double *knots, *values;
    size_t segments;
} clpwl__half;

clpwl__half clpwl__table_half(const clpwl_table *table);

/* Puts the knots and values of both halves, 2 half->segments + 1 each. Of an odd table the value at
 * 0 becomes 0. */
void clpwl__reflect(clpwl_symmetry symmetry, const clpwl__half *half, double *knots,
                    double *values);

#endif
