/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The enclosures of functions of x. A function that is monotone on the range is taken at its ends. One
 * whose slope has a known bound is taken in the middle, as [f(m) - r s, f(m) + r s]: Arb's balls
 * alone are wide for wide arguments. DLMF: NIST Digital Library of Mathematical Functions.
 */
#include <arb_hypgeom.h>
#include "expression/primitives.h"

#define BITS clpwl__range_bits

#define MONOTONE(name, f)                                                                      \
    ONE(name)                                                                                  \
    {                                                                                          \
        (void)unused;                                                                          \
        clpwl__range_monotone(y, a, f);                                                        \
    }
/* Monotone between lo and hi; elsewhere not defined. A range that passes an end is unknown. */
#define MONOTONE_ON(name, lo_sign, f)                                                          \
    ONE(name)                                                                                  \
    {                                                                                          \
        (void)unused;                                                                          \
        if (arf_sgn(a->lo) >= (lo_sign))                                                       \
            clpwl__range_monotone(y, a, f);                                                    \
        else                                                                                   \
            clpwl__range_forget(y);                                                            \
    }

static void ball_rint(arb_t y, const arb_t x, slong bits)
{
    fmpz_t n;
    if (!arb_is_exact(x)) {
        arb_indeterminate(y);
        return;
    }
    if (arf_cmpabs_2exp_si(arb_midref(x), 2 * BITS) >= 0) { /* whole, and of too many digits */
        arb_set(y, x);
        return;
    }
    fmpz_init(n);
    arf_get_fmpz(n, arb_midref(x), ARF_RND_NEAR); /* halves to even */
    arb_set_round_fmpz(y, n, bits);
    fmpz_clear(n);
}

static void ball_cbrt(arb_t y, const arb_t x, slong bits)
{
    int negative = arb_is_negative(x);
    if (arb_is_zero(x)) {
        arb_zero(y);
        return;
    }
    arb_abs(y, x);
    arb_root_ui(y, y, 3, bits);
    if (negative)
        arb_neg(y, y);
}

static void ball_expint(arb_t y, const arb_t x, slong bits)
{
    arb_t one;
    arb_init(one);
    arb_one(one);
    arb_hypgeom_expint(y, one, x, bits);
    arb_clear(one);
}

static void ball_lambert_w(arb_t y, const arb_t x, slong bits)
{
    arb_lambertw(y, x, 0, bits);
}

static void ball_airy_ai(arb_t y, const arb_t x, slong bits)
{
    arb_hypgeom_airy(y, NULL, NULL, NULL, x, bits);
}

static void ball_airy_aip(arb_t y, const arb_t x, slong bits)
{
    arb_hypgeom_airy(NULL, y, NULL, NULL, x, bits);
}

static void ball_airy_bi(arb_t y, const arb_t x, slong bits)
{
    arb_hypgeom_airy(NULL, NULL, y, NULL, x, bits);
}

static void ball_airy_bip(arb_t y, const arb_t x, slong bits)
{
    arb_hypgeom_airy(NULL, NULL, NULL, y, x, bits);
}

static void ball_ci(arb_t y, const arb_t x, slong bits)
{
    arb_hypgeom_ci(y, x, bits);
}

MONOTONE(asinh, arb_asinh)
MONOTONE(atan, arb_atan)
MONOTONE(cbrt, ball_cbrt)
MONOTONE(ceil, arb_ceil)
MONOTONE(erf, arb_hypgeom_erf)
MONOTONE(erfc, arb_hypgeom_erfc)
MONOTONE(exp, arb_exp)
MONOTONE(expm1, arb_expm1)
MONOTONE(floor, arb_floor)
MONOTONE(rint, ball_rint)
MONOTONE(sinh, arb_sinh)
MONOTONE(tanh, arb_tanh)
/* Outside of their domains Arb gives NaN: both ends inside means that all of the range is. */
MONOTONE(acos, arb_acos)
MONOTONE(acosh, arb_acosh)
MONOTONE(asin, arb_asin)
MONOTONE(atanh, arb_atanh)
MONOTONE(erfinv, arb_hypgeom_erfinv)
MONOTONE(lambert_w, ball_lambert_w)
MONOTONE(log, arb_log)
MONOTONE(log1p, arb_log1p)
MONOTONE(sqrt, arb_sqrt)
/* These are defined on both sides of a pole at 0. */
MONOTONE_ON(expint, 1, ball_expint)
MONOTONE_ON(expint_ei, 1, arb_hypgeom_ei)

