/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The enclosures of functions of x. A function that is monotone on the range is taken at its ends. One
 * whose slope has a known bound is taken in the middle, as [f(m) - r s, f(m) + r s]: Arb's balls
 * alone are wide for wide arguments. DLMF: NIST Digital Library of Mathematical Functions.
 */
#include <arb_hypgeom.h>
#include "expression/primitives.h"

#define WRAP(name, call)                                                                        \
    static void ball_##name(arb_t y, const arb_t x, slong bits)                                \
    {                                                                                          \
        call;                                                                                  \
    }
WRAP(airy_ai, arb_hypgeom_airy(y, NULL, NULL, NULL, x, bits))
WRAP(airy_aip, arb_hypgeom_airy(NULL, y, NULL, NULL, x, bits))
WRAP(airy_bi, arb_hypgeom_airy(NULL, NULL, y, NULL, x, bits))
WRAP(airy_bip, arb_hypgeom_airy(NULL, NULL, NULL, y, x, bits))
WRAP(ci, arb_hypgeom_ci(y, x, bits)) /* a macro, as si */
WRAP(si, arb_hypgeom_si(y, x, bits))

void clpwl__ball_lambert_w(arb_t y, const arb_t x, slong bits)
{
    arb_lambertw(y, x, 0, bits);
}

/* Halves to even; numbers of too many digits are whole. */
void clpwl__ball_rint(arb_t y, const arb_t x, slong bits)
{
    fmpz_t n;
    fmpz_init(n);
    if (!arb_is_exact(x)) {
        arb_indeterminate(y);
    } else if (arf_cmpabs_2exp_si(arb_midref(x), 2 * BITS) >= 0) {
        arb_set(y, x);
    } else {
        arf_get_fmpz(n, arb_midref(x), ARF_RND_NEAR);
        arb_set_round_fmpz(y, n, bits);
    }
    fmpz_clear(n);
}

void clpwl__ball_cbrt(arb_t y, const arb_t x, slong bits)
{
    int negative = arb_is_negative(x);
    arb_abs(y, x);
    if (!arb_is_zero(y))
        arb_root_ui(y, y, 3, bits);
    if (negative)
        arb_neg(y, y);
}

static void ball_expint(arb_t y, const arb_t x, slong bits)
{
    ARB(one);
    arb_one(one);
    arb_hypgeom_expint(y, one, x, bits);
}

/* These are defined on both sides of a pole at 0. */
MONOTONE_WHERE(arf_sgn(a->lo) > 0, expint, a, OF_X(ball_expint))
MONOTONE_WHERE(arf_sgn(a->lo) > 0, expint_ei, a, OF_X(arb_hypgeom_ei))

BALL(airy_ai, a, OF_X(ball_airy_ai))
BALL(airy_aip_, a, OF_X(ball_airy_aip))
BALL(airy_bi, a, OF_X(ball_airy_bi))
BALL(airy_bip_, a, OF_X(ball_airy_bip))
BALL(ci, a, OF_X(ball_ci))

ENCLOSE(abs)
{
    if (arf_sgn(a->lo) >= 0) {
        clpwl__range_set(y, a);
    } else if (arf_sgn(a->hi) <= 0) {
        clpwl__range_neg(y, a);
    } else {
        const arf_struct *far = arf_cmpabs(a->lo, a->hi) > 0 ? a->lo : a->hi;
        arf_abs(y->hi, far);
        arf_zero(y->lo);
    }
}

ENCLOSE(cosh)
{
    clpwl__enclose_abs(y, a, b); /* even, and ascending from 0 on */
    clpwl__take_ends(y, y, OF_X(arb_cosh));
}

/* The slopes of |x|: of a range that touches 0 that from inside, at 0 alone both. */
ENCLOSE(slope_)
{
    int is_zero = arf_is_zero(a->lo) && arf_is_zero(a->hi);
    clpwl__range_set_ends(y, arf_sgn(a->lo) >= 0 && !is_zero ? 1 : -1,
                          arf_sgn(a->hi) <= 0 && !is_zero ? -1 : 1);
}

/* The slope of slope_: 0 where |x| has no kink inside. */
ENCLOSE(kink_)
{
    if (arf_sgn(a->lo) >= 0 || arf_sgn(a->hi) <= 0)
        clpwl__range_set_double(y, 0);
    else
        clpwl__range_forget(y);
}

ENCLOSE(sign)
{
    clpwl__range_set_ends(y, arf_sgn(a->lo), arf_sgn(a->hi));
}

ENCLOSE(flat_)
{
    if (clpwl__range_is_point(a))
        clpwl__range_set_double(y, 0);
    else
        clpwl__range_forget(y);
}

/* Whether floor(x/pi + shift) is the same at both ends for sure. */
static int is_same_half_period(const clpwl__range *a, double shift)
{
    ARB(t);
    ARB(by);
    arb_set_interval_arf(t, a->lo, a->hi, BITS);
    arb_const_pi(by, BITS);
    arb_div(t, t, by, BITS);
    arb_set_d(by, shift);
    arb_add(t, t, by, BITS);
    arb_floor(t, t, BITS);
    return arb_is_exact(t);
}

