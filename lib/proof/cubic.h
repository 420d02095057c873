/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cubics in Bernstein form on [0, 1]: their values lie between the least and the largest
 * coefficient (G. Farin, Curves and Surfaces for CAGD, ch. 5). */
#ifndef CLPWL__CUBIC_H
#define CLPWL__CUBIC_H

#include "clpwl/types.h"

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

/* The integrals of |e| and of e^2, where e is a cubic, the model, and a rest: sums over models, and of the
 * rests. That of |e| may be less than the model's by `signs`, where the model changes its sign, too. */
typedef struct clpwl__integrals {
    double model1, signs, rest1, model2, rest2;
} clpwl__integrals;

/* Adds a piece of length h: the rests are the most, or the means, of the rest's size and of its square. */
void clpwl__integrals_add(clpwl__integrals *s, const clpwl__cubic *p, double h, double rest1, double rest2);
/* Bounds of L1 and L2 over a domain so wide, where |e| is `most` at most.
 *   up  1 and the roundings of sums */
void clpwl__integrals_bound(const clpwl__integrals *s, double most, double width, double up,
                            clpwl_error *above, clpwl_error *below);

#endif
