/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A formula in x as a tree. lib/function/tree evaluates it in double, lib/expression differentiates
 * it and encloses its values.
 */
#ifndef CLPWL__TREE_H
#define CLPWL__TREE_H

#include "base/internal.h"
#include "function/catalogue/catalogue.h"

typedef enum clpwl__op {
    CLPWL__NUMBER, /* value */
    CLPWL__PI,
    CLPWL__E,
    CLPWL__X,
    CLPWL__SLOT, /* a value that the evaluation gives: number a */
    CLPWL__NEG,
    CLPWL__ADD,
    CLPWL__SUB,
    CLPWL__MUL,
    CLPWL__DIV,
    CLPWL__POW,
    CLPWL__LT,
    CLPWL__LE,
    CLPWL__EQ,
    CLPWL__NE,
    CLPWL__AND,
    CLPWL__OR,
    CLPWL__MIN,
    CLPWL__MAX,
    CLPWL__SELECT, /* a ? b : c */
    CLPWL__CALL    /* callee(a) or callee(a, b) */
} clpwl__op;

/* A function that formulas may call. */
typedef struct clpwl__callee {
    const char *name;
    int arguments;                        /* 1 or 2 */
    double (*value)(double a, double b);  /* b is any number with one argument; NULL of enclosures */
} clpwl__callee;

enum { CLPWL__MOST_ARGUMENTS = 3 };

/* A function that stands for a formula of its arguments a, b and c. */
typedef struct clpwl__definition {
    const char *name;
    int arguments; /* below 0: any number, which operation -arguments joins to a; b is the number */
    const char *formula;
} clpwl__definition;

/* What a value depends on. Those that depend on nothing are known. */
enum { CLPWL__ON_X = 1, CLPWL__ON_SLOTS = 2 };

typedef struct clpwl__node {
    clpwl__op op;
    union { /* operands, which are earlier nodes */
        struct {
            int a, b, c;
        };
        int operands[CLPWL__MOST_ARGUMENTS];
    };
    double value;
    const clpwl__callee *callee;
    double additions; /* of the sum that ends here */
    char depends;  /* CLPWL__ON_X and so on, ored */
    char is_needed; /* by the root that was marked last */
    char is_kept;  /* of expressions (expression/enclose.c): the value is that for the last x */
    char is_exact; /* the operands have no roundings that the result would show */
    char may_lose; /* digits, where the value is below 2^-may_lose of an operand, in a call of 1; in a
                      quotient where an operand is no normal number, in a power where the exponent is
                      above 2^may_lose; 0: nowhere */
} clpwl__node;

static inline int clpwl__operands(const clpwl__node *n)
{
    return n->op <= CLPWL__SLOT    ? 0
           : n->op == CLPWL__NEG    ? 1
           : n->op == CLPWL__CALL   ? n->callee->arguments
           : n->op == CLPWL__SELECT ? 3
                                    : 2;
}

static inline int clpwl__is_condition(const clpwl__node *n)
{
    return n->op >= CLPWL__LT && n->op <= CLPWL__OR;
}

/* Begin with zeros. The last node is the result. */
typedef struct clpwl__tree {
    clpwl__node *nodes;
    int count;
    size_t room;
} clpwl__tree;

/* Whether a node is this number. */
static inline int clpwl__node_is(const clpwl__tree *tree, int node, double value)
{
    return tree->nodes[node].op == CLPWL__NUMBER && tree->nodes[node].value == value;
}

/* Whether an operation, which need not be in the tree, is one of its operands, *same, as x + 0 and x / 1
 * are. */
int clpwl__is_operand(const clpwl__tree *tree, const clpwl__node *n, int *same);

/* Whether an operation calls the function of this name. */
static inline int clpwl__is_call(const clpwl__node *n, const char *name)
{
    return n->op == CLPWL__CALL && strcmp(n->callee->name, name) == 0;
}

/* Whether an operation calls a function of these names; NULL ends them. */
int clpwl__is_named(const clpwl__node *n, const char *const *names);

/* Sets operands to map[operand], and those that the operation lacks to 0. */
void clpwl__map_operands(clpwl__node *node, const int *map);

/* Marks the nodes that a root needs; all of them for a root below 0. */
void clpwl__tree_mark(clpwl__tree *tree, int root);

/* The names that a formula may use, beside operators, pi, e, definitions, and the catalogue, whose functions
 * become their formulas with default parameters. */
typedef struct clpwl__names {
    /* The callee of this name, or NULL. */
    const clpwl__callee *(*find)(const char *name);
    /* All names, those that are hidden at the end; NULL: near names are of no use. */
    const char *const *list;
} clpwl__names;

/* More operations of a formula, or deeper brackets, are refused. */
enum { CLPWL__MOST_NODES = 4096, CLPWL__DEEPEST = 128 };

/*
 * Parses a formula.
 *   tree   its nodes are appended; *root is set to the result
 *   names  borrowed; callees must outlive the tree
 *   slots  names of slots; NULL ends them. Names that end in an underscore are hidden from a formula without:
 *          NULL
 *   entry  of the catalogue, whose parameters the formula may name; the formula NULL is the entry's function.
 *          NULL: none
 * CLPWL_ERR_ARGUMENT (the message quotes the formula and the place), CLPWL_ERR_UNKNOWN_NAME,
 * CLPWL_ERR_MEMORY.
 */
clpwl_status clpwl__parse(clpwl__tree *tree, int *root, const char *text, const clpwl__names *names,
                          const char *const *slots, const clpwl_catalogue_entry *entry,
                          const double *parameters);

/* Folds constants: operations of numbers become numbers, and those with 0 and 1 their operands. `replace` may
 * change each node before, whose operands are in the tree it is given. The root becomes the last node, and is
 * marked. CLPWL_ERR_MEMORY. */
clpwl_status clpwl__tree_fold(clpwl__tree *tree, int root,
                              void (*replace)(const clpwl__tree *, clpwl__node *));

/* Appends a node, *at, whose flags are set here. CLPWL_ERR_MEMORY, CLPWL_ERR_ARGUMENT (too many). */
clpwl_status clpwl__add_node(clpwl__tree *tree, int *at, clpwl__node node);

void clpwl__tree_free(clpwl__tree *tree);

enum { CLPWL__BLOCK = 32 }; /* places at a time */

/*
 * y[i] of the last node, which is marked, at n places, CLPWL__BLOCK at most, in double. No slots.
 *   lost  n flags: 1 where an operation, or a sum, has lost some 7 bits by cancellation, or y[i] is not
 *         finite
 */
clpwl_status clpwl__tree_values(const clpwl__tree *tree, const double *x, double *y, char *lost, int n);

#endif
