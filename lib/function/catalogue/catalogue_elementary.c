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

/* A function without parameters and its second derivative. */
#define PLAIN(name, value, curvature)                                          \
    double clpwl__##name##_f(double x, const double *p)                        \
    {                                                                          \
        (void)p;                                                               \
        return value;                                                          \
    }                                                                          \
    double clpwl__##name##_d2f(double x, const double *p)                      \
    {                                                                          \
        (void)p;                                                               \
        return curvature;                                                      \
    }

/* (1 - x^2)^(3/2) without cancellation near 1. */
static double circle(double x)
{
    double q = (1 - x) * (1 + x);
    return q * sqrt(q);
}

PLAIN(abs, fabs(x), 0 * x)
PLAIN(acos, acos(x), -x / circle(x))
PLAIN(asin, asin(x), x / circle(x))
PLAIN(atan, atan(x), -2 * x / ((1 + x * x) * (1 + x * x)))
PLAIN(cos, cos(x), -cos(x))
PLAIN(exp, exp(x), exp(x))
PLAIN(inverse, 1 / x, 2 / (x * x * x))
PLAIN(log, log(x), x >= 0 ? -1 / (x * x) : NAN)
PLAIN(log1p, log1p(x), x >= -1 ? -1 / ((1 + x) * (1 + x)) : NAN)
PLAIN(rsqrt, 1 / sqrt(x), 0.75 / (x * x * sqrt(x)))
PLAIN(sin, sin(x), -sin(x))
PLAIN(sqrt, sqrt(x), -0.25 / (x * sqrt(x)))
PLAIN(tan, tan(x), 2 * tan(x) * (1 + tan(x) * tan(x)))
PLAIN(xlogx, x == 0 ? 0 : x * log(x), x >= 0 ? 1 / x : NAN)

double clpwl__clamp_f(double x, const double *p)
{
    return x < p[0] ? p[0] : x > p[1] ? p[1] : x;
}

double clpwl__clamp_d2f(double x, const double *p)
{
    (void)p;
    return 0 * x;
}

double clpwl__power_f(double x, const double *p)
{
    return x >= 0 ? pow(x, p[0]) : NAN;
}

double clpwl__power_d2f(double x, const double *p)
{
    /* x^0 and x^1 are straight, at 0 too, where pow() below is infinite. */
    double factor = p[0] * (p[0] - 1);
    if (x < 0)
        return NAN;
    return factor == 0 ? 0 : factor * pow(x, p[0] - 2);
}

/* IEC 61966-2-1, with the constants as printed there. */
const double clpwl__srgb_decode_kink[1] = {0.04045};
const double clpwl__srgb_encode_kink[1] = {0.0031308};

PLAIN(srgb_decode, x <= 0.04045 ? x / 12.92 : pow((x + 0.055) / 1.055, 2.4),
      x <= 0.04045 ? 0 : 2.4 * 1.4 / (1.055 * 1.055) * pow((x + 0.055) / 1.055, 0.4))
PLAIN(srgb_encode, x <= 0.0031308 ? 12.92 * x : 1.055 * pow(x, 1 / 2.4) - 0.055,
      x <= 0.0031308 ? 0 : 1.055 / 2.4 * (1 / 2.4 - 1) * pow(x, 1 / 2.4 - 2))
