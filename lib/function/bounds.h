/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What nodal values are held to: a range, and at some places one of their own. */
#ifndef CLPWL__BOUNDS_H
#define CLPWL__BOUNDS_H

#include <math.h>
#include <stddef.h>

typedef struct clpwl__span {
    double lo, hi;
} clpwl__span;

typedef struct clpwl__bounds {
    clpwl__span all;  /* infinite: none */
    double *x;         /* ascending */
    double *y;         /* as many, the values there; NaN: any in the range */
    size_t count;
    int is_closed; /* the first and the last place are the ends: v has one value at both, which fits find,
                      and set; any at first */
} clpwl__bounds;

/* How many of n ascending numbers are at most x. */
size_t clpwl__count_up_to(const double *numbers, size_t n, double x);

/* The place at x; count: there is none. */
static inline size_t clpwl__bounds_find(const clpwl__bounds *l, double x)
{
    size_t i = clpwl__count_up_to(l->x, l->count, x);
    return i > 0 && l->x[i - 1] == x ? i - 1 : l->count;
}

/* What holds at x. l may be NULL. */
static inline clpwl__span clpwl__bounds_at(const clpwl__bounds *l, double x)
{
    if (!l)
        return (clpwl__span){-INFINITY, INFINITY};
    size_t i = clpwl__bounds_find(l, x);
    return i < l->count && l->y[i] == l->y[i] ? (clpwl__span){l->y[i], l->y[i]} : l->all;
}

static inline double clpwl__clip(clpwl__span r, double y)
{
    return fmin(fmax(y, r.lo), r.hi);
}

#endif
