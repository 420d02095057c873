/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "expression/expression.h"
#include <stdio.h>
#include "function/function.h"

static clpwl_status add_number(clpwl__expression *e, int *root, double value)
{
    return clpwl__expression_node(e, root, (clpwl__node){.op = CLPWL__NUMBER, .value = value});
}

static clpwl_status join(clpwl__expression *e, int *root, clpwl__op op, int a, int b)
{
    return clpwl__expression_node(e, root, (clpwl__node){.op = op, .a = a, .b = b});
}

/* Replaces a node by what a rule says. */
static clpwl_status rewrite(clpwl__expression *e, int *root)
{
    clpwl_status status = CLPWL_OK;
    const char *to;
    int bound[CLPWL__RULE_SLOTS];
    TRY(clpwl__find_rule(e, *root, &to, bound));
    if (to)
        TRY(clpwl__expression_add(e, root, to, clpwl__rule_slots, bound));
done:
    return status;
}

/* Logic by LT, EQ and choices; !a is a == 0. */
static const char *const logic[CLPWL__CALL + 1] = {[CLPWL__LE] = "(b<a)==0",
                                                   [CLPWL__NE] = "(a==b)==0",
                                                   [CLPWL__AND] = "a?(b==0)==0:0",
                                                   [CLPWL__OR] = "a?1:(b==0)==0"};

/* Copies a parsed formula into the expression, node by node. */
static clpwl_status copy_tree(clpwl__expression *e, int *root, const clpwl__tree *from, const int *slots)
{
    clpwl_status status = CLPWL_OK;
    int *map = clpwl__alloc((size_t)from->count, sizeof *map);
    CHECK_MEMORY(map);
    for (int i = 0; i < from->count; i++) {
        clpwl__node node = from->nodes[i];
        if (node.op == CLPWL__SLOT && slots[node.a] >= 0) {
            map[i] = slots[node.a];
            continue;
        }
        clpwl__map_operands(&node, map);
        if (logic[node.op]) {
            TRY(clpwl__expression_add(e, &map[i], logic[node.op], clpwl__rule_slots,
                                      (int[]){node.a, node.b}));
            continue;
        }
        TRY(clpwl__expression_node(e, &map[i], node));
        TRY(rewrite(e, &map[i]));
    }
    *root = map[*root];
done:
    clpwl__free(map);
    return status;
}

/* Appends a formula, or a function of the catalogue. */
static clpwl_status add_parsed(clpwl__expression *e, int *root, const char *formula,
                               const clpwl_catalogue_entry *entry, const double *p,
                               const char *const *slots, const int *nodes)
{
    clpwl_status status = CLPWL_OK;
    clpwl__tree tree = {0};
    int at = 0;
    status = clpwl__parse(&tree, &at, entry ? NULL : formula, &clpwl__primitive_names, slots, entry, p);
    if (status == CLPWL_ERR_UNKNOWN_NAME) {
        char text[160];
        snprintf(text, sizeof text, "%s", clpwl_last_message());
        const char *quote = strchr(text, '\'');
        status = clpwl__fail(CLPWL_ERR_UNSUPPORTED, "nothing is proved of the function %s",
                             quote ? quote : "");
    }
    if (status == CLPWL_OK)
        status = copy_tree(e, &at, &tree, nodes);
    *root = at;
    clpwl__tree_free(&tree);
    return status;
}

clpwl_status clpwl__expression_add(clpwl__expression *e, int *root, const char *formula,
                                   const char *const *slots, const int *nodes)
{
    return add_parsed(e, root, formula, NULL, NULL, slots, nodes);
}

clpwl_status clpwl__expression_function(clpwl__expression *e, int *root, const clpwl_function *f)
{
    clpwl_status status = CLPWL_OK;
    CHECK(f->entry || f->is_formula, CLPWL_ERR_UNSUPPORTED,
          "nothing is proved of \"%.60s\", a callback or samples: proofs are for formulas and for functions "
          "of the catalogue", f->name);
    TRY(add_parsed(e, root, f->name, f->entry, f->parameters, NULL, NULL));
done:
    return status;
}

/* Derivatives, of h by its operands f and g, and by their derivatives df and dg. */

