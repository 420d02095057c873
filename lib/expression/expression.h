/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Expressions of primitives, whose values over intervals and derivatives are known. Equal
 * expressions are one node, so that derivatives share what they have in common.
 */
#ifndef CLPWL__EXPRESSION_H
#define CLPWL__EXPRESSION_H

#include "base/internal.h"
#include "clpwl/function.h"
#include "function/catalogue/catalogue.h"
#include "function/tree/tree.h"
#include "expression/range.h"

/* A function by Arb, of x, or of an order, which is a number or its enclosure, and x. */
typedef void clpwl__ball(arb_t y, const arb_t x, slong bits);
typedef void clpwl__order_ball(arb_t y, const arb_t order, const arb_t x, slong bits);

/* A function of formulas with an enclosure: a row of primitives.def. */
typedef struct clpwl__primitive {
    clpwl__callee callee; /* name and number of arguments */
    /* y encloses the values on a (and b); may be a or b. NULL: the function is monotone where it has values;
     * Arb gives NaN elsewhere, so that a range both ends of which have values lies where it has them. */
    void (*enclose)(clpwl__range *y, const clpwl__range *a, const clpwl__range *b);
    clpwl__ball *of_x;
    clpwl__order_ball *of_order;
    int work;                /* of `enclose` */
    const char *by_a, *by_b; /* the partial derivatives, in a and b; NULL: none are known */
} clpwl__primitive;

enum { CLPWL__SLOTS = 3, CLPWL__RULES = 20, CLPWL__RULE_SLOTS = 4 };

typedef struct clpwl__series clpwl__series;

typedef struct clpwl__expression {
    clpwl__tree tree; /* calls are of primitives only; of logic, LT, EQ and SELECT are there */
    clpwl__range *values; /* by node, of the last clpwl__enclose */
    int ranges;           /* of values */
    clpwl__range x, slots[CLPWL__SLOTS]; /* what the nodes X and SLOT are */
    int bits;             /* 0: nothing is kept */
    int deriving;         /* while a derivative is built */
    clpwl__tree rules;    /* as they were read, so many */
    int rules_read, rule_roots[CLPWL__RULES];
    clpwl__series *series; /* of primitives in germs, as they were needed */
} clpwl__expression;

/* A primitive of x, or of a number and x, and its derivatives. */
enum { CLPWL__DERIVATIVES = 9 };
struct clpwl__series {
    clpwl__series *next;
    const clpwl__primitive *of;
    double first;
    clpwl__expression e;
    int roots[CLPWL__DERIVATIVES], count; /* count 0: derivatives were not needed yet */
    int definition, is_everywhere;        /* by other functions (germ_taylor.c); 0: there is none */
};

static inline int clpwl__is_number(const clpwl__expression *e, int node, double value)
{
    return clpwl__node_is(&e->tree, node, value);
}

/* The values of a function. */
void clpwl__enclose_call(const clpwl__primitive *p, clpwl__range *y, const clpwl__range *a,
                         const clpwl__range *b);
/* Rows of primitives.def. NULL: none has the name. */
const clpwl__primitive *clpwl__primitive_named(const char *name);
/* These names, for clpwl__parse. */
extern const clpwl__names clpwl__primitive_names;

/*
 * Appends a formula of the library's functions. Functions that are no primitives are replaced by their
 * definitions.
 *   slots   names of the values that stand for nodes; NULL ends them; or NULL
 *   nodes   of the slots; -1: the slot stays
 * CLPWL_ERR_UNSUPPORTED (a function without an enclosure), and as clpwl__parse.
 */
clpwl_status clpwl__expression_add(clpwl__expression *e, int *root, const char *formula,
                                   const char *const *slots, const int *nodes);
/* Appends f. CLPWL_ERR_UNSUPPORTED: it is a callback or samples, too. */
clpwl_status clpwl__expression_function(clpwl__expression *e, int *root, const clpwl_function *f);
/* Appends an operation, simplified. */
clpwl_status clpwl__expression_node(clpwl__expression *e, int *root, clpwl__node node);

/* The rule for a node (rules.c), as a formula, with the nodes of its slots; *to NULL: there is none. The
 * codes of clpwl__parse. */
clpwl_status clpwl__find_rule(clpwl__expression *e, int node, const char **to, int bound[CLPWL__RULE_SLOTS]);
extern const char *const clpwl__rule_slots[];

/* Appends the derivative by x of a node. Where f has a kink the derivative is the range of its
 * slopes; where f jumps, or its slope is infinite, nothing is known. */
clpwl_status clpwl__expression_derive(clpwl__expression *e, int *root, int node);

/* Room for the values of nodes that were appended since, which of them are constant, and the values of these,
 * by the thread's bits. Each enclosure begins so. CLPWL_ERR_MEMORY. */
clpwl_status clpwl__enclose_constants(clpwl__expression *e);

/* The values of the nodes that `root` needs, for x in the range; values[root] is the result. Below 0: of all
 * nodes. What was had for the same x is kept. CLPWL_ERR_MEMORY. */
clpwl_status clpwl__enclose(clpwl__expression *e, int root, const clpwl__range *x);
/* The value of the root alone, more narrow: step by step (floor, conditions) where these have several values.
 * Not for derivatives, in which steps would seem to be constants. */
clpwl_status clpwl__enclose_by_steps(clpwl__expression *e, int root, const clpwl__range *x);
void clpwl__expression_free(clpwl__expression *e);

#endif
