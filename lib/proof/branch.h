/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Branch and bound over a segment of a table. */
#ifndef CLPWL__BRANCH_H
#define CLPWL__BRANCH_H

#include <stdatomic.h>
#include "proof/claim.h"
#include "proof/cubic.h"

/* Roundings of bounds in double arithmetic: some 20 operations. */
static const double clpwl__outwards = 1 + 1e-13;

enum { CLPWL__MOST_HALVINGS = 1200 }; /* halvings from one double to the next, over the range of exponents */

typedef struct clpwl__piece {
    double l, r;
    clpwl__end at_l, at_r;
    double most[CLPWL__ORDERS]; /* of |e|, |e'| ... on this piece or one that contains it; or
                                   infinity */
} clpwl__piece;

typedef struct clpwl__demand {
    double tolerance;
    int linf_only;
    int is_look;               /* 1: pieces without a bound are passed over */
    double rounding;           /* of the nodal values: nothing below it is told apart */
    double l1, l2;             /* how large the rests may be: of L1 / width and L2 / sqrt(width) */
} clpwl__demand;

typedef struct clpwl__proof_found {
    double seen;     /* a lower bound of the largest |e| */
    double worst;    /* an x where it was seen */
    double accepted; /* bounds up to here need no refinement: at least `seen` */
    double bound;
    clpwl__integrals sums;
} clpwl__proof_found;

/* What all threads of a proof may spend together, in units of clpwl__work. Whether the budget suffices does
 * not depend on the number of threads. What a failed proof has spent depends on that number. */
typedef struct clpwl__budget {
    long long most;
    int is_time; /* 1: processor time in the same unit */
    atomic_llong spent;
} clpwl__budget;

/* What one thread needs. */
typedef struct clpwl__branch {
    clpwl__claim claim;
    clpwl__demand demand;
    clpwl__proof_found found;
    clpwl__budget *budget;
    long long since;   /* the work of this thread up to which it is counted */
    double suspect;    /* where the bound may be reached; NaN: it was looked at */
    clpwl__piece stack[CLPWL__MOST_HALVINGS + 1];
    int depth;
} clpwl__branch;

/* Adds the segment [l, r], of a domain so wide, to the bounds and sums. The claim must be that of the
 * segment. CLPWL_ERR_NUMERIC (the message names x), CLPWL_ERR_MEMORY. */
clpwl_status clpwl__branch_segment(clpwl__branch *p, double l, double r, double width);
/* The cubic with the values and slopes of e at both ends of a piece of length h. It may be off by `doubt`,
 * that of the values, and `slopes`, that of the slopes. */
clpwl__cubic clpwl__branch_cubic(double h, const clpwl__end *l, const clpwl__end *r, double *doubt,
                                 double *slopes);
clpwl__budget clpwl__budget_of(double seconds, int by_work);
/* From now on the work of this thread is of that budget. */
void clpwl__branch_begin(clpwl__branch *p, clpwl__budget *budget);
/* Adds this thread's work to what is spent. CLPWL_ERR_NUMERIC: the budget is spent, at x, after so many
 * rounds of this segment. */
clpwl_status clpwl__branch_spend(clpwl__branch *p, double x, long rounds);
/* What is left of the budget. */
long long clpwl__branch_left(const clpwl__branch *p);

#endif
