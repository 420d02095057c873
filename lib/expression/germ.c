/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "expression/germ.h"
#include <float.h>

#define BITS CLPWL__GERM_BITS

enum { TERMS = CLPWL__LAST + 1, MOST_POWER = 1000 };

typedef clpwl__germ germ;
typedef clpwl__cell cell;

void clpwl__cell_init(cell *on, int sign, double l, double r)
{
    ARF(from);
    ARF(to);
    arf_set_d(from, r);
    arf_ui_div(from, 1, from, BITS, ARF_RND_FLOOR); /* 0 of infinity */
    arf_set_d(to, l);
    arf_ui_div(to, 1, to, BITS, ARF_RND_CEIL);
    *on = (cell){.l = l, .r = r, .sign = sign};
    arb_set_interval_arf(on->t, from, to, BITS);
}

void clpwl__cell_beside(cell *on, double c, int side, const arf_t from, const arf_t to)
{
    ARF(z);
    *on = (cell){.sign = side, .is_near = 1, .near = c};
    arb_set_interval_arf(on->t, from, to, BITS);
    arf_ui_div(z, 1, to, BITS, ARF_RND_FLOOR);
    on->l = fmin(arf_get_d(z, ARF_RND_FLOOR), DBL_MAX);
    arf_ui_div(z, 1, from, BITS, ARF_RND_CEIL);
    on->r = arf_is_finite(z) ? arf_get_d(z, ARF_RND_CEIL) : INFINITY;
}

void clpwl__cell_clear(cell *on)
{
    arb_clear(on->t);
}

void clpwl__germ_clear(germ *y)
{
    for (int k = 0; k < TERMS; k++)
        arb_clear(&y->c[k]);
    for (int k = 0; k < CLPWL__GROWTHS; k++)
        arb_clear(&y->g[k]);
}

void clpwl__germ_set(germ *y, const germ *a)
{
    y->known = a->known;
    y->d = a->d;
    _arb_vec_set(y->c, a->c, TERMS);
    _arb_vec_set(y->g, a->g, CLPWL__GROWTHS);
}

void clpwl__germ_set_power(germ *y, const arb_t value, int d)
{
    ARB(copy); /* value may be a coefficient of y */
    arb_set(copy, value);
    y->known = 1;
    y->d = d;
    _arb_vec_zero(y->c, TERMS);
    _arb_vec_zero(y->g, CLPWL__GROWTHS);
    arb_swap(y->c, copy);
}

void clpwl__germ_set_si(germ *y, slong value, int d)
{
    ARB(t);
    arb_set_si(t, value);
    clpwl__germ_set_power(y, t, d);
}

static int is_zero(const germ *a)
{
    return _arb_vec_is_zero(a->c, TERMS);
}

void clpwl__germ_settle(germ *y)
{
    y->known = y->known && _arb_vec_is_finite(y->c, TERMS) && _arb_vec_is_finite(y->g, CLPWL__GROWTHS);
    if (!y->known)
        return;
    if (is_zero(y)) {
        clpwl__germ_set_si(y, 0, 0);
        return;
    }
    for (; arb_is_zero(y->c); y->d--)
        for (int k = 0; k < CLPWL__LAST; k++)
            arb_swap(&y->c[k], &y->c[k + 1]);
    y->known = abs(y->d) <= MOST_POWER;
}

/* The coefficients become those of a longer series, the last one with the rest. */
static void fold(germ *y, arb_ptr series, slong count, const cell *on)
{
    _arb_vec_set(y->c, series, CLPWL__LAST);
    _arb_poly_evaluate(&y->c[CLPWL__LAST], series + CLPWL__LAST, count - CLPWL__LAST, on->t, BITS);
    _arb_vec_clear(series, count);
    clpwl__germ_settle(y);
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
    GERM(slopes); /* of (m + z h') / z^4, by powers of 1/z; h by powers of z */
    ARF(end);
    ARB(l);
    ARB(t);
    int top = CLPWL__GROWTHS;
    while (top > 0 && arb_is_zero(&a->g[top - 1]))
        top--;
    arb_set_d(l, on->l);
    for (int k = top; k > 0; k--) {
        arb_get_ubound_arf(end, &a->g[k - 1], BITS);
        arb_set_arf(t, end);
        arb_mul_si(&slopes.c[top - k], t, k, BITS);
        arb_add(y, y, t, BITS);
        arb_mul(y, y, l, BITS);
    }
    arb_set_si(t, m);
    arb_set(&slopes.c[top], t);
    arb_pow(l, l, t, BITS);
    arb_exp(y, y, BITS);
    arb_mul(y, y, l, BITS);
    arb_zero(t);
    arb_union(t, t, on->t, BITS);
    _arb_poly_evaluate(t, slopes.c, top + 1, t, BITS);
    return arb_is_negative(t) && arb_is_finite(y);
}

