/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The catalogue's activation functions and the normal distribution. */
#include "function/catalogue/catalogue.h"
#include "base/gsl.h"
#include <gsl/gsl_cdf.h>
#include <math.h>

static double density(double x)
{
    return 0.39894228040143267794 * exp(-0.5 * x * x);
}

/* s (1 - s) of the logistic function s; even, so that exp cannot overflow. */
static double logistic_slope(double x)
{
    double e = exp(-fabs(x));
    return e / ((1 + e) * (1 + e));
}

static double softplus(double x)
{
    return (x > 0 ? x : 0) + log1p(exp(-fabs(x)));
}

double clpwl__gelu_f(double x, const double *p)
{
    return x * clpwl__normal_cdf_f(x, p);
}

double clpwl__gelu_d2f(double x, const double *p)
{
    (void)p;
    return density(x) * (2 - x * x);
}

double clpwl__leaky_relu_f(double x, const double *p)
{
    return x < 0 ? p[0] * x : x;
}

double clpwl__leaky_relu_d2f(double x, const double *p)
{
    (void)p;
    return 0 * x;
}

double clpwl__mish_f(double x, const double *p)
{
    (void)p;
    return x * tanh(softplus(x));
}

/* f = x t, t = tanh(softplus), softplus' = s. */
double clpwl__mish_d2f(double x, const double *p)
{
    double t = tanh(softplus(x)), c = cosh(softplus(x)), s = clpwl__sigmoid_f(x, p);
    double dt = s / (c * c), d2t = (logistic_slope(x) - 2 * t * s * s) / (c * c);
    return 2 * dt + x * d2t;
}

double clpwl__normal_cdf_f(double x, const double *p)
{
    (void)p;
    return 0.5 * erfc(-M_SQRT1_2 * x);
}

double clpwl__normal_cdf_d2f(double x, const double *p)
{
    (void)p;
    return -x * density(x);
}

double clpwl__normal_quantile_f(double x, const double *p)
{
    (void)p;
    if (!(0 < x && x < 1))
        return x == 0 ? -INFINITY : x == 1 ? INFINITY : NAN;
    clpwl__gsl_enter();
    double q = gsl_cdf_ugaussian_Pinv(x);
    clpwl__gsl_leave();
    return q;
}

double clpwl__normal_quantile_d2f(double x, const double *p)
{
    double q = clpwl__normal_quantile_f(x, p), d = density(q);
    return q / (d * d);
}

double clpwl__relu_f(double x, const double *p)
{
    (void)p;
    return x < 0 ? 0 : x;
}

double clpwl__relu_d2f(double x, const double *p)
{
    (void)p;
    return 0 * x;
}

double clpwl__sigmoid_f(double x, const double *p)
{
    (void)p;
    return 1 / (1 + exp(-x));
}

double clpwl__sigmoid_d2f(double x, const double *p)
{
    (void)p;
    return -logistic_slope(x) * tanh(0.5 * x);
}

double clpwl__silu_f(double x, const double *p)
{
    (void)p;
    return x / (1 + exp(-x));
}

double clpwl__silu_d2f(double x, const double *p)
{
    (void)p;
    return logistic_slope(x) * (2 - x * tanh(0.5 * x));
}

double clpwl__softplus_f(double x, const double *p)
{
    (void)p;
    return softplus(x);
}

double clpwl__softplus_d2f(double x, const double *p)
{
    (void)p;
    return logistic_slope(x);
}

double clpwl__tanh_f(double x, const double *p)
{
    (void)p;
    return tanh(x);
}

double clpwl__tanh_d2f(double x, const double *p)
{
    (void)p;
    double c = cosh(x);
    return -2 * tanh(x) / (c * c);
}
