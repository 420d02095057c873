/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From a knot density to knots. */
#ifndef CLPWL__DENSITY_KNOTS_H
#define CLPWL__DENSITY_KNOTS_H

#include "partition/density.h"

/* Knots at equal shares of the density, kinks among them; see clpwl_partition_optimized.
 * CLPWL_ERR_ARGUMENT where doubles are too coarse. */
clpwl_status clpwl__density_knots(const clpwl__density *d, size_t segments, double *knots);

/* Makes knots strictly ascending. Rounds inner knots to fp32 wherever the spacing allows: a
 * device then has the same knots. The kinks of f remain knots. CLPWL_ERR_ARGUMENT where doubles are too
 * coarse. */
clpwl_status clpwl__settle_knots(const clpwl_function *f, double *knots, size_t segments);

#endif
