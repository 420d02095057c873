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

double clpwl__lorentzian_f(double x, const double *p)
{
    double t = (x - p[0]) / p[1];
    return M_1_PI / (p[1] * (1 + t * t));
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

double clpwl__lennard_jones_f(double x, const double *p)
{
    double s = p[0] / x, s6 = s * s * s * s * s * s;
    return 4 * p[1] * s6 * (s6 - 1);
}

static double sinc(double t)
{
    return t == 0 ? 1 : sin(t) / t;
}

double clpwl__sinc_f(double x, const double *p)
{
    return sinc(p[0] * x);
}

void clpwl__place_lobes(const double *p, double *a, double *b)
{
    *a = 0;
    *b = p[0];
}

double clpwl__lanczos_f(double x, const double *p)
{
    return fabs(x) >= p[0] ? 0 : sinc(M_PI * x) * sinc(M_PI * x / p[0]);
}

double clpwl__planck_f(double x, const double *p)
{
    (void)p;
    return x == 0 ? 0 : x * x * x / expm1(x);
}
