/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "expression/germ.h"
#include <float.h>

#define BITS CLPWL__GERM_BITS

enum { MOST_POWER = 1000 };

typedef clpwl__germ germ;
typedef clpwl__cell cell;

void clpwl__cell_init(cell *on, int sign, double l, double r)
{
    arf_t lo, hi;
    *on = (cell){.l = l, .r = r, .sign = sign};
    arb_init(on->z);
    arb_init(on->t);
    arf_init(lo);
    arf_init(hi);
    arf_set_d(lo, l);
    arf_ui_div(hi, 1, lo, BITS, ARF_RND_CEIL);
    arf_set_d(lo, r);
    arf_ui_div(lo, 1, lo, BITS, ARF_RND_FLOOR); /* 0 of infinity */
    arb_set_interval_arf(on->t, lo, hi, BITS);
    if (isfinite(r)) {
        arf_set_d(lo, l);
        arf_set_d(hi, r);
        arb_set_interval_arf(on->z, lo, hi, BITS);
    }
    arf_clear(lo);
    arf_clear(hi);
}

void clpwl__cell_beside(cell *on, double c, int side, const arf_t from, const arf_t to)
{
    arf_t z;
    *on = (cell){.sign = side, .is_near = 1, .near = c};
    arb_init(on->z);
    arb_init(on->t);
    arf_init(z);
    arb_set_interval_arf(on->t, from, to, BITS);
    arb_inv(on->z, on->t, BITS);
    arf_ui_div(z, 1, to, BITS, ARF_RND_FLOOR);
    on->l = fmin(arf_get_d(z, ARF_RND_FLOOR), DBL_MAX);
    arf_ui_div(z, 1, from, BITS, ARF_RND_CEIL);
    on->r = arf_is_finite(z) ? arf_get_d(z, ARF_RND_CEIL) : INFINITY;
    arf_clear(z);
}

void clpwl__cell_clear(cell *on)
{
    arb_clear(on->z);
    arb_clear(on->t);
}

void clpwl__germ_init(germ *y)
{
    y->known = y->d = 0;
    for (int k = 0; k <= CLPWL__LAST; k++)
        arb_init(&y->c[k]);
    for (int k = 0; k < CLPWL__GROWTHS; k++)
        arb_init(&y->g[k]);
}

void clpwl__germ_clear(germ *y)
{
    for (int k = 0; k <= CLPWL__LAST; k++)
        arb_clear(&y->c[k]);
    for (int k = 0; k < CLPWL__GROWTHS; k++)
        arb_clear(&y->g[k]);
}

void clpwl__germ_set(germ *y, const germ *a)
{
    y->known = a->known;
    y->d = a->d;
    for (int k = 0; k <= CLPWL__LAST; k++)
        arb_set(&y->c[k], &a->c[k]);
    for (int k = 0; k < CLPWL__GROWTHS; k++)
        arb_set(&y->g[k], &a->g[k]);
}

static void swap_germs(germ *a, germ *b)
{
    germ t = *a;
    *a = *b;
    *b = t;
}

static void set_zero(germ *y)
{
    y->known = 1;
    y->d = 0;
    for (int k = 0; k <= CLPWL__LAST; k++)
        arb_zero(&y->c[k]);
    for (int k = 0; k < CLPWL__GROWTHS; k++)
        arb_zero(&y->g[k]);
}

void clpwl__germ_set_power(germ *y, const arb_t value, int d)
{
    arb_t copy; /* value may be a coefficient of y */
    arb_init(copy);
    arb_set(copy, value);
    set_zero(y);
    arb_swap(&y->c[0], copy);
    y->d = d;
    arb_clear(copy);
}

void clpwl__germ_set_arb(germ *y, const arb_t value)
{
    clpwl__germ_set_power(y, value, 0);
}

void clpwl__germ_set_si(germ *y, slong value)
{
    set_zero(y);
    arb_set_si(&y->c[0], value);
}

static int is_zero(const germ *a)
{
    for (int k = 0; k <= CLPWL__LAST; k++)
        if (!arb_is_zero(&a->c[k]))
            return 0;
    return 1;
}

static int has_growth(const germ *a)
{
    for (int k = 0; k < CLPWL__GROWTHS; k++)
        if (!arb_is_zero(&a->g[k]))
            return 1;
    return 0;
}

void clpwl__germ_settle(germ *y)
{
    for (int k = 0; k <= CLPWL__LAST; k++)
        y->known = y->known && arb_is_finite(&y->c[k]);
    for (int k = 0; k < CLPWL__GROWTHS; k++)
        y->known = y->known && arb_is_finite(&y->g[k]);
    if (!y->known)
        return;
    if (is_zero(y)) {
        set_zero(y);
        return;
    }
    while (arb_is_zero(&y->c[0])) {
        for (int k = 0; k < CLPWL__LAST; k++)
            arb_swap(&y->c[k], &y->c[k + 1]);
        y->d--;
    }
    y->known = abs(y->d) <= MOST_POWER;
}

