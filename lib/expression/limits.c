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
    clpwl__cell on;
    clpwl__germ germ;
    arb_t value;
    clpwl__cell_beside(&on, c, side, from, to);
    clpwl__germ_init(&germ);
    arb_init(value);
    TRY(clpwl__germ_enclose(&germ, e, root, needed, slots, &on));
    clpwl__germ_range(value, &germ, &on);
    clpwl__range_set_arb(y, value);
done:
    clpwl__cell_clear(&on);
    clpwl__germ_clear(&germ);
    arb_clear(value);
    return status;
}

/* The part of x on one side of c, as distances from c. 0: there is none. */
static int take_part(arf_t from, arf_t to, const clpwl__range *x, double c, int side)
{
    arf_t at;
    arf_init(at);
    arf_set_d(at, c);
    arf_sub(from, side > 0 ? x->lo : at, side > 0 ? at : x->hi, CLPWL__GERM_BITS, ARF_RND_FLOOR);
    arf_sub(to, side > 0 ? x->hi : at, side > 0 ? at : x->lo, CLPWL__GERM_BITS, ARF_RND_CEIL);
    if (arf_sgn(from) < 0)
        arf_zero(from);
    arf_clear(at);
    return arf_sgn(to) > 0;
}

/* The limit at c from one side: the value far nearer to c than any double but c is to 1. */
static clpwl_status take_limit(clpwl__range *y, const clpwl__expression *e, int root,
                               const clpwl__range *slots, const char *needed, double c, int side)
{
    arf_t from, to;
    arf_init(from);
    arf_init(to);
    arf_set_ui_2exp_si(to, 1, -1200);
    clpwl_status status = take_side(y, e, root, slots, needed, c, side, from, to);
    arf_clear(from);
    arf_clear(to);
    return status;
}

/* The values on x by models on both sides of c. */
static clpwl_status take_near(clpwl__range *y, const clpwl__expression *e, int root,
                              const clpwl__range *x, const clpwl__range *slots, const char *needed,
                              double c)
{
    clpwl_status status = CLPWL_OK;
    clpwl__range part;
    arf_t from, to;
    int parts = 0;
    clpwl__range_init(&part);
    arf_init(from);
    arf_init(to);
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
        TRY(take_limit(y, e, root, slots, needed, c, 1));
done:
    clpwl__range_clear(&part);
    arf_clear(from);
    arf_clear(to);
    return status;
}

/* Whether the limits from both sides are known and agree. */
static clpwl_status has_limit(int *has, clpwl__expression *e, int root, const clpwl__range *slots,
                              const char *needed, double c)
{
    clpwl_status status = CLPWL_OK;
    clpwl__range left, right;
    clpwl__range_init(&left);
    clpwl__range_init(&right);
    clpwl__range_set_double(&left, c);
    TRY(clpwl__enclose(e, &left, slots, needed));
    *has = 0;
    if (clpwl__range_known(&e->values[root]))
        goto done; /* has a value */
    TRY(take_limit(&left, e, root, slots, needed, c, -1));
    TRY(take_limit(&right, e, root, slots, needed, c, 1));
    clpwl__range_sub(&left, &left, &right);
    /* Ends have 96 bits. */
    *has = clpwl__range_most(&left) <= 0x1p-90 * fmax(clpwl__range_most(&right), 0x1p-200);
done:
    clpwl__range_clear(&left);
    clpwl__range_clear(&right);
    return status;
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
        int has = 0;
        if (i != 1) /* -0 */
            TRY(has_limit(&has, e, root, slots, needed, tried[i]));
        if (has)
            out->at[out->count++] = tried[i];
    }
done:
    return status;
}

clpwl_status clpwl__limits_narrow(clpwl__range *y, const clpwl__limits *limits,
                                  const clpwl__expression *e, int root, const clpwl__range *x,
                                  const clpwl__range *slots, const char *needed)
{
    clpwl_status status = CLPWL_OK;
    clpwl__range near;
    clpwl__range_init(&near);
    for (int i = 0; i < limits->count; i++) {
        double c = limits->at[i];
        if (arf_cmp_d(x->lo, c - reach) < 0 || arf_cmp_d(x->hi, c + reach) > 0)
            continue;
        TRY(take_near(&near, e, root, x, slots, needed, c));
        if (!clpwl__range_known(y))
            clpwl__range_set(y, &near);
        else if (clpwl__range_known(&near)) {
            arf_max(y->lo, y->lo, near.lo);
            arf_min(y->hi, y->hi, near.hi);
        }
    }
done:
    clpwl__range_clear(&near);
    return status;
}
