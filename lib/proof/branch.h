/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Branch and bound over a segment of a table. */
#ifndef CLPWL__BRANCH_H
#define CLPWL__BRANCH_H

#include "proof/claim.h"

enum { CLPWL__MOST_HALVINGS = 1200 }; /* halvings from one double to the next, over the range of exponents */

/* e and e' at a number, and their largest errors; infinity: not known. */
typedef struct clpwl__end {
    double value[2], doubt[2];
} clpwl__end;

typedef struct clpwl__piece {
    double l, r;
    clpwl__end at_l, at_r;
    double most[CLPWL__ORDERS]; /* of |e|, |e'| ... on this piece or one that contains it; or
                                   infinity */
} clpwl__piece;

/* The integrals of |e| and of e^2: sums over models, and of the rests. */
typedef struct clpwl__integrals {
    double model1, rest1, model2, rest2;
} clpwl__integrals;

typedef struct clpwl__branch {
    clpwl__claim claim;
    double tolerance, give_up; /* processor seconds of this thread */
    int linf_only;
    double seen;               /* a lower bound of the largest |e| */
    double rounding;           /* of the nodal values: nothing below it is told apart */
    double accepted;           /* bounds up to here need no refinement: at least `seen` */
    double worst, bound;
    double suspect;            /* where the bound may be reached */
    double l1, l2;             /* expected L1 / width and L2 / sqrt(width) */
    clpwl__integrals sums;
    clpwl__piece stack[CLPWL__MOST_HALVINGS + 1];
    int depth;
} clpwl__branch;

/* Adds the segment [l, r], of a domain so wide, to the bounds and sums. The claim must be that of the
 * segment. CLPWL_ERR_NUMERIC (the message names x), CLPWL_ERR_MEMORY. */
clpwl_status clpwl__branch_segment(clpwl__branch *p, double l, double r, double width);
/* CLPWL_ERR_NUMERIC: the time is over, at x. */
clpwl_status clpwl__branch_check_time(const clpwl__branch *p, double x);
/* The processor time of this thread, in seconds. */
double clpwl__branch_time(void);

#endif
