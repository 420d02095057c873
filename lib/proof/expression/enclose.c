/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The values of expressions over intervals. */
#include "proof/expression/expression.h"

/* A truth value: 1, 0 or -1 for either. */
static void set_truth(clpwl__range *y, int truth)
{
    clpwl__range_set_ends(y, truth == 1, truth != 0);
}

/* 1: not 0 throughout; 0: 0; -1: either, or not known. */
static int truth_of(const clpwl__range *a)
{
    if (!clpwl__range_known(a))
        return -1;
    if (arf_is_zero(a->lo) && arf_is_zero(a->hi))
        return 0;
    return arf_sgn(a->lo) > 0 || arf_sgn(a->hi) < 0 ? 1 : -1;
}

static void select_range(clpwl__range *y, const clpwl__node *n, const clpwl__range *a,
                         const clpwl__range *b, const clpwl__range *c)
{
    int truth = truth_of(a);
    if (!clpwl__range_known(a) || (truth < 0 && n->value == 1))
        clpwl__range_forget(y); /* f may jump here */
    else if (truth < 0)
        clpwl__range_hull(y, b, c);
    else
        clpwl__range_set(y, truth ? b : c);
}

static void set_pi_or_e(clpwl__range *y, clpwl__op op)
{
    arb_t t;
    arb_init(t);
    if (op == CLPWL__PI)
        arb_const_pi(t, CLPWL__BITS);
    else
        arb_const_e(t, CLPWL__BITS);
    clpwl__range_set_arb(y, t);
    arb_clear(t);
}

static void enclose_node(clpwl__range *y, const clpwl__node *n, const clpwl__range *x,
                         const clpwl__range *slots, const clpwl__range *values)
{
    const clpwl__range *a = &values[n->a], *b = &values[n->b], *c = &values[n->c];
    int p, q;
    switch (n->op) {
    case CLPWL__NUMBER: clpwl__range_set_double(y, n->value); break;
    case CLPWL__PI:
    case CLPWL__E: set_pi_or_e(y, n->op); break;
    case CLPWL__X: clpwl__range_set(y, x); break;
    case CLPWL__SLOT: clpwl__range_set(y, &slots[n->a]); break;
    case CLPWL__NEG: clpwl__range_neg(y, a); break;
    case CLPWL__ADD: clpwl__range_add(y, a, b); break;
    case CLPWL__SUB: clpwl__range_sub(y, a, b); break;
    case CLPWL__MUL: clpwl__range_mul(y, a, b); break;
    case CLPWL__DIV: clpwl__range_div(y, a, b); break;
    case CLPWL__POW: clpwl__range_pow(y, a, b); break;
    case CLPWL__LT: set_truth(y, clpwl__range_lt(a, b)); break;
    case CLPWL__LE: set_truth(y, clpwl__range_le(a, b)); break;
    case CLPWL__EQ: set_truth(y, clpwl__range_eq(a, b)); break;
    case CLPWL__NE:
        p = clpwl__range_eq(a, b);
        set_truth(y, p < 0 ? p : !p);
        break;
    case CLPWL__AND:
    case CLPWL__OR:
        p = truth_of(a);
        q = truth_of(b);
        if (n->op == CLPWL__AND)
            set_truth(y, p == 0 || q == 0 ? 0 : p == 1 && q == 1 ? 1 : -1);
        else
            set_truth(y, p == 1 || q == 1 ? 1 : p == 0 && q == 0 ? 0 : -1);
        break;
    case CLPWL__MIN: clpwl__range_min(y, a, b); break;
    case CLPWL__MAX: clpwl__range_max(y, a, b); break;
    case CLPWL__SELECT: select_range(y, n, a, b, c); break;
    case CLPWL__CALL:
        if (clpwl__range_known(a) && (n->callee->arguments == 1 || clpwl__range_known(b)))
            ((const clpwl__primitive *)n->callee)->enclose(y, a, b); /* its first member */
        else
            clpwl__range_forget(y);
        break;
    }
}

/* Room for the values of nodes that were appended since, and which of them are constant. */
static clpwl_status make_room(clpwl__expression *e)
{
    clpwl_status status = CLPWL_OK;
    int count = e->tree.count;
    if (e->ranges == count)
        return CLPWL_OK;
    clpwl__range *values = clpwl__realloc(e->values, (size_t)count, sizeof *values);
    CHECK(values, CLPWL_ERR_MEMORY, "out of memory: the values of an expression");
    e->values = values;
    char *constant = clpwl__realloc(e->constant, (size_t)count, 1);
    CHECK(constant, CLPWL_ERR_MEMORY, "out of memory: the values of an expression");
    e->constant = constant;
    for (int i = e->ranges; i < count; i++) {
        const clpwl__node *n = &e->tree.nodes[i];
        clpwl__range_init(&values[i]);
        int operands = clpwl__operands(n);
        constant[i] = n->op < CLPWL__X ||
                      (operands > 0 && constant[n->a] && (operands < 2 || constant[n->b]) &&
                       (operands < 3 || constant[n->c]));
        e->ranges = i + 1;
        if (constant[i])
            enclose_node(&values[i], n, NULL, NULL, values);
    }
done:
    return status;
}

clpwl_status clpwl__enclose(clpwl__expression *e, const clpwl__range *x, const clpwl__range *slots,
                            const char *needed)
{
    clpwl_status status = CLPWL_OK;
    TRY(make_room(e));
    for (int i = 0; i < e->tree.count; i++)
        if (!e->constant[i] && (!needed || needed[i]))
            enclose_node(&e->values[i], &e->tree.nodes[i], x, slots, e->values);
done:
    return status;
}
