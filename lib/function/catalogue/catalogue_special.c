/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The catalogue's special functions, from libm where it has them, else from GSL. */
#include "function/catalogue/catalogue.h"
#include "function/catalogue/faddeeva.h"
#include "base/gsl.h"
#include <gsl/gsl_errno.h>
#include <gsl/gsl_sf.h>
#include <math.h>

static const double two_over_root_pi = 1.12837916709551257390;

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

double clpwl__airy_ai_d2f(double x, const double *p)
{
    return x * clpwl__airy_ai_f(x, p);
}

double clpwl__airy_bi_f(double x, const double *p)
{
    (void)p;
    return evaluate_airy(gsl_sf_airy_Bi_e, x);
}

double clpwl__airy_bi_d2f(double x, const double *p)
{
    return x * clpwl__airy_bi_f(x, p);
}

double clpwl__bessel_i0_f(double x, const double *p)
{
    (void)p;
    return evaluate_gsl(gsl_sf_bessel_I0_e, x);
}

/* (I0 + I2) / 2; I2 by GSL's general order, as the recurrence cancels near 0. */
static int bessel_i2(double x, gsl_sf_result *r)
{
    return gsl_sf_bessel_In_e(2, x, r);
}

double clpwl__bessel_i0_d2f(double x, const double *p)
{
    return 0.5 * (clpwl__bessel_i0_f(x, p) + evaluate_gsl(bessel_i2, x));
}

double clpwl__bessel_j0_f(double x, const double *p)
{
    (void)p;
    return j0(x);
}

double clpwl__bessel_j0_d2f(double x, const double *p)
{
    (void)p;
    return 0.5 * (jn(2, x) - j0(x));
}

double clpwl__bessel_j1_f(double x, const double *p)
{
    (void)p;
    return j1(x);
}

double clpwl__bessel_j1_d2f(double x, const double *p)
{
    (void)p;
    return 0.25 * (jn(3, x) - 3 * j1(x));
}

double clpwl__bessel_k0_f(double x, const double *p)
{
    (void)p;
    return evaluate_gsl(gsl_sf_bessel_K0_e, x);
}

double clpwl__bessel_k0_d2f(double x, const double *p)
{
    return clpwl__bessel_k0_f(x, p) + evaluate_gsl(gsl_sf_bessel_K1_e, x) / x;
}

double clpwl__bessel_y0_f(double x, const double *p)
{
    (void)p;
    return x > 0 ? y0(x) : NAN;
}

double clpwl__bessel_y0_d2f(double x, const double *p)
{
    (void)p;
    return x > 0 ? y1(x) / x - y0(x) : NAN;
}

double clpwl__dawson_f(double x, const double *p)
{
    (void)p;
    return evaluate_gsl(gsl_sf_dawson_e, x);
}

/* Dawson's integral is sqrt(pi)/2 Im w(x) on the real axis. */
double clpwl__dawson_d2f(double x, const double *p)
{
    (void)p;
    return cimag(clpwl__faddeeva_d2(x)) / two_over_root_pi;
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

/* E by the same iteration: K - E = K sum 2^(n-1) (a_n^2 - b_n^2). */
static double k_minus_e_over_k(double m)
{
    double a = 1, b = sqrt(1 - m), sum = 0.5 * m, power = 0.5;
    for (int i = 0; i < 60 && fabs(a - b) > 1e-9 * a; i++) {
        double c = 0.5 * (a - b), mean = 0.5 * (a + b);
        b = sqrt(a * b);
        a = mean;
        power *= 2;
        sum += power * c * c;
    }
    return sum;
}

double clpwl__elliptic_k_d2f(double m, const double *p)
{
    if (!(m < 1))
        return m == 1 ? INFINITY : NAN;
    if (fabs(m) < 0.25) {
        /* pi/2 sum c_n^2 m^n, c_n = (2n-1)!!/(2n)!!: below, K's equation cancels. */
        double c2 = 0.25, sum = 0, power = 1;
        for (int n = 2; n < 34; n++) {
            double ratio = (2.0 * n - 1) / (2.0 * n);
            c2 *= ratio * ratio;
            sum += n * (n - 1) * c2 * power;
            power *= m;
        }
        return 0.5 * M_PI * sum;
    }
    /* K' = (E - (1-m) K) / (2 m (1-m)); m (1-m) K'' + (1 - 2m) K' = K/4. */
    double k = clpwl__elliptic_k_f(m, p), q = m * (1 - m);
    double d1 = k * (m - k_minus_e_over_k(m)) / (2 * q);
    return (0.25 * k - (1 - 2 * m) * d1) / q;
}

double clpwl__erf_f(double x, const double *p)
{
    (void)p;
    return erf(x);
}

double clpwl__erf_d2f(double x, const double *p)
{
    (void)p;
    return -2 * two_over_root_pi * x * exp(-x * x);
}

double clpwl__erfc_f(double x, const double *p)
{
    (void)p;
    return erfc(x);
}

double clpwl__erfc_d2f(double x, const double *p)
{
    return -clpwl__erf_d2f(x, p);
}

/* w(ix) for x >= 0; erfc(-x) = 2 - erfc(x). */
double clpwl__erfcx_f(double x, const double *p)
{
    (void)p;
    double w = creal(clpwl__faddeeva(CMPLX(0, fabs(x))));
    return x < 0 ? 2 * exp(x * x) - w : w;
}

double clpwl__erfcx_d2f(double x, const double *p)
{
    (void)p;
    double w = -creal(clpwl__faddeeva_d2(CMPLX(0, fabs(x))));
    return x < 0 ? (8 * x * x + 4) * exp(x * x) - w : w;
}

double clpwl__expint_f(double x, const double *p)
{
    (void)p;
    return x > 0 ? evaluate_gsl(gsl_sf_expint_E1_e, x) : NAN;
}

double clpwl__expint_d2f(double x, const double *p)
{
    (void)p;
    return x > 0 ? exp(-x) * (1 + 1 / x) / x : NAN;
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

double clpwl__lambert_w_d2f(double x, const double *p)
{
    double w = clpwl__lambert_w_f(x, p), q = 1 + w;
    return -exp(-2 * w) * (w + 2) / (q * q * q);
}

double clpwl__lgamma_f(double x, const double *p)
{
    int sign;
    (void)p;
    return lgamma_r(x, &sign); /* lgamma writes a global */
}

double clpwl__lgamma_d2f(double x, const double *p)
{
    (void)p;
    return evaluate_gsl(gsl_sf_psi_1_e, x);
}

double clpwl__si_f(double x, const double *p)
{
    (void)p;
    return evaluate_gsl(gsl_sf_Si_e, x);
}

double clpwl__si_d2f(double x, const double *p)
{
    double d[3];
    (void)p;
    clpwl__sinc(x, d);
    return d[1];
}

double clpwl__tgamma_f(double x, const double *p)
{
    (void)p;
    return tgamma(x);
}

double clpwl__tgamma_d2f(double x, const double *p)
{
    (void)p;
    double psi = evaluate_gsl(gsl_sf_psi_e, x);
    return tgamma(x) * (psi * psi + evaluate_gsl(gsl_sf_psi_1_e, x));
}

double clpwl__zeta_f(double x, const double *p)
{
    (void)p;
    return x > 1 ? evaluate_gsl(gsl_sf_zeta_e, x) : NAN;
}
