/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The nodes of an expression as germs. */
#include "expression/germ.h"

#define BITS CLPWL__GERM_BITS

typedef clpwl__germ germ;
typedef clpwl__cell cell;

/* a^b: of a number b, or exp(b log(a)). */
static void take_power(germ *y, const germ *a, const germ *b, const clpwl__node *exponent,
                       const cell *on)
{
    GERM(t);
    if (exponent->op == CLPWL__NUMBER) {
        clpwl__germ_pow(y, a, exponent->value, on);
        return;
    }
    clpwl__germ_log(&t, a, on);
    clpwl__germ_mul(&t, &t, b, on);
    clpwl__germ_exp(y, &t, on);
}

static void subtract(germ *y, const germ *a, const germ *b, const cell *on)
{
    clpwl__germ_neg(y, b);
    clpwl__germ_add(y, a, y, on);
}

/* The sign of a - b. */
static int compare(const germ *a, const germ *b, const cell *on)
{
    GERM(t);
    subtract(&t, a, b, on);
    return clpwl__germ_sign(&t, on);
}

static void set_constant(germ *y, const clpwl__node *n, const clpwl__expression *e)
{
    ARB(t);
    if (n->op == CLPWL__NUMBER)
        arb_set_d(t, n->value);
    else if (n->op == CLPWL__PI)
        arb_const_pi(t, BITS);
    else if (n->op == CLPWL__E)
        arb_const_e(t, BITS);
    else
        arb_set_interval_arf(t, e->slots[n->a].lo, e->slots[n->a].hi, BITS);
    clpwl__germ_set_power(y, t, 0);
    clpwl__germ_settle(y);
}

static void set_x(germ *y, const cell *on)
{
    if (on->x) {
        clpwl__germ_set(y, on->x);
        return;
    }
    GERM(near);
    ARB(c);
    clpwl__germ_set_si(y, on->sign, on->is_near ? -1 : 1);
    arb_set_d(c, on->near);
    clpwl__germ_set_power(&near, c, 0);
    clpwl__germ_add(y, y, &near, on);
}

/* The sign of what grows without bound; 0 of others. */
static int direction_of(const germ *a, const cell *on)
{
    int grows = a->d > 0, sign = clpwl__germ_sign(a, on);
    for (int k = 0; k < CLPWL__GROWTHS; k++)
        grows = arb_is_zero(&a->g[k]) ? grows : arb_is_positive(&a->g[k]);
    return grows && sign != 2 ? sign : 0;
}

/* A call by the definition of its function, or by itself. */
static void take_call(germ *y, const clpwl__node *n, const germ *a, const germ *b, clpwl__expression *e,
                      const cell *on)
{
    const int two = n->callee->arguments == 2;
    cell of_x = *on;
    of_x.x = two ? b : a;
    if (!a->known || (two && !b->known))
        return;
    clpwl__series *s = clpwl__germ_series(e, (const clpwl__primitive *)n->callee,
                                          two ? &e->tree.nodes[n->a] : NULL);
    if (s && s->definition && (s->is_everywhere || direction_of(of_x.x, on)) &&
        clpwl__germ_enclose(y, &s->e, s->definition, &of_x) != CLPWL_OK)
        y->known = 0;
    if (!y->known)
        clpwl__germ_call(y, n, a, b, e, on);
}

static void take_node(germ *y, int i, clpwl__expression *e, const germ *values,
                      const cell *on)
{
    enum { WORK = 30 }; /* products of series take most */
    const clpwl__node *n = &e->tree.nodes[i];
    const germ *a = &values[n->a], *b = &values[n->b];
    int sign;
    clpwl__work += WORK;
    switch (n->op) {
    case CLPWL__NUMBER:
    case CLPWL__PI:
    case CLPWL__E:
    case CLPWL__SLOT: set_constant(y, n, e); break;
    case CLPWL__X: set_x(y, on); break;
    case CLPWL__NEG: clpwl__germ_neg(y, a); break;
    case CLPWL__ADD: clpwl__germ_add(y, a, b, on); break;
    case CLPWL__SUB: subtract(y, a, b, on); break;
    case CLPWL__MUL: clpwl__germ_mul(y, a, b, on); break;
    case CLPWL__DIV: clpwl__germ_divide(y, a, b, on); break;
    case CLPWL__POW: take_power(y, a, b, &e->tree.nodes[n->b], on); break;
    case CLPWL__LT: /* 1 or 0; unknown where neither is shown */
    case CLPWL__EQ:
        sign = compare(a, b, on);
        clpwl__germ_set_si(y, n->op == CLPWL__LT ? sign < 0 : sign == 0, 0);
        y->known = sign != 2;
        break;
    case CLPWL__MIN:
    case CLPWL__MAX:
        sign = compare(a, b, on);
        clpwl__germ_set(y, (sign < 0) == (n->op == CLPWL__MIN) ? a : b);
        y->known = y->known && sign != 2;
        break;
    case CLPWL__SELECT:
        sign = clpwl__germ_sign(a, on);
        clpwl__germ_set(y, sign ? b : &values[n->c]);
        y->known = y->known && sign != 2;
        break;
    case CLPWL__CALL: take_call(y, n, a, b, e, on); break;
    default: break; /* expression.c replaces the others */
    }
}

clpwl_status clpwl__germ_enclose(germ *y, clpwl__expression *e, int root, const cell *on)
{
    clpwl_status status = CLPWL_OK;
    germ *values = clpwl__calloc((size_t)root + 1, sizeof *values);
    CHECK(values, CLPWL_ERR_MEMORY, "out of memory: the values of an expression");
    clpwl__tree_mark(&e->tree, root);
    for (int i = 0; i <= root; i++)
        if (e->tree.nodes[i].is_needed)
            take_node(&values[i], i, e, values, on);
    clpwl__germ_set(y, &values[root]);
    for (int i = 0; i <= root; i++)
        clpwl__germ_clear(&values[i]);
done:
    clpwl__free(values);
    return status;
}
