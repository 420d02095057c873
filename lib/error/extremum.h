/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The maxima and the zeros of the error on a segment. */
#ifndef CLPWL__EXTREMUM_H
#define CLPWL__EXTREMUM_H

#include "error/residual.h"

/*
 * The largest |e| of the sign of e[1] on [x[0], x[2]], by Brent's search, to some 1e-8 of the
 * value, and from there by a parabola. e is weighted for the max norm where the segment has a
 * weight.
 *   x, e  x[0] <= x[1] <= x[2], the errors there; |e[1]| is the largest of the three
 */
clpwl_status clpwl__find_largest(const clpwl__segment *s, const double x[3], const double e[3],
                            double *out);

/* Brent's three best points, best first, for a maximum (Algorithms for Minimization without
 * Derivatives, 1973, chapter 5). */
typedef struct clpwl__brent {
    double l, r;
    double x, w, v;
    double fx, fw, fv;
    double step, before; /* this step and the one before the last */
} clpwl__brent;

/* A search by clpwl__find_largest, whose arguments are segment, x and e. */
typedef struct clpwl__summit {
    clpwl__segment segment;
    double x[3], e[3];
    double largest; /* the result */
    clpwl__brent brent;
    double u, sign, slack, least_slack;
    int steps, flat;
} clpwl__summit;

/* Does searches of the errors of one f in step: one call of f takes the next x of many. */
clpwl_status clpwl__climb(clpwl__summit *summits, size_t count);

/* A zero of e between l and r, where the errors e_l and e_r differ in sign. */
typedef struct clpwl__zero {
    clpwl__segment segment;
    double l, r, e_l, e_r;
    double x;     /* the zero */
    double slack; /* it is accurate to this: 1e-4 of the interval, enough to split an integral of |e| */
    int side, is_found;
} clpwl__zero;

/* Finds zeros of the errors of one f by regula falsi (Illinois), in step: one call of f takes the next x of
 * many. The members up to e_r are set. */
clpwl_status clpwl__find_zeros(clpwl__zero *zeros, size_t count);

#endif