/* c0 + c1 t + ... */
static void evaluate(arb_t y, const arb_struct *c, int count, const arb_t t)
{
    arb_t sum;
    arb_init(sum);
    for (int k = count - 1; k >= 0; k--) {
        arb_mul(sum, sum, t, BITS);
        arb_add(sum, sum, &c[k], BITS);
    }
    arb_swap(y, sum);
    arb_clear(sum);
}

/* Adds value / z^k to the series. */
static void put(germ *y, int k, const arb_t value, const cell *on)
{
    arb_t t;
    if (k <= CLPWL__LAST) {
        arb_add(&y->c[k], &y->c[k], value, BITS);
        return;
    }
    arb_init(t);
    arb_pow_ui(t, on->t, (ulong)(k - CLPWL__LAST), BITS);
    arb_addmul(&y->c[CLPWL__LAST], t, value, BITS);
    arb_clear(t);
}

/* The sign of the largest growth, whose coefficients differ from z to z within balls; 0: none; 2: not
 * known. */
static int growth_sign(const germ *a)
{
    for (int k = CLPWL__GROWTHS - 1; k >= 0; k--)
        if (!arb_is_zero(&a->g[k]))
            return arb_is_positive(&a->g[k]) ? 1 : arb_is_negative(&a->g[k]) ? -1 : 2;
    return 0;
}

/* A bound of z^m exp(h(z)) over z >= l, where h has the upper ends of the growths. It descends if m + z h'(z)
 * < 0. 0: not shown. */
static int bound_decay(arb_t y, const germ *a, int m, const cell *on)
{
    arb_struct slopes[CLPWL__GROWTHS + 1]; /* of (m + z h') / z^4, by powers of 1/z; h by powers of z */
    arf_t end;
    arb_t l, t;
    int top = CLPWL__GROWTHS;
    arb_init(l);
    arb_init(t);
    arf_init(end);
    for (int k = 0; k <= CLPWL__GROWTHS; k++)
        arb_init(&slopes[k]);
    while (top > 0 && arb_is_zero(&a->g[top - 1]))
        top--;
    arb_set_d(l, on->l);
    arb_zero(y);
    for (int k = top; k > 0; k--) {
        arb_get_ubound_arf(end, &a->g[k - 1], BITS);
        arb_set_arf(t, end);
        arb_mul_si(&slopes[top - k], t, k, BITS);
        arb_add(y, y, t, BITS);
        arb_mul(y, y, l, BITS);
    }
    arb_set_si(&slopes[top], m);
    arf_set_d(end, on->l);
    arf_ui_div(end, 1, end, BITS, ARF_RND_CEIL);
    arf_t zero;
    arf_init(zero);
    arb_set_interval_arf(t, zero, end, BITS);
    arf_clear(zero);
    evaluate(t, slopes, top + 1, t);
    int descends = arb_is_negative(t);
    arb_exp(y, y, BITS);
    arb_pow_ui(t, l, (ulong)abs(m), BITS);
    if (m < 0)
        arb_div(y, y, t, BITS);
    else
        arb_mul(y, y, t, BITS);
    for (int k = 0; k <= CLPWL__GROWTHS; k++)
        arb_clear(&slopes[k]);
    arb_clear(l);
    arb_clear(t);
    arf_clear(end);
    return descends && arb_is_finite(y);
}

void clpwl__germ_flatten(germ *y, const cell *on)
{
    arb_t bound, series;
    arf_t zero, most;
    if (!y->known || !has_growth(y))
        return;
    arb_init(bound);
    arb_init(series);
    arf_init(zero);
    arf_init(most);
    int known = growth_sign(y) == -1 && bound_decay(bound, y, y->d + CLPWL__LAST, on);
    evaluate(series, y->c, CLPWL__LAST + 1, on->t);
    arb_get_ubound_arf(most, bound, BITS);
    if (known) {
        arb_set_interval_arf(bound, zero, most, BITS);
        arb_mul(bound, bound, series, BITS);
        clpwl__germ_set_power(y, bound, -CLPWL__LAST);
    }
    y->known = known;
    clpwl__germ_settle(y);
    arb_clear(bound);
    arb_clear(series);
    arf_clear(zero);
    arf_clear(most);
}

void clpwl__germ_neg(germ *y, const germ *a)
{
    clpwl__germ_set(y, a);
    for (int k = 0; k <= CLPWL__LAST; k++)
        arb_neg(&y->c[k], &y->c[k]);
}

