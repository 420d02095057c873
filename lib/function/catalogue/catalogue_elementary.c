/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The elementary functions of the catalogue, and the moves of default domains. */
#include "function/catalogue/catalogue.h"
#include <math.h>

const double clpwl__at_zero[1] = {0};

void clpwl__place_shift_scale(const double *p, double *a, double *b)
{
    *a = p[0] + p[1] * *a;
    *b = p[0] + p[1] * *b;
}

void clpwl__place_scale(const double *p, double *a, double *b)
{
    *a *= p[0];
    *b *= p[0];
}

void clpwl__place_inverse(const double *p, double *a, double *b)
{
    *a /= p[0];
    *b /= p[0];
}

void clpwl__place_between(const double *p, double *a, double *b)
{
    double half = 0.5 * (p[1] - p[0]);
    *a = p[0] - half;
    *b = p[1] + half;
}

/* A function without parameters. */
#define PLAIN(name, value)                                                     \
    double clpwl__##name##_f(double x, const double *p)                        \
    {                                                                          \
        (void)p;                                                               \
        return value;                                                          \
    }

PLAIN(abs, fabs(x))
PLAIN(acos, acos(x))
PLAIN(asin, asin(x))
PLAIN(atan, atan(x))
PLAIN(cos, cos(x))
PLAIN(exp, exp(x))
PLAIN(inverse, 1 / x)
PLAIN(log, log(x))
PLAIN(log1p, log1p(x))
PLAIN(rsqrt, 1 / sqrt(x))
PLAIN(sin, sin(x))
PLAIN(sqrt, sqrt(x))
PLAIN(tan, tan(x))
PLAIN(xlogx, x == 0 ? 0 : x * log(x))

double clpwl__clamp_f(double x, const double *p)
{
    return x < p[0] ? p[0] : x > p[1] ? p[1] : x;
}

double clpwl__power_f(double x, const double *p)
{
    return x >= 0 ? pow(x, p[0]) : NAN;
}

/* IEC 61966-2-1, with the constants as printed there. */
const double clpwl__srgb_decode_kink[1] = {0.04045};
const double clpwl__srgb_encode_kink[1] = {0.0031308};

PLAIN(srgb_decode, x <= 0.04045 ? x / 12.92 : pow((x + 0.055) / 1.055, 2.4))
PLAIN(srgb_encode, x <= 0.0031308 ? 12.92 * x : 1.055 * pow(x, 1 / 2.4) - 0.055)
