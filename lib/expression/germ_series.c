/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Powers, exponentials and logarithms of germs by Taylor's series about the leading coefficient. */
#include "expression/germ.h"

#define BITS CLPWL__GERM_BITS

typedef clpwl__germ germ;
typedef clpwl__cell cell;

void clpwl__germ_compose(germ *y, const germ *a, const arb_struct *coefficients, const cell *on)
{
    GERM(sum);
    GERM(term);
    clpwl__germ_set_power(&sum, &coefficients[CLPWL__LAST], 0);
    for (int k = CLPWL__LAST - 1; k >= 0; k--) {
        clpwl__germ_mul(&sum, &sum, a, on);
        clpwl__germ_set_power(&term, &coefficients[k], 0);
        clpwl__germ_add(&sum, &sum, &term, on);
    }
    clpwl__germ_set(y, &sum);
}

/* The terms of a after the first `count`, as a germ without growths. */
static void take_rest(germ *w, const germ *a, int count)
{
    clpwl__germ_set_si(w, 0, a->d);
    for (int k = count; k <= CLPWL__LAST; k++)
        arb_set(&w->c[k], &a->c[k]);
    clpwl__germ_settle(w);
}

/* a = c0 (1 + w) exp(...) z^d; *hull becomes the values of 1 + s w for 0 <= s <= 1. 0: not shown to be
 * positive. */
static int split(germ *w, arb_t hull, const germ *a, const cell *on)
{
    ARB(one);
    if (!a->known || arb_contains_zero(a->c))
        return 0;
    arb_one(one);
    take_rest(w, a, 1);
    _arb_vec_scalar_div(w->c, w->c, CLPWL__LAST + 1, a->c, BITS);
    w->d -= a->d;
    clpwl__germ_settle(w);
    clpwl__germ_range(hull, w, on);
    arb_add(hull, hull, one, BITS);
    arb_union(hull, hull, one, BITS);
    return w->known && arb_is_positive(hull);
}

/* c0^p times the sum of binomials w^k; the rest has the factor (1 + s w)^(p - 8). */
void clpwl__germ_pow(germ *y, const germ *a, double p, const cell *on)
{
    GERM(c);
    GERM(w);
    GERM(first);
    ARB(hull);
    ARB(t);
    const double d = a->d * p;
    if (d != rint(d) || fabs(d) >= 1000 || !split(&w, hull, a, on) ||
        (p != rint(p) && !arb_is_positive(a->c))) {
        y->known = 0;
        return;
    }
    arb_one(c.c);
    for (int k = 0; k <= CLPWL__LAST; k++) {
        arb_set_d(t, p);
        arb_sub_si(t, t, k, BITS);
        if (k == CLPWL__LAST)
            break;
        arb_mul(&c.c[k + 1], &c.c[k], t, BITS);
        arb_div_si(&c.c[k + 1], &c.c[k + 1], k + 1, BITS);
    }
    arb_pow(hull, hull, t, BITS);
    arb_mul(&c.c[CLPWL__LAST], &c.c[CLPWL__LAST], hull, BITS);
    clpwl__germ_compose(&w, &w, c.c, on);
    arb_set_d(t, p);
    arb_pow(hull, a->c, t, BITS);
    clpwl__germ_set_power(&first, hull, (int)d);
    _arb_vec_scalar_mul(first.g, a->g, CLPWL__GROWTHS, t, BITS);
    clpwl__germ_mul(y, &w, &first, on);
}

/* Positive powers of z become growths, the constant a factor. */
void clpwl__germ_exp(germ *y, const germ *a, const cell *on)
{
    GERM(c);
    GERM(s);
    GERM(w);
    ARB(hull);
    ARB(t);
    clpwl__germ_set(&s, a);
    clpwl__germ_flatten(&s, on);
    if (!s.known || s.d > CLPWL__GROWTHS) {
        y->known = 0;
        return;
    }
    take_rest(&w, &s, s.d >= 0 ? s.d + 1 : 0); /* that is below a constant */
    clpwl__germ_range(hull, &w, on);
    arb_union(hull, hull, t, BITS);
    arb_exp(hull, hull, BITS);
    arb_one(c.c);
    for (int k = 1; k <= CLPWL__LAST; k++)
        arb_div_si(&c.c[k], &c.c[k - 1], k, BITS);
    arb_mul(&c.c[CLPWL__LAST], &c.c[CLPWL__LAST], hull, BITS);
    clpwl__germ_compose(&w, &w, c.c, on);
    if (s.d >= 0)
        arb_set(t, &s.c[s.d]);
    arb_exp(t, t, BITS);
    clpwl__germ_set_power(&c, t, 0);
    for (int k = 1; k <= s.d; k++)
        arb_set(&c.g[k - 1], &s.c[s.d - k]);
    clpwl__germ_mul(y, &w, &c, on);
}

/* The growths, log(c0), and the sum of -(-w)^k / k; the rest has the factor (1 + s w)^-8. */
void clpwl__germ_log(germ *y, const germ *a, const cell *on)
{
    GERM(c);
    GERM(w);
    ARB(hull);
    if (a->d != 0 || !split(&w, hull, a, on) || !arb_is_positive(a->c)) {
        y->known = 0;
        return;
    }
    arb_log(c.c, a->c, BITS);
    for (int k = 1; k <= CLPWL__LAST; k++) {
        arb_set_si(&c.c[k], k % 2 ? 1 : -1);
        arb_div_si(&c.c[k], &c.c[k], k, BITS);
    }
    arb_inv(hull, hull, BITS);
    arb_pow_ui(hull, hull, CLPWL__LAST, BITS);
    arb_mul(&c.c[CLPWL__LAST], &c.c[CLPWL__LAST], hull, BITS);
    clpwl__germ_compose(&w, &w, c.c, on);
    for (int k = 1; k <= CLPWL__GROWTHS; k++) {
        clpwl__germ_set_power(&c, &a->g[k - 1], k);
        clpwl__germ_add(&w, &w, &c, on);
    }
    clpwl__germ_set(y, &w);
}
