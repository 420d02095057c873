/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Products and quotients that have a limit but no value at a point, as x*log(x) and sin(x)/x, become
 * functions that have the limit there. Choices that leave out the point, as x>0?x*log(x):0 and
 * x==0?1:sin(x)/x, become these functions where the other branch is the limit.
 */
#include "expression/expression.h"

static clpwl_status join(clpwl__expression *e, int *root, clpwl__op op, int a, int b)
{
    return clpwl__expression_node(e, root, (clpwl__node){.op = op, .a = a, .b = b});
}

static clpwl_status call(clpwl__expression *e, int *root, const char *name, int a, int b)
{
    return clpwl__expression_node(e, root,
                                  (clpwl__node){.op = CLPWL__CALL, .a = a, .b = b,
                                                .callee = &clpwl__primitive_named(name)->callee});
}

static clpwl_status number(clpwl__expression *e, int *root, double value)
{
    return clpwl__expression_node(e, root, (clpwl__node){.op = CLPWL__NUMBER, .value = value});
}

static int is_call(const clpwl__expression *e, int node, const char *name, int a)
{
    const clpwl__node *n = &e->tree.nodes[node];
    return n->op == CLPWL__CALL && strcmp(n->callee->name, name) == 0 && n->a == a;
}

/* a times a constant that is not 0, or a itself. */
static int is_multiple(const clpwl__expression *e, int node, int a)
{
    const clpwl__node *n = &e->tree.nodes[node];
    const clpwl__node *k = &e->tree.nodes[n->op == CLPWL__MUL ? n->a : node];
    return node == a || (n->op == CLPWL__MUL && n->b == a &&
                         (k->op == CLPWL__PI || (k->op == CLPWL__NUMBER && k->value != 0)));
}

/* sin(u)/u, expm1(a)/a and (exp(a)-1)/a, in which u is a multiple of a: entire functions. */
static clpwl_status replace_quotient(clpwl__expression *e, int *root, int a)
{
    clpwl_status status = CLPWL_OK;
    const clpwl__node n = e->tree.nodes[*root];
    int zero;
    if (n.op != CLPWL__DIV)
        goto done;
    const clpwl__node top = e->tree.nodes[n.a];
    int is_growth = is_call(e, n.a, "expm1", a) ||
                    (top.op == CLPWL__SUB && is_call(e, top.a, "exp", a) &&
                     clpwl__is_number(e, top.b, 1));
    TRY(number(e, &zero, 0));
    if (is_call(e, n.a, "sin", n.b) && is_multiple(e, n.b, a))
        TRY(call(e, root, "spherical_", zero, n.b));
    else if (is_growth && n.b == a)
        TRY(call(e, root, "phi_", zero, a));
done:
    return status;
}

/* *rest becomes what remains of a product without its factor a; -1 where it has none. */
static clpwl_status divide(clpwl__expression *e, int *rest, int product, int a)
{
    clpwl_status status = CLPWL_OK;
    const clpwl__node n = e->tree.nodes[product];
    const clpwl__node power = e->tree.nodes[n.op == CLPWL__POW ? n.b : product];
    int less;
    *rest = -1;
    if (product == a)
        return number(e, rest, 1);
    if (n.op == CLPWL__POW && n.a == a && power.op == CLPWL__NUMBER && power.value >= 2 &&
        power.value <= 1000 && power.value == rint(power.value)) {
        TRY(number(e, &less, power.value - 1));
        return join(e, rest, CLPWL__POW, a, less);
    }
    if (n.op != CLPWL__NEG && n.op != CLPWL__MUL)
        goto done;
    TRY(divide(e, rest, n.op == CLPWL__NEG ? n.a : n.b, a));
    if (*rest >= 0)
        TRY(join(e, rest, n.op, n.op == CLPWL__NEG ? *rest : n.a, *rest));
done:
    return status;
}

