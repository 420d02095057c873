/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "expression/range.h"

#define BITS clpwl__range_bits

_Thread_local int clpwl__range_bits = CLPWL__USUAL_BITS;
_Thread_local long long clpwl__work;
#define DOWN ARF_RND_FLOOR
#define UP ARF_RND_CEIL

void clpwl__range_init(clpwl__range *r)
{
    arf_init(r->lo);
    arf_init(r->hi);
}

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

void clpwl__range_hull(clpwl__range *y, const clpwl__range *a, const clpwl__range *b)
{
    if (!clpwl__range_known(a) || !clpwl__range_known(b)) {
        clpwl__range_forget(y);
        return;
    }
    arf_min(y->lo, a->lo, b->lo);
    arf_max(y->hi, a->hi, b->hi);
}

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
    arf_t t;
    arf_init(t);
    arf_neg(t, a->lo);
    arf_neg(y->lo, a->hi);
    arf_swap(y->hi, t);
    arf_clear(t);
}

void clpwl__range_add(clpwl__range *y, const clpwl__range *a, const clpwl__range *b)
{
    arf_add(y->lo, a->lo, b->lo, BITS, DOWN);
    arf_add(y->hi, a->hi, b->hi, BITS, UP);
    settle(y);
}

void clpwl__range_sub(clpwl__range *y, const clpwl__range *a, const clpwl__range *b)
{
    arf_t t;
    arf_init(t);
    arf_sub(t, a->lo, b->hi, BITS, DOWN);
    arf_sub(y->hi, a->hi, b->lo, BITS, UP);
    arf_swap(y->lo, t);
    arf_clear(t);
    settle(y);
}

/* y takes the number, rounded, if it reaches further. */
static void reach(clpwl__range *y, const arf_t down, const arf_t up, int first)
{
    if (first || arf_cmp(down, y->lo) < 0)
        arf_set(y->lo, down);
    if (first || arf_cmp(up, y->hi) > 0)
        arf_set(y->hi, up);
}

/* The hull of the products, or quotients, of the ends. */
typedef int arf_operation(arf_t z, const arf_t x, const arf_t y, slong bits, arf_rnd_t round);

static void take_corners(clpwl__range *y, const clpwl__range *a, const clpwl__range *b,
                         arf_operation *operation)
{
    clpwl__range out;
    arf_t down, up;
    clpwl__range_init(&out);
    arf_init(down);
    arf_init(up);
    for (int i = 0; i < 4; i++) {
        operation(down, i & 1 ? a->hi : a->lo, i & 2 ? b->hi : b->lo, BITS, DOWN);
        operation(up, i & 1 ? a->hi : a->lo, i & 2 ? b->hi : b->lo, BITS, UP);
        reach(&out, down, up, i == 0);
    }
    arf_swap(y->lo, out.lo);
    arf_swap(y->hi, out.hi);
    clpwl__range_clear(&out);
    arf_clear(down);
    arf_clear(up);
    settle(y);
}

static int multiply(arf_t z, const arf_t x, const arf_t y, slong bits, arf_rnd_t round)
{
    return arf_mul(z, x, y, bits, round); /* a macro */
}

void clpwl__range_mul(clpwl__range *y, const clpwl__range *a, const clpwl__range *b)
{
    int is_square = a == b, spans = arf_sgn(a->lo) < 0 && arf_sgn(a->hi) > 0;
    if (!clpwl__range_known(a) || !clpwl__range_known(b)) {
        clpwl__range_forget(y);
        return;
    }
    take_corners(y, a, b, multiply);
    if (is_square && spans) /* not the product of its ends */
        arf_zero(y->lo);
}

void clpwl__range_div(clpwl__range *y, const clpwl__range *a, const clpwl__range *b)
{
    if (!clpwl__range_known(a) || !clpwl__range_known(b) ||
        (arf_sgn(b->lo) <= 0 && arf_sgn(b->hi) >= 0)) {
        clpwl__range_forget(y);
        return;
    }
    take_corners(y, a, b, arf_div);
}

void clpwl__range_min(clpwl__range *y, const clpwl__range *a, const clpwl__range *b)
{
    int known = clpwl__range_known(a) && clpwl__range_known(b);
    arf_min(y->lo, a->lo, b->lo);
    arf_min(y->hi, a->hi, b->hi);
    if (!known)
        clpwl__range_forget(y);
}

void clpwl__range_max(clpwl__range *y, const clpwl__range *a, const clpwl__range *b)
{
    int known = clpwl__range_known(a) && clpwl__range_known(b);
    arf_max(y->lo, a->lo, b->lo);
    arf_max(y->hi, a->hi, b->hi);
    if (!known)
        clpwl__range_forget(y);
}

