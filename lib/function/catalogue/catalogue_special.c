/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The catalogue's special functions, from libm where it has them, else from GSL. */
#include "function/catalogue/catalogue.h"
#include "function/catalogue/faddeeva.h"
#include "base/gsl.h"
#include <gsl/gsl_errno.h>
#include <gsl/gsl_sf.h>
#include <math.h>

/* The value of a GSL function; NaN where GSL reports an error. The 0 of an underflow is a
 * value. */
static double evaluate_gsl(int (*f)(double x, gsl_sf_result *r), double x)
{
    gsl_sf_result r;
    if (isnan(x))
        return NAN; /* GSL's dawson(nan) is 0 */
    clpwl__gsl_enter();
    int code = f(x, &r);
    clpwl__gsl_leave();
    return code == GSL_SUCCESS || code == GSL_EUNDRFLW ? r.val : NAN;
}

static double evaluate_airy(int (*f)(double x, gsl_mode_t mode, gsl_sf_result *r), double x)
{
    gsl_sf_result r;
    clpwl__gsl_enter();
    int code = f(x, GSL_PREC_DOUBLE, &r);
    clpwl__gsl_leave();
    return code == GSL_SUCCESS || code == GSL_EUNDRFLW ? r.val : NAN;
}

double clpwl__airy_ai_f(double x, const double *p)
{
    (void)p;
    return evaluate_airy(gsl_sf_airy_Ai_e, x);
}

double clpwl__airy_bi_f(double x, const double *p)
{
    (void)p;
    return evaluate_airy(gsl_sf_airy_Bi_e, x);
}

double clpwl__bessel_i0_f(double x, const double *p)
{
    (void)p;
    return evaluate_gsl(gsl_sf_bessel_I0_e, x);
}

double clpwl__bessel_j0_f(double x, const double *p)
{
    (void)p;
    return j0(x);
}

double clpwl__bessel_j1_f(double x, const double *p)
{
    (void)p;
    return j1(x);
}

double clpwl__bessel_k0_f(double x, const double *p)
{
    (void)p;
    return evaluate_gsl(gsl_sf_bessel_K0_e, x);
}

double clpwl__bessel_y0_f(double x, const double *p)
{
    (void)p;
    return x > 0 ? y0(x) : NAN;
}

double clpwl__dawson_f(double x, const double *p)
{
    (void)p;
    return evaluate_gsl(gsl_sf_dawson_e, x);
}

/* Gauss: K = pi / (2 agm(1, sqrt(1-m))). GSL takes k = sqrt(m), which would lose half
 * the digits of 1 - m near 1 and has no negative m. */
double clpwl__elliptic_k_f(double m, const double *p)
{
    double a = 1, b = sqrt(1 - m);
    (void)p;
    if (!(m < 1))
        return m == 1 ? INFINITY : NAN;
    for (int i = 0; i < 60 && fabs(a - b) > 1e-15 * a; i++) {
        double mean = 0.5 * (a + b);
        b = sqrt(a * b);
        a = mean;
    }
    return M_PI / (a + b);
}

double clpwl__erf_f(double x, const double *p)
{
    (void)p;
    return erf(x);
}

double clpwl__erfc_f(double x, const double *p)
{
    (void)p;
    return erfc(x);
}

/* w(ix) for x >= 0; erfc(-x) = 2 - erfc(x). */
double clpwl__erfcx_f(double x, const double *p)
{
    (void)p;
    double w = creal(clpwl__faddeeva(CMPLX(0, fabs(x))));
    return x < 0 ? 2 * exp(x * x) - w : w;
}

double clpwl__expint_f(double x, const double *p)
{
    (void)p;
    return x > 0 ? evaluate_gsl(gsl_sf_expint_E1_e, x) : NAN;
}

double clpwl__fermi_dirac_half_f(double x, const double *p)
{
    (void)p;
    return evaluate_gsl(gsl_sf_fermi_dirac_half_e, x);
}

double clpwl__lambert_w_f(double x, const double *p)
{
    (void)p;
    return evaluate_gsl(gsl_sf_lambert_W0_e, x);
}

double clpwl__lgamma_f(double x, const double *p)
{
    int sign;
    (void)p;
    return lgamma_r(x, &sign); /* lgamma writes a global */
}

double clpwl__si_f(double x, const double *p)
{
    (void)p;
    return evaluate_gsl(gsl_sf_Si_e, x);
}

double clpwl__tgamma_f(double x, const double *p)
{
    (void)p;
    return tgamma(x);
}

double clpwl__zeta_f(double x, const double *p)
{
    (void)p;
    return x > 1 ? evaluate_gsl(gsl_sf_zeta_e, x) : NAN;
}
