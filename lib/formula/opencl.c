/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Trees as expressions of OpenCL C. */
#include <ctype.h>
#include <float.h>
#include "base/number.h"
#include "formula/callees.h"

enum {
    LONGEST = 4096, /* characters, of an expression for a kernel */
    DEEPEST = 128,
    SHORT = 64      /* characters that a square may repeat */
};

typedef struct printer {
    const clpwl__tree *tree;
    int native, depth;
    int has_none; /* no expression is known */
    clpwl__text text;
} printer;

static void put_node(printer *p, int node);

/* Appends a template, in which the words a and b are two nodes. */
static void put_template(printer *p, const char *template, const clpwl__node *n)
{
    for (const char *c = template; *c && !p->has_none;) {
        size_t length = 1;
        while (isalnum((unsigned char)*c) && (isalnum((unsigned char)c[length]) || c[length] == '_'))
            length++;
        if (length == 1 && (*c == 'a' || *c == 'b'))
            put_node(p, *c == 'a' ? n->a : n->b);
        else
            clpwl__append(&p->text, "%.*s", (int)length, c);
        c += length;
    }
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

/* A square is a product, where its factor is short. */
static void put_power(printer *p, const clpwl__node *n)
{
    const clpwl__node *exponent = &p->tree->nodes[n->b];
    const size_t before = p->text.length;
    if (exponent->op != CLPWL__NUMBER || exponent->value != rint(exponent->value) ||
        fabs(exponent->value) > 64) {
        put_template(p, p->native ? "native_powr(a, b)" : "pow(a, b)", n);
        return;
    }
    if (exponent->value == 2) {
        put_template(p, "(a * a)", n);
        if (p->text.length - before <= 2 * SHORT || p->has_none)
            return;
        p->text.length = before;
    }
    put_template(p, "pown(a, ", n);
    clpwl__append(&p->text, "%d)", (int)exponent->value);
}

static void put_quotient(printer *p, const clpwl__node *n)
{
    const clpwl__node *divisor = &p->tree->nodes[n->b];
    if (divisor->op != CLPWL__NUMBER) {
        put_template(p, p->native ? "a * native_recip(b)" : "a / b", n);
        return;
    }
    put_template(p, "a * ", n);
    put_number(p, 1 / divisor->value);
}

static void put_node(printer *p, int node)
{
    static const char *const operations[] = {
        [CLPWL__X] = "x", [CLPWL__NEG] = "-a", [CLPWL__ADD] = "a + b", [CLPWL__SUB] = "a - b",
        [CLPWL__MUL] = "a * b", [CLPWL__LT] = "a < b", [CLPWL__LE] = "a <= b", [CLPWL__EQ] = "a == b",
        [CLPWL__NE] = "a != b", [CLPWL__AND] = "a && b", [CLPWL__OR] = "a || b"};
    const clpwl__node *n = &p->tree->nodes[node];
    const int is_bare = n->op == CLPWL__X || n->op == CLPWL__NUMBER || n->op == CLPWL__POW ||
                        n->op == CLPWL__CALL || n->op == CLPWL__MIN || n->op == CLPWL__MAX;
    p->has_none = p->has_none || p->text.length > LONGEST || p->depth > DEEPEST;
    if (p->has_none)
        return;
    p->depth++;
    clpwl__append(&p->text, is_bare ? "" : "(");
    switch (n->op) {
    case CLPWL__NUMBER: put_number(p, n->value); break;
    case CLPWL__POW: put_power(p, n); break;
    case CLPWL__DIV: put_quotient(p, n); break;
    case CLPWL__MIN: put_template(p, "fmin(a, b)", n); break;
    case CLPWL__MAX: put_template(p, "fmax(a, b)", n); break;
    case CLPWL__SELECT:
        put_template(p, "a ? b : ", n);
        put_node(p, n->c);
        break;
    case CLPWL__CALL: {
        const clpwl__function_row *row = (const clpwl__function_row *)n->callee; /* its first member */
        const char *template = p->native && row->native ? row->native : row->opencl;
        p->has_none = !template;
        put_template(p, template ? template : "", n);
        break;
    }
    default: put_template(p, operations[n->op], n); break;
    }
    clpwl__append(&p->text, is_bare ? "" : ")");
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
