/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How functions are taken over a range. */
#include "expression/primitives.h"

int clpwl__order_is_vast(const clpwl__range *order)
{
    static const double most = 1e6; /* one value of Y of order 1e8, or of P(1e15, x), takes up to 10 s */
    return arf_cmpabs_d(order->lo, most) > 0 || arf_cmpabs_d(order->hi, most) > 0;
}

static void apply(arb_t y, clpwl__map f, const arb_t x, slong bits)
{
    ARB(order);
    if (f.of_x) {
        f.of_x(y, x, bits);
    } else if (clpwl__order_is_vast(f.order)) {
        arb_indeterminate(y);
    } else {
        clpwl__range_get_arb(order, f.order);
        f.of_order(y, order, x, bits);
    }
}

/* f at a number. Series lose digits, of J_0(44) all but 9 of 29: then more are taken. */
static void take_point(clpwl__range *y, const arf_t x, clpwl__map f)
{
    const slong enough = BITS - 32, most = 16 * BITS;
    ARB(at);
    ARB(value);
    arb_set_arf(at, x);
    for (slong bits = BITS; bits <= most; bits *= 2) {
        apply(value, f, at, bits);
        if (arb_rel_accuracy_bits(value) >= enough)
            break;
    }
    clpwl__range_set_arb(y, value);
}

void clpwl__take_ends(clpwl__range *y, const clpwl__range *x, clpwl__map f)
{
    RANGE(low);
    RANGE(high);
    if (!clpwl__range_known(x)) {
        clpwl__range_forget(y);
        return;
    }
    int is_point = clpwl__range_is_point(x);
    take_point(&low, x->lo, f);
    if (!is_point)
        take_point(&high, x->hi, f);
    clpwl__range_hull(y, &low, is_point ? &low : &high);
}

void clpwl__take_ball(clpwl__range *y, const clpwl__range *x, clpwl__map f)
{
    ARB(t);
    clpwl__range_get_arb(t, x);
    apply(t, f, t, BITS);
    clpwl__range_set_arb(y, t);
}

double clpwl__split_range(clpwl__range *middle, const clpwl__range *x)
{
    double lo = clpwl__range_lower(x), hi = clpwl__range_upper(x), m = lo / 2 + hi / 2;
    clpwl__range_set(middle, x);
    if (clpwl__range_is_point(x))
        return 0;
    clpwl__range_set_ends(middle, m, m);
    return nextafter(fmax(hi - m, m - lo), (double)INFINITY);
}

void clpwl__widen(clpwl__range *y, double by)
{
    RANGE(w);
    clpwl__range_set_ends(&w, -by, by);
    clpwl__range_add(y, y, &w);
}

void clpwl__take_middle(clpwl__range *y, const clpwl__range *x, clpwl__map f, double slope)
{
    RANGE(middle);
    double radius = clpwl__split_range(&middle, x);
    clpwl__take_ends(y, &middle, f);
    if (radius > 0) /* values at a point may be exact */
        clpwl__widen(y, nextafter(radius * slope, (double)INFINITY));
}

void clpwl__take_hill(clpwl__range *y, const clpwl__range *x, clpwl__map f, double below, double above,
                      double top)
{
    RANGE(at_top);
    const int has_top = clpwl__range_upper(x) >= below && clpwl__range_lower(x) <= above;
    clpwl__range_set_double(&at_top, top);
    clpwl__take_ends(y, x, f);
    if (has_top)
        clpwl__range_hull(y, y, &at_top);
}

void clpwl__clear_series(arb_poly_t *p)
{
    arb_poly_clear(*p);
}

void clpwl__take_coefficient(arb_t y, const arb_poly_t p, slong n, slong bits)
{
    ARB(factorial);
    arb_fac_ui(factorial, (ulong)n, bits);
    arb_poly_get_coeff_arb(y, p, n);
    arb_mul(y, y, factorial, bits);
}
