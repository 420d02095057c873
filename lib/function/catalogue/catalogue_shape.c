/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The catalogue's shapes: line profiles, kernels, potentials, spectra. */
#include "function/catalogue/catalogue.h"
#include "function/catalogue/faddeeva.h"
#include <math.h>

static const double root_2pi = 2.50662827463100050242;

double clpwl__gaussian_f(double x, const double *p)
{
    double t = (x - p[0]) / p[1];
    return exp(-0.5 * t * t);
}

double clpwl__gaussian_d2f(double x, const double *p)
{
    double t = (x - p[0]) / p[1];
    return (t * t - 1) * exp(-0.5 * t * t) / (p[1] * p[1]);
}

double clpwl__lorentzian_f(double x, const double *p)
{
    double t = (x - p[0]) / p[1];
    return M_1_PI / (p[1] * (1 + t * t));
}

double clpwl__lorentzian_d2f(double x, const double *p)
{
    double t = (x - p[0]) / p[1], q = 1 + t * t;
    return M_1_PI / p[1] * (6 * t * t - 2) / (q * q * q) / (p[1] * p[1]);
}

/* The sum of the two widths approximates the width of the profile. */
void clpwl__place_voigt(const double *p, double *a, double *b)
{
    double width = 0.5 * (p[1] + p[2]);
    *a = p[0] + width * *a;
    *b = p[0] + width * *b;
}

static double complex voigt_z(double x, const double *p)
{
    return CMPLX(x - p[0], p[2]) * (M_SQRT1_2 / p[1]);
}

double clpwl__voigt_f(double x, const double *p)
{
    return creal(clpwl__faddeeva(voigt_z(x, p))) / (p[1] * root_2pi);
}

double clpwl__voigt_d2f(double x, const double *p)
{
    return creal(clpwl__faddeeva_d2(voigt_z(x, p))) / (2 * p[1] * p[1] * p[1] * root_2pi);
}

double clpwl__lennard_jones_f(double x, const double *p)
{
    double s = p[0] / x, s6 = s * s * s * s * s * s;
    return 4 * p[1] * s6 * (s6 - 1);
}

double clpwl__lennard_jones_d2f(double x, const double *p)
{
    double s = p[0] / x, s6 = s * s * s * s * s * s;
    return 4 * p[1] * s6 * (156 * s6 - 42) / (x * x);
}

void clpwl__sinc(double t, double d[3])
{
    if (fabs(t) >= 1) {
        double s = sin(t) / t, c = cos(t);
        d[0] = s;
        d[1] = (c - s) / t;
        d[2] = -s - 2 * d[1] / t;
        return;
    }
    /* sum (-1)^n t^(2n) / (2n+1)!, for the closed forms cancel near 0. */
    double term = 1, q = t * t;
    d[0] = 1;
    d[1] = d[2] = 0;
    for (int n = 1; n <= 10; n++) {
        double next = -term / (2 * n * (2 * n + 1)); /* times t^(2n-2) */
        d[2] += 2 * n * (2 * n - 1) * next;
        d[1] += 2 * n * next * t;
        term = next * q;
        d[0] += term;
    }
}

double clpwl__sinc_f(double x, const double *p)
{
    double t = p[0] * x;
    return t == 0 ? 1 : sin(t) / t;
}

double clpwl__sinc_d2f(double x, const double *p)
{
    double d[3];
    clpwl__sinc(p[0] * x, d);
    return p[0] * p[0] * d[2];
}

void clpwl__place_lobes(const double *p, double *a, double *b)
{
    *a = 0;
    *b = p[0];
}

double clpwl__lanczos_f(double x, const double *p)
{
    double outer[3], inner[3];
    if (fabs(x) >= p[0])
        return 0;
    clpwl__sinc(M_PI * x, inner);
    clpwl__sinc(M_PI * x / p[0], outer);
    return inner[0] * outer[0];
}

/* At the end of the support, x = lobes, f'' jumps to 0; its value there is that inside. */
double clpwl__lanczos_d2f(double x, const double *p)
{
    double outer[3], inner[3], k = M_PI / p[0];
    if (fabs(x) > p[0])
        return 0;
    clpwl__sinc(M_PI * x, inner);
    clpwl__sinc(k * x, outer);
    return M_PI * M_PI * inner[2] * outer[0] + 2 * M_PI * k * inner[1] * outer[1] +
           k * k * inner[0] * outer[2];
}

double clpwl__planck_f(double x, const double *p)
{
    (void)p;
    return x == 0 ? 0 : x * x * x / expm1(x);
}

/* f = x^2 B, B = x/(exp(x) - 1) = sum B_n x^n / n! with the Bernoulli numbers. */
double clpwl__planck_d2f(double x, const double *p)
{
    static const double series[] = {1, -1.0 / 2, 1.0 / 12, 0, -1.0 / 720, 0, 1.0 / 30240, 0,
                                    -1.0 / 1209600, 0, 1.0 / 47900160, 0,
                                    -691.0 / 1307674368000, 0, 1.0 / 74724249600};
    (void)p;
    if (x > 700)
        return 0;
    if (fabs(x) < 0.5) {
        double sum = 0;
        for (int n = (int)(sizeof series / sizeof series[0]) - 1; n >= 0; n--)
            sum = sum * x + series[n] * (n + 2) * (n + 1);
        return sum;
    }
    double e = expm1(x), g = (e + 1) / e; /* B = x/e, e'/e = g, g' = g - g^2 */
    double b = x / e, b1 = 1 / e - b * g, b2 = -2 * g / e + b * g * (2 * g - 1);
    return 2 * b + 4 * x * b1 + x * x * b2;
}
