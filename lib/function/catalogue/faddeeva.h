/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Faddeeva function, w(z) = exp(-z^2) erfc(-iz). */
#ifndef CLPWL_HOST_FADDEEVA_H
#define CLPWL_HOST_FADDEEVA_H

#include <complex.h>

#ifndef CMPLX /* older compilers lack C11's */
#define CMPLX(re, im) ((double complex)((double)(re) + I * (double)(im)))
#endif

/*
 * w(z) for Im z >= 0, to a few units of rounding, in the real part by itself as well,
 * which near the real axis is far below the imaginary part.
 */
double complex clpwl__faddeeva(double complex z);

/* w''(z) for Im z >= 0. */
double complex clpwl__faddeeva_d2(double complex z);

#endif
