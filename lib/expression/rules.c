/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Rules. What has a limit but no value where another function has a pole, as x*log(x), x^x, 1/tan(x) and
 * 1/gamma(x), becomes functions that have it. What is 0 by roundings alone, as sin(pi*x), exp(x)-e and
 * cos(acos(x))-x, becomes functions whose zeros are exact. Beside other points limits.h has the limit.
 */
#include "expression/expression.h"

/* In a rule a is no number, n is a number from 1 on, b and c are anything. What decides a comes first. */
const char *const clpwl__rule_slots[] = {"a", "b", "c", "n", NULL};
enum { A, N = 3 };

static const char *const rules[CLPWL__RULES][2] = {
    {"log(a)*a", "xlogx(a)"},
    {"log(a)*-a", "-xlogx(a)"},
    {"log(a)*(b*a)", "b*xlogx(a)"},
    {"log(a)*a^n", "a^(n-1)*xlogx(a)"},
    {"log(a)*(b*a^n)", "b*a^(n-1)*xlogx(a)"},
    {"log(a)/c*a", "xlogx(a)/c"}, /* log2 and log10 */
    {"log(a)/c*-a", "-xlogx(a)/c"},
    {"log(a)/c*(b*a)", "b*xlogx(a)/c"},
    {"log(a)/c*a^n", "a^(n-1)*xlogx(a)/c"},
    {"a^a", "exp(xlogx(a))"},
    {"a^(b*a)", "exp(b*xlogx(a))"},
    {"b/tan(a)", "b*cos(a)/sin(a)"},
    {"b/gamma(a)", "b*rgamma_(0,a)"},
    {"exp(a)-e", "e*expm1(a-1)"},
    {"sin(pi*a)", "sin_pi_(a)"},
    {"cos(pi*a)", "cos_pi_(a)"},
    {"cos(acos(a))", "a+0*acos(a)"}, /* a where acos has a value */
    {"sin(asin(a))", "a+0*asin(a)"},
    {"tan(atan(a))", "a"},
    {"exp(log(a))", "a+0*log(a)"},
};

/* Whether the node is that of a rule; bound[k] becomes the node of slot k, which is -1 where none is. */
static int matches(const clpwl__expression *e, int node, int at, int bound[CLPWL__RULE_SLOTS])
{
    const clpwl__node *n = &e->tree.nodes[node], *m = &e->rules.nodes[at];
    const int operands = clpwl__operands(m), turns = m->op == CLPWL__MUL ? 2 : 1;
    int before[CLPWL__RULE_SLOTS];
    memcpy(before, bound, sizeof before);
    if (m->op == CLPWL__SLOT) {
        const int is_number = n->op == CLPWL__NUMBER;
        const int suits = m->a == A ? !is_number : m->a == N ? is_number && n->value >= 1 : 1;
        bound[m->a] = bound[m->a] < 0 && suits ? node : bound[m->a];
        return bound[m->a] == node;
    }
    if (n->op != m->op || n->value != m->value || n->callee != m->callee)
        return 0;
    for (int turn = 0; turn < turns; turn++) {
        memcpy(bound, before, sizeof before);
        if ((operands < 1 || matches(e, turn ? n->b : n->a, m->a, bound)) &&
            (operands < 2 || matches(e, turn ? n->a : n->b, m->b, bound)))
            return 1;
    }
    return 0;
}

clpwl_status clpwl__find_rule(clpwl__expression *e, int node, const char **to, int bound[CLPWL__RULE_SLOTS])
{
    clpwl_status status = CLPWL_OK;
    *to = NULL;
    for (int i = 0; i < CLPWL__RULES && !*to; i++) {
        for (int k = 0; k < CLPWL__RULE_SLOTS; k++)
            bound[k] = -1;
        if (e->rules_read == i) {
            TRY(clpwl__parse(&e->rules, &e->rule_roots[i], rules[i][0], &clpwl__primitive_names,
                             clpwl__rule_slots, NULL, NULL));
            e->rules_read++;
        }
        *to = matches(e, node, e->rule_roots[i], bound) ? rules[i][1] : NULL;
    }
done:
    return status;
}
