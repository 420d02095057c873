/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Poles, from values of f alone. */
#ifndef CLPWL__POLE_H
#define CLPWL__POLE_H

#include "function/function.h"

/* Whether f grows beyond all bounds at x as a power, where x is known but for rounding.
 *   width  of the domain */
int clpwl__is_pole(const clpwl_function *f, double x, double width);

/* The same as a power or as a logarithm. */
int clpwl__is_unbounded(const clpwl_function *f, double x, double width);

/* The same of the x in [a,b] to which |f| ascends from the largest of some samples. */
int clpwl__find_pole(const clpwl_function *f, double a, double b, double *x);

/* The same of the whole numbers in [a,b], of which the 64 beside 0 are looked at: poles of functions that no
 * sample may meet. An infinite value is one, too. */
int clpwl__find_whole_pole(const clpwl_function *f, double a, double b, double *x);

#endif
