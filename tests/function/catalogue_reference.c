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

/* Where f'' is numerical in the library: the error that its suite finds, and ten times that. */
static const double numerical = 1e-7;

const reference references[] = {
    {"abs", {0}, ref_abs, 0},
    {"acos", {0}, ref_acos, 0},
    {"airy_ai", {0}, ref_airy_ai, 0},
    {"airy_bi", {0}, ref_airy_bi, 0},
    {"asin", {0}, ref_asin, 0},
    {"atan", {0}, ref_atan, 0},
    {"bessel_i0", {0}, ref_bessel_i0, 0},
    {"bessel_j0", {0}, ref_bessel_j0, 0},
    {"bessel_j1", {0}, ref_bessel_j1, 0},
    {"bessel_k0", {0}, ref_bessel_k0, 0},
    {"bessel_y0", {0}, ref_bessel_y0, 0},
    {"clamp", {-1, 1}, ref_clamp, 0},
    {"clamp:lo=0,hi=0.125", {0, 0.125}, ref_clamp, 0},
    {"cos", {0}, ref_cos, 0},
    {"dawson", {0}, ref_dawson, 0},
    {"elliptic_k", {0}, ref_elliptic_k, 0},
    {"erf", {0}, ref_erf, 0},
    {"erfc", {0}, ref_erfc, 0},
    {"erfcx", {0}, ref_erfcx, 0},
    {"exp", {0}, ref_exp, 0},
    {"expint", {0}, ref_expint, 0},
    {"fermi_dirac_half", {0}, ref_fermi_dirac_half, numerical},
    {"gaussian", {0, 1}, ref_gaussian, 0},
    {"gaussian:mu=1000,sigma=0.25", {1000, 0.25}, ref_gaussian, 0},
    {"gelu", {0}, ref_gelu, 0},
    {"inverse", {0}, ref_inverse, 0},
    {"lambert_w", {0}, ref_lambert_w, 0},
    {"lanczos", {3}, ref_lanczos, 0},
    {"lanczos:lobes=2", {2}, ref_lanczos, 0},
    {"leaky_relu", {0.01}, ref_leaky_relu, 0},
    {"leaky_relu:slope=-0.5", {-0.5}, ref_leaky_relu, 0},
    {"lennard_jones", {1, 1}, ref_lennard_jones, 0},
    {"lennard_jones:epsilon=0.25,sigma=3.5", {3.5, 0.25}, ref_lennard_jones, 0},
    {"lgamma", {0}, ref_lgamma, 0},
    {"log", {0}, ref_log, 0},
    {"log1p", {0}, ref_log1p, 0},
    {"lorentzian", {0, 1}, ref_lorentzian, 0},
    {"lorentzian:x0=-3,gamma=0.5", {-3, 0.5}, ref_lorentzian, 0},
    {"mish", {0}, ref_mish, 0},
    {"normal_cdf", {0}, ref_normal_cdf, 0},
    {"normal_quantile", {0}, ref_normal_quantile, 0},
    {"planck", {0}, ref_planck, 0},
    {"power", {2.2}, ref_power, 0},
    {"power:exponent=0.45", {0.45}, ref_power, 0},
    {"power:exponent=1", {1}, ref_power, 0},
    {"relu", {0}, ref_relu, 0},
    {"rsqrt", {0}, ref_rsqrt, 0},
    {"si", {0}, ref_si, 0},
    {"sigmoid", {0}, ref_sigmoid, 0},
    {"silu", {0}, ref_silu, 0},
    {"sin", {0}, ref_sin, 0},
    {"sinc", {1}, ref_sinc, 0},
    {"sinc:omega=3.140625", {3.140625}, ref_sinc, 0},
    {"softplus", {0}, ref_softplus, 0},
    {"sqrt", {0}, ref_sqrt, 0},
    {"srgb_decode", {0}, ref_srgb_decode, 0},
    {"srgb_encode", {0}, ref_srgb_encode, 0},
    {"tan", {0}, ref_tan, 0},
    {"tanh", {0}, ref_tanh, 0},
    {"tgamma", {0}, ref_tgamma, 0},
    {"voigt", {0, 1, 1}, ref_voigt, 0},
    {"voigt:x0=5,sigma=0.5,gamma=0.125", {5, 0.5, 0.125}, ref_voigt, 0},
    {"voigt:gamma=0.0009765625", {0, 1, 0.0009765625}, ref_voigt, 0},
    {"voigt:gamma=0", {0, 1, 0}, ref_voigt, 0},
    {"voigt:sigma=0.125,gamma=4", {0, 0.125, 4}, ref_voigt, 0},
    {"xlogx", {0}, ref_xlogx, 0},
    {"zeta", {0}, ref_zeta, numerical},
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

static long double difference(const reference *r, long double x, long double h)
{
    static const long double weights[] = {-205.0L / 72, 8.0L / 5, -1.0L / 5, 8.0L / 315,
                                          -1.0L / 560};
    long double sum = weights[0] * r->f(x, r->p);
    for (int k = 1; k < 5; k++)
        sum += weights[k] * (r->f(x - k * h, r->p) + r->f(x + k * h, r->p));
    return sum / (h * h);
}

long double reference_d2(const reference *r, long double x, long double width,
                         long double *spread)
{
    long double best = NAN, last = NAN;
    *spread = INFINITY;
    for (int k = 0; k < 14; k++) {
        long double h = width / 61 * powl(2, -k), d = difference(r, x, h);
        /* The spread includes the rounding of f: two noisy values may agree by chance. */
        long double apart = fabsl(d - last) + reference_epsilon() * fabsl(r->f(x, r->p)) / (h * h);
        if (apart < *spread) { /* not where either is NaN */
            *spread = apart;
            best = d;
        }
        last = d;
    }
    return best;
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
