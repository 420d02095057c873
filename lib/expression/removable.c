/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Products with a logarithm, powers, and quotients by a tangent or a gamma function that have a limit but no
 * value at a point become functions that have the limit there. Waves of multiples of pi, and exp(x) - e,
 * become functions whose zeros are exact, functions of their inverses their arguments. Beside other points
 * limits.h has the limit.
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

/* The other factor of a multiple of pi; -1: it is none. */
static int part_of_pi(const clpwl__expression *e, int node)
{
    const clpwl__node *n = &e->tree.nodes[node];
    return n->op != CLPWL__MUL                    ? -1
           : e->tree.nodes[n->a].op == CLPWL__PI ? n->b
           : e->tree.nodes[n->b].op == CLPWL__PI ? n->a
                                                 : -1;
}

/* Whether a node is a function of its inverse: cos(acos(a)). */
static int undoes(const clpwl__expression *e, int node)
{
    static const char *const pairs[][2] = {{"cos", "acos"}, {"sin", "asin"}, {"tan", "atan"}, {"exp", "log"},
                                           {"cosh", "acosh"}, {"sinh", "asinh"}, {"tanh", "atanh"}};
    const clpwl__node *n = &e->tree.nodes[node], *m = &e->tree.nodes[n->a];
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if (is_call(e, node, pairs[i][0], n->a) && is_call(e, n->a, pairs[i][1], m->a))
            return 1;
    return 0;
}

/* A product of factors, among them a and log(a), by xlogx. */
static clpwl_status replace_logarithm(clpwl__expression *e, int *root, int a)
{
    clpwl_status status = CLPWL_OK;
    const clpwl__node n = e->tree.nodes[*root];
    const clpwl__node second = e->tree.nodes[n.b];
    int rest;
    if (second.op == CLPWL__DIV && is_call(e, second.a, "log", a)) {
        TRY(join(e, root, CLPWL__MUL, n.a, second.a)); /* log2 and log10 */
        TRY(replace_logarithm(e, root, a));
        return join(e, root, CLPWL__DIV, *root, second.b);
    }
    TRY(divide(e, &rest, is_call(e, n.b, "log", a) ? n.a : n.b, a));
    if (rest >= 0) {
        TRY(call(e, root, "xlogx", a, 0));
        TRY(join(e, root, CLPWL__MUL, rest, *root));
    }
done:
    return status;
}

clpwl_status clpwl__expression_continue(clpwl__expression *e, int *root)
{
    clpwl_status status = CLPWL_OK;
    const clpwl__node n = e->tree.nodes[*root];
    const clpwl__node below = e->tree.nodes[n.op == CLPWL__DIV ? n.b : *root];
    const int turns = n.op == CLPWL__CALL ? part_of_pi(e, n.a) : -1;
    int zero, one, sine, cosine, rest;
    if (turns >= 0 && (is_call(e, *root, "sin", n.a) || is_call(e, *root, "cos", n.a))) {
        TRY(call(e, root, n.callee->name[0] == 's' ? "sin_pi_" : "cos_pi_", turns, 0));
    } else if (undoes(e, *root)) { /* a + 0 acos(a): a where acos has a value */
        TRY(number(e, &zero, 0));
        TRY(join(e, root, CLPWL__MUL, zero, n.a));
        TRY(join(e, root, CLPWL__ADD, e->tree.nodes[n.a].a, *root));
    } else if (n.op == CLPWL__DIV && is_call(e, n.b, "gamma", below.a)) { /* 0 at the poles */
        TRY(number(e, &zero, 0));
        TRY(call(e, root, "rgamma_", zero, below.a));
        TRY(join(e, root, CLPWL__MUL, n.a, *root));
    } else if (n.op == CLPWL__DIV && is_call(e, n.b, "tan", below.a)) { /* 0 where the tangent has a pole */
        TRY(call(e, &sine, "sin", below.a, 0));
        TRY(call(e, &cosine, "cos", below.a, 0));
        TRY(join(e, root, CLPWL__MUL, n.a, cosine));
        TRY(join(e, root, CLPWL__DIV, *root, sine));
    } else if (n.op == CLPWL__SUB && e->tree.nodes[n.b].op == CLPWL__E &&
               is_call(e, n.a, "exp", e->tree.nodes[n.a].a)) { /* e expm1(a - 1) */
        TRY(number(e, &one, 1));
        TRY(join(e, root, CLPWL__SUB, e->tree.nodes[n.a].a, one));
        TRY(call(e, root, "expm1", *root, 0));
        TRY(join(e, root, CLPWL__MUL, n.b, *root));
    } else if (n.op == CLPWL__POW && e->tree.nodes[n.a].op != CLPWL__NUMBER) {
        /* a^(rest a) is exp(rest a log(a)) */
        TRY(divide(e, &rest, n.b, n.a));
        if (rest >= 0) {
            TRY(call(e, root, "xlogx", n.a, 0));
            TRY(join(e, root, CLPWL__MUL, rest, *root));
            TRY(call(e, root, "exp", *root, 0));
        }
    }
    for (int i = 0; n.op == CLPWL__MUL && i < 2; i++) {
        int factor = i ? n.b : n.a;
        if (i && e->tree.nodes[factor].op == CLPWL__DIV) /* log2 and log10 */
            factor = e->tree.nodes[factor].a;
        const clpwl__node m = e->tree.nodes[factor];
        if (is_call(e, factor, "log", m.a))
            return replace_logarithm(e, root, m.a);
    }
done:
    return status;
}
