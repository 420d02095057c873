/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Powers, exponentials and logarithms of germs by Taylor's series about the leading coefficient. */
#include "expression/germ.h"

#define BITS CLPWL__GERM_BITS


typedef clpwl__germ germ;
typedef clpwl__cell cell;

void clpwl__germ_compose(germ *y, const germ *a, const arb_struct *coefficients, const cell *on)
{
    germ sum, term;
    clpwl__germ_init(&sum);
    clpwl__germ_init(&term);
    clpwl__germ_set_arb(&sum, &coefficients[CLPWL__LAST]);
    for (int k = CLPWL__LAST - 1; k >= 0; k--) {
        clpwl__germ_mul(&sum, &sum, a, on);
        clpwl__germ_set_arb(&term, &coefficients[k]);
        clpwl__germ_add(&sum, &sum, &term, on);
    }
    clpwl__germ_set(y, &sum);
    clpwl__germ_clear(&sum);
    clpwl__germ_clear(&term);
}

/* The terms of a after the first `count`, as a germ without growths. */
static void take_rest(germ *w, const germ *a, int count)
{
    clpwl__germ_set_si(w, 0);
    for (int k = count; k <= CLPWL__LAST; k++)
        arb_set(&w->c[k], &a->c[k]);
    w->d = a->d;
    clpwl__germ_settle(w);
}

/* a = c0 (1 + w) exp(...) z^d; *hull becomes the values of 1 + s w for 0 <= s <= 1. 0: not shown to be
 * positive. */
static int split(germ *w, arb_t hull, const germ *a, const cell *on)
{
    arb_t one;
    if (!a->known || arb_contains_zero(&a->c[0]))
        return 0;
    arb_init(one);
    arb_one(one);
    take_rest(w, a, 1);
    for (int k = 0; k <= CLPWL__LAST; k++)
        arb_div(&w->c[k], &w->c[k], &a->c[0], BITS);
    w->d -= a->d;
    clpwl__germ_settle(w);
    clpwl__germ_range(hull, w, on);
    arb_add(hull, hull, one, BITS);
    arb_union(hull, hull, one, BITS);
    arb_clear(one);
    return w->known && arb_is_positive(hull);
}

static void init_all(arb_struct *c)
{
    for (int k = 0; k <= CLPWL__LAST; k++)
        arb_init(&c[k]);
}

static void clear_all(arb_struct *c)
{
    for (int k = 0; k <= CLPWL__LAST; k++)
        arb_clear(&c[k]);
}

/* c0^p times the sum of binomials w^k; the rest has the factor (1 + s w)^(p - 8). */
void clpwl__germ_pow(germ *y, const germ *a, double p, const cell *on)
{
    arb_struct c[CLPWL__LAST + 1];
    germ w;
    arb_t hull, t;
    clpwl__germ_init(&w);
    arb_init(hull);
    arb_init(t);
    init_all(c);
    double d = a->d * p;
    int known = d == rint(d) && fabs(d) < 1000 && split(&w, hull, a, on) &&
                (p == rint(p) || arb_is_positive(&a->c[0]));
    germ out;
    clpwl__germ_init(&out);
    if (known) {
        arb_one(&c[0]);
        for (int k = 0; k < CLPWL__LAST; k++) {
            arb_set_d(t, p);
            arb_sub_si(t, t, k, BITS);
            arb_mul(&c[k + 1], &c[k], t, BITS);
            arb_div_si(&c[k + 1], &c[k + 1], k + 1, BITS);
        }
        arb_set_d(t, p);
        arb_sub_si(t, t, CLPWL__LAST, BITS);
        arb_pow(hull, hull, t, BITS);
        arb_mul(&c[CLPWL__LAST], &c[CLPWL__LAST], hull, BITS);
        clpwl__germ_compose(&out, &w, c, on);
        arb_set_d(t, p);
        arb_pow(hull, &a->c[0], t, BITS);
        clpwl__germ_set_power(&w, hull, (int)d);
        for (int k = 0; k < CLPWL__GROWTHS; k++)
            arb_mul(&w.g[k], &a->g[k], t, BITS);
        clpwl__germ_mul(&out, &out, &w, on);
    }
    out.known = known && out.known;
    clpwl__germ_set(y, &out);
    clpwl__germ_clear(&out);
    clpwl__germ_clear(&w);
    arb_clear(hull);
    arb_clear(t);
    clear_all(c);
}

