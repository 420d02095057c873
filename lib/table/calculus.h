/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Integrals to any x in the time of a search: what evaluators are made from. */
#ifndef CLPWL_HOST_CALCULUS_H
#define CLPWL_HOST_CALCULUS_H

#include "clpwl/calculus.h"
#include "base/internal.h"

/* areas[i]: the integral of v from a to knot i, for segments + 1 knots; the caller frees
 * it with clpwl__free. CLPWL_ERR_MEMORY. */
clpwl_status clpwl__areas(long double **out, const clpwl_table *table);

/* clpwl_table_integral(table, a, x). */
double clpwl__integral_to(const clpwl_table *table, const long double *areas, double x);

#endif