#define BALL(name, f)                                                                          \
    ONE(name)                                                                                  \
    {                                                                                          \
        (void)unused;                                                                          \
        clpwl__take_ball(y, a, f);                                                                    \
    }
BALL(airy_ai, ball_airy_ai)
BALL(airy_aip, ball_airy_aip)
BALL(airy_bi, ball_airy_bi)
BALL(airy_bip, ball_airy_bip)
BALL(ci, ball_ci)

ONE(abs)
{
    (void)unused;
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

ONE(cosh)
{
    clpwl__enclose_abs(y, a, unused); /* even, and ascending from 0 on */
    clpwl__range_monotone(y, y, arb_cosh);
}

/* The slopes of |x|: of a range that touches 0 that from inside, at 0 alone both. */
ONE(slope)
{
    int is_zero = arf_is_zero(a->lo) && arf_is_zero(a->hi);
    (void)unused;
    clpwl__range_set_ends(y, arf_sgn(a->lo) >= 0 && !is_zero ? 1 : -1,
                          arf_sgn(a->hi) <= 0 && !is_zero ? -1 : 1);
}

/* The slope of slope_: 0 where |x| has no kink inside. */
ONE(kink)
{
    (void)unused;
    if (arf_sgn(a->lo) >= 0 || arf_sgn(a->hi) <= 0)
        clpwl__range_set_double(y, 0);
    else
        clpwl__range_forget(y);
}

ONE(sign)
{
    (void)unused;
    clpwl__range_set_ends(y, arf_sgn(a->lo), arf_sgn(a->hi));
}

ONE(flat)
{
    (void)unused;
    if (arf_equal(a->lo, a->hi))
        clpwl__range_set_double(y, 0);
    else
        clpwl__range_forget(y);
}

/* Whether floor(x/pi + shift) is the same at both ends for sure. */
static int is_same_half_period(const clpwl__range *a, double shift)
{
    arb_t lo, hi, pi;
    arb_init(lo);
    arb_init(hi);
    arb_init(pi);
    arb_const_pi(pi, BITS);
    arb_set_arf(lo, a->lo);
    arb_set_arf(hi, a->hi);
    arb_div(lo, lo, pi, BITS);
    arb_div(hi, hi, pi, BITS);
    arb_set_d(pi, shift);
    arb_add(lo, lo, pi, BITS);
    arb_add(hi, hi, pi, BITS);
    arb_floor(lo, lo, BITS);
    arb_floor(hi, hi, BITS);
    int same = arb_is_exact(lo) && arb_equal(lo, hi);
    arb_clear(lo);
    arb_clear(hi);
    arb_clear(pi);
    return same;
}

/* sine and cosine: monotone between extrema, otherwise by the bound 1 of their slopes. */
static void enclose_wave(clpwl__range *y, const clpwl__range *a, clpwl__ball *f, double shift)
{
    if (is_same_half_period(a, shift))
        clpwl__range_monotone(y, a, f);
    else
        clpwl__take_middle(y, a, f, 1);
    clpwl__range_clip(y, -1, 1);
}

ONE(sin)
{
    (void)unused;
    enclose_wave(y, a, arb_sin, 0.5);
}

ONE(cos)
{
    (void)unused;
    enclose_wave(y, a, arb_cos, 0);
}

/* 0 at whole numbers, exactly. The slope is at most pi. */
ONE(sin_pi)
{
    (void)unused;
    clpwl__take_middle(y, a, arb_sin_pi, 3.15);
    clpwl__range_clip(y, -1, 1);
}

ONE(cos_pi)
{
    (void)unused;
    clpwl__take_middle(y, a, arb_cos_pi, 3.15);
    clpwl__range_clip(y, -1, 1);
}

ONE(tan)
{
    (void)unused;
    if (is_same_half_period(a, 0.5))
        clpwl__range_monotone(y, a, arb_tan);
    else
        clpwl__range_forget(y);
}

/* Ascending between poles; one ball where there may be one. */
ONE(digamma)
{
    (void)unused;
    if (arf_sgn(a->lo) > 0)
        clpwl__range_monotone(y, a, arb_digamma);
    else
        clpwl__take_ball(y, a, arb_digamma);
}

/* 1 where atan2(a, b) is smooth; unknown across its jump at a = 0, b < 0. */
TWO(uncut)
{
    if (arf_sgn(a->lo) >= 0 || arf_sgn(a->hi) < 0 || arf_sgn(b->lo) > 0)
        clpwl__range_set_double(y, 1);
    else
        clpwl__range_forget(y);
}

TWO(atan2)
{
    arb_t s, t;
    arb_init(s);
    arb_init(t);
    clpwl__range_get_arb(s, a);
    clpwl__range_get_arb(t, b);
    arb_atan2(s, s, t, BITS);
    clpwl__range_set_arb(y, s);
    arb_clear(s);
    arb_clear(t);
}

/* F = sqrt(pi)/2 exp(-x^2) erfi(x), and |F'| = |1 - 2 x F| <= 1 (DLMF 7.2.5). x is a point. */
static void ball_dawson(arb_t y, const arb_t x, slong bits)
{
    arb_t t;
    arb_init(t);
    arb_mul(t, x, x, 2 * bits);
    arb_neg(t, t);
    arb_exp(t, t, 2 * bits);
    arb_hypgeom_erfi(y, x, 2 * bits);
    arb_mul(t, t, y, 2 * bits);
    arb_const_sqrt_pi(y, bits);
    arb_mul(y, y, t, bits);
    arb_mul_2exp_si(y, y, -1);
    arb_clear(t);
}

ONE(dawson)
{
    (void)unused;
    clpwl__take_middle(y, a, ball_dawson, 1);
}

ONE(si) /* its slope is sinc */
{
    (void)unused;
    clpwl__take_middle(y, a, (clpwl__ball *)arb_hypgeom_si, 1);
}

/* The real part. For x > 1 it is pi^2/3 - log(x)^2/2 - Li2(1/x) (DLMF 25.12.4). */
static void ball_dilog(arb_t y, const arb_t x, slong bits)
{
    arb_t t;
    if (!arb_is_exact(x) || arf_cmp_si(arb_midref(x), 1) <= 0) {
        arb_hypgeom_dilog(y, x, bits);
        return;
    }
    arb_init(t);
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
    arb_clear(t);
}

/* Its slope is -log|1 - x| / x: it ascends to the maximum pi^2/4 at 2, and descends from there. */
ONE(dilog)
{
    static const double most = 2.4674011002723400; /* a little above */
    (void)unused;
    clpwl__range_monotone(y, a, ball_dilog);
    if (clpwl__range_lower(a) < 2 && clpwl__range_upper(a) > 2 && clpwl__range_known(y))
        arf_set_d(y->hi, most);
}

/* x log x: descends up to 1/e, ascends from there; 0 at 0. */
static void ball_xlogx(arb_t y, const arb_t x, slong bits)
{
    arb_t t;
    if (arb_is_zero(x)) {
        arb_zero(y);
        return;
    }
    arb_init(t);
    arb_log(t, x, bits);
    arb_mul(y, x, t, bits);
    arb_clear(t);
}

ONE(xlogx)
{
    static const double below = 0.36787944, above = 0.36787945; /* about 1/e */
    double lo = clpwl__range_lower(a), hi = clpwl__range_upper(a);
    (void)unused;
    clpwl__range_monotone(y, a, ball_xlogx);
    if (!(hi < below || lo > above) && clpwl__range_known(y))
        arf_set_d(y->lo, -above);
}

/* For x > 0 gamma and its logarithm descend to the minimum at 1.46163..., then ascend. */
static void enclose_valley(clpwl__range *y, const clpwl__range *a, clpwl__ball *f, double least)
{
    static const double below = 1.4616321, above = 1.4616322;
    double lo = clpwl__range_lower(a), hi = clpwl__range_upper(a);
    if (lo <= 0) { /* poles: monotone no more */
        clpwl__take_ball(y, a, f);
        return;
    }
    clpwl__range_monotone(y, a, f);
    if (!(hi < below || lo > above) && clpwl__range_known(y))
        arf_set_d(y->lo, least);
}

ONE(gamma)
{
    (void)unused;
    enclose_valley(y, a, arb_gamma, 0.885603194410);
}

ONE(lgamma)
{
    (void)unused;
    enclose_valley(y, a, arb_lgamma, -0.12148629054);
}
