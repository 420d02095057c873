/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The noise in values: the scatter that no smooth function explains. */
#ifndef CLPWL__NOISE_H
#define CLPWL__NOISE_H

#include "clpwl/function.h"

enum { CLPWL__NOISE_SAMPLES = 16 }; /* from which noise is estimated */

/*
 * The standard deviation of independent noise in n samples, from divided differences of
 * orders 2 to 9. They are scaled so that noise has the same deviation in every order, while
 * differences of a smooth function fall with the order. The result is the deviation in the middle
 * one of the first three consecutive orders that agree (order 2: T. Gasser, L. Sroka, C. Jennen-Steinmetz,
 * Biometrika 73 (1986) 625-633); 0 where none does, or for fewer than CLPWL__NOISE_SAMPLES.
 *   x, y  n numbers each, x ascending
 */
double clpwl__noise_of_samples(const double *x, const double *y, size_t n);

/* Whether sample i of n is an outlier: its neighbours agree without it, and not with it.
 *   sigma  the deviation of its noise */
int clpwl__is_outlier(const double *x, const double *y, size_t n, size_t i, double sigma);

/* The standard deviation of the noise in values of f on [a,b]; 0: only rounding. 224 calls
 * of f. */
double clpwl__noise_of(const clpwl_function *f, double a, double b);

#endif
