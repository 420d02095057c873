/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The catalogue's activation functions and the normal distribution. */
#include "function/catalogue/catalogue.h"
#include "base/gsl.h"
#include <gsl/gsl_cdf.h>
#include <math.h>

static double softplus(double x)
{
    return (x > 0 ? x : 0) + log1p(exp(-fabs(x)));
}

double clpwl__gelu_f(double x, const double *p)
{
    return x * clpwl__normal_cdf_f(x, p);
}

double clpwl__leaky_relu_f(double x, const double *p)
{
    return x < 0 ? p[0] * x : x;
}

double clpwl__mish_f(double x, const double *p)
{
    (void)p;
    return x * tanh(softplus(x));
}

double clpwl__normal_cdf_f(double x, const double *p)
{
    (void)p;
    return 0.5 * erfc(-M_SQRT1_2 * x);
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

double clpwl__relu_f(double x, const double *p)
{
    (void)p;
    return x < 0 ? 0 : x;
}

double clpwl__sigmoid_f(double x, const double *p)
{
    (void)p;
    return 1 / (1 + exp(-x));
}

double clpwl__silu_f(double x, const double *p)
{
    (void)p;
    return x / (1 + exp(-x));
}

double clpwl__softplus_f(double x, const double *p)
{
    (void)p;
    return softplus(x);
}

double clpwl__tanh_f(double x, const double *p)
{
    (void)p;
    return tanh(x);
}
