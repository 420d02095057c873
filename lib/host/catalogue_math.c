/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The catalogue's formulas that need no more than libm. */
#include "host/catalogue.h"
#include <math.h>

void clpwl__place_shift_scale(const double *p, double *a, double *b)
{
    *a = p[0] + p[1] * *a;
    *b = p[0] + p[1] * *b;
}

double clpwl__bessel_j0_f(double x, const double *p)
{
    (void)p;
    return j0(x);
}

/* (J2 - J0) / 2; J2 by its series near 0, where the recurrence cancels. */
double clpwl__bessel_j0_d2f(double x, const double *p)
{
    (void)p;
    double z = x * x / 4;
    double j2 = fabs(x) < 0.1 ? z / 2 * (1 - z / 3 * (1 - z / 8 * (1 - z / 15)))
                              : 2 * j1(x) / x - j0(x);
    return 0.5 * (j2 - j0(x));
}

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
