/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The enclosures of the special functions of formulas. */
#include <acb_hypgeom.h>
#include <arb_hypgeom.h>
#include "expression/primitives.h"

/* Im Li2(exp(i x)) (DLMF 25.12.8). */
static void ball_clausen(arb_t y, const arb_t x, slong bits)
{
    ACB(z);
    arb_sin_cos(acb_imagref(z), acb_realref(z), x, bits);
    if (!arb_is_zero(x)) /* where the series of Li2 ends */
        acb_polylog_si(z, 2, z, bits);
    arb_set(y, acb_imagref(z));
}

ENCLOSE(clausen)
{
    if (arf_sgn(a->lo) >= 0 && arf_cmp_si(a->hi, 1) <= 0) /* ascending up to pi/3 */
        clpwl__take_ends(y, a, OF_X(ball_clausen));
    else
        clpwl__take_ball(y, a, OF_X(ball_clausen));
    clpwl__range_clip(y, -1.0149417, 1.0149417); /* Cl2(pi/3) = 1.01494160... (DLMF 25.12.9) */
}

/* On [-1,1] |P_n| <= 1, |P_n'| <= P_n'(1) = n(n+1)/2, |P_n''| <= P_n''(1) = (n-1)n(n+1)(n+2)/8. Nothing is
 * known beyond. */
static void take_legendre(clpwl__range *y, const clpwl__range *a, const clpwl__range *b,
                          clpwl__order_ball *f, int order)
{
    double n = clpwl__range_lower(a), slope = n * (n + 1) / 2;
    double bend = slope * (n - 1) * (n + 2) / 4;
    if (!clpwl__range_is_whole(a) || n < 0 || n > 1000 ||
        arf_cmp_si(b->lo, -1) < 0 || arf_cmp_si(b->hi, 1) > 0) {
        clpwl__range_forget(y);
        return;
    }
    clpwl__take_middle(y, b, OF_ORDER(f), order ? bend : slope);
    clpwl__range_clip(y, order ? -slope : -1, order ? slope : 1);
}

#define LEGENDRE(name, value, slope)                                                           \
    static void ball_##name(arb_t y, const arb_t order, const arb_t x, slong bits)             \
    {                                                                                          \
        ARB(other);                                                                            \
        ulong n = (ulong)arf_get_si(arb_midref(order), ARF_RND_NEAR);                           \
        arb_hypgeom_legendre_p_ui(value, slope, n, x, bits);                                   \
    }
LEGENDRE(legendre, y, other)
LEGENDRE(legendre_slope, other, y)

ENCLOSE(legendre_p)
{
    take_legendre(y, a, b, ball_legendre, 0);
}

ENCLOSE(legendre_slope_)
{
    take_legendre(y, a, b, ball_legendre_slope, 1);
}
