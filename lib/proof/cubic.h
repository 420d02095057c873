/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cubics in Bernstein form on [0, 1]: their values lie between the least and the largest
 * coefficient (G. Farin, Curves and Surfaces for CAGD, ch. 5). */
#ifndef CLPWL__CUBIC_H
#define CLPWL__CUBIC_H

typedef struct clpwl__cubic {
    double b[4];
} clpwl__cubic;

/* Both halves. */
void clpwl__cubic_halve(const clpwl__cubic *p, clpwl__cubic *l, clpwl__cubic *r);
double clpwl__cubic_value(const clpwl__cubic *p, double t);
/* A bound of max |p| that exceeds it by a factor of at most 1 + 1e-5, or by least * 1e-5. Roundings,
 * of some 1e-15 of the largest coefficient, are not counted. */
double clpwl__cubic_most(const clpwl__cubic *p, double least);
/* Where |p| is largest, to 1/64. */
double clpwl__cubic_place(const clpwl__cubic *p);
/* A bound of the integral of |p|, which exceeds it by at most `signs`: by 0 where p has one sign. */
double clpwl__cubic_l1(const clpwl__cubic *p, double *signs);
/* The integral of p^2. */
double clpwl__cubic_square(const clpwl__cubic *p);

#endif
