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

/* Of operations: a, b and c are its operands, A and B the same as conditions. i is the whole number b, and r
 * the reciprocal of the number b. */
static const char *const templates[] = {
    [CLPWL__X] = "x",          [CLPWL__NEG] = "(-a)",       [CLPWL__ADD] = "(a + b)",
    [CLPWL__SUB] = "(a - b)",  [CLPWL__MUL] = "(a * b)",    [CLPWL__LT] = "(a < b)",
    [CLPWL__LE] = "(a <= b)",  [CLPWL__EQ] = "(a == b)",    [CLPWL__NE] = "(a != b)",
    [CLPWL__AND] = "(A && B)", [CLPWL__OR] = "(A || B)",    [CLPWL__MIN] = "fmin(a, b)",
    [CLPWL__MAX] = "fmax(a, b)", [CLPWL__SELECT] = "(A ? b : c)"};

static void put_node(printer *p, int node);
static void put_condition(printer *p, int node);

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

static void put_template(printer *p, const char *template, const clpwl__node *n)
{
    const double number = p->tree->nodes[n->b].value;
    p->has_none |= !template;
    for (const char *c = template; !p->has_none && *c;) {
        size_t length = 1;
        while (isalnum((unsigned char)*c) && (isalnum((unsigned char)c[length]) || c[length] == '_'))
            length++;
        switch (length == 1 ? *c : ' ') {
        case 'a': put_node(p, n->a); break;
        case 'b': put_node(p, n->b); break;
        case 'c': put_node(p, n->c); break;
        case 'A': put_condition(p, n->a); break;
        case 'B': put_condition(p, n->b); break;
        case 'i': clpwl__append(&p->text, "%.0f", number); break;
        case 'r': put_number(p, 1 / number); break;
        default: clpwl__append(&p->text, "%.*s", (int)length, c);
        }
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

/* The operations of a node, at most `most`. */
static int count_operations(const clpwl__tree *tree, int node, int most)
{
    const clpwl__node *n = &tree->nodes[node];
    int count = 1;
    for (int i = 0; i < clpwl__operands(n) && count < most; i++)
        count += count_operations(tree, n->operands[i], most - count);
    return count;
}

/* NULL: none is known. */
static const char *find_template(const printer *p, const clpwl__node *n)
{
    const clpwl__function_row *row = (const clpwl__function_row *)n->callee; /* its first member */
    const clpwl__node *b = &p->tree->nodes[n->b];
    const int is_number = b->op == CLPWL__NUMBER;
    switch (n->op) {
    case CLPWL__CALL: return p->native && row->native ? row->native : row->opencl;
    case CLPWL__DIV:
        return is_number                             ? "(a * r)"
               : !p->native                          ? "(a / b)"
               : clpwl__node_is(p->tree, n->a, 1) ? "native_recip(b)"
                                                     : "(a * native_recip(b))";
    case CLPWL__POW:
        if (!is_number || b->value != rint(b->value) || fabs(b->value) > 64)
            return p->native ? "native_powr(a, b)" : "pow(a, b)";
        return b->value == 2 && count_operations(p->tree, n->a, SHORT) < SHORT ? "(a * a)" : "pown(a, i)";
    default: return templates[n->op];
    }
}

static void put_node(printer *p, int node)
{
    const clpwl__node *n = &p->tree->nodes[node];
    p->has_none |= p->text.length > LONGEST || p->depth > DEEPEST;
    p->depth++;
    if (n->op == CLPWL__NUMBER) {
        put_number(p, n->value);
    } else {
        clpwl__append(&p->text, clpwl__is_condition(n) ? "(float)" : "");
        put_template(p, find_template(p, n), n);
    }
    p->depth--;
}

clpwl_status clpwl__tree_opencl(const clpwl__tree *tree, int native, char **text)
{
    clpwl_status status = CLPWL_OK;
    printer p = {.tree = tree, .native = native};
    *text = NULL;
    put_node(&p, tree->count - 1);
    CHECK(!p.text.failed, CLPWL_ERR_MEMORY, "out of memory: the text of a formula");
    if (!p.has_none) {
        *text = p.text.text;
        p.text.text = NULL;
    }
done:
    clpwl__free(p.text.text);
    return status;
}
