/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The L1 or L2 error of segments and its derivatives by the nodal values, as sums over
 * quadrature nodes. With e = f - v, the halves of the hat functions on a segment,
 * p0 = 1 - t and p1 = t, and the weight W (w s for L1, w s^2 for L2):
 *
 *            error             gradient[k]           hessian[j + k]
 *   L2       integral of W e^2   integral of W e pk        integral of W pj pk
 *   L1       integral of W |e|   integral of W sgn(e) pk   sum of W pj pk 2 / |e'|
 *                                                          over the zeros of e
 *
 * With the power p, 1 for L1 and 2 for L2, the first derivatives of the error are
 * -p gradient and the second ones p hessian.
 */
#ifndef CLPWL__SEGMENT_SUMS_H
#define CLPWL__SEGMENT_SUMS_H

#include "error/residual.h"
#include "error/series.h"
#include "function/weight.h"

typedef struct clpwl__segment_sums {
    double error, gradient[2], hessian[3];
    double weight; /* the integral of W */
} clpwl__segment_sums;

enum { CLPWL__NODES = 8, CLPWL__PANELS = 256 };

/* Panels whose nodes are one call of f. */
typedef struct clpwl__panels {
    size_t count;
    size_t segment[CLPWL__PANELS];
    double l[CLPWL__PANELS], r[CLPWL__PANELS];
    /* The nodes, f and then the error there, the error's weight: */
    double x[CLPWL__PANELS * CLPWL__NODES], e[CLPWL__PANELS * CLPWL__NODES], w[CLPWL__PANELS * CLPWL__NODES];
} clpwl__panels;

typedef struct clpwl__summation {
    const clpwl_function *f;
    const clpwl_weight *weight; /* or NULL */
    clpwl_norm norm;            /* L1 or L2 */
    double longest;             /* the longest panel that the 8-point rule resolves */
    size_t evaluations;         /* of f so far */
    clpwl__panels *panels;
} clpwl__summation;

/* The sums of each segment of the line through (knots, values).
 * CLPWL_ERR_NOT_FINITE, CLPWL_ERR_ARGUMENT (negative weight). */
clpwl_status clpwl__sum_segments(clpwl__summation *how, const double *knots, const double *values,
                                 size_t segments, clpwl__segment_sums *out);

#endif