/* big + small, whose exponential is less or the same. */
static void add_smaller(germ *y, const germ *big, const germ *small, const cell *on)
{
    germ s, out;
    clpwl__germ_init(&s);
    clpwl__germ_init(&out);
    clpwl__germ_set(&s, small);
    for (int k = 0; k < CLPWL__GROWTHS; k++)
        arb_sub(&s.g[k], &s.g[k], &big->g[k], BITS);
    clpwl__germ_flatten(&s, on);
    if (s.known) {
        const germ *high = big->d >= s.d ? big : &s, *low = high == big ? &s : big;
        clpwl__germ_set(&out, high);
        for (int k = 0; k <= CLPWL__LAST; k++)
            put(&out, k + high->d - low->d, &low->c[k], on);
        for (int k = 0; k < CLPWL__GROWTHS; k++)
            arb_set(&out.g[k], &big->g[k]);
        clpwl__germ_settle(&out);
    }
    swap_germs(y, &out);
    clpwl__germ_clear(&s);
    clpwl__germ_clear(&out);
}

void clpwl__germ_add(germ *y, const germ *a, const germ *b, const cell *on)
{
    germ order;
    if (!a->known || !b->known || is_zero(a) || is_zero(b)) {
        int known = a->known && b->known;
        clpwl__germ_set(y, known && is_zero(a) ? b : a);
        y->known = known;
        return;
    }
    clpwl__germ_init(&order);
    for (int k = 0; k < CLPWL__GROWTHS; k++)
        arb_sub(&order.g[k], &a->g[k], &b->g[k], BITS);
    int sign = growth_sign(&order);
    clpwl__germ_clear(&order);
    if (sign == 2)
        y->known = 0;
    else
        add_smaller(y, sign < 0 ? b : a, sign < 0 ? a : b, on);
}

void clpwl__germ_sub(germ *y, const germ *a, const germ *b, const cell *on)
{
    germ minus;
    clpwl__germ_init(&minus);
    clpwl__germ_neg(&minus, b);
    clpwl__germ_add(y, a, &minus, on);
    clpwl__germ_clear(&minus);
}

void clpwl__germ_mul(germ *y, const germ *a, const germ *b, const cell *on)
{
    germ out;
    arb_t t;
    clpwl__germ_init(&out);
    arb_init(t);
    out.known = a->known && b->known;
    if (out.known) {
        out.d = a->d + b->d;
        for (int i = 0; i <= CLPWL__LAST; i++)
            for (int k = 0; k <= CLPWL__LAST && !arb_is_zero(&a->c[i]); k++)
                if (!arb_is_zero(&b->c[k])) {
                    arb_mul(t, &a->c[i], &b->c[k], BITS);
                    put(&out, i + k, t, on);
                }
        for (int k = 0; k < CLPWL__GROWTHS; k++)
            arb_add(&out.g[k], &a->g[k], &b->g[k], BITS);
        clpwl__germ_settle(&out);
    }
    swap_germs(y, &out);
    clpwl__germ_clear(&out);
    arb_clear(t);
}

int clpwl__germ_sign(const germ *a, const cell *on)
{
    arb_t t;
    if (!a->known || is_zero(a))
        return a->known ? 0 : 2;
    arb_init(t);
    evaluate(t, a->c, CLPWL__LAST + 1, on->t);
    int sign = arb_is_positive(t) ? 1 : arb_is_negative(t) ? -1 : 2;
    arb_clear(t);
    return sign;
}

/* Powers of z and of 1/z have no product that would widen the range. */
void clpwl__germ_range(arb_t y, const germ *a, const cell *on)
{
    germ s;
    arb_t below;
    clpwl__germ_init(&s);
    arb_init(below);
    clpwl__germ_set(&s, a);
    clpwl__germ_flatten(&s, on);
    if (!s.known || (s.d > 0 && !isfinite(on->r)) || s.d > CLPWL__LAST) {
        arb_indeterminate(y);
    } else if (s.d > 0) {
        evaluate(below, s.c + s.d, CLPWL__LAST + 1 - s.d, on->t);
        arb_zero(y);
        for (int k = 0; k < s.d; k++) {
            arb_add(y, y, &s.c[k], BITS);
            arb_mul(y, y, on->z, BITS);
        }
        arb_add(y, y, below, BITS);
    } else {
        evaluate(y, s.c, CLPWL__LAST + 1, on->t);
        arb_pow_ui(below, on->t, (ulong)-s.d, BITS);
        arb_mul(y, y, below, BITS);
    }
    clpwl__germ_clear(&s);
    arb_clear(below);
}
