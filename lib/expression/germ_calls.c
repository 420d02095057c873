/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions of germs. */
#include "expression/germ.h"

#define BITS CLPWL__GERM_BITS

typedef clpwl__germ germ;
typedef clpwl__cell cell;

/* y becomes any of the values [lo, hi]. */
static void set_between(germ *y, slong lo, slong hi)
{
    ARB(s);
    ARB(t);
    arb_set_si(s, lo);
    arb_set_si(t, hi);
    arb_union(s, s, t, BITS);
    clpwl__germ_set_arb(y, s);
}

/* y = p + s y */
static void change(germ *y, slong p, slong s, const cell *on)
{
    GERM(t);
    clpwl__germ_set_si(&t, s, 0);
    clpwl__germ_mul(y, y, &t, on);
    clpwl__germ_set_si(&t, p, 0);
    clpwl__germ_add(y, y, &t, on);
}

void clpwl__germ_divide(germ *y, const germ *a, const germ *b, const cell *on)
{
    GERM(inverse);
    ARB(first); /* divides last: 6 x / 6 has the coefficient 1, which 1/6 would round */
    clpwl__germ_set(&inverse, b);
    arb_set(first, b->c);
    _arb_vec_scalar_div(inverse.c, b->c, CLPWL__LAST + 1, first, BITS);
    arb_one(inverse.c);
    clpwl__germ_pow(&inverse, &inverse, -1, on);
    clpwl__germ_mul(y, a, &inverse, on);
    _arb_vec_scalar_div(y->c, y->c, CLPWL__LAST + 1, first, BITS);
    clpwl__germ_settle(y);
}

/* Functions of a germ a. `sign` is that of a. */

/* Where a grows faster than z^4: 0 <= exp(a) <= exp(-z), if a <= -z. */
static void take_exp(germ *y, const germ *a, const cell *on)
{
    GERM(t);
    clpwl__germ_exp(y, a, on);
    if (y->known)
        return;
    clpwl__germ_set_si(&t, 1, 1);
    clpwl__germ_add(y, a, &t, on);
    int below = clpwl__germ_sign(y, on) == -1;
    clpwl__germ_neg(&t, &t);
    clpwl__germ_exp(&t, &t, on);
    set_between(y, 0, 1);
    clpwl__germ_mul(y, y, &t, on);
    y->known = y->known && below;
}

/* (exp(a) + exp(-a)) / 2, or the difference. */
static void take_exponentials(germ *y, const germ *a, const cell *on,
                              void (*join)(germ *y, const germ *a, const germ *b, const cell *on))
{
    GERM(minus);
    clpwl__germ_neg(&minus, a);
    clpwl__germ_exp(&minus, &minus, on);
    clpwl__germ_exp(y, a, on);
    join(y, y, &minus, on);
    _arb_vec_scalar_mul_2exp_si(y->c, y->c, CLPWL__LAST + 1, -1);
}

/* sign (1 - q) / (1 + q), q = exp(-2 |a|) */
static void take_tanh(germ *y, const germ *a, int sign, const cell *on)
{
    GERM(q);
    GERM(below);
    clpwl__germ_set(&q, a);
    change(&q, 0, -2 * sign, on);
    take_exp(&below, &q, on);
    clpwl__germ_set(&q, &below);
    change(&below, 1, 1, on);
    change(&q, sign, -sign, on);
    clpwl__germ_divide(y, &q, &below, on);
}

/* [0, most] exp(-rate a); unknown unless a is at least `from`. */
static void take_decay(germ *y, const germ *a, slong from, const arb_t rate, const arb_t most, const cell *on)
{
    GERM(t);
    ARB(zero);
    clpwl__germ_set(&t, a);
    change(&t, -from, 1, on);
    const int sign = clpwl__germ_sign(&t, on);
    clpwl__germ_set_arb(&t, rate);
    clpwl__germ_mul(&t, &t, a, on);
    clpwl__germ_neg(&t, &t);
    take_exp(y, &t, on);
    arb_union(zero, zero, most, BITS);
    clpwl__germ_set_arb(&t, zero);
    clpwl__germ_mul(y, y, &t, on);
    y->known = y->known && (sign == 0 || sign == 1);
}

/* 0 <= erfc(|a|) <= exp(-a^2) (DLMF 7.8.3); erfc(-a) = 2 - erfc(a). */
static void take_erfc(germ *y, const germ *a, int sign, const cell *on)
{
    GERM(square);
    ARB(one);
    arb_one(one);
    clpwl__germ_mul(&square, a, a, on);
    take_decay(y, &square, 0, one, one, on);
    if (sign < 0)
        change(y, 2, -1, on);
}

/* K of the order nu; exp(x) K(x) descends (K. S. Miller, S. G. Samko, Integral Transforms Spec. Funct. 12
 * (2001) 389-402). */
static void take_bessel_k(germ *y, const clpwl__primitive *p, const clpwl__node *nu, const germ *a,
                          const cell *on)
{
    RANGE(order);
    RANGE(one);
    ARB(rate);
    ARB(most);
    clpwl__range_set_double(&order, nu->value);
    clpwl__range_set_double(&one, 1);
    p->enclose(&order, &order, &one);
    clpwl__range_get_arb(most, &order);
    arb_const_e(rate, BITS);
    arb_mul(most, most, rate, BITS);
    arb_one(rate);
    take_decay(y, a, 1, rate, most, on);
}

/* zeta(a) - 1 <= 2^-a (1 + 2 / (a - 1)): the sum from 3 on is at most the integral from 2 on. */
static void take_zeta(germ *y, const germ *a, const cell *on)
{
    ARB(rate);
    ARB(most);
    arb_const_log2(rate, BITS);
    arb_set_si(most, 3);
    take_decay(y, a, 2, rate, most, on);
    change(y, 1, 1, on);
}

