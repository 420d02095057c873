/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Points beside which a formula has a limit but no enclosure: 0 of sin(x)/x, (1-cos(x))/x^2, 1/tanh(x)-1/x,
 * x==0?1:x/(exp(x)-1), and of exp(-1/x) from one side. Beside such a point c an expression is a Taylor model
 * in |x - c| (a germ at z = 1/|x - c|), in which what cancels at c is exactly 0. At c it is the limit, if
 * those from both sides agree, and agree with the value, if there is one. Values in which digits cancel are
 * narrow there, where intervals are wide.
 */
#ifndef CLPWL__LIMITS_H
#define CLPWL__LIMITS_H

#include "expression/expression.h"

enum { CLPWL__MOST_LIMITS = 8 };

/* Where there is a limit; from both sides: one. */
enum { CLPWL__FROM_LEFT = 1, CLPWL__FROM_RIGHT = 2, CLPWL__FROM_BOTH = 4 };

typedef struct clpwl__limits {
    double at[CLPWL__MOST_LIMITS];
    int sides[CLPWL__MOST_LIMITS]; /* of CLPWL__FROM_LEFT and so on, ored */
    int count;
} clpwl__limits;

/*
 * Finds these points among 0 and the numbers of the formula, with both signs.
 *   root    where the values at the points are looked for
 * CLPWL_ERR_MEMORY.
 */
clpwl_status clpwl__limits_find(clpwl__limits *out, clpwl__expression *e, int root);
/* Narrows y, which encloses the root on x or is unknown, if x is near such a point. The root may be a
 * derivative. CLPWL_ERR_MEMORY. */
clpwl_status clpwl__limits_narrow(clpwl__range *y, const clpwl__limits *limits,
                                  clpwl__expression *e, int root, const clpwl__range *x);

#endif
