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

/* An estimate that is off by more than a factor of 10 becomes NaN: f'' was sampled beside a narrow
 * feature, or segments are longer than the features of f. */
void clpwl__drop_estimates(clpwl_error *estimate, const clpwl_error *measured);

/*
 * Tilts the density for a filter whose weights err by `weight_error`, in Linf: a segment of length h adds
 * w weight_error |f'| h to c w |f''| h^2.
 *   weight_error  above 0
 *   max_error     the error of all segments; 0: that of so many segments
 */
void clpwl__density_tilt_for(clpwl__density *d, clpwl_fit fit, double weight_error, double max_error,
                             size_t segments);

#endif
