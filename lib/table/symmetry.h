/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Symmetries, inside the library: the half of a table from which the other half follows. */
#ifndef CLPWL__SYMMETRY_H
#define CLPWL__SYMMETRY_H

#include "clpwl/table.h"

/* A symmetry, and what f(x) + f(-x) is with odd, 0, and point, 2 f(0). */
typedef struct clpwl__law {
    clpwl_symmetry symmetry;
    double sum;
} clpwl__law;

clpwl__law clpwl__law_of(clpwl_symmetry symmetry, double at_0);
clpwl__law clpwl__table_law(const clpwl_table *table);
/* f(-x), where f(x) is y. */
double clpwl__law_value(clpwl__law law, double x, double y);
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

/* Puts the knots and values of both halves, 2 half->segments + 1 each. With odd and point the value
 * at 0 becomes sum / 2. */
void clpwl__reflect(clpwl__law law, const clpwl__half *half, double *knots, double *values);

#endif
