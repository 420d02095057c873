/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The functions that formulas call, from libm where it has them, else from GSL. */
#include "formula/callees.h"
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_sf.h>
#include "base/gsl.h"
#include "formula/faddeeva.h"

/* GSL's functions with other arguments. */

#define PRECISE(name, function)                                                                \
    static int name(double x, gsl_sf_result *r)                                                \
    {                                                                                          \
        return function(x, GSL_PREC_DOUBLE, r);                                                \
    }
PRECISE(airy_ai, gsl_sf_airy_Ai_e)
PRECISE(airy_bi, gsl_sf_airy_Bi_e)
PRECISE(ellint_e, gsl_sf_ellint_Ecomp_e)
PRECISE(ellint_k, gsl_sf_ellint_Kcomp_e)

static int legendre_p(double l, double x, gsl_sf_result *r)
{
    if (l < 0 || l > 1e5 || l != floor(l))
        return GSL_EDOM;
    return gsl_sf_legendre_Pl_e((int)l, x, r);
}

/* A function of one argument or of two: NaN where GSL fails. An underflow gives GSL's 0. */
static double take_special(int (*one)(double, gsl_sf_result *), int (*two)(double, double, gsl_sf_result *),
                           double a, double b)
{
    gsl_sf_result r = {0};
    clpwl__gsl_enter();
    const int code = isnan(a) ? GSL_EDOM /* GSL's dawson(nan) is 0 */ : one ? one(a, &r) : two(a, b, &r);
    clpwl__gsl_leave();
    return code == GSL_SUCCESS || code == GSL_EUNDRFLW ? r.val : NAN;
}

/* The others. */

/* Gauss: K = pi / (2 agm(1, sqrt(1-m))). GSL takes k = sqrt(m), which would lose half
 * the digits of 1 - m near 1 and has no negative m. */
static double elliptic_k(double m)
{
    double a = 1, b = sqrt(1 - m);
    while (fabs(a - b) > 1e-15 * a) { /* at m = 1 until a is 0 */
        double mean = 0.5 * (a + b);
        b = sqrt(a * b);
        a = mean;
    }
    return M_PI / (a + b);
}

/* w(ix) for x >= 0; erfc(-x) = 2 - erfc(x). */
static double erfcx(double x)
{
    double w = clpwl__faddeeva(0, fabs(x));
    return x < 0 ? 2 * exp(x * x) - w : w;
}

static double log_gamma(double x)
{
    int sign;
    return lgamma_r(x, &sign); /* lgamma writes a global */
}

#define SAME(name) ALIKE(name, 1, name(a))
#define NATIVE(name) ALIKE(name, 1, name(a), "native_" #name "(a)")
#define ALIKE(name, arguments, value, ...) ROW(name, arguments, value, #value, __VA_ARGS__)
#define SPECIAL(name, function, ...) ROW(name, 1, take_special(function, NULL, a, 0), NULL, NULL, __VA_ARGS__)
#define SPECIAL2(name, function, ...)                                                          \
    ROW(name, 2, take_special(NULL, function, a, b), NULL, NULL, __VA_ARGS__)

#define ROW(name, arguments, value, ...)                                                       \
    static double call_##name(double a, double b)                                              \
    {                                                                                          \
        (void)b;                                                                               \
        return value;                                                                          \
    }
#include "formula/callees.def"
#undef ROW

static const clpwl__function_row rows[] = {
#define ROW(name, arguments, value, ...) {.callee = {#name, arguments, call_##name}, __VA_ARGS__},
#include "formula/callees.def"
};
enum { ROWS = sizeof rows / sizeof *rows };

const clpwl__callee *clpwl__callee_named(const char *name)
{
    return clpwl__row_named(rows, sizeof *rows, ROWS, name); /* a row begins with it */
}

/* The catalogue first: of several names that are near, the first ones are shown. */
static const char *const names[] = {
#undef ROW
#define ROW(name, ...) #name,
#include "function/catalogue/catalogue.def"
    "x", "pi", "e", "ln", "pow", "min", "max", "sum", "avg", "cot", "coth", "csc", "factorial", "sec",
    "square",
#include "formula/callees.def"
};

const clpwl__names clpwl__formula_names = {clpwl__callee_named, names};

const char *clpwl_formula_function(size_t i, const char **text)
{
    for (size_t k = 0; k < ROWS; k++)
        if (rows[k].text && i-- == 0) {
            if (text)
                *text = rows[k].text;
            return rows[k].callee.name;
        }
    return NULL;
}