static const char *const by_operation[] = {
    [CLPWL__NEG] = "-df",
    [CLPWL__ADD] = "df+dg",
    [CLPWL__SUB] = "df-dg",
    [CLPWL__MUL] = "df*g+f*dg",
    [CLPWL__DIV] = "(df-h*dg)/g",
    [CLPWL__POW] = "h*(log(f)*dg+g*(df/f))", /* dg is not 0 */
    [CLPWL__LT] = "flat_(h)",
    [CLPWL__EQ] = "flat_(h)",
    [CLPWL__MIN] = "below_(f,g)?df:dg", /* both slopes where they meet */
    [CLPWL__MAX] = "below_(g,f)?df:dg",
};

/* Adds the product of a partial derivative, given as a formula of a and b, and an inner derivative. */
static clpwl_status add_partial(clpwl__expression *e, int *root, const clpwl__node *call,
                                const char *partial, int inner)
{
    static const char *const names[] = {"a", "b", NULL};
    clpwl_status status = CLPWL_OK;
    int outer;
    if (clpwl__is_number(e, inner, 0))
        return CLPWL_OK;
    CHECK(partial, CLPWL_ERR_UNSUPPORTED,
          "nothing is proved of %s where its first argument depends on x", call->callee->name);
    TRY(clpwl__expression_add(e, &outer, partial, names, (int[]){call->a, call->b}));
    TRY(join(e, &outer, CLPWL__MUL, outer, inner));
    TRY(join(e, root, CLPWL__ADD, *root, outer));
done:
    return status;
}

/* The derivative of the node i from those of its operands. */
static clpwl_status derive_node(clpwl__expression *e, int *root, int i, int da, int db, int dc)
{
    static const char *const names[] = {"f", "g", "df", "dg", "h", NULL};
    clpwl_status status = CLPWL_OK;
    const clpwl__node n = e->tree.nodes[i];
    if (n.op == CLPWL__SELECT) /* f may jump where the condition changes */
        return clpwl__expression_node(
            e, root, (clpwl__node){.op = CLPWL__SELECT, .a = n.a, .b = db, .c = dc, .value = 1});
    TRY(add_number(e, root, n.op == CLPWL__X));
    if (n.op == CLPWL__CALL) {
        const clpwl__primitive *p = clpwl__primitive_named(n.callee->name);
        TRY(add_partial(e, root, &n, p->by_a, da));
        if (n.callee->arguments == 2)
            TRY(add_partial(e, root, &n, p->by_b, db));
    } else if (n.op > CLPWL__SLOT) {
        const int is_constant = n.op == CLPWL__POW && clpwl__is_number(e, db, 0);
        TRY(clpwl__expression_add(e, root, is_constant ? "g*f^(g-1)*df" : by_operation[n.op], names,
                                  (int[]){n.a, n.b, da, db, i}));
    }
done:
    return status;
}

clpwl_status clpwl__expression_derive(clpwl__expression *e, int *root, int node)
{
    clpwl_status status = CLPWL_OK;
    int *derivative = clpwl__alloc((size_t)node + 1, sizeof *derivative);
    CHECK_MEMORY(derivative);
    clpwl__tree_mark(&e->tree, node);
    e->deriving = 1;
    for (int i = 0; i <= node; i++) {
        const clpwl__node n = e->tree.nodes[i];
        derivative[i] = 0;
        if (n.is_needed)
            TRY(derive_node(e, &derivative[i], i, derivative[n.a], derivative[n.b],
                            derivative[n.c]));
    }
    *root = derivative[node];
done:
    e->deriving = 0;
    clpwl__free(derivative);
    return status;
}

void clpwl__expression_free(clpwl__expression *e)
{
    for (int i = 0; i < e->ranges; i++)
        clpwl__range_clear(&e->values[i]);
    clpwl__free(e->values);
    clpwl__range_clear(&e->x);
    for (int i = 0; i < CLPWL__SLOTS; i++)
        clpwl__range_clear(&e->slots[i]);
    clpwl__tree_free(&e->tree);
    clpwl__tree_free(&e->rules);
    for (clpwl__series *s = e->series, *next; s; s = next) {
        next = s->next;
        clpwl__expression_free(&s->e);
        clpwl__free(s);
    }
    *e = (clpwl__expression){0};
}
