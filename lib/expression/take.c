/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How functions are taken over a range. */
#include "expression/primitives.h"

#define BITS clpwl__range_bits

void clpwl__take_ball(clpwl__range *y, const clpwl__range *a, clpwl__ball *f)
{
    arb_t t;
    arb_init(t);
    clpwl__range_get_arb(t, a);
    f(t, t, BITS);
    clpwl__range_set_arb(y, t);
    arb_clear(t);
}

double clpwl__split_range(clpwl__range *middle, const clpwl__range *a)
{
    double lo = clpwl__range_lower(a), hi = clpwl__range_upper(a), m = lo / 2 + hi / 2;
    if (arf_equal(a->lo, a->hi))
        clpwl__range_set(middle, a);
    else
        clpwl__range_set_double(middle, m);
    return arf_equal(a->lo, a->hi) ? 0 : nextafter(fmax(hi - m, m - lo), (double)INFINITY);
}

void clpwl__widen(clpwl__range *y, double by)
{
    clpwl__range w;
    clpwl__range_init(&w);
    clpwl__range_set_ends(&w, -by, by);
    clpwl__range_add(y, y, &w);
    clpwl__range_clear(&w);
}

void clpwl__take_middle(clpwl__range *y, const clpwl__range *a, clpwl__ball *f, double slope)
{
    clpwl__range middle;
    clpwl__range_init(&middle);
    double radius = clpwl__split_range(&middle, a);
    clpwl__range_monotone(y, &middle, f);
    if (radius > 0) /* values at a point may be exact */
        clpwl__widen(y, nextafter(radius * slope, (double)INFINITY));
    clpwl__range_clear(&middle);
}

int clpwl__order_is_vast(const clpwl__range *order)
{
    static const double most = 1e6; /* one value of Y of order 1e8, or of P(1e15, x), takes up to 10 s */
    return arf_cmpabs_d(order->lo, most) > 0 || arf_cmpabs_d(order->hi, most) > 0;
}

/* f(order, x) at one x. Series lose digits, of J_0(44) all but 9 of 29: then more are taken. */
static void take_order_at(clpwl__range *y, const clpwl__range *order, const arf_t x,
                          clpwl__order_ball *f)
{
    const slong enough = BITS - 32, most = 16 * BITS;
    arb_t n, t, value;
    if (clpwl__order_is_vast(order)) {
        clpwl__range_forget(y);
        return;
    }
    arb_init(n);
    arb_init(t);
    arb_init(value);
    clpwl__range_get_arb(n, order);
    arb_set_arf(t, x);
    for (slong bits = BITS; bits <= most; bits *= 2) {
        f(value, n, t, bits);
        if (arb_rel_accuracy_bits(value) >= enough)
            break;
    }
    clpwl__range_set_arb(y, value);
    arb_clear(n);
    arb_clear(t);
    arb_clear(value);
}

void clpwl__take_order_ends(clpwl__range *y, const clpwl__range *a, const clpwl__range *b,
                            clpwl__order_ball *f)
{
    clpwl__range low, high;
    clpwl__range_init(&low);
    clpwl__range_init(&high);
    int is_point = arf_equal(b->lo, b->hi);
    take_order_at(&low, a, b->lo, f);
    if (!is_point)
        take_order_at(&high, a, b->hi, f);
    clpwl__range_hull(y, &low, is_point ? &low : &high);
    clpwl__range_clear(&low);
    clpwl__range_clear(&high);
}

void clpwl__take_order_ball(clpwl__range *y, const clpwl__range *a, const clpwl__range *b,
                            clpwl__order_ball *f)
{
    arb_t n, t;
    if (clpwl__order_is_vast(a)) {
        clpwl__range_forget(y);
        return;
    }
    arb_init(n);
    arb_init(t);
    clpwl__range_get_arb(n, a);
    clpwl__range_get_arb(t, b);
    f(t, n, t, BITS);
    clpwl__range_set_arb(y, t);
    arb_clear(n);
    arb_clear(t);
}

void clpwl__take_order_middle(clpwl__range *y, const clpwl__range *a, const clpwl__range *b,
                              clpwl__order_ball *f, double slope)
{
    clpwl__range middle;
    clpwl__range_init(&middle);
    double radius = clpwl__split_range(&middle, b);
    clpwl__take_order_ends(y, a, &middle, f);
    if (radius > 0) /* values at a point may be exact */
        clpwl__widen(y, nextafter(radius * slope, (double)INFINITY));
    clpwl__range_clear(&middle);
}