/* a log(a), also in sums and with factors, by xlogx of `at`, which is a where the branch counts. */
static clpwl_status replace_logarithm(clpwl__expression *e, int *root, int a, int at)
{
    clpwl_status status = CLPWL_OK;
    const clpwl__node n = e->tree.nodes[*root];
    const clpwl__node second = e->tree.nodes[n.op == CLPWL__MUL ? n.b : *root];
    int left = n.a, right = n.b, rest = -1;
    if (n.op == CLPWL__MUL && second.op == CLPWL__DIV && is_call(e, second.a, "log", a)) {
        TRY(join(e, root, CLPWL__MUL, n.a, second.a)); /* log2 and log10 */
        TRY(join(e, root, CLPWL__DIV, *root, second.b));
        TRY(replace_logarithm(e, root, a, at));
        goto done;
    }
    if (n.op == CLPWL__MUL && (is_call(e, n.a, "log", a) || is_call(e, n.b, "log", a))) {
        TRY(divide(e, &rest, is_call(e, n.b, "log", a) ? n.a : n.b, a));
        if (rest >= 0) {
            TRY(call(e, root, "xlogx", at, 0));
            TRY(join(e, root, CLPWL__MUL, rest, *root));
        }
    } else if (n.op == CLPWL__NEG || n.op == CLPWL__ADD || n.op == CLPWL__SUB ||
               n.op == CLPWL__DIV) {
        TRY(replace_logarithm(e, &left, a, at));
        if (n.op == CLPWL__ADD || n.op == CLPWL__SUB)
            TRY(replace_logarithm(e, &right, a, at));
        TRY(join(e, root, n.op, left, n.op == CLPWL__NEG ? 0 : right));
    }
done:
    return status;
}

clpwl_status clpwl__expression_continue(clpwl__expression *e, int *root)
{
    clpwl_status status = CLPWL_OK;
    const clpwl__node n = e->tree.nodes[*root], below = e->tree.nodes[n.op == CLPWL__DIV ? n.b : *root];
    int sine, cosine;
    if (n.op == CLPWL__DIV && is_call(e, n.b, "tan", below.a)) { /* 0 where the tangent has a pole */
        TRY(call(e, &sine, "sin", below.a, 0));
        TRY(call(e, &cosine, "cos", below.a, 0));
        TRY(join(e, root, CLPWL__MUL, n.a, cosine));
        TRY(join(e, root, CLPWL__DIV, *root, sine));
    } else if (n.op == CLPWL__DIV) {
        TRY(replace_quotient(e, root, n.b));
    }
    for (int i = 0; n.op == CLPWL__MUL && i < 2; i++) {
        int factor = i ? n.b : n.a;
        if (i && e->tree.nodes[factor].op == CLPWL__DIV) /* log2 and log10 */
            factor = e->tree.nodes[factor].a;
        const clpwl__node m = e->tree.nodes[factor];
        if (is_call(e, factor, "log", m.a))
            return replace_logarithm(e, root, m.a, m.a);
    }
done:
    return status;
}

clpwl_status clpwl__expression_choice(clpwl__expression *e, int *root, clpwl__node choice)
{
    clpwl_status status = CLPWL_OK;
    const clpwl__node n = e->tree.nodes[choice.a];
    int *branch = n.op == CLPWL__EQ || n.op == CLPWL__LE ? &choice.c : &choice.b;
    int at, is_point = n.op == CLPWL__EQ || n.op == CLPWL__NE;
    /* a == 0, a != 0, 0 < a, a <= 0 */
    int a = n.op == CLPWL__LT ? n.b : n.a, zero = n.op == CLPWL__LT ? n.a : n.b;
    if ((is_point || n.op == CLPWL__LT || n.op == CLPWL__LE) && clpwl__is_number(e, zero, 0)) {
        TRY(replace_quotient(e, branch, a));
        at = a;
        if (!is_point)
            TRY(join(e, &at, CLPWL__MAX, a, zero));
        TRY(replace_logarithm(e, branch, a, at));
        int other = branch == &choice.b ? choice.c : choice.b;
        const clpwl__node got = e->tree.nodes[*branch];
        int has_limit_1 = got.op == CLPWL__CALL && (strcmp(got.callee->name, "spherical_") == 0 ||
                                                    strcmp(got.callee->name, "phi_") == 0);
        /* The other branch is the limit: f is the function itself. */
        if (is_point && ((clpwl__is_number(e, other, 1) && has_limit_1) ||
                         (clpwl__is_number(e, other, 0) && is_call(e, *branch, "xlogx", a)))) {
            *root = *branch;
            goto done;
        }
    }
    TRY(clpwl__expression_node(e, root, choice));
done:
    return status;
}