/* sine and cosine: monotone between extrema, otherwise by the bound 1 of their slopes. */
static void enclose_wave(clpwl__range *y, const clpwl__range *a, clpwl__ball *f, double shift)
{
    if (is_same_half_period(a, shift))
        clpwl__take_ends(y, a, OF_X(f));
    else
        clpwl__take_middle(y, a, OF_X(f), 1);
    clpwl__range_clip(y, -1, 1);
}

ENCLOSE(sin)
{
    enclose_wave(y, a, arb_sin, 0.5);
}

ENCLOSE(cos)
{
    enclose_wave(y, a, arb_cos, 0);
}

/* 0 at whole numbers, exactly. The slope is at most pi. */
BOUNDED(sin_pi_, a, OF_X(arb_sin_pi), 3.15)
BOUNDED(cos_pi_, a, OF_X(arb_cos_pi), 3.15)

MONOTONE_WHERE(is_same_half_period(a, 0.5), tan, a, OF_X(arb_tan))

/* Ascending between poles; one ball where there may be one. */
ENCLOSE(digamma)
{
    if (arf_sgn(a->lo) > 0)
        clpwl__take_ends(y, a, OF_X(arb_digamma));
    else
        clpwl__take_ball(y, a, OF_X(arb_digamma));
}

/* 1 where atan2(a, b) is smooth; unknown across its jump at a = 0, b < 0. */
ENCLOSE(uncut_)
{
    if (arf_sgn(a->lo) >= 0 || arf_sgn(a->hi) < 0 || arf_sgn(b->lo) > 0)
        clpwl__range_set_double(y, 1);
    else
        clpwl__range_forget(y);
}

ENCLOSE(atan2)
{
    ARB(s);
    ARB(t);
    clpwl__range_get_arb(s, a);
    clpwl__range_get_arb(t, b);
    arb_atan2(s, s, t, BITS);
    clpwl__range_set_arb(y, s);
}

/* F = sqrt(pi)/2 exp(-x^2) erfi(x), and |F'| = |1 - 2 x F| <= 1 (DLMF 7.2.5). x is a point. */
static void ball_dawson(arb_t y, const arb_t x, slong bits)
{
    ARB(t);
    arb_mul(t, x, x, 2 * bits);
    arb_neg(t, t);
    arb_exp(t, t, 2 * bits);
    arb_hypgeom_erfi(y, x, 2 * bits);
    arb_mul(t, t, y, 2 * bits);
    arb_const_sqrt_pi(y, bits);
    arb_mul(y, y, t, bits);
    arb_mul_2exp_si(y, y, -1);
}

BOUNDED(dawson, a, OF_X(ball_dawson), 1)

ENCLOSE(si) /* its slope is sinc */
{
    clpwl__take_middle(y, a, OF_X(ball_si), 1);
}

/* The real part. For x > 1 it is pi^2/3 - log(x)^2/2 - Li2(1/x) (DLMF 25.12.4). */
static void ball_dilog(arb_t y, const arb_t x, slong bits)
{
    ARB(t);
    if (!arb_is_exact(x) || arf_cmp_si(arb_midref(x), 1) <= 0) {
        arb_hypgeom_dilog(y, x, bits);
        return;
    }
    arb_inv(t, x, bits);
    arb_hypgeom_dilog(y, t, bits);
    arb_log(t, x, bits);
    arb_mul(t, t, t, bits);
    arb_mul_2exp_si(t, t, -1);
    arb_add(y, y, t, bits);
    arb_const_pi(t, bits);
    arb_mul(t, t, t, bits);
    arb_div_ui(t, t, 3, bits);
    arb_sub(y, t, y, bits);
}

/* Its slope is -log|1 - x| / x: it ascends to the maximum pi^2/4 at 2, and descends from there. */
ENCLOSE(dilog)
{
    clpwl__take_hill(y, a, OF_X(ball_dilog), 2, 2, 2.4674011002723400); /* a little above */
}

/* x log x: descends up to 1/e, ascends from there; 0 at 0. */
static void ball_xlogx(arb_t y, const arb_t x, slong bits)
{
    ARB(t);
    if (!arb_is_zero(x))
        arb_log(t, x, bits);
    arb_mul(y, x, t, bits);
}

ENCLOSE(xlogx) /* the minimum is -1/e, at 1/e */
{
    clpwl__take_hill(y, a, OF_X(ball_xlogx), 0.36787944, 0.36787945, -0.36787945);
}

/* For x > 0 gamma and its logarithm descend to the minimum at 1.46163..., then ascend. Below are poles. */
static void enclose_valley(clpwl__range *y, const clpwl__range *a, clpwl__ball *f, double least)
{
    if (arf_sgn(a->lo) > 0)
        clpwl__take_hill(y, a, OF_X(f), 1.4616321, 1.4616322, least);
    else
        clpwl__take_ball(y, a, OF_X(f));
}

ENCLOSE(gamma)
{
    enclose_valley(y, a, arb_gamma, 0.885603194410);
}

ENCLOSE(lgamma)
{
    enclose_valley(y, a, arb_lgamma, -0.12148629054);
}
