/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The nodes of expressions: equal ones are one, and operations with 0 and 1 are their results. */
#include "expression/expression.h"

/* The exact result of an operation of two small whole numbers. */
static int fold(const clpwl__expression *e, const clpwl__node *n, double *value)
{
    const double large = 0x1p26; /* products are exact */
    const int is_neg = n->op == CLPWL__NEG; /* 0 - y */
    if (!is_neg && n->op != CLPWL__ADD && n->op != CLPWL__SUB && n->op != CLPWL__MUL)
        return 0;
    const clpwl__node *b = &e->tree.nodes[is_neg ? n->a : n->b], *a = is_neg ? b : &e->tree.nodes[n->a];
    if (a->op != CLPWL__NUMBER || b->op != CLPWL__NUMBER)
        return 0;
    const double x = is_neg ? 0 : a->value, y = b->value;
    *value = (n->op == CLPWL__ADD ? x + y : n->op == CLPWL__MUL ? x * y : x - y) + 0.0; /* not -0 */
    return is_neg || (fabs(x) < large && fabs(y) < large && 2 * x == rint(2 * x) && 2 * y == rint(2 * y));
}

/* In derivatives 0 times a factor is 0: the factor exists where f is smooth, which the other terms
 * show. In f itself, 0 * log(x) does not exist at -1. */
static int is_zero(const clpwl__expression *e, const clpwl__node *n)
{
    int is_product = n->op == CLPWL__MUL, is_quotient = n->op == CLPWL__DIV;
    return e->deriving && (((is_product || is_quotient) && clpwl__is_number(e, n->a, 0)) ||
                           (is_product && clpwl__is_number(e, n->b, 0)));
}

static int is_same(const clpwl__node *n, const clpwl__node *m)
{
    return n->op == m->op && n->a == m->a && n->b == m->b && n->c == m->c &&
           n->value == m->value && n->callee == m->callee;
}

clpwl_status clpwl__expression_node(clpwl__expression *e, int *root, clpwl__node node)
{
    double value;
    int same;
    if (is_zero(e, &node))
        node = (clpwl__node){.op = CLPWL__NUMBER};
    else if (fold(e, &node, &value))
        node = (clpwl__node){.op = CLPWL__NUMBER, .value = value};
    else if (clpwl__is_operand(&e->tree, &node, &same)) {
        *root = same;
        return CLPWL_OK;
    }
    for (int i = 0; i < e->tree.count; i++)
        if (is_same(&node, &e->tree.nodes[i])) {
            *root = i;
            return CLPWL_OK;
        }
    return clpwl__add_node(&e->tree, root, node);
}
