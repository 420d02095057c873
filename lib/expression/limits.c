/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "expression/limits.h"
#include "expression/germ.h"

/* Farther out intervals lose less than 3 digits by cancellation of first order. */
static const double reach = 0.125;

/* A root, and a point c. */
typedef struct point {
    clpwl__expression *e;
    int root;
    double c;
} point;

/* The root at c + side * t for t of [from, to]; unknown: no model is. */
static clpwl_status take_side(clpwl__range *y, const point *p, int side, const arf_t from, const arf_t to)
{
    clpwl_status status = CLPWL_OK;
    CELL(on);
    GERM(germ);
    ARB(value);
    clpwl__cell_beside(&on, p->c, side, from, to);
    TRY(clpwl__germ_enclose(&germ, p->e, p->root, &on));
    clpwl__germ_range(value, &germ, &on);
    clpwl__range_set_arb(y, value);
done:
    return status;
}

/* The limit at c from one side: the value far nearer to c than any double but c is to 1. */
static clpwl_status take_limit(clpwl__range *y, const point *p, int side)
{
    ARF(from);
    ARF(to);
    arf_set_ui_2exp_si(to, 1, -1200);
    return take_side(y, p, side, from, to);
}

/* The values on x by models on both sides of c; at c by the right one if it is among `sides`. */
static clpwl_status take_near(clpwl__range *y, const point *p, const clpwl__range *x, int sides)
{
    clpwl_status status = CLPWL_OK;
    RANGE(part);
    ARF(c);
    ARF(from);
    ARF(to);
    int parts = 0;
    arf_set_d(c, p->c);
    for (int side = -1; side <= 1; side += 2) {
        arf_sub(from, side > 0 ? x->lo : c, side > 0 ? c : x->hi, CLPWL__GERM_BITS, ARF_RND_FLOOR);
        arf_sub(to, side > 0 ? x->hi : c, side > 0 ? c : x->lo, CLPWL__GERM_BITS, ARF_RND_CEIL);
        if (arf_sgn(to) <= 0)
            continue;
        if (arf_sgn(from) < 0)
            arf_zero(from);
        TRY(take_side(&part, p, side, from, to));
        clpwl__range_hull(y, parts++ ? y : &part, &part);
    }
    if (parts == 0) /* x is c */
        TRY(take_limit(y, p, sides & CLPWL__FROM_RIGHT ? 1 : -1));
done:
    return status;
}

/* Whether two values, which are narrow where they are known, are one. Ends have 96 bits. */
static int is_same(const clpwl__range *a, const clpwl__range *b)
{
    RANGE(t);
    clpwl__range_sub(&t, a, b);
    return clpwl__range_most(&t) <= 0x1p-90 * fmax(clpwl__range_most(b), 0x1p-200);
}

/* The sides from which there is a limit; 0 where there is an enclosure around c. */
static clpwl_status find_sides(int *sides, const point *p)
{
    const double nearly = 0x1p-40 * fmax(1, fabs(p->c));
    clpwl_status status = CLPWL_OK;
    RANGE(value);
    RANGE(left);
    RANGE(right);
    clpwl__range *const limits[] = {&left, &right};
    *sides = 0;
    clpwl__range_set_ends(&value, p->c - nearly, p->c + nearly);
    TRY(clpwl__enclose(p->e, p->root, &value));
    if (clpwl__range_known(&p->e->values[p->root]))
        goto done;
    clpwl__range_set_double(&value, p->c);
    TRY(clpwl__enclose(p->e, p->root, &value));
    clpwl__range_set(&value, &p->e->values[p->root]);
    for (int i = 0; i < 2; i++) {
        TRY(take_limit(limits[i], p, i ? 1 : -1));
        const int has = clpwl__range_known(limits[i]) && is_same(limits[i], limits[i]) && /* narrow */
                        (!clpwl__range_known(&value) || is_same(limits[i], &value));
        *sides |= has ? CLPWL__FROM_LEFT << i : 0;
    }
    if (*sides == (CLPWL__FROM_LEFT | CLPWL__FROM_RIGHT) && is_same(&left, &right))
        *sides |= CLPWL__FROM_BOTH;
done:
    return status;
}

/* Whether models serve on x beside c; at c one limit must be there. */
static int serves(int sides, const clpwl__range *x, double c)
{
    const int left = arf_cmp_d(x->lo, c) < 0, right = arf_cmp_d(x->hi, c) > 0;
    return left == right ? sides == CLPWL__FROM_LEFT || sides == CLPWL__FROM_RIGHT ? !left
                                                                                   : sides & CLPWL__FROM_BOTH
                         : sides & (left ? CLPWL__FROM_LEFT : CLPWL__FROM_RIGHT);
}

clpwl_status clpwl__limits_find(clpwl__limits *out, clpwl__expression *e, int root)
{
    clpwl_status status = CLPWL_OK;
    *out = (clpwl__limits){.count = 0};
    clpwl__tree_mark(&e->tree, root);
    for (int i = -1, tried = 0; i <= root && tried < CLPWL__MOST_LIMITS; i++) {
        const clpwl__node *n = i < 0 ? NULL : &e->tree.nodes[i];
        double c = n ? fabs(n->value) : 0;
        if (n && (n->op != CLPWL__NUMBER || !n->is_needed || !(c > 0 && c < 1e15)))
            continue;
        tried++;
        for (int sign = n ? -1 : 1; sign <= 1 && out->count < CLPWL__MOST_LIMITS; sign += 2) {
            const point p = {e, root, sign * c};
            out->at[out->count] = p.c;
            TRY(find_sides(&out->sides[out->count], &p));
            out->count += out->sides[out->count] != 0;
        }
    }
done:
    return status;
}

clpwl_status clpwl__limits_narrow(clpwl__range *y, const clpwl__limits *limits,
                                  clpwl__expression *e, int root, const clpwl__range *x)
{
    clpwl_status status = CLPWL_OK;
    RANGE(near);
    for (int i = 0; i < limits->count; i++) {
        const double c = limits->at[i];
        const point p = {e, root, c};
        if (arf_cmp_d(x->lo, c - reach) < 0 || arf_cmp_d(x->hi, c + reach) > 0 ||
            !serves(limits->sides[i], x, c))
            continue;
        TRY(take_near(&near, &p, x, limits->sides[i]));
        if (!clpwl__range_known(y))
            clpwl__range_set(y, &near);
        else if (clpwl__range_known(&near)) {
            arf_max(y->lo, y->lo, near.lo);
            arf_min(y->hi, y->hi, near.hi);
        }
    }
done:
    return status;
}