/* sign pi/2 - atan(1/a); the eighth derivative of atan is below 7!. */
static void take_atan(germ *y, const germ *a, int sign, const cell *on)
{
    GERM(series);
    GERM(turned);
    ARB(limit);
    for (int k = 1; k < CLPWL__LAST; k += 2) {
        arb_set_si(&series.c[k], k % 4 == 1 ? 1 : -1);
        arb_div_si(&series.c[k], &series.c[k], k, BITS);
    }
    arb_add_error_2exp_si(&series.c[CLPWL__LAST], -3);
    clpwl__germ_pow(&turned, a, -1, on);
    clpwl__germ_compose(&turned, &turned, series.c, on);
    arb_const_pi(limit, BITS);
    arb_mul_2exp_si(limit, limit, -1);
    if (sign < 0)
        arb_neg(limit, limit);
    clpwl__germ_set_arb(y, limit);
    clpwl__germ_sub(y, y, &turned, on);
}

/* A primitive of bounded arguments by its enclosure. 0: they are not bounded. */
static int take_bounded(germ *y, const clpwl__primitive *p, const germ *a, const germ *b,
                        const cell *on)
{
    RANGE(at_a);
    RANGE(at_b);
    ARB(t);
    clpwl__germ_range(t, a, on);
    clpwl__range_set_arb(&at_a, t);
    if (p->callee.arguments == 2)
        clpwl__germ_range(t, b, on);
    clpwl__range_set_arb(&at_b, t);
    if (!clpwl__range_known(&at_a) || !clpwl__range_known(&at_b))
        return 0;
    p->enclose(&at_a, &at_a, &at_b);
    clpwl__range_get_arb(t, &at_a);
    clpwl__germ_set_arb(y, t);
    clpwl__germ_settle(y);
    return 1;
}

/* The sign of what grows without bound; 0 of others. */
static int direction_of(const germ *a, const cell *on)
{
    int grows = a->d > 0, sign = clpwl__germ_sign(a, on);
    for (int k = 0; k < CLPWL__GROWTHS; k++)
        grows = arb_is_zero(&a->g[k]) ? grows : arb_is_positive(&a->g[k]);
    return grows && sign != 2 ? sign : 0;
}

void clpwl__germ_call(germ *y, const clpwl__node *n, const germ *a, const germ *b,
                      clpwl__expression *e, const cell *on)
{
    const char *name = n->callee->name;
    int two = n->callee->arguments == 2, is_of_0 = two && clpwl__is_number(e, n->a, 0);
    GERM(t);
    y->known = 0;
    if (!a->known || (two && !b->known))
        return;
    int direction = direction_of(two ? b : a, on);
    if (strcmp(name, "exp") == 0) {
        take_exp(y, a, on);
    } else if (strcmp(name, "expm1") == 0) {
        take_exp(y, a, on);
        change(y, -1, 1, on);
    } else if (strcmp(name, "cosh") == 0) {
        take_exponentials(y, a, on, clpwl__germ_add);
    } else if (strcmp(name, "sinh") == 0) {
        take_exponentials(y, a, on, clpwl__germ_sub);
    } else if (strcmp(name, "log") == 0) {
        clpwl__germ_log(y, a, on);
    } else if (strcmp(name, "log1p") == 0) {
        clpwl__germ_set(&t, a);
        change(&t, 1, 1, on);
        clpwl__germ_log(y, &t, on);
    } else if (strcmp(name, "sqrt") == 0) {
        clpwl__germ_pow(y, a, 0.5, on);
    } else if (strcmp(name, "abs") == 0 && clpwl__germ_sign(a, on) != 2) {
        clpwl__germ_set(y, a);
        change(y, 0, clpwl__germ_sign(a, on) < 0 ? -1 : 1, on);
    } else if (strcmp(name, "sign") == 0 && clpwl__germ_sign(a, on) != 2) {
        clpwl__germ_set_si(y, clpwl__germ_sign(a, on), 0);
    } else if (direction && is_of_0 && strcmp(name, "phi_") == 0) { /* expm1(b)/b */
        clpwl__germ_exp(&t, b, on);
        change(&t, -1, 1, on);
        clpwl__germ_divide(y, &t, b, on);
    } else if (direction && is_of_0 && strcmp(name, "spherical_") == 0) { /* sin(b)/b */
        set_between(&t, -1, 1);
        clpwl__germ_divide(y, &t, b, on);
    } else if (direction && strcmp(name, "tanh") == 0) {
        take_tanh(y, a, direction, on);
    } else if (direction && strcmp(name, "erfc") == 0) {
        take_erfc(y, a, direction, on);
    } else if (direction && strcmp(name, "erf") == 0) {
        take_erfc(y, a, direction, on);
        change(y, 1, -1, on);
    } else if (direction && strcmp(name, "atan") == 0) {
        take_atan(y, a, direction, on);
    } else if (direction && strcmp(name, "bessel_knu") == 0 && e->tree.nodes[n->a].op == CLPWL__NUMBER) {
        take_bessel_k(y, (const clpwl__primitive *)n->callee, &e->tree.nodes[n->a], b, on);
    } else if (direction && is_of_0 && strcmp(name, "zeta_") == 0) {
        take_zeta(y, b, on);
    }
    if (!y->known)
        clpwl__germ_taylor(y, e, (const clpwl__primitive *)n->callee, two ? &e->tree.nodes[n->a] : NULL,
                           two ? b : a, on);
    if (!y->known && !take_bounded(y, (const clpwl__primitive *)n->callee, a, b, on) &&
        (strcmp(name, "sin") == 0 || strcmp(name, "cos") == 0))
        set_between(y, -1, 1);
}
