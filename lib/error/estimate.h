/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Estimates of the error from a density that has been resolved. */
#ifndef CLPWL_ERROR_ESTIMATE_H
#define CLPWL_ERROR_ESTIMATE_H

#include "clpwl/types.h"
#include "partition/density.h"

/* The estimates of clpwl_error_estimate. The knots of CLPWL_PARTITION_OPTIMIZED are those of
 * this density.
 *   weighted  1: weighted errors; 0: unweighted errors, for the same knots */
void clpwl__density_estimate(const clpwl__density *d, size_t segments,
                             clpwl_partition partition, clpwl_fit fit, int weighted,
                             clpwl_error *out);

#endif
