/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Trees as expressions of OpenCL C. */
#include <ctype.h>
#include <float.h>
#include "base/number.h"
#include "formula/callees.h"

enum {
    LONGEST = 4096, /* characters, of an expression for a kernel */
    DEEPEST = 128,
    SHORT = 10      /* operations that a square does not repeat: squares of squares would take 2^n */
};

typedef struct printer {
    const clpwl__tree *tree;
    int native, depth;
    int has_none; /* no expression is known */
    clpwl__text text;
} printer;

/* Of operations: a, b and c are its operands, A and B the same as conditions. */
static const char *const templates[] = {
    [CLPWL__X] = "x",          [CLPWL__NEG] = "(-a)",       [CLPWL__ADD] = "(a + b)",
    [CLPWL__SUB] = "(a - b)",  [CLPWL__MUL] = "(a * b)",    [CLPWL__LT] = "(a < b)",
    [CLPWL__LE] = "(a <= b)",  [CLPWL__EQ] = "(a == b)",    [CLPWL__NE] = "(a != b)",
    [CLPWL__AND] = "(A && B)", [CLPWL__OR] = "(A || B)",    [CLPWL__MIN] = "fmin(a, b)",
    [CLPWL__MAX] = "fmax(a, b)", [CLPWL__SELECT] = "(A ? b : c)"};

static void put_node(printer *p, int node);
static void put_condition(printer *p, int node);

static void put_template(printer *p, const char *template, const clpwl__node *n)
{
    for (const char *c = template; *c && !p->has_none;) {
        const int operand = strchr("aA", *c) ? n->a : strchr("bB", *c) ? n->b : *c == 'c' ? n->c : -1;
        size_t length = 1;
        while (isalnum((unsigned char)*c) && (isalnum((unsigned char)c[length]) || c[length] == '_'))
            length++;
        if (length > 1 || operand < 0)
            clpwl__append(&p->text, "%.*s", (int)length, c);
        else if (isupper((unsigned char)*c))
            put_condition(p, operand);
        else
            put_node(p, operand);
        c += length;
    }
}

static void put_condition(printer *p, int node)
{
    const clpwl__node *n = &p->tree->nodes[node], itself = {.a = node};
    if (clpwl__is_condition(n))
        put_template(p, templates[n->op], n);
    else
        put_template(p, "(a != 0.0f)", &itself);
}

static void put_number(printer *p, double x)
{
    char literal[CLPWL__NUMBER_ROOM];
    if (x != 0 && !(fabs(x) >= FLT_MIN && fabs(x) <= FLT_MAX)) {
        p->has_none = 1;
        return;
    }
    clpwl__number_literal(literal, x);
    clpwl__append(&p->text, x < 0 ? "(%s)" : "%s", literal);
}

/* The operations of a node, at most `most`. */
static int count_operations(const clpwl__tree *tree, int node, int most)
{
    const clpwl__node *n = &tree->nodes[node];
    int count = 1;
    for (int i = 0; i < clpwl__operands(n) && count < most; i++)
        count += count_operations(tree, n->operands[i], most - count);
    return count;
}

static void put_power(printer *p, const clpwl__node *n)
{
    const clpwl__node *exponent = &p->tree->nodes[n->b];
    if (exponent->op != CLPWL__NUMBER || exponent->value != rint(exponent->value) ||
        fabs(exponent->value) > 64) {
        put_template(p, p->native ? "native_powr(a, b)" : "pow(a, b)", n);
    } else if (exponent->value == 2) {
        put_template(p, count_operations(p->tree, n->a, SHORT) < SHORT ? "(a * a)" : "pown(a, 2)", n);
    } else {
        put_template(p, "pown(a, ", n);
        clpwl__append(&p->text, "%d)", (int)exponent->value);
    }
}

static void put_quotient(printer *p, const clpwl__node *n)
{
    const clpwl__node *divisor = &p->tree->nodes[n->b];
    if (divisor->op != CLPWL__NUMBER) {
        put_template(p, !p->native                         ? "(a / b)"
                        : clpwl__node_is(p->tree, n->a, 1) ? "native_recip(b)"
                                                           : "(a * native_recip(b))", n);
        return;
    }
    put_template(p, "(a * ", n);
    put_number(p, 1 / divisor->value);
    clpwl__append(&p->text, ")");
}

static void put_call(printer *p, const clpwl__node *n)
{
    const clpwl__function_row *row = (const clpwl__function_row *)n->callee; /* its first member */
    const char *template = p->native && row->native ? row->native : row->opencl;
    p->has_none = !template;
    put_template(p, template ? template : "", n);
}

static void put_node(printer *p, int node)
{
    const clpwl__node *n = &p->tree->nodes[node];
    p->has_none = p->has_none || p->text.length > LONGEST || p->depth > DEEPEST;
    if (p->has_none)
        return;
    p->depth++;
    switch (n->op) {
    case CLPWL__NUMBER: put_number(p, n->value); break;
    case CLPWL__POW: put_power(p, n); break;
    case CLPWL__DIV: put_quotient(p, n); break;
    case CLPWL__CALL: put_call(p, n); break;
    default:
        clpwl__append(&p->text, clpwl__is_condition(n) ? "(float)" : "");
        put_template(p, templates[n->op], n);
    }
    p->depth--;
}

clpwl_status clpwl__tree_opencl(const clpwl__tree *tree, int root, int native, char **text)
{
    clpwl_status status = CLPWL_OK;
    printer p = {.tree = tree, .native = native};
    *text = NULL;
    put_node(&p, root);
    CHECK(!p.text.failed, CLPWL_ERR_MEMORY, "out of memory: the text of a formula");
    if (!p.has_none) {
        *text = p.text.text;
        p.text.text = NULL;
    }
done:
    clpwl__free(p.text.text);
    return status;
}
