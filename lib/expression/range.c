/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "expression/range.h"

#define BITS clpwl__range_bits

_Thread_local int clpwl__range_bits = CLPWL__USUAL_BITS;
_Thread_local long long clpwl__work;
#define DOWN ARF_RND_FLOOR
#define UP ARF_RND_CEIL

void clpwl__range_clear(clpwl__range *r)
{
    arf_clear(r->lo);
    arf_clear(r->hi);
}

void clpwl__range_set(clpwl__range *y, const clpwl__range *x)
{
    arf_set(y->lo, x->lo);
    arf_set(y->hi, x->hi);
}

void clpwl__range_set_double(clpwl__range *y, double x)
{
    clpwl__range_set_ends(y, x, x);
}

void clpwl__range_set_ends(clpwl__range *y, double lo, double hi)
{
    arf_set_d(y->lo, lo);
    arf_set_d(y->hi, hi);
}

void clpwl__range_set_arb(clpwl__range *y, const arb_t x)
{
    if (arb_is_finite(x))
        arb_get_interval_arf(y->lo, y->hi, x, BITS);
    else
        clpwl__range_forget(y);
}

void clpwl__range_get_arb(arb_t y, const clpwl__range *x)
{
    if (clpwl__range_known(x))
        arb_set_interval_arf(y, x->lo, x->hi, BITS);
    else
        arb_indeterminate(y);
}

void clpwl__range_forget(clpwl__range *y)
{
    arf_nan(y->lo);
    arf_nan(y->hi);
}

int clpwl__range_known(const clpwl__range *x)
{
    return arf_is_finite(x->lo) && arf_is_finite(x->hi);
}

/* Keeps y if it is an interval, otherwise forgets it: an overflow or 0 times infinity. */
static void settle(clpwl__range *y)
{
    if (!clpwl__range_known(y))
        clpwl__range_forget(y);
}

/* Whether both operands are known; else nothing is known of y. */
static int are_known(clpwl__range *y, const clpwl__range *a, const clpwl__range *b)
{
    const int known = clpwl__range_known(a) && clpwl__range_known(b);
    if (!known)
        clpwl__range_forget(y);
    return known;
}

#define BY_ENDS(name, of_lo, of_hi)                                                            \
    void clpwl__range_##name(clpwl__range *y, const clpwl__range *a, const clpwl__range *b)    \
    {                                                                                          \
        if (!are_known(y, a, b))                                                               \
            return;                                                                            \
        of_lo(y->lo, a->lo, b->lo);                                                            \
        of_hi(y->hi, a->hi, b->hi);                                                            \
    }
BY_ENDS(hull, arf_min, arf_max)
BY_ENDS(min, arf_min, arf_min)
BY_ENDS(max, arf_max, arf_max)

void clpwl__range_clip(clpwl__range *y, double lo, double hi)
{
    if (!clpwl__range_known(y)) {
        clpwl__range_set_ends(y, lo, hi);
        return;
    }
    if (arf_cmp_d(y->lo, lo) < 0)
        arf_set_d(y->lo, lo);
    if (arf_cmp_d(y->hi, hi) > 0)
        arf_set_d(y->hi, hi);
}

double clpwl__range_upper(const clpwl__range *x)
{
    return clpwl__range_known(x) ? arf_get_d(x->hi, UP) : (double)INFINITY;
}

double clpwl__range_lower(const clpwl__range *x)
{
    return clpwl__range_known(x) ? arf_get_d(x->lo, DOWN) : -(double)INFINITY;
}

double clpwl__range_most(const clpwl__range *x)
{
    return fmax(clpwl__range_upper(x), -clpwl__range_lower(x));
}

double clpwl__range_least(const clpwl__range *x)
{
    if (!clpwl__range_known(x) || (arf_sgn(x->lo) <= 0 && arf_sgn(x->hi) >= 0))
        return 0;
    return arf_sgn(x->lo) > 0 ? arf_get_d(x->lo, DOWN) : -arf_get_d(x->hi, UP);
}

void clpwl__range_neg(clpwl__range *y, const clpwl__range *a)
{
    ARF(t);
    arf_neg(t, a->lo);
    arf_neg(y->lo, a->hi);
    arf_swap(y->hi, t);
}

void clpwl__range_add(clpwl__range *y, const clpwl__range *a, const clpwl__range *b)
{
    arf_add(y->lo, a->lo, b->lo, BITS, DOWN);
    arf_add(y->hi, a->hi, b->hi, BITS, UP);
    settle(y);
}

