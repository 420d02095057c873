/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "catalogue_reference.h"
#include <math.h>

#define PI 3.14159265358979323846264338327950288L
#define ROOT_HALF 0.707106781186547524400844362104849039L

#define PLAIN(name, value)                                                     \
    static long double ref_##name(long double x, const double *p)              \
    {                                                                          \
        (void)p;                                                               \
        return value;                                                          \
    }

static long double sinc(long double t)
{
    return t == 0 ? 1 : sinl(t) / t;
}

/* Constants that are double in the library are double here too: they define the function. */
PLAIN(abs, fabsl(x))
PLAIN(acos, acosl(x))
PLAIN(asin, asinl(x))
PLAIN(atan, atanl(x))
PLAIN(clamp, fminl(fmaxl(x, p[0]), p[1]))
PLAIN(cos, cosl(x))
PLAIN(erf, erfl(x))
PLAIN(erfc, erfcl(x))
PLAIN(erfcx, expl(x * x) * erfcl(x))
PLAIN(exp, expl(x))
PLAIN(gaussian, expl(-(x - p[0]) * (x - p[0]) / (2 * (long double)p[1] * p[1])))
PLAIN(gelu, x * erfcl(-x * ROOT_HALF) / 2)
PLAIN(inverse, 1 / x)
PLAIN(lanczos, fabsl(x) >= p[0] ? 0 : sinc(PI * x) * sinc(PI * x / p[0]))
PLAIN(leaky_relu, x < 0 ? p[0] * x : x)
PLAIN(lennard_jones, 4 * p[1] * (powl(p[0] / x, 12) - powl(p[0] / x, 6)))
PLAIN(lgamma, lgammal(x))
PLAIN(log, logl(x))
PLAIN(log1p, log1pl(x))
PLAIN(lorentzian, p[1] / (PI * ((x - p[0]) * (x - p[0]) + (long double)p[1] * p[1])))
PLAIN(mish, x * tanhl(log1pl(expl(x))))
PLAIN(normal_cdf, erfcl(-x * ROOT_HALF) / 2)
PLAIN(planck, x == 0 ? 0 : x * x * x / expm1l(x))
PLAIN(power, powl(x, p[0]))
PLAIN(relu, fmaxl(x, 0))
PLAIN(rsqrt, 1 / sqrtl(x))
PLAIN(sigmoid, 1 / (1 + expl(-x)))
PLAIN(silu, x / (1 + expl(-x)))
PLAIN(sin, sinl(x))
PLAIN(sinc, sinc(p[0] * x))
PLAIN(softplus, logl(1 + expl(x)))
PLAIN(sqrt, sqrtl(x))
PLAIN(srgb_decode, x <= 0.04045 ? x / 12.92L : powl((x + 0.055L) / 1.055L, 2.4L))
PLAIN(srgb_encode, x <= 0.0031308 ? 12.92L * x : 1.055L * powl(x, 1 / 2.4L) - 0.055L)
PLAIN(tan, tanl(x))
PLAIN(tanh, tanhl(x))
PLAIN(tgamma, tgammal(x))
PLAIN(xlogx, x == 0 ? 0 : x * logl(x))


