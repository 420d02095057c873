/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "expression/limits.h"
#include "expression/germ.h"

/* Farther out intervals lose less than 3 digits by cancellation of first order. */
static const double reach = 0.125;

/* The root at c + side * t for t of [from, to]; unknown: no model is. */
static clpwl_status take_side(clpwl__range *y, const clpwl__expression *e, int root,
                              const clpwl__range *slots, const char *needed, double c, int side,
                              const arf_t from, const arf_t to)
{
    clpwl_status status = CLPWL_OK;
    CELL(on);
    GERM(germ);
    ARB(value);
    clpwl__cell_beside(&on, c, side, from, to);
    TRY(clpwl__germ_enclose(&germ, e, root, needed, slots, &on));
    clpwl__germ_range(value, &germ, &on);
    clpwl__range_set_arb(y, value);
done:
    return status;
}

/* The part of x on one side of c, as distances from c. 0: there is none. */
static int take_part(arf_t from, arf_t to, const clpwl__range *x, double c, int side)
{
    ARF(at);
    arf_set_d(at, c);
    arf_sub(from, side > 0 ? x->lo : at, side > 0 ? at : x->hi, CLPWL__GERM_BITS, ARF_RND_FLOOR);
    arf_sub(to, side > 0 ? x->hi : at, side > 0 ? at : x->lo, CLPWL__GERM_BITS, ARF_RND_CEIL);
    if (arf_sgn(from) < 0)
        arf_zero(from);
    return arf_sgn(to) > 0;
}

/* The limit at c from one side: the value far nearer to c than any double but c is to 1. */
static clpwl_status take_limit(clpwl__range *y, const clpwl__expression *e, int root,
                               const clpwl__range *slots, const char *needed, double c, int side)
{
    ARF(from);
    ARF(to);
    arf_set_ui_2exp_si(to, 1, -1200);
    return take_side(y, e, root, slots, needed, c, side, from, to);
}

/* The values on x by models on both sides of c; at c by the right one if it is among `sides`. */
static clpwl_status take_near(clpwl__range *y, const clpwl__expression *e, int root,
                              const clpwl__range *x, const clpwl__range *slots, const char *needed,
                              double c, int sides)
{
    clpwl_status status = CLPWL_OK;
    RANGE(part);
    ARF(from);
    ARF(to);
    int parts = 0;
    for (int side = -1; side <= 1; side += 2) {
        if (!take_part(from, to, x, c, side))
            continue;
        TRY(take_side(&part, e, root, slots, needed, c, side, from, to));
        if (parts++)
            clpwl__range_hull(y, y, &part);
        else
            clpwl__range_set(y, &part);
    }
    if (parts == 0) /* x is c */
        TRY(take_limit(y, e, root, slots, needed, c, sides & CLPWL__FROM_RIGHT ? 1 : -1));
done:
    return status;
}

/* Whether two values, which are narrow where they are known, are one. Ends have 96 bits. */
static int is_same(const clpwl__range *a, const clpwl__range *b)
{
    RANGE(t);
    clpwl__range_sub(&t, a, b);
    int same = clpwl__range_most(&t) <= 0x1p-90 * fmax(clpwl__range_most(b), 0x1p-200);
    return same;
}

/* The sides from which there is a limit; 0 where there is an enclosure around c. */
static clpwl_status find_sides(int *sides, clpwl__expression *e, int root, const clpwl__range *slots,
                               const char *needed, double c)
{
    const double nearly = 0x1p-40 * fmax(1, fabs(c));
    clpwl_status status = CLPWL_OK;
    RANGE(value);
    RANGE(left);
    RANGE(right);
    clpwl__range *const side[] = {&left, &right};
    *sides = 0;
    clpwl__range_set_ends(&value, c - nearly, c + nearly);
    TRY(clpwl__enclose(e, &value, slots, needed));
    if (clpwl__range_known(&e->values[root]))
        goto done;
    clpwl__range_set_double(&value, c);
    TRY(clpwl__enclose(e, &value, slots, needed));
    clpwl__range_set(&value, &e->values[root]);
    for (int i = 0; i < 2; i++) {
        TRY(take_limit(side[i], e, root, slots, needed, c, i ? 1 : -1));
        const int has = clpwl__range_known(side[i]) && is_same(side[i], side[i]) && /* narrow */
                        (!clpwl__range_known(&value) || is_same(side[i], &value));
        *sides |= has ? (i ? CLPWL__FROM_RIGHT : CLPWL__FROM_LEFT) : 0;
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

clpwl_status clpwl__limits_find(clpwl__limits *out, clpwl__expression *e, int root,
                                const clpwl__range *slots, const char *needed)
{
    clpwl_status status = CLPWL_OK;
    double tried[2 * CLPWL__MOST_LIMITS] = {0};
    int count = 0;
    *out = (clpwl__limits){.count = 0};
    for (int i = -1; i <= root && count + 2 <= 2 * CLPWL__MOST_LIMITS; i++) {
        const clpwl__node *n = i < 0 ? NULL : &e->tree.nodes[i];
        double c = n ? fabs(n->value) : 0;
        if (n && (n->op != CLPWL__NUMBER || !needed[i] || !(c > 0 && c < 1e15)))
            continue;
        tried[count++] = c;
        tried[count++] = -c;
    }
    for (int i = 0; i < count && out->count < CLPWL__MOST_LIMITS; i++) {
        int *sides = &out->sides[out->count];
        out->at[out->count] = tried[i];
        if (i == 1) /* -0 */
            continue;
        TRY(find_sides(sides, e, root, slots, needed, tried[i]));
        out->count += *sides != 0;
    }
done:
    return status;
}

clpwl_status clpwl__limits_narrow(clpwl__range *y, const clpwl__limits *limits,
                                  const clpwl__expression *e, int root, const clpwl__range *x,
                                  const clpwl__range *slots, const char *needed)
{
    clpwl_status status = CLPWL_OK;
    RANGE(near);
    for (int i = 0; i < limits->count; i++) {
        double c = limits->at[i];
        if (arf_cmp_d(x->lo, c - reach) < 0 || arf_cmp_d(x->hi, c + reach) > 0 ||
            !serves(limits->sides[i], x, c))
            continue;
        TRY(take_near(&near, e, root, x, slots, needed, c, limits->sides[i]));
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
