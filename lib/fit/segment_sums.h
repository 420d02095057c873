/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The L1 or L2 error of one segment and its derivatives by the nodal values, as sums over
 * quadrature nodes. With e = f - v, the halves of the hat functions on the segment,
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
#include "function/weight.h"

typedef struct clpwl__segment_sums {
    double error, gradient[2], hessian[3];
    double weight; /* the integral of W */
} clpwl__segment_sums;

typedef struct clpwl__summation {
    const clpwl_weight *weight; /* or NULL */
    clpwl_norm norm;            /* L1 or L2 */
    double longest;             /* the longest panel that the 8-point rule resolves */
    size_t evaluations;         /* of f so far */
} clpwl__summation;

/* CLPWL_ERR_NOT_FINITE, CLPWL_ERR_ARGUMENT (negative weight). */
clpwl_status clpwl__sum_segment(clpwl__summation *how, const clpwl__segment *s,
                                clpwl__segment_sums *out);

#endif
