/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The values of expressions over intervals. Where steps (floor, a sign, a condition) take several values
 * on an interval, the expression is enclosed once for each combination of their values: abs(x-floor(x)-1)
 * near 2 as abs(x-2) and as abs(x-3). Each x has one of the combinations, so that the hull of all
 * encloses f. The hull is narrow where f is continuous, and as wide as the jump where f jumps.
 */
#include "expression/primitives.h"

/* A truth value: 1, 0 or -1 for either. */
static void set_truth(clpwl__range *y, int truth)
{
    clpwl__range_set_ends(y, truth == 1, truth != 0);
}

/* 1: not 0 throughout; 0: 0; -1: either, or not known. */
static int truth_of(const clpwl__range *a)
{
    if (!clpwl__range_known(a))
        return -1;
    if (arf_is_zero(a->lo) && arf_is_zero(a->hi))
        return 0;
    return arf_sgn(a->lo) > 0 || arf_sgn(a->hi) < 0 ? 1 : -1;
}

static void select_range(clpwl__range *y, const clpwl__node *n, const clpwl__range *a,
                         const clpwl__range *b, const clpwl__range *c)
{
    int truth = truth_of(a);
    if (!clpwl__range_known(a) || (truth < 0 && n->value == 1))
        clpwl__range_forget(y); /* f may jump here */
    else if (truth < 0)
        clpwl__range_hull(y, b, c);
    else
        clpwl__range_set(y, truth ? b : c);
}

static void set_pi_or_e(clpwl__range *y, clpwl__op op)
{
    ARB(t);
    if (op == CLPWL__PI)
        arb_const_pi(t, clpwl__range_bits);
    else
        arb_const_e(t, clpwl__range_bits);
    clpwl__range_set_arb(y, t);
}

/* What an operation takes; a power is exp(b log(a)). */
enum { WORK = 2, POWER_WORK = 30 };

static void enclose_node(clpwl__expression *e, int i)
{
    const clpwl__node *n = &e->tree.nodes[i];
    clpwl__range *y = &e->values[i];
    const clpwl__range *a = &e->values[n->a], *b = &e->values[n->b], *c = &e->values[n->c];
    const clpwl__primitive *call = (const clpwl__primitive *)n->callee; /* its first member */
    clpwl__work += n->op == CLPWL__POW ? POWER_WORK : WORK;
    switch (n->op) {
    case CLPWL__NUMBER: clpwl__range_set_double(y, n->value); break;
    case CLPWL__PI:
    case CLPWL__E: set_pi_or_e(y, n->op); break;
    case CLPWL__X: clpwl__range_set(y, &e->x); break;
    case CLPWL__SLOT: clpwl__range_set(y, &e->slots[n->a]); break;
    case CLPWL__NEG: clpwl__range_neg(y, a); break;
    case CLPWL__ADD: clpwl__range_add(y, a, b); break;
    case CLPWL__SUB: clpwl__range_sub(y, a, b); break;
    case CLPWL__MUL: clpwl__range_mul(y, a, b); break;
    case CLPWL__DIV: clpwl__range_div(y, a, b); break;
    case CLPWL__POW: clpwl__range_pow(y, a, b); break;
    case CLPWL__LT: set_truth(y, clpwl__range_lt(a, b)); break;
    case CLPWL__EQ: set_truth(y, clpwl__range_eq(a, b)); break;
    case CLPWL__MIN: clpwl__range_min(y, a, b); break;
    case CLPWL__MAX: clpwl__range_max(y, a, b); break;
    case CLPWL__SELECT: select_range(y, n, a, b, c); break;
    case CLPWL__CALL:
        if (!clpwl__range_known(a) || (n->callee->arguments == 2 && !clpwl__range_known(b))) {
            clpwl__range_forget(y);
            break;
        }
        clpwl__enclose_call(call, y, a, b);
        clpwl__work += call->work * clpwl__range_bits / CLPWL__USUAL_BITS;
        break;
    default: break; /* expression.c replaces the others */
    }
}

clpwl_status clpwl__enclose_constants(clpwl__expression *e)
{
    clpwl_status status = CLPWL_OK;
    int count = e->tree.count;
    if (e->ranges == count)
        return CLPWL_OK;
    clpwl__range *values = clpwl__realloc(e->values, (size_t)count, sizeof *values);
    CHECK(values, CLPWL_ERR_MEMORY, "out of memory: the values of an expression");
    e->values = values;
    for (int i = e->ranges; i < count; i++) {
        values[i] = (clpwl__range){0};
        e->ranges = i + 1;
        if (!e->tree.nodes[i].depends)
            enclose_node(e, i);
    }
done:
    return status;
}

static void keep_none(clpwl__expression *e)
{
    for (int i = 0; i < e->tree.count; i++)
        e->tree.nodes[i].is_kept = 0;
}

/* Begins an enclosure for x: values for another x are not kept. */
static clpwl_status begin(clpwl__expression *e, int root, const clpwl__range *x)
{
    clpwl_status status = CLPWL_OK;
    clpwl__tree_mark(&e->tree, root);
    TRY(clpwl__enclose_constants(e));
    if (e->bits == clpwl__range_bits && arf_equal(e->x.lo, x->lo) && arf_equal(e->x.hi, x->hi))
        goto done;
    clpwl__range_set(&e->x, x);
    e->bits = clpwl__range_bits;
    keep_none(e);
done:
    return status;
}

