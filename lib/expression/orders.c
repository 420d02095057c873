/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The enclosures of functions of an order, which is a number, and x; and of w(z). */
#include <acb_elliptic.h>
#include <acb_hypgeom.h>
#include <arb_hypgeom.h>
#include "expression/primitives.h"

/* 1 where a is below b or touches it, so that a = min(a, b) on all of a piece; 0 where it is above;
 * either where both are one number, as at a kink. */
ENCLOSE(below_)
{
    int is_below = arf_cmp(a->hi, b->lo) <= 0, is_above = arf_cmp(b->hi, a->lo) <= 0;
    clpwl__range_set_ends(y, is_below && !is_above, is_below || !is_above);
}

/* n! times the n-th coefficient of the series of K(m + h) in h; of E, by 2 m E' = E - K (DLMF 19.4.2). K
 * takes the arithmetic-geometric mean and its differential equation, which lose 4 bits a derivative at
 * |m| = 1/16. */
static void derive_by_mean(arb_t y, slong n, const arb_t m, slong bits, int is_e)
{
    acb_ptr k = _acb_vec_init(n + 1);
    ACB(z);
    ACB(e);
    ARB(factorial);
    acb_set_arb(z, m);
    acb_elliptic_k_jet(k, z, n + 1, bits);
    if (is_e)
        acb_elliptic_e(e, z, bits);
    acb_mul_2exp_si(z, z, 1);
    for (slong i = 0; is_e && i < n; i++) {
        acb_mul_si(e, e, 1 - 2 * i, bits);
        acb_sub(e, e, k + i, bits);
        acb_div(e, e, z, bits);
        acb_div_si(e, e, i + 1, bits);
    }
    arb_fac_ui(factorial, (ulong)n, bits);
    arb_mul(y, acb_realref(is_e ? e : k + n), factorial, bits);
    _acb_vec_clear(k, n + 1);
}

/* The n-th derivatives of K and E by the parameter m < 1, near 0 from (pi/2) 2F1(+-1/2, 1/2; 1; m) (DLMF
 * 19.5.1, 15.5.2), whose series is short there. Those of K are positive and ascend; those of E descend. */
static void derive_elliptic(arb_t y, const arb_t order, const arb_t m, slong bits, int is_e)
{
    slong n = arf_get_si(arb_midref(order), ARF_RND_NEAR);
    const double first = is_e ? -0.5 : 0.5;
    ARB(a);
    ARB(b);
    ARB(c);
    ARB(factor);
    if (!arb_is_exact(m) || arf_cmp_si(arb_midref(m), 1) >= 0) {
        arb_indeterminate(y);
        return;
    }
    if (arf_cmpabs_2exp_si(arb_midref(m), -4) >= 0) {
        derive_by_mean(y, n, m, bits + 32, is_e);
        return;
    }
    arb_const_pi(factor, bits);
    arb_mul_2exp_si(factor, factor, -1);
    for (slong k = 0; k < n; k++) {
        arb_set_d(a, (first + (double)k) * (0.5 + (double)k));
        arb_mul(factor, factor, a, bits);
        arb_div_si(factor, factor, k + 1, bits);
    }
    arb_set_d(a, first + (double)n);
    arb_set_d(b, 0.5 + (double)n);
    arb_set_d(c, 1 + (double)n);
    arb_hypgeom_2f1(y, a, b, c, m, 0, bits);
    arb_mul(y, y, factor, bits);
}

void clpwl__ball_elliptic_k(arb_t y, const arb_t order, const arb_t m, slong bits)
{
    derive_elliptic(y, order, m, bits, 0);
}

void clpwl__ball_elliptic_e(arb_t y, const arb_t order, const arb_t m, slong bits)
{
    derive_elliptic(y, order, m, bits, 1);
}

/* exp(x^2) erfc(x), the integral of 2/sqrt(pi) exp(-t^2 - 2 x t) over t > 0, whose derivatives have
 * alternating signs. The digits that cancel for large x are computed in addition. */
SERIES(void clpwl__ball_erfcx, CLPWL__OWNED(arb_poly_t, q, clpwl__clear_series);
       arb_poly_mullow(q, p, p, n + 1, 2 * bits); arb_poly_exp_series(q, q, n + 1, 2 * bits);
       arb_hypgeom_erfc_series(p, p, n + 1, 2 * bits); arb_poly_mullow(p, p, q, n + 1, 2 * bits))
