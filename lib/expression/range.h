/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Closed intervals [lo, hi] whose ends Arb rounds outwards (F. Johansson, IEEE Trans. Comput. 66
 * (2017) 1281-1292). NaN at either end means that nothing is known, and is kept by every
 * operation: operations return such a range where a real value may not exist.
 */
#ifndef CLPWL__RANGE_H
#define CLPWL__RANGE_H

#include <acb.h>

typedef struct clpwl__range {
    arf_t lo, hi;
} clpwl__range;

/* Bits of the ends, in this thread. By default rounding is far below 1e-3 of an error of 1e-8 of f. A
 * value of a formula that cancels takes more. */
enum { CLPWL__USUAL_BITS = 96 };
extern _Thread_local int clpwl__range_bits;

/* The work of enclosures in this thread: a clock that does not depend on the machine and its load. A second
 * has about so much. */
enum { CLPWL__WORK_SECOND = 10000000 };
extern _Thread_local long long clpwl__work;

/* A range, or a number of Arb, that is 0 at first and is cleared where its block ends, by whatever way it is
 * left; no jump passes over it. What is all 0 in memory is a number 0. */
#define CLPWL__OWNED(type, name, clear) __attribute__((cleanup(clear))) type name = {0}
#define RANGE(name) CLPWL__OWNED(clpwl__range, name, clpwl__range_clear)
#define ARF(name) CLPWL__OWNED(arf_t, name, clpwl__clear_arf)
#define ARB(name) CLPWL__OWNED(arb_t, name, clpwl__clear_arb)
#define ACB(name) CLPWL__OWNED(acb_t, name, clpwl__clear_acb)

static inline void clpwl__clear_arf(arf_t *x)
{
    arf_clear(*x);
}

static inline void clpwl__clear_arb(arb_t *x)
{
    arb_clear(*x);
}

static inline void clpwl__clear_acb(acb_t *x)
{
    acb_clear(*x);
}

void clpwl__range_clear(clpwl__range *r);
void clpwl__range_set(clpwl__range *y, const clpwl__range *x);
void clpwl__range_set_double(clpwl__range *y, double x);
void clpwl__range_set_ends(clpwl__range *y, double lo, double hi);
void clpwl__range_set_arb(clpwl__range *y, const arb_t x);
void clpwl__range_get_arb(arb_t y, const clpwl__range *x); /* encloses x */
void clpwl__range_forget(clpwl__range *y);                 /* nothing is known */
int clpwl__range_known(const clpwl__range *x);             /* finite at both ends */
/* Whether the range is one number; a whole one. */
static inline int clpwl__range_is_point(const clpwl__range *x)
{
    return arf_equal(x->lo, x->hi);
}

static inline int clpwl__range_is_whole(const clpwl__range *x)
{
    return clpwl__range_is_point(x) && arf_is_int(x->lo);
}

void clpwl__range_hull(clpwl__range *y, const clpwl__range *a, const clpwl__range *b);
/* y becomes its common part with [lo, hi]. */
void clpwl__range_clip(clpwl__range *y, double lo, double hi);
/* Upper bounds, and a lower one, of |x|; of x. */
double clpwl__range_most(const clpwl__range *x);
double clpwl__range_least(const clpwl__range *x);
double clpwl__range_upper(const clpwl__range *x);
double clpwl__range_lower(const clpwl__range *x);

void clpwl__range_neg(clpwl__range *y, const clpwl__range *a);
void clpwl__range_add(clpwl__range *y, const clpwl__range *a, const clpwl__range *b);
void clpwl__range_sub(clpwl__range *y, const clpwl__range *a, const clpwl__range *b);
void clpwl__range_mul(clpwl__range *y, const clpwl__range *a, const clpwl__range *b);
void clpwl__range_div(clpwl__range *y, const clpwl__range *a, const clpwl__range *b);
void clpwl__range_min(clpwl__range *y, const clpwl__range *a, const clpwl__range *b);
void clpwl__range_max(clpwl__range *y, const clpwl__range *a, const clpwl__range *b);
/* Unknown where a may be negative and b is not one whole number, or where 0 has no power b. */
void clpwl__range_pow(clpwl__range *y, const clpwl__range *a, const clpwl__range *b);

/* 1: a < b (a == b) for all values; 0: for none; -1: not known. */
int clpwl__range_lt(const clpwl__range *a, const clpwl__range *b);
int clpwl__range_eq(const clpwl__range *a, const clpwl__range *b);

#endif
