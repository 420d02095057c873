/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The enclosures of integrals over t, with g(t) = t / (exp(t) - 1) and K of order 5/3:
 *
 *   debye        D_n(x) = n x^-n int_0^x t^(n-1) g(t) dt = n int_0^1 s^(n-1) g(x s) ds
 *   transport2   int_0^x g(t) g(-t) dt = x (2 D_1(x) - g(x))
 *   synchrotron  x int_x^inf K(t) dt
 *
 * All are functions of x >= 0, as in GSL.
 */
#include <arb_hypgeom.h>
#include <bernoulli.h>
#include "expression/primitives.h"

/* The k-th derivative of D_n at 0 <= x <= 2: the sum of n B_j x^(j-k) / ((n+j) (j-k)!). From |B_j|
 * / j! <= 4 (2 pi)^-j (DLMF 24.8.1) and k <= 4 follows that the terms from J >= 16 on sum to 8 J^4
 * x^(J-k) 6^-J at most. */
static void sum_bernoulli(arb_t y, slong n, slong k, const arb_t x, slong bits)
{
    slong terms = bits * 2 / 3 + 16; /* 8 J^4 3^-J is below 2^-bits */
    ARB(power);
    ARB(t);
    arb_one(power);
    arb_zero(y);
    for (slong j = k; j < terms; j++) {
        arb_bernoulli_ui(t, (ulong)j, bits);
        arb_mul(t, t, power, bits);
        arb_mul_si(t, t, n, bits);
        arb_div_si(t, t, n + j, bits);
        arb_add(y, y, t, bits);
        arb_mul(power, power, x, bits);
        arb_div_si(power, power, j - k + 1, bits);
    }
    if (!arb_is_zero(x))
        arb_add_error_2exp_si(y, -bits);
}

/* n! times the sum of x^(n-i) / (n-i)! Li_(i+1)(exp(-x)) over i = 0 ... n, the integral of t^(n-1)
 * g(t) from x to infinity. */
static void sum_polylogarithms(arb_t y, slong n, const arb_t x, slong bits)
{
    ACB(z);
    ACB(li);
    ARB(factor);
    arb_neg(acb_realref(z), x);
    arb_exp(acb_realref(z), acb_realref(z), bits);
    arb_pow_ui(factor, x, (ulong)n, bits);
    arb_zero(y);
    for (slong i = 0; i <= n; i++) {
        acb_polylog_si(li, i + 1, z, bits);
        arb_addmul(y, factor, acb_realref(li), bits);
        arb_mul_si(factor, factor, n - i, bits);
        arb_div(factor, factor, x, bits);
    }
}

/* The series p of x + h becomes that of D_n up to h^k, at x > 0: x D' = n (g - D). */
static void take_debye_series(arb_poly_t p, slong n, slong k, const arb_t x, slong bits)
{
    CLPWL__OWNED(arb_poly_t, g, clpwl__clear_series);
    ARB(d);
    ARB(t);
    arb_poly_exp_series(g, p, k + 1, bits);
    arb_sub_si(g->coeffs, g->coeffs, 1, bits);
    arb_poly_div_series(g, p, g, k + 1, bits);
    arb_zeta_ui(d, (ulong)n + 1, bits);
    for (slong i = 2; i <= n; i++)
        arb_mul_si(d, d, i, bits);
    sum_polylogarithms(t, n, x, bits);
    arb_sub(d, d, t, bits);
    arb_pow_ui(t, x, (ulong)n, bits);
    arb_div(d, d, t, bits);
    arb_mul_si(d, d, n, bits);
    for (slong i = 0; i <= k; i++) {
        arb_poly_set_coeff_arb(p, i, d);
        arb_mul_si(d, d, n + i, bits);
        arb_poly_get_coeff_arb(t, g, i);
        arb_mul_si(t, t, n, bits);
        arb_sub(d, t, d, bits);
        arb_div(d, d, x, bits);
        arb_div_si(d, d, i + 1, bits);
    }
}

#define DEBYE(name, degree)                                                                    \
    SERIES(static void ball_##name, if (arf_cmp_si(arb_midref(x), 2) <= 0) {                   \
        sum_bernoulli(y, degree, n, x, bits);                                                  \
        return;                                                                                \
    } take_debye_series(p, degree, n, x, bits))
DEBYE(debye1, 1)
DEBYE(debye3, 3)

/*
 * g descends, g' ascends and g'' descends on t > 0: g''(t) = (u coth u - 1) / (2 sinh^2 u) with u
 * = t / 2, and with v = 2 u the third derivative has the sign of 3 sinh v - 2 v - v cosh v, a
 * power series without a positive coefficient. So do D, D' and D''. The derivatives j = 3 and 4
 * have bounds: |g^(j)| <= 2 j! zeta(j) (2 pi)^-j, as g + t/2 = 1 + sum 2 t^2 / (t^2 + (2 pi
 * m)^2), times n / (n + j); and `far` x^-(n+j), the integral of n t^(n-1+j) |g^(j)| over t > 0.
 */
