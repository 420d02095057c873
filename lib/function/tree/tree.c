/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Trees: their nodes, and their values in double. */
#include "function/tree/tree.h"
#include <float.h>

enum { SMALL = 64 }; /* rows that fit the stack */

typedef double row[CLPWL__BLOCK]; /* a node's values */

int clpwl__is_named(const clpwl__node *n, const char *const *names)
{
    while (*names && !clpwl__is_call(n, *names))
        names++;
    return *names != NULL;
}

/*
 * Sets is_exact and may_lose. Numbers, x and steps are taken as they stand; powers of 2 times these have no
 * roundings. Sums that cancel, powers, and functions that are 0 where their argument is 1, multiply the
 * rounding of what they take. Values may carry 2^7 roundings, which are 64 epsilon.
 */
static void judge_roundings(const clpwl__tree *tree, clpwl__node *n)
{
    static const char *const steps[] = {"ceil", "floor", "rint", "round", "sign", "trunc", NULL};
    static const char *const logarithms[] = {"log", "log10", "log2", NULL};
    static const char *const roots[] = {"acos", "acosh", NULL}; /* of twice the distance from 1 */
    int exponent, is_exact = n->op == CLPWL__NUMBER || n->op == CLPWL__X, loss = 0;
    if (clpwl__operands(n) > 0) { /* else the tree may have no node yet */
        const clpwl__node *a = &tree->nodes[n->a], *b = &tree->nodes[n->b];
        const int both = a->is_exact && b->is_exact;
        switch (n->op) {
        case CLPWL__NEG: is_exact = a->is_exact; break;
        case CLPWL__ADD:
        case CLPWL__SUB: loss = both ? 0 : 7; break;
        case CLPWL__MUL: /* what is exact and no number has the value 0 */
            is_exact = both && (fabs(frexp(a->value, &exponent)) == 0.5 ||
                                fabs(frexp(b->value, &exponent)) == 0.5);
            break;
        case CLPWL__DIV: /* numbers divided by x are infinite where x is so small */
            loss = a->op == CLPWL__NUMBER || b->op == CLPWL__NUMBER ? 0 : 7;
            break;
        case CLPWL__POW: loss = a->is_exact ? 0 : 7; break;
        case CLPWL__MIN:
        case CLPWL__MAX: is_exact = both; break;
        case CLPWL__CALL:
            is_exact = clpwl__is_named(n, steps) || (clpwl__is_call(n, "abs") && a->is_exact);
            loss = a->is_exact ? 0 : clpwl__is_named(n, logarithms) ? 7 : clpwl__is_named(n, roots) ? 5 : 0;
            break;
        default: is_exact = clpwl__is_condition(n);
        }
    }
    n->is_exact = (char)is_exact;
    n->may_lose = (char)loss;
}

static int is_addition(const clpwl__node *n)
{
    return n->op == CLPWL__ADD || n->op == CLPWL__SUB;
}

clpwl_status clpwl__add_node(clpwl__tree *tree, int *at, clpwl__node node)
{
    clpwl_status status = CLPWL_OK;
    CHECK(tree->count < CLPWL__MOST_NODES, CLPWL_ERR_ARGUMENT,
          "the formula has more than %d operations", CLPWL__MOST_NODES);
    TRY(clpwl__reserve(&tree->nodes, &tree->room, (size_t)tree->count + 1, sizeof *tree->nodes));
    node.depends = node.op == CLPWL__X ? CLPWL__ON_X : node.op == CLPWL__SLOT ? CLPWL__ON_SLOTS : 0;
    for (int k = 0; k < clpwl__operands(&node); k++)
        node.depends |= tree->nodes[node.operands[k]].depends;
    judge_roundings(tree, &node);
    if (is_addition(&node))
        node.additions = 1 + tree->nodes[node.a].additions + tree->nodes[node.b].additions;
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
static void evaluate_node(const clpwl__node *node, const double *x, row *rows, double *y, int n)
{
    const double *a = rows[node->a], *b = rows[node->b], *c = rows[node->c];
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
    case CLPWL__CALL: EACH(node->callee->value(a[i], b[i]));
    }
#undef EACH
}

/* A sum is judged where it is taken, and not each of its additions: by the largest operand of these that has
 * roundings, for which it has a row behind those of the values. */
static void judge_sum(const clpwl__tree *tree, int at, row *rows, char *lost, int n)
{
    for (int i = 0; i < n; i++)
        lost[i] |= fabs(rows[at][i]) < 0x1p-7 * rows[tree->count + at][i];
}

