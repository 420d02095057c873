/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Branch and bound over the straight tails of a table. The tail is cut at the powers of 2. The error on a
 * piece, or on all that is left, is taken as a germ (expression/germ.h); where that is too wide or unknown,
 * by the branch and bound of segments.
 */
#ifndef CLPWL__TAIL_H
#define CLPWL__TAIL_H

#include "proof/branch.h"

typedef struct clpwl__tail {
    int sign;         /* 1: the right tail; -1: the left one, at x = -z */
    double from, to;  /* z; `to` may be infinity */
    double y0, slope; /* the value at the end of the domain, and the slope by x */
} clpwl__tail;

typedef struct clpwl__tails {
    clpwl__tail sides[2];
    int count;
    double a, b; /* the reach */
} clpwl__tails;

/* The tails of a table between its domain and the ends a, b of a reach; both 0: none. CLPWL_ERR_ARGUMENT. */
clpwl_status clpwl__tails_create(clpwl__tails *out, const clpwl_table *table, double a, double b);
/* Looks at the ends of the reach, which raises `seen`. CLPWL_ERR_NUMERIC: the error has no bound there, or
 * none is known. */
clpwl_status clpwl__tails_look(const clpwl__tails *tails, clpwl__branch *p, const char *name);
/* Adds the tails to the bounds and sums, after the segments. CLPWL_ERR_NUMERIC, CLPWL_ERR_MEMORY. */
clpwl_status clpwl__tails_pass(const clpwl__tails *tails, clpwl__branch *p, double width);

#endif