static void take_debye(clpwl__range *y, const clpwl__range *a, const clpwl__range *b, slong n,
                       clpwl__order_ball *f, const double far[2])
{
    static const double most[] = {0.05816, 0.03334};
    double order = clpwl__range_lower(a), x = clpwl__range_lower(b);
    if (!(x >= 0) || order > 4) {
        clpwl__range_forget(y);
    } else if (order <= 2 || clpwl__range_is_point(b)) {
        clpwl__take_ends(y, b, OF_ORDER(f));
    } else {
        int j = (int)order, nth = (int)n;
        double bound = fmin(most[j - 3] * nth / (nth + j), far[j - 3] / pow(x, nth + j));
        bound *= 1 + 0x1p-40; /* roundings */
        clpwl__range_set_ends(y, -bound, j == 3 ? 0 : bound);
    }
}

ENCLOSE(debye1_)
{
    static const double far[] = {9.87, 40};
    take_debye(y, a, b, 1, ball_debye1, far);
}

ENCLOSE(debye3_)
{
    static const double far[] = {1169, 7100};
    take_debye(y, a, b, 3, ball_debye3, far);
}

static void ball_transport2(arb_t y, const arb_t x, slong bits)
{
    ARB(zero);
    ARB(g);
    if (arb_is_zero(x)) {
        arb_zero(y);
        return;
    }
    ball_debye1(y, zero, x, bits);
    arb_mul_2exp_si(y, y, 1);
    arb_expm1(g, x, bits);
    arb_div(g, x, g, bits);
    arb_sub(y, y, g, bits);
    arb_mul(y, y, x, bits);
}

MONOTONE_WHERE(arf_sgn(a->lo) >= 0, transport2, a, OF_X(ball_transport2))

/* x (x/2)^m / Gamma(m+2) 1F2((m+1)/2; (m+3)/2, m+1; x^2/4) with m = thirds / 3. Its derivative is
 * I_m(x) (DLMF 10.25.2, term by term). */
static void integrate_bessel_i(arb_t y, slong thirds, const arb_t x, slong bits)
{
    arb_ptr p = _arb_vec_init(3);
    ARB(m);
    ARB(t);
    arb_set_si(m, thirds);
    arb_div_si(m, m, 3, bits);
    arb_add_si(p + 2, m, 1, bits);
    arb_mul_2exp_si(p, p + 2, -1);
    arb_add_si(p + 1, p, 1, bits);
    arb_mul_2exp_si(t, x, -1);
    arb_pow(y, t, m, bits);
    arb_mul(y, y, x, bits);
    arb_mul(t, t, t, bits);
    arb_hypgeom_pfq(t, p, 1, p + 1, 2, t, 0, bits);
    arb_mul(y, y, t, bits);
    arb_add_si(m, m, 2, bits);
    arb_rgamma(t, m, bits);
    arb_mul(y, y, t, bits);
    _arb_vec_clear(p, 3);
}

/* The integral of K from x > 0 to infinity. K = (I_(-5/3) - I_(5/3)) pi / sqrt(3). The integral of
 * K_v over t > 0 is pi/2 / cos(pi v/2) for |v| < 1 (DLMF 10.43.19), for other v without the powers
 * of x that are infinite at 0. Terms of e^x leave one of e^-x. Where x is too large for that, the
 * bounds K_0 and 2 K_1 follow from K_v(t) as the integral of exp(-t cosh u) cosh(v u) over u > 0,
 * and from cosh(u) <= cosh(5/3 u) <= 2 cosh(u)^2. */
static void ball_tail(arb_t y, const arb_t x, slong bits)
{
    ARB(t);
    if (arf_cmp_si(arb_midref(x), 512) > 0) {
        arb_hypgeom_bessel_k(y, t, x, bits);
        arb_one(t);
        arb_hypgeom_bessel_k(t, t, x, bits);
        arb_mul_2exp_si(t, t, 1);
        arb_union(y, y, t, bits);
    } else {
        bits += 3 * arf_get_si(arb_midref(x), ARF_RND_CEIL); /* e^-2x = 2^-2.89x */
        integrate_bessel_i(y, -5, x, bits);
        integrate_bessel_i(t, 5, x, bits);
        arb_sub(y, y, t, bits);
        arb_sub_si(y, y, 1, bits);
        arb_const_pi(t, bits);
        arb_mul(y, y, t, bits);
        arb_sqrt_ui(t, 3, bits);
        arb_div(y, y, t, bits);
    }
}

/* At 0 it is infinite. */
MONOTONE_WHERE(arf_sgn(a->lo) >= 0, synchrotron_tail_, a, OF_X(ball_tail))

/* K of order a/3, which no ball of 96 bits holds: large x would magnify its width by e^2x.
 * Descending. */
static void ball_thirds(arb_t y, const arb_t thirds, const arb_t x, slong bits)
{
    ARB(order);
    arb_div_si(order, thirds, 3, bits);
    arb_hypgeom_bessel_k(y, order, x, bits);
}

MONOTONE_WHERE(clpwl__range_lower(b) > 0, bessel_k_thirds_, b, OF_ORDER(ball_thirds))

static void ball_synchrotron(arb_t y, const arb_t x, slong bits)
{
    if (!arb_is_zero(x))
        ball_tail(y, x, bits);
    arb_mul(y, y, x, bits);
}

/* F'' = x K_(2/3) - K / 3 changes its sign once, as x K_(2/3) / K ascends. So F ascends to one
 * maximum, 0.918012... at 0.285812..., and descends from there. */
ENCLOSE(synchrotron1)
{
    if (arf_sgn(a->lo) >= 0)
        clpwl__take_hill(y, a, OF_X(ball_synchrotron), 0.2858, 0.2859, 0.91802);
    else
        clpwl__range_forget(y);
}