static void find_losses(const clpwl__tree *tree, int at, row *rows, char *lost, int n)
{
    const clpwl__node *node = &tree->nodes[at];
    const double *a = rows[node->a], *b = rows[node->b], *y = rows[at], share = ldexp(1, -node->may_lose);
    const int is_sum = is_addition(node);
    row *largest = rows + tree->count;
    for (int i = 0; i < n; i++)
        largest[at][i] = !is_sum ? 0
                                 : fmax(fmax(largest[node->a][i], largest[node->b][i]),
                                        node->may_lose ? fabs(a[i]) : 0);
    for (int k = 0; k < clpwl__operands(node) && !is_sum; k++)
        judge_sum(tree, node->operands[k], rows, lost, n);
    for (int i = 0; i < n && node->may_lose && !is_sum; i++)
        lost[i] |= node->op == CLPWL__POW   ? fabs(b[i]) * share > 1
                   : node->op == CLPWL__DIV ? fabs(a[i]) < DBL_MIN || fabs(b[i]) < DBL_MIN
                                            : fabs(y[i]) < share;
}

clpwl_status clpwl__tree_values(const clpwl__tree *tree, const double *x, double *y, char *lost, int n)
{
    clpwl_status status = CLPWL_OK;
    const int last = tree->count - 1;
    row own[SMALL], *rows = own, *large = NULL;
    if (2 * tree->count > SMALL) {
        rows = large = clpwl__alloc(2 * (size_t)tree->count, sizeof *large);
        CHECK(large, CLPWL_ERR_MEMORY, "out of memory: the values of a formula");
    }
    memset(lost, 0, (size_t)n);
    for (int i = 0; i <= last; i++) {
        if (!tree->nodes[i].is_needed)
            continue;
        evaluate_node(&tree->nodes[i], x, rows, rows[i], n);
        find_losses(tree, i, rows, lost, n);
    }
    judge_sum(tree, last, rows, lost, n);
    for (int i = 0; i < n; i++) {
        y[i] = rows[last][i];
        lost[i] |= !isfinite(y[i]);
    }
done:
    clpwl__free(large);
    return status;
}

int clpwl__is_operand(const clpwl__tree *tree, const clpwl__node *n, int *same)
{
    const double neutral = n->op >= CLPWL__MUL;
    *same = n->a;
    if (n->op == CLPWL__MIN || n->op == CLPWL__MAX)
        return n->a == n->b;
    if (n->op < CLPWL__ADD || n->op > CLPWL__POW)
        return 0;
    if ((n->op != CLPWL__ADD && n->op != CLPWL__MUL) || !clpwl__node_is(tree, n->a, neutral))
        return clpwl__node_is(tree, n->b, neutral);
    *same = n->b;
    return 1;
}

void clpwl__tree_mark(clpwl__tree *tree, int root)
{
    for (int i = 0; i < tree->count; i++)
        tree->nodes[i].is_needed = root < 0 || i == root;
    for (int i = root; i >= 0; i--) {
        const clpwl__node *n = &tree->nodes[i];
        for (int k = 0; n->is_needed && k < clpwl__operands(n); k++)
            tree->nodes[n->operands[k]].is_needed = 1;
    }
}

void clpwl__map_operands(clpwl__node *node, const int *map)
{
    const int count = clpwl__operands(node);
    for (int k = 0; k < CLPWL__MOST_ARGUMENTS && node->op != CLPWL__SLOT; k++)
        node->operands[k] = k < count ? map[node->operands[k]] : 0;
}

/* The number of a node whose operands are numbers; it has their roundings. */
static clpwl_status add_folded(clpwl__tree *tree, int *at, clpwl__node node)
{
    clpwl_status status = CLPWL_OK;
    row rows[CLPWL__MOST_ARGUMENTS] = {{0}};
    double value = NAN;
    int is_constant = 1;
    clpwl__node own = node;
    judge_roundings(tree, &node);
    const char exact = node.is_exact;
    for (int i = 0; i < clpwl__operands(&node); i++) {
        const clpwl__node *operand = &tree->nodes[node.operands[i]];
        is_constant &= operand->op == CLPWL__NUMBER;
        rows[i][0] = operand->value;
        own.operands[i] = i;
    }
    if (is_constant) /* x and slots are NaN */
        evaluate_node(&own, &value, rows, &value, 1);
    if (isfinite(value))
        node = (clpwl__node){.op = CLPWL__NUMBER, .value = value};
    TRY(clpwl__add_node(tree, at, node));
    tree->nodes[*at].is_exact = exact;
done:
    return status;
}

clpwl_status clpwl__tree_fold(clpwl__tree *tree, int root,
                              void (*replace)(const clpwl__tree *, clpwl__node *))
{
    clpwl_status status = CLPWL_OK;
    clpwl__tree folded = {0};
    int *map = clpwl__alloc((size_t)tree->count, sizeof *map);
    CHECK_MEMORY(map);
    for (int i = 0; i <= root; i++) {
        clpwl__node node = tree->nodes[i];
        clpwl__map_operands(&node, map);
        replace(&folded, &node);
        if (!clpwl__is_operand(&folded, &node, &map[i]))
            TRY(add_folded(&folded, &map[i], node));
    }
    const clpwl__tree old = *tree;
    *tree = folded;
    folded = old;
    tree->count = map[root] + 1;
    clpwl__tree_mark(tree, map[root]);
done:
    clpwl__free(map);
    clpwl__tree_free(&folded);
    return status;
}
