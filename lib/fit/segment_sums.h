/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The error of one segment in L1 or L2, with what it takes to lessen it: sums over its
 * quadrature nodes. With e = f - v, the hat functions' halves p0 = 1 - t and p1 = t on
 * the segment, and the weight W (w s for L1, w s^2 for L2):
 *
 *            error             slopes[k]             bends[j + k]
 *   L2       integral of W e^2   integral of W e pk        integral of W pj pk
 *   L1       integral of W |e|   integral of W sgn(e) pk   sum of W pj pk 2 / |e'|
 *                                                          over the zeros of e
 *
 * For the power p = 1 or 2 the error's derivatives by the nodal values are -p slopes,
 * and p bends are its second ones.
 */
#ifndef CLPWL_HOST_SUMS_H
#define CLPWL_HOST_SUMS_H

#include "error/residual.h"
#include "function/weight.h"

typedef struct clpwl__sums {
    double error, slopes[2], bends[3];
} clpwl__sums;

typedef struct clpwl__summing {
    const clpwl_weight *weight; /* or NULL */
    clpwl_norm norm;            /* L1 or L2 */
    double longest;             /* of a stretch that a rule's few nodes can do justice to */
    size_t evaluations;         /* of f so far */
} clpwl__summing;

/* CLPWL_ERR_NOT_FINITE, CLPWL_ERR_ARGUMENT (negative weight). */
clpwl_status clpwl__sum_segment(clpwl__summing *how, const clpwl__segment *s,
                                clpwl__sums *out);

#endif
