/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How noisy values are: scatter that no smooth function explains. */
#ifndef CLPWL_HOST_NOISE_H
#define CLPWL_HOST_NOISE_H

#include <stddef.h>

/*
 * The standard deviation of independent noise in n samples, from divided differences of
 * orders 2 to 9, each scaled so that noise alone would give the same at every order: a
 * smooth function's fall with the order, noise's stay. The first order that agrees with
 * the next two is taken (order 2: T. Gasser, L. Sroka, C. Jennen-Steinmetz, Biometrika 73
 * (1986) 625-633). 0 where none does, or where there are fewer than 16 samples. No state.
 *   x, y  n numbers each, x ascending
 */
double clpwl__noise_of_samples(const double *x, const double *y, size_t n);

#endif
