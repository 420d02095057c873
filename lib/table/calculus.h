/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Integrals from precomputed areas, for evaluators: each takes the time of a search. */
#ifndef CLPWL__CALCULUS_H
#define CLPWL__CALCULUS_H

#include "clpwl/calculus.h"
#include "base/internal.h"

/* Computes the integrals of v from a to each knot, segments + 1 numbers. The caller frees them
 * with clpwl__free. CLPWL_ERR_MEMORY. */
clpwl_status clpwl__table_areas(long double **out, const clpwl_table *table);

/* clpwl_table_integral(table, a, x). */
double clpwl__integral_to(const clpwl_table *table, const long double *areas, double x);

#endif
