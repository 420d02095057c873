/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Polynomials on [-1, 1] by their Chebyshev coefficients. */
#ifndef CLPWL__SERIES_H
#define CLPWL__SERIES_H

enum { CLPWL__TERMS = 18 }; /* one more than a proxy's polynomials have */

typedef struct clpwl__series {
    int degree;
    double c[CLPWL__TERMS];
} clpwl__series;

double clpwl__series_at(const clpwl__series *p, double t);
/* The sum of the sizes of its coefficients: |p| is at most this. */
double clpwl__series_bound(const clpwl__series *p);
/* Writes where p changes its sign, ascending, and returns their number. */
int clpwl__series_zeros(const clpwl__series *p, double zeros[CLPWL__TERMS]);
/* The places of extrema, and both ends; at least two, at most CLPWL__TERMS. */
int clpwl__series_turns(const clpwl__series *p, double turns[CLPWL__TERMS + 1]);
/* The integral of |p|. */
double clpwl__series_area(const clpwl__series *p);
/* The integral of p q. */
double clpwl__series_product(const clpwl__series *p, const clpwl__series *q);

/* A zero of f between l and r, where f is y_l and y_r, of different signs; x is the last place. */
typedef struct clpwl__bracket {
    double l, r, y_l, y_r, x;
    int side;
} clpwl__bracket;

/* Sets x to where f is wanted next, by regula falsi (Illinois); 0: the zero is at x, to `slack`. */
int clpwl__bracket_next(clpwl__bracket *b, double slack);
/* y is f at x. */
void clpwl__bracket_take(clpwl__bracket *b, double y);

#endif