const reference references[] = {
    {"abs", {0}, ref_abs},
    {"acos", {0}, ref_acos},
    {"airy_ai", {0}, ref_airy_ai},
    {"airy_bi", {0}, ref_airy_bi},
    {"asin", {0}, ref_asin},
    {"atan", {0}, ref_atan},
    {"bessel_i0", {0}, ref_bessel_i0},
    {"bessel_j0", {0}, ref_bessel_j0},
    {"bessel_j1", {0}, ref_bessel_j1},
    {"bessel_k0", {0}, ref_bessel_k0},
    {"bessel_y0", {0}, ref_bessel_y0},
    {"clamp", {-1, 1}, ref_clamp},
    {"clamp:lo=0,hi=0.125", {0, 0.125}, ref_clamp},
    {"cos", {0}, ref_cos},
    {"dawson", {0}, ref_dawson},
    {"elliptic_k", {0}, ref_elliptic_k},
    {"erf", {0}, ref_erf},
    {"erfc", {0}, ref_erfc},
    {"erfcx", {0}, ref_erfcx},
    {"exp", {0}, ref_exp},
    {"expint", {0}, ref_expint},
    {"fermi_dirac_half", {0}, ref_fermi_dirac_half},
    {"gaussian", {0, 1}, ref_gaussian},
    {"gaussian:mu=1000,sigma=0.25", {1000, 0.25}, ref_gaussian},
    {"gelu", {0}, ref_gelu},
    {"inverse", {0}, ref_inverse},
    {"lambert_w", {0}, ref_lambert_w},
    {"lanczos", {3}, ref_lanczos},
    {"lanczos:lobes=2", {2}, ref_lanczos},
    {"leaky_relu", {0.01}, ref_leaky_relu},
    {"leaky_relu:slope=-0.5", {-0.5}, ref_leaky_relu},
    {"lennard_jones", {1, 1}, ref_lennard_jones},
    {"lennard_jones:epsilon=0.25,sigma=3.5", {3.5, 0.25}, ref_lennard_jones},
    {"lgamma", {0}, ref_lgamma},
    {"log", {0}, ref_log},
    {"log1p", {0}, ref_log1p},
    {"lorentzian", {0, 1}, ref_lorentzian},
    {"lorentzian:x0=-3,gamma=0.5", {-3, 0.5}, ref_lorentzian},
    {"mish", {0}, ref_mish},
    {"normal_cdf", {0}, ref_normal_cdf},
    {"normal_quantile", {0}, ref_normal_quantile},
    {"planck", {0}, ref_planck},
    {"power", {2.2}, ref_power},
    {"power:exponent=0.45", {0.45}, ref_power},
    {"power:exponent=1", {1}, ref_power},
    {"relu", {0}, ref_relu},
    {"rsqrt", {0}, ref_rsqrt},
    {"si", {0}, ref_si},
    {"sigmoid", {0}, ref_sigmoid},
    {"silu", {0}, ref_silu},
    {"sin", {0}, ref_sin},
    {"sinc", {1}, ref_sinc},
    {"sinc:omega=3.140625", {3.140625}, ref_sinc},
    {"softplus", {0}, ref_softplus},
    {"sqrt", {0}, ref_sqrt},
    {"srgb_decode", {0}, ref_srgb_decode},
    {"srgb_encode", {0}, ref_srgb_encode},
    {"tan", {0}, ref_tan},
    {"tanh", {0}, ref_tanh},
    {"tgamma", {0}, ref_tgamma},
    {"voigt", {0, 1, 1}, ref_voigt},
    {"voigt:x0=5,sigma=0.5,gamma=0.125", {5, 0.5, 0.125}, ref_voigt},
    {"voigt:gamma=0.0009765625", {0, 1, 0.0009765625}, ref_voigt},
    {"voigt:gamma=0", {0, 1, 0}, ref_voigt},
    {"voigt:sigma=0.125,gamma=4", {0, 0.125, 4}, ref_voigt},
    {"xlogx", {0}, ref_xlogx},
    {"zeta", {0}, ref_zeta},
};

const size_t reference_count = sizeof references / sizeof references[0];

long double reference_epsilon(void)
{
    volatile long double e = 1, sum;
    do {
        e /= 2;
        sum = 1 + e;
    } while (sum > 1);
    return 2 * e;
}

enum { HALF = 96 };
static long double nodes[2 * HALF + 1], weights[2 * HALF + 1]; /* of the rule on [-1,1] */

static void fill_rule(void)
{
    const long double step = 3.3L / HALF;
    for (int k = -HALF; k <= HALF; k++) {
        long double s = PI / 2 * sinhl(k * step), c = coshl(s);
        nodes[k + HALF] = tanhl(s);
        weights[k + HALF] = step * PI / 2 * coshl(k * step) / (c * c);
    }
}

long double integrate(long double (*f)(long double t, long double x), long double x,
                      long double a, long double b, int panels)
{
    long double total = 0, half = (b - a) / panels / 2;
    if (weights[HALF] == 0)
        fill_rule();
    for (int panel = 0; panel < panels; panel++) {
        long double middle = a + half * (2 * panel + 1);
        for (int k = 0; k <= 2 * HALF; k++)
            total += half * weights[k] * f(middle + half * nodes[k], x);
    }
    return total;
}