int clpwl__range_lt(const clpwl__range *a, const clpwl__range *b)
{
    if (!clpwl__range_known(a) || !clpwl__range_known(b))
        return -1;
    return arf_cmp(a->hi, b->lo) < 0 ? 1 : arf_cmp(a->lo, b->hi) >= 0 ? 0 : -1;
}

int clpwl__range_le(const clpwl__range *a, const clpwl__range *b)
{
    int turned = clpwl__range_lt(b, a);
    return turned < 0 ? -1 : !turned;
}

int clpwl__range_eq(const clpwl__range *a, const clpwl__range *b)
{
    if (clpwl__range_lt(a, b) == 1 || clpwl__range_lt(b, a) == 1)
        return 0;
    return clpwl__range_known(a) && clpwl__range_known(b) && arf_equal(a->lo, a->hi) &&
                   arf_equal(b->lo, b->hi)
               ? 1
               : -1;
}

/* f at a number, with more digits where f loses some. */
static void take_point(clpwl__range *y, const arf_t x, clpwl__ball *f)
{
    const slong enough = BITS - 32, most = 16 * BITS;
    arb_t at, value;
    arb_init(at);
    arb_init(value);
    arb_set_arf(at, x);
    for (slong bits = BITS; bits <= most; bits *= 2) {
        f(value, at, bits);
        if (arb_rel_accuracy_bits(value) >= enough || !arb_is_finite(value))
            break;
    }
    clpwl__range_set_arb(y, value);
    arb_clear(at);
    arb_clear(value);
}

void clpwl__range_monotone(clpwl__range *y, const clpwl__range *x, clpwl__ball *f)
{
    clpwl__range low, high;
    if (!clpwl__range_known(x)) {
        clpwl__range_forget(y);
        return;
    }
    int is_point = arf_equal(x->lo, x->hi);
    clpwl__range_init(&low);
    clpwl__range_init(&high);
    take_point(&low, x->lo, f);
    if (!is_point)
        take_point(&high, x->hi, f);
    clpwl__range_hull(y, &low, is_point ? &low : &high);
    clpwl__range_clear(&low);
    clpwl__range_clear(&high);
}

/* Base and exponent of the power, as points. */
static void power_at(clpwl__range *y, const arf_t base, const arf_t exponent)
{
    arb_t a, b;
    arb_init(a);
    arb_init(b);
    arb_set_arf(a, base);
    arb_set_arf(b, exponent);
    if (arf_is_zero(base)) /* 0^b is 0 for b > 0 and 1 for b = 0 */
        arb_set_si(a, arf_is_zero(exponent));
    else
        arb_pow(a, a, b, BITS);
    clpwl__range_set_arb(y, a);
    arb_clear(a);
    arb_clear(b);
}

/* a >= 0, or b one whole number and a of one sign: monotone in a and in b. */
static void power_by_corners(clpwl__range *y, const clpwl__range *a, const clpwl__range *b)
{
    clpwl__range out, corner;
    clpwl__range_init(&out);
    clpwl__range_init(&corner);
    for (int i = 0; i < 4; i++) {
        power_at(&corner, i & 1 ? a->hi : a->lo, i & 2 ? b->hi : b->lo);
        if (i == 0)
            clpwl__range_set(&out, &corner);
        else
            clpwl__range_hull(&out, &out, &corner);
    }
    clpwl__range_set(y, &out);
    clpwl__range_clear(&out);
    clpwl__range_clear(&corner);
}

void clpwl__range_pow(clpwl__range *y, const clpwl__range *a, const clpwl__range *b)
{
    if (!clpwl__range_known(a) || !clpwl__range_known(b)) {
        clpwl__range_forget(y);
        return;
    }
    int whole = arf_equal(b->lo, b->hi) && arf_is_int(b->lo);
    int even = whole && arf_is_int_2exp_si(b->lo, 1);
    int spans = arf_sgn(a->lo) < 0 && arf_sgn(a->hi) > 0;
    int has_zero = arf_sgn(a->lo) <= 0 && arf_sgn(a->hi) >= 0;
    if ((has_zero && arf_sgn(b->lo) < 0) || (!whole && arf_sgn(a->lo) < 0)) {
        clpwl__range_forget(y);
        return;
    }
    power_by_corners(y, a, b); /* odd powers are monotone across 0 */
    if (even && spans && clpwl__range_known(y) && arf_sgn(b->lo) > 0)
        arf_zero(y->lo);
}