/* F_s(x) = -Li_(s+1)(-exp(x)), F_s' = F_(s-1) (DLMF 25.12.14 ff.). */
static void ball_fermi_dirac(arb_t y, const arb_t order, const arb_t x, slong bits)
{
    ACB(s);
    ACB(z);
    arb_add_si(acb_realref(s), order, 1, bits);
    arb_exp(acb_realref(z), x, bits);
    acb_neg(z, z);
    acb_polylog(z, s, z, bits);
    arb_neg(y, acb_realref(z));
}

/* Ascending for orders above -1, where the integral has a positive integrand; one ball below. */
ENCLOSE(fermi_dirac_)
{
    if (arf_cmp_si(a->lo, -1) > 0)
        clpwl__take_ends(y, b, OF_ORDER(ball_fermi_dirac));
    else
        clpwl__take_ball(y, b, OF_ORDER(ball_fermi_dirac));
}

/* The integral of t^n exp(x t) over [0,1], which is 1F1(n + 1; n + 2; x) / (n + 1). It ascends. */
void clpwl__ball_phi(arb_t y, const arb_t order, const arb_t x, slong bits)
{
    ARB(a);
    ARB(b);
    arb_add_si(a, order, 1, bits);
    arb_add_si(b, order, 2, bits);
    arb_hypgeom_m(y, a, b, x, 0, bits);
    arb_div(y, y, a, bits);
}

SERIES(static void ball_polygamma, arb_poly_digamma_series(p, p, n + 1, bits))

/* A sum of like powers of x + k, monotone for x > 0 (DLMF 5.15.1). One ball elsewhere, without poles: Arb
 * takes 100 times as long to find none. */
ENCLOSE(polygamma_)
{
    if (arf_sgn(b->lo) > 0)
        clpwl__take_ends(y, b, OF_ORDER(ball_polygamma));
    else if (floor(clpwl__range_upper(b)) >= clpwl__range_lower(b))
        clpwl__range_forget(y);
    else
        clpwl__take_ball(y, b, OF_ORDER(ball_polygamma));
}

/* 1/gamma is entire. */
SERIES(static void ball_rgamma, arb_poly_rgamma_series(p, p, n + 1, bits))
BALL(rgamma_, b, OF_ORDER(ball_rgamma))

/* For x > 1 a sum of (-log k)^n k^-x: monotone. */
SERIES(static void ball_zeta, ARB(one); arb_one(one); arb_poly_zeta_series(p, p, one, 0, n + 1, bits))
MONOTONE_WHERE(arf_cmp_si(b->lo, 1) > 0, zeta_, b, OF_ORDER(ball_zeta))

/* P(a, x), ascending in x >= 0. */
static void ball_gamma_p(arb_t y, const arb_t order, const arb_t x, slong bits)
{
    arb_hypgeom_gamma_lower(y, order, x, 1, bits);
}

MONOTONE_WHERE(arf_sgn(b->lo) >= 0, gamma_inc_p, b, OF_ORDER(ball_gamma_p))

/* w(z) = exp(-z^2) erfc(-i z) at z = x + i y, y >= 0. From w(z) = 1/sqrt(pi) int_0^inf exp(-t^2/4 +
 * i z t) dt (DLMF 7.7.2) follow |w| <= 1 and |w'| <= 2/sqrt(pi) < 1.13. */
static void take_wofz(clpwl__range *out, const clpwl__range *x, const clpwl__range *y, int imaginary)
{
    RANGE(middle);
    ACB(z);
    ACB(t);
    if (arf_sgn(y->lo) < 0) {
        clpwl__range_forget(out);
        return;
    }
    double radius = clpwl__split_range(&middle, x);
    clpwl__range_get_arb(acb_realref(z), &middle);
    clpwl__range_get_arb(acb_imagref(z), y);
    acb_mul(t, z, z, 2 * BITS);
    acb_neg(t, t);
    acb_exp(t, t, 2 * BITS);
    acb_div_onei(z, z); /* -i z */
    acb_hypgeom_erfc(z, z, 2 * BITS);
    acb_mul(z, z, t, 2 * BITS);
    clpwl__range_set_arb(out, imaginary ? acb_imagref(z) : acb_realref(z));
    clpwl__widen(out, nextafter(radius * 1.13, (double)INFINITY));
    clpwl__range_clip(out, -1, 1);
}

ENCLOSE(wofz_re_)
{
    take_wofz(y, a, b, 0);
}

ENCLOSE(wofz_im_)
{
    take_wofz(y, a, b, 1);
}