/* Positive powers of z become growths, the constant a factor. */
void clpwl__germ_exp(germ *y, const germ *a, const cell *on)
{
    arb_struct c[CLPWL__LAST + 1];
    germ s, w;
    arb_t hull, t;
    clpwl__germ_init(&s);
    clpwl__germ_init(&w);
    arb_init(hull);
    arb_init(t);
    init_all(c);
    clpwl__germ_set(&s, a);
    clpwl__germ_flatten(&s, on);
    int known = s.known && s.d <= CLPWL__GROWTHS;
    if (known) {
        int first = s.d >= 0 ? s.d + 1 : 0; /* that is below a constant */
        take_rest(&w, &s, first);
        clpwl__germ_range(hull, &w, on);
        arb_zero(t);
        arb_union(hull, hull, t, BITS);
        arb_exp(hull, hull, BITS);
        arb_one(&c[0]);
        for (int k = 1; k <= CLPWL__LAST; k++)
            arb_div_si(&c[k], &c[k - 1], k, BITS);
        arb_mul(&c[CLPWL__LAST], &c[CLPWL__LAST], hull, BITS);
        clpwl__germ_compose(&w, &w, c, on);
        germ factor;
        clpwl__germ_init(&factor);
        if (s.d >= 0)
            arb_exp(t, &s.c[s.d], BITS);
        else
            arb_one(t);
        clpwl__germ_set_arb(&factor, t);
        for (int k = 1; k <= s.d; k++)
            arb_set(&factor.g[k - 1], &s.c[s.d - k]);
        clpwl__germ_mul(&w, &w, &factor, on);
        clpwl__germ_clear(&factor);
    }
    w.known = known && w.known;
    clpwl__germ_set(y, &w);
    clpwl__germ_clear(&s);
    clpwl__germ_clear(&w);
    arb_clear(hull);
    arb_clear(t);
    clear_all(c);
}

/* The growths, log(c0), and the sum of -(-w)^k / k; the rest has the factor (1 + s w)^-8. */
void clpwl__germ_log(germ *y, const germ *a, const cell *on)
{
    arb_struct c[CLPWL__LAST + 1];
    germ w, term;
    arb_t hull;
    clpwl__germ_init(&w);
    clpwl__germ_init(&term);
    arb_init(hull);
    init_all(c);
    int known = a->d == 0 && split(&w, hull, a, on) && arb_is_positive(&a->c[0]);
    if (known) {
        arb_log(&c[0], &a->c[0], BITS);
        for (int k = 1; k <= CLPWL__LAST; k++) {
            arb_set_si(&c[k], k % 2 ? 1 : -1);
            arb_div_si(&c[k], &c[k], k, BITS);
        }
        arb_inv(hull, hull, BITS);
        arb_pow_ui(hull, hull, CLPWL__LAST, BITS);
        arb_mul(&c[CLPWL__LAST], &c[CLPWL__LAST], hull, BITS);
        clpwl__germ_compose(&w, &w, c, on);
        for (int k = 1; k <= CLPWL__GROWTHS; k++) {
            clpwl__germ_set_power(&term, &a->g[k - 1], k);
            clpwl__germ_add(&w, &w, &term, on);
        }
    }
    w.known = known && w.known;
    clpwl__germ_set(y, &w);
    clpwl__germ_clear(&w);
    clpwl__germ_clear(&term);
    arb_clear(hull);
    clear_all(c);
}