void clpwl__germ_flatten(germ *y, const cell *on)
{
    ARB(bound);
    ARB(t);
    if (!y->known || growth_sign(y) == 0)
        return;
    const int known = growth_sign(y) == -1 && bound_decay(bound, y, y->d + CLPWL__LAST, on);
    arb_union(bound, bound, t, BITS);
    _arb_poly_evaluate(t, y->c, TERMS, on->t, BITS);
    arb_mul(bound, bound, t, BITS);
    clpwl__germ_set_power(y, bound, -CLPWL__LAST);
    y->known = known;
    clpwl__germ_settle(y);
}

void clpwl__germ_neg(germ *y, const germ *a)
{
    clpwl__germ_set(y, a);
    _arb_vec_neg(y->c, y->c, TERMS);
}

void clpwl__germ_add(germ *y, const germ *a, const germ *b, const cell *on)
{
    GERM(s); /* the one with the smaller exponential, over that of the other one */
    const int known = a->known && b->known;
    if (!known || is_zero(a) || is_zero(b)) {
        clpwl__germ_set(y, is_zero(a) ? b : a);
        y->known = known;
        return;
    }
    _arb_vec_sub(s.g, a->g, b->g, CLPWL__GROWTHS, BITS);
    const int sign = growth_sign(&s);
    const germ *big = sign < 0 ? b : a;
    clpwl__germ_set(&s, sign < 0 ? a : b);
    _arb_vec_sub(s.g, s.g, big->g, CLPWL__GROWTHS, BITS);
    clpwl__germ_flatten(&s, on);
    if (sign == 2 || !s.known) {
        y->known = 0;
        return;
    }
    const germ *high = big->d >= s.d ? big : &s, *low = high == big ? &s : big;
    const slong shift = high->d - low->d;
    arb_ptr sum = _arb_vec_init(TERMS + shift);
    _arb_vec_set(sum + shift, low->c, TERMS);
    _arb_vec_add(sum, sum, high->c, TERMS, BITS);
    _arb_vec_set(y->g, big->g, CLPWL__GROWTHS);
    y->d = high->d;
    y->known = 1;
    fold(y, sum, TERMS + shift, on);
}

void clpwl__germ_mul(germ *y, const germ *a, const germ *b, const cell *on)
{
    arb_ptr product = _arb_vec_init(2 * TERMS - 1);
    for (int i = 0; i < TERMS; i++)
        for (int k = 0; k < TERMS && !arb_is_zero(&a->c[i]); k++)
            if (!arb_is_zero(&b->c[k]))
                arb_addmul(product + i + k, &a->c[i], &b->c[k], BITS);
    _arb_vec_add(y->g, a->g, b->g, CLPWL__GROWTHS, BITS);
    y->d = a->d + b->d;
    y->known = a->known && b->known;
    fold(y, product, 2 * TERMS - 1, on);
}

int clpwl__germ_sign(const germ *a, const cell *on)
{
    ARB(t);
    if (!a->known || is_zero(a))
        return a->known ? 0 : 2;
    _arb_poly_evaluate(t, a->c, TERMS, on->t, BITS);
    return arb_is_positive(t) ? 1 : arb_is_negative(t) ? -1 : 2;
}

/* Powers of z and of 1/z have no product that would widen the range. */
void clpwl__germ_range(arb_t y, const germ *a, const cell *on)
{
    GERM(s);
    ARB(z);
    ARB(above);
    clpwl__germ_set(&s, a);
    clpwl__germ_flatten(&s, on);
    const int d = s.d > 0 ? s.d : 0;
    if (!s.known || (d > 0 && !isfinite(on->r)) || d > CLPWL__LAST) {
        arb_indeterminate(y);
        return;
    }
    _arb_poly_evaluate(y, s.c + d, TERMS - d, on->t, BITS);
    arb_pow_ui(z, on->t, (ulong)(d - s.d), BITS);
    arb_mul(y, y, z, BITS);
    arb_set_d(z, on->l);
    arb_set_d(above, on->r);
    arb_union(z, z, above, BITS);
    arb_zero(above);
    for (int k = 0; k < d; k++) {
        arb_add(above, above, &s.c[k], BITS);
        arb_mul(above, above, z, BITS);
    }
    arb_add(y, y, above, BITS);
}
