/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Faddeeva function, w(z) = exp(-z^2) erfc(-iz). */
#ifndef CLPWL__FADDEEVA_H
#define CLPWL__FADDEEVA_H

#include <complex.h>

#ifndef CMPLX /* of C11; older compilers lack it */
#define CMPLX(re, im) ((double complex)((double)(re) + I * (double)(im)))
#endif

/*
 * w(z) for Im z >= 0, to a few ulp of the real part and of the imaginary part, although near
 * the real axis the real part is far smaller.
 */
double complex clpwl__faddeeva(double complex z);

#endif