/* A value that is had, kept or new. */
static void take_node(clpwl__expression *e, int i)
{
    if (!e->tree.nodes[i].is_kept)
        enclose_node(e, i);
    e->tree.nodes[i].is_kept = e->tree.nodes[i].depends == CLPWL__ON_X;
}

clpwl_status clpwl__enclose(clpwl__expression *e, int root, const clpwl__range *x)
{
    clpwl_status status = CLPWL_OK;
    TRY(begin(e, root, x));
    for (int i = 0; i < e->tree.count; i++)
        if (e->tree.nodes[i].depends && e->tree.nodes[i].is_needed)
            take_node(e, i);
done:
    return status;
}

enum {
    MOST_STEPS = 16, /* of an expression, with several values each */
    MOST_VALUES = 4, /* of a step; one with more stays an interval */
    MOST_COMBINATIONS = 64
};

/* How far the value of each step is above its least one, in the order of the nodes. The least and the last
 * value of a step depend on the values of the steps before. */
typedef struct combination {
    int above[MOST_STEPS], most[MOST_STEPS];
    int steps; /* that were met */
    int set;   /* of which `above` is set; those that follow have their least values */
} combination;

typedef enum step { NO_STEP, ORDER, EQUALITY, FLOOR, CEIL, RINT, SIGN } step;

static step find_step(const clpwl__node *n)
{
    switch (n->op) {
    case CLPWL__LT: return ORDER;
    case CLPWL__EQ: return EQUALITY;
    case CLPWL__CALL: break;
    default: return NO_STEP;
    }
    const clpwl__primitive *p = (const clpwl__primitive *)n->callee;
    return p->of_x == arb_floor             ? FLOOR
           : p->of_x == arb_ceil            ? CEIL
           : p->of_x == clpwl__ball_rint    ? RINT
           : p->enclose == clpwl__enclose_sign ? SIGN
                                               : NO_STEP;
}

/* The parts of a and b where a <= b. Constants stay, for other intervals. */
static void narrow_order(clpwl__expression *e, int a, int b)
{
    clpwl__range *p = &e->values[a], *q = &e->values[b];
    if (!clpwl__range_known(p) || !clpwl__range_known(q))
        return;
    if (e->tree.nodes[a].depends)
        arf_min(p->hi, p->hi, q->hi);
    if (e->tree.nodes[b].depends)
        arf_max(q->lo, q->lo, p->lo);
}

/* The parts of the arguments where the step has the value k. */
static void narrow_arguments(clpwl__expression *e, const clpwl__node *n, step kind, double k)
{
    clpwl__range *a = &e->values[n->a];
    switch (kind) {
    case ORDER: narrow_order(e, k > 0 ? n->a : n->b, k > 0 ? n->b : n->a); break;
    case FLOOR: clpwl__range_clip(a, k, k + 1); break;
    case CEIL: clpwl__range_clip(a, k - 1, k); break;
    case RINT: clpwl__range_clip(a, k - 0.5, k + 0.5); break;
    case SIGN: clpwl__range_clip(a, k < 0 ? -HUGE_VAL : 0, k > 0 ? HUGE_VAL : 0); break;
    case EQUALITY:
    case NO_STEP: break;
    }
}

/* Gives a step that has several values that of the combination. */
static void choose_value(clpwl__expression *e, int i, step kind, combination *c)
{
    clpwl__range *y = &e->values[i];
    double lo = clpwl__range_lower(y), hi = clpwl__range_upper(y);
    /* Whole numbers; of a wide range in Arb's rounding they may be none. */
    if (!(lo < hi && hi - lo < MOST_VALUES && lo == rint(lo) && hi == rint(hi)) ||
        c->steps == MOST_STEPS)
        return;
    int k = c->steps++;
    c->above[k] = k < c->set ? c->above[k] : 0;
    c->most[k] = (int)(hi - lo);
    clpwl__range_set_double(y, lo + c->above[k]);
    narrow_arguments(e, &e->tree.nodes[i], kind, lo + c->above[k]);
}

/* 0: all combinations were had. */
static int next_combination(combination *c)
{
    for (c->set = c->steps; c->set > 0; c->set--)
        if (c->above[c->set - 1] < c->most[c->set - 1]) {
            c->above[c->set - 1]++;
            break;
        }
    return c->set > 0;
}

clpwl_status clpwl__enclose_by_steps(clpwl__expression *e, int root, const clpwl__range *x)
{
    clpwl_status status = CLPWL_OK;
    combination c = {.set = 0};
    RANGE(hull);
    int count = 0;
    TRY(begin(e, root, x));
    do {
        c.steps = 0;
        for (int i = 0; i <= root; i++) {
            if (!e->tree.nodes[i].depends || !e->tree.nodes[i].is_needed)
                continue;
            e->tree.nodes[i].is_kept &= c.steps == 0; /* steps narrow what comes before them */
            take_node(e, i);
            step kind = find_step(&e->tree.nodes[i]);
            if (kind != NO_STEP)
                choose_value(e, i, kind, &c);
        }
        if (c.steps > 0) /* values for parts of x */
            keep_none(e);
        if (count++ > 0)
            clpwl__range_hull(&hull, &hull, &e->values[root]);
        else if (c.steps > 0)
            clpwl__range_set(&hull, &e->values[root]);
    } while (next_combination(&c) && count < MOST_COMBINATIONS && clpwl__range_known(&hull));
    if (c.set > 0) /* too many, or f is not known for one */
        TRY(clpwl__enclose(e, root, x));
    else if (count > 1)
        clpwl__range_set(&e->values[root], &hull);
done:
    return status;
}
