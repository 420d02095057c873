/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Faddeeva function, w(z) = exp(-z^2) erfc(-iz). */
#ifndef CLPWL__FADDEEVA_H
#define CLPWL__FADDEEVA_H

/* Re w(x + iy) for y >= 0, to a few ulp, although it is far smaller than Im w near the real axis. */
double clpwl__faddeeva(double x, double y);

#endif
