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
    clpwl__germ_set_power(y, s, 0);
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
    clpwl__enclose_call(p, &at_a, &at_a, &at_b);
    clpwl__range_get_arb(t, &at_a);
    clpwl__germ_set_power(y, t, 0);
    clpwl__germ_settle(y);
    return 1;
}

void clpwl__germ_call(germ *y, const clpwl__node *n, const germ *a, const germ *b,
                      clpwl__expression *e, const cell *on)
{
    const char *name = n->callee->name;
    const clpwl__primitive *p = (const clpwl__primitive *)n->callee; /* its first member */
    const int two = n->callee->arguments == 2, sign = clpwl__germ_sign(a, on);
    y->known = 0;
    if (strcmp(name, "exp") == 0) {
        take_exp(y, a, on);
    } else if (strcmp(name, "log") == 0) {
        clpwl__germ_log(y, a, on);
    } else if (strcmp(name, "abs") == 0 && sign != 2) {
        (sign < 0 ? clpwl__germ_neg : clpwl__germ_set)(y, a);
    } else if (strcmp(name, "sign") == 0 && sign != 2) {
        clpwl__germ_set_si(y, sign, 0);
    }
    if (!y->known)
        clpwl__germ_taylor(y, e, p, two ? &e->tree.nodes[n->a] : NULL, two ? b : a, on);
    if (!y->known && !take_bounded(y, p, a, b, on) && (strcmp(name, "sin") == 0 || strcmp(name, "cos") == 0))
        set_between(y, -1, 1);
}
