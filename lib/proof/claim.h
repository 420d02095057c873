/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The weighted residual w s (f - v) as an expression, with its first four derivatives. */
#ifndef CLPWL__CLAIM_H
#define CLPWL__CLAIM_H

#include "clpwl/proof.h"
#include "expression/expression.h"
#include "expression/limits.h"

/* The residual and four derivatives. The third is a step towards the fourth. */
enum { CLPWL__ORDERS = 5 };

/* e and e' at a number, and their largest errors; infinity: not known. */
typedef struct clpwl__end {
    double value[2], doubt[2];
} clpwl__end;

typedef struct clpwl__claim {
    clpwl__expression e; /* slots: the value at the left knot, the slope, the coordinate of the knot */
    int bits; /* of enclosures on this segment: more than usual where f cancels at a number */
    int orders; /* that there are: fewer of a very long formula */
    int roots[CLPWL__ORDERS];
    int shaped;              /* the node of g(x) */
    clpwl__range x, none;
    clpwl__limits limits;
} clpwl__claim;

/* Free the claim after a failure, too.
 *   power  1: w s (f - v), of Linf and L1; 2: sqrt(w) s (f - v), of L2
 * CLPWL_ERR_UNSUPPORTED, CLPWL_ERR_MEMORY.
 */
clpwl_status clpwl__claim_create(clpwl__claim *c, const clpwl_function *f,
                                 const clpwl_weight *weight, clpwl_shaper shaper, int power);
/* The factor of f - v alone, with its derivatives or without them. CLPWL_ERR_UNSUPPORTED,
 * CLPWL_ERR_MEMORY. */
clpwl_status clpwl__claim_factor(clpwl__claim *c, const clpwl_function *f, const clpwl_weight *weight,
                                 int power, int is_derived);
void clpwl__claim_free(clpwl__claim *c);
/* Makes the residual that of a segment. CLPWL_ERR_MEMORY. */
clpwl_status clpwl__claim_segment(clpwl__claim *c, const double *knots, const double *values, size_t i);
/* The residual (order 0) or a derivative on [l, r], narrowed beside limits; unknown where there is none of
 * this order. Borrowed until the next call. */
clpwl_status clpwl__claim_on(clpwl__claim *c, int order, double l, double r,
                             const clpwl__range **out);

/* The same as a bound of its size; infinity: it is unknown. */
clpwl_status clpwl__claim_most(clpwl__claim *c, int order, double l, double r, double *most);

/*
 * The residual and its derivative at x. Where the residual errs by more than `enough`, the bits are doubled
 * as long as that helps, also for what follows on this segment.
 *   least  set to a lower bound of |e|
 */
clpwl_status clpwl__claim_at(clpwl__claim *c, double x, double enough, clpwl__end *out, double *least);

#endif
