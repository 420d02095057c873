/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Trees: their nodes, and their values in double for a block of arguments at a time. */
#include "function/formula/tree.h"

enum { BLOCK = 32, SMALL = 64 }; /* arguments; nodes whose values fit the stack */

clpwl_status clpwl__add_node(clpwl__tree *tree, int *at, clpwl__node node)
{
    clpwl_status status = CLPWL_OK;
    CHECK(tree->count < CLPWL__MOST_NODES, CLPWL_ERR_ARGUMENT,
          "the formula has more than %d operations", CLPWL__MOST_NODES);
    if (tree->count == tree->room) {
        int room = 2 * tree->room + 16;
        clpwl__node *nodes = clpwl__realloc(tree->nodes, (size_t)room, sizeof *nodes);
        CHECK(nodes, CLPWL_ERR_MEMORY, "out of memory: a formula");
        tree->nodes = nodes;
        tree->room = room;
    }
    *at = tree->count;
    tree->nodes[tree->count++] = node;
done:
    return status;
}

void clpwl__tree_free(clpwl__tree *tree)
{
    clpwl__free(tree->nodes);
    *tree = (clpwl__tree){0};
}

/* One operation for n arguments, whose operands are rows. */
static void evaluate_node(const clpwl__node *node, const double *x, double (*rows)[BLOCK],
                          double *y, int n)
{
    const double *a = rows[node->a], *b = rows[node->b], *c = rows[node->c];
    const clpwl__callee *callee = node->callee;
#define EACH(expression)                                                       \
    for (int i = 0; i < n; i++)                                                \
        y[i] = (expression);                                                   \
    break
    switch (node->op) {
    case CLPWL__NUMBER: EACH(node->value);
    case CLPWL__PI: EACH(3.14159265358979323846);
    case CLPWL__E: EACH(2.71828182845904523536);
    case CLPWL__X: EACH(x[i]);
    case CLPWL__SLOT: EACH((double)NAN);
    case CLPWL__NEG: EACH(-a[i]);
    case CLPWL__ADD: EACH(a[i] + b[i]);
    case CLPWL__SUB: EACH(a[i] - b[i]);
    case CLPWL__MUL: EACH(a[i] * b[i]);
    case CLPWL__DIV: EACH(a[i] / b[i]);
    case CLPWL__POW: EACH(b[i] == 2 ? a[i] * a[i] : pow(a[i], b[i]));
    case CLPWL__LT: EACH(a[i] < b[i]);
    case CLPWL__LE: EACH(a[i] <= b[i]);
    case CLPWL__EQ: EACH(a[i] == b[i]);
    case CLPWL__NE: EACH(a[i] != b[i]);
    case CLPWL__AND: EACH(a[i] != 0 && b[i] != 0);
    case CLPWL__OR: EACH(a[i] != 0 || b[i] != 0);
    /* Not fmin and fmax, which pass over NaN. */
    case CLPWL__MIN: EACH(isnan(a[i]) || a[i] < b[i] ? a[i] : b[i]);
    case CLPWL__MAX: EACH(isnan(a[i]) || a[i] > b[i] ? a[i] : b[i]);
    case CLPWL__SELECT: EACH(isnan(a[i]) ? (double)NAN : a[i] != 0 ? b[i] : c[i]);
    case CLPWL__CALL:
        EACH(callee->arguments == 1 ? callee->one(callee->user, a[i])
                                    : callee->two(callee->user, a[i], b[i]));
    }
#undef EACH
}

clpwl_status clpwl__tree_values(const clpwl__tree *tree, const double *x, double *y, size_t n)
{
    clpwl_status status = CLPWL_OK;
    double own[SMALL][BLOCK], (*rows)[BLOCK] = own, (*large)[BLOCK] = NULL;
    if (tree->count > SMALL) {
        rows = large = clpwl__alloc((size_t)tree->count, sizeof *large);
        CHECK(large, CLPWL_ERR_MEMORY, "out of memory: the values of a formula");
    }
    for (size_t k = 0; k < n; k += BLOCK) {
        int count = n - k < BLOCK ? (int)(n - k) : BLOCK;
        for (int i = 0; i < tree->count; i++)
            evaluate_node(&tree->nodes[i], x + k, rows, rows[i], count);
        memcpy(y + k, rows[tree->count - 1], (size_t)count * sizeof *y);
    }
done:
    clpwl__free(large);
    return status;
}