void clpwl__range_sub(clpwl__range *y, const clpwl__range *a, const clpwl__range *b)
{
    ARF(t);
    arf_sub(t, a->lo, b->hi, BITS, DOWN);
    arf_sub(y->hi, a->hi, b->lo, BITS, UP);
    arf_swap(y->lo, t);
    settle(y);
}

/* The hull of what an operation gives for the ends. */
static void take_corners(clpwl__range *y, const clpwl__range *a, const clpwl__range *b,
                         void (*operation)(clpwl__range *y, const arf_t a, const arf_t b))
{
    RANGE(out);
    RANGE(corner);
    for (int i = 0; i < 4; i++) {
        operation(&corner, i & 1 ? a->hi : a->lo, i & 2 ? b->hi : b->lo);
        clpwl__range_hull(&out, i ? &out : &corner, &corner);
    }
    clpwl__range_set(y, &out);
}

#define OF_POINTS(name, operation)                                                             \
    static void name(clpwl__range *y, const arf_t a, const arf_t b)                            \
    {                                                                                          \
        operation(y->lo, a, b, BITS, DOWN);                                                    \
        operation(y->hi, a, b, BITS, UP);                                                      \
    }
OF_POINTS(multiply, arf_mul)
OF_POINTS(divide, arf_div)

void clpwl__range_mul(clpwl__range *y, const clpwl__range *a, const clpwl__range *b)
{
    int is_square = a == b, spans = arf_sgn(a->lo) < 0 && arf_sgn(a->hi) > 0;
    if (!are_known(y, a, b))
        return;
    take_corners(y, a, b, multiply);
    if (is_square && spans) /* not the product of its ends */
        arf_zero(y->lo);
}

void clpwl__range_div(clpwl__range *y, const clpwl__range *a, const clpwl__range *b)
{
    if (!are_known(y, a, b))
        return;
    if (arf_sgn(b->lo) <= 0 && arf_sgn(b->hi) >= 0)
        clpwl__range_forget(y);
    else
        take_corners(y, a, b, divide);
}

int clpwl__range_lt(const clpwl__range *a, const clpwl__range *b)
{
    if (!clpwl__range_known(a) || !clpwl__range_known(b))
        return -1;
    return arf_cmp(a->hi, b->lo) < 0 ? 1 : arf_cmp(a->lo, b->hi) >= 0 ? 0 : -1;
}

int clpwl__range_eq(const clpwl__range *a, const clpwl__range *b)
{
    if (clpwl__range_lt(a, b) == 1 || clpwl__range_lt(b, a) == 1)
        return 0;
    return clpwl__range_known(a) && clpwl__range_known(b) && clpwl__range_is_point(a) &&
                   clpwl__range_is_point(b)
               ? 1
               : -1;
}

/* Base and exponent of the power, as points. */
static void power_at(clpwl__range *y, const arf_t base, const arf_t exponent)
{
    ARB(a);
    ARB(b);
    arb_set_arf(a, base);
    arb_set_arf(b, exponent);
    if (arf_is_zero(base)) /* 0^b is 0 for b > 0 and 1 for b = 0 */
        arb_set_si(a, arf_is_zero(exponent));
    else
        arb_pow(a, a, b, BITS);
    clpwl__range_set_arb(y, a);
}

void clpwl__range_pow(clpwl__range *y, const clpwl__range *a, const clpwl__range *b)
{
    if (!are_known(y, a, b))
        return;
    int whole = clpwl__range_is_whole(b);
    int even = whole && arf_is_int_2exp_si(b->lo, 1);
    int spans = arf_sgn(a->lo) < 0 && arf_sgn(a->hi) > 0;
    int has_zero = arf_sgn(a->lo) <= 0 && arf_sgn(a->hi) >= 0;
    if ((has_zero && arf_sgn(b->lo) < 0) || (!whole && arf_sgn(a->lo) < 0)) {
        clpwl__range_forget(y);
        return;
    }
    /* Monotone in a and in b, where a >= 0, or b is one whole number and a has one sign; odd powers are
     * monotone across 0. */
    take_corners(y, a, b, power_at);
    if (even && spans && clpwl__range_known(y) && arf_sgn(b->lo) > 0)
        arf_zero(y->lo);
}
