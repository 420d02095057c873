/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The enclosures of Bessel functions. */
#include <arb_hypgeom.h>
#include "expression/primitives.h"

/* J and I of a whole order at 0 are 1 or 0: exactly, so that digits cancel exactly beside 0. */
static int take_origin(clpwl__range *y, const clpwl__range *a, const clpwl__range *b)
{
    if (!clpwl__range_is_whole(a) || !arf_is_zero(b->lo) || !arf_is_zero(b->hi))
        return 0;
    clpwl__range_set_double(y, arf_is_zero(a->lo));
    return 1;
}

/* |J_n(x)| <= (x/2)^n / gamma(n + 1) for n >= -1/2, x >= 0 (DLMF 10.14.4). */
static void bound_beside_origin(clpwl__range *y, const clpwl__range *order, const arf_t x)
{
    ARB(n);
    ARB(t);
    clpwl__range_get_arb(n, order);
    arb_set_arf(t, x);
    arb_mul_2exp_si(t, t, -1);
    arb_pow(t, t, n, BITS);
    arb_add_si(n, n, 1, BITS);
    arb_rgamma(n, n, BITS);
    arb_mul(t, t, n, BITS);
    clpwl__range_set_arb(y, t);
    arf_neg(y->lo, y->hi);
}

/* For whole orders |J| <= 1, so that |J'| = |J_(n-1) - J_(n+1)| / 2 <= 1. */
ENCLOSE(bessel_jnu)
{
    if (take_origin(y, a, b))
        return;
    if (arf_is_zero(b->lo) && arf_sgn(a->lo) > 0 && !arf_is_int(a->lo)) {
        bound_beside_origin(y, a, b->hi);
        return;
    }
    if (clpwl__range_is_whole(a))
        clpwl__take_middle(y, b, OF_ORDER(arb_hypgeom_bessel_j), 1);
    else
        clpwl__take_ball(y, b, OF_ORDER(arb_hypgeom_bessel_j));
}

/* sqrt(J^2 + Y^2) at x, which descends in x (DLMF 10.9.30, Nicholson's integral), from above. */
static double bessel_modulus(const clpwl__range *order, long plus, const arf_t x)
{
    ARB(n);
    ARB(t);
    ARB(j);
    ARB(k);
    ARF(up);
    clpwl__range_get_arb(n, order);
    arb_add_si(n, n, plus, BITS);
    arb_set_arf(t, x);
    arb_hypgeom_bessel_jy(j, k, n, t, BITS);
    arb_hypot(j, j, k, BITS);
    arb_get_ubound_arf(up, j, BITS);
    return arb_is_finite(j) ? arf_get_d(up, ARF_RND_CEIL) : (double)INFINITY;
}

ENCLOSE(bessel_ynu)
{
    if (arf_sgn(b->lo) <= 0 || clpwl__order_is_vast(a)) {
        clpwl__range_forget(y);
        return;
    }
    double slope = clpwl__range_is_point(b)
                       ? 0
                       : bessel_modulus(a, -1, b->lo) / 2 + bessel_modulus(a, 1, b->lo) / 2;
    clpwl__take_middle(y, b, OF_ORDER(arb_hypgeom_bessel_y), slope * (1 + 0x1p-50));
}

/* Ascending in x > 0 for orders from 0 on; I_-n = I_n. */
ENCLOSE(bessel_inu)
{
    if (take_origin(y, a, b))
        return;
    if (arf_sgn(b->lo) >= 0 && (clpwl__range_is_whole(a) || arf_sgn(a->lo) >= 0))
        clpwl__take_ends(y, b, OF_ORDER(arb_hypgeom_bessel_i));
    else
        clpwl__take_ball(y, b, OF_ORDER(arb_hypgeom_bessel_i));
}

/* Descending in x > 0. */
MONOTONE_WHERE(arf_sgn(b->lo) > 0, bessel_knu, b, OF_ORDER(arb_hypgeom_bessel_k))

/* j_n(x) = x^n / (2n+1)!! 0F1(; n + 3/2; -x^2/4), entire; |j_n| <= 1 and |j_n'| <= 1. */
static void ball_spherical(arb_t y, const arb_t order, const arb_t x, slong bits)
{
    slong n = arf_get_si(arb_midref(order), ARF_RND_NEAR);
    ARB(parameter);
    ARB(t);
    ARB(factor);
    if (n < 0) {
        arb_indeterminate(y);
        return;
    }
    arb_pow_ui(factor, x, (ulong)n, bits);
    for (slong k = 1; k <= n; k++)
        arb_div_si(factor, factor, 2 * k + 1, bits);
    arb_mul(t, x, x, bits);
    arb_mul_2exp_si(t, t, -2);
    arb_neg(t, t);
    arb_set_d(parameter, (double)n + 1.5);
    arb_hypgeom_0f1(t, parameter, t, 0, bits);
    arb_mul(y, t, factor, bits);
}

BOUNDED(spherical_, b, OF_ORDER(ball_spherical), 1)
