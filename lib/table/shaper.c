/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/internal.h"
#include "table/shaper.h"
#include <float.h>

static double same(double x)
{
    return x;
}

static double one(double x)
{
    (void)x;
    return 1;
}

static double rsqrt(double x)
{
    return 1 / sqrt(x);
}

static double minus_rsqrt(double x)
{
    return -1 / sqrt(x);
}

static double square(double s)
{
    return s * s;
}

static double inverse_square(double s)
{
    return 1 / (s * s);
}

static double log2_width(double s)
{
    return M_LN2 * exp2(s);
}

static double sqrt_width(double s)
{
    return 2 * s;
}

static double rsqrt_width(double s)
{
    return -2 / (s * s * s); /* s is negative */
}

static double exp2_width(double s)
{
    return 1 / (M_LN2 * s);
}

static double log2_slope(double x)
{
    return 1 / (M_LN2 * x);
}

static double sqrt_slope(double x)
{
    return 0.5 / sqrt(x);
}

static double rsqrt_slope(double x)
{
    return -0.5 / (x * sqrt(x));
}

static double exp2_slope(double x)
{
    return M_LN2 * exp2(x);
}

static long double half_square(long double x)
{
    return x * x / 2;
}

static long double log2_integral(long double x)
{
    return x * (log2l(x) - 1 / logl(2));
}

static long double sqrt_integral(long double x)
{
    return 2 * x * sqrtl(x) / 3;
}

static long double rsqrt_integral(long double x)
{
    return 2 * sqrtl(x);
}

static long double exp2_integral(long double x)
{
    return exp2l(x) / logl(2);
}

/* g'(inside) in OpenCL C. */
static const char *const slope_texts[] = {
    [CLPWL_SHAPER_NONE] = "1.0f",
    [CLPWL_SHAPER_LOG2] = "1.44269504f / inside",
    [CLPWL_SHAPER_SQRT] = "0.5f * rsqrt(inside)",
    [CLPWL_SHAPER_RSQRT] = "-0.5f * rsqrt(inside) / inside",
    [CLPWL_SHAPER_EXP2] = "0.693147181f * exp2(inside)",
};

/* By clpwl_shaper. The ulp are those of the OpenCL C specification, full profile; on the
 * host 1 / sqrtf has two roundings. */
static const struct {
    double (*g)(double x), (*s)(double x), (*x)(double s), (*width)(double s), (*slope)(double x);
    long double (*integral)(long double x);
    double ulp, least, most;
} rows[] = {
    {same, same, same, one, one, half_square, 0, -FLT_MAX, FLT_MAX},
    {log2, log2, exp2, log2_width, log2_slope, log2_integral, 3, FLT_MIN, FLT_MAX},
    {sqrt, sqrt, square, sqrt_width, sqrt_slope, sqrt_integral, 3, 0, FLT_MAX},
    {rsqrt, minus_rsqrt, inverse_square, rsqrt_width, rsqrt_slope, rsqrt_integral, 2, FLT_MIN,
     FLT_MAX},
    {exp2, exp2, log2, exp2_width, exp2_slope, exp2_integral, 3, -126, 127},
};

double clpwl_shaper_value(clpwl_shaper shaper, double x)
{
    return (unsigned)shaper < CLPWL_SHAPER_AUTO ? rows[shaper].g(x) : (double)NAN;
}

clpwl_status clpwl__shaper_check(clpwl_shaper shaper, double a, double b)
{
    clpwl_status status = CLPWL_OK;
    CHECK((unsigned)shaper < CLPWL_SHAPER_AUTO, CLPWL_ERR_ARGUMENT, "%d is not a clpwl_shaper",
          (int)shaper);
    CHECK(rows[shaper].least <= a && b <= rows[shaper].most, CLPWL_ERR_ARGUMENT,
          "the domain [%g, %g] is not one for the shaper %s, which is for [%.8g, %.8g]", a, b,
          clpwl_shaper_name(shaper), rows[shaper].least, rows[shaper].most);
done:
    return status;
}

double clpwl__shaper_s(clpwl_shaper shaper, double x)
{
    return rows[shaper].s(x);
}

double clpwl__shaper_x(clpwl_shaper shaper, double s)
{
    return rows[shaper].x(s);
}

double clpwl__shaper_width(clpwl_shaper shaper, double s)
{
    return rows[shaper].width(s);
}

double clpwl__shaper_slope(clpwl_shaper shaper, double x)
{
    return rows[shaper].slope(x);
}

long double clpwl__shaper_integral(clpwl_shaper shaper, long double x)
{
    return rows[shaper].integral(x);
}

const char *clpwl__shaper_slope_text(clpwl_shaper shaper)
{
    return slope_texts[shaper];
}

double clpwl__shaper_knot(clpwl_shaper shaper, double a, double b, size_t segments, size_t i)
{
    double from = clpwl__shaper_s(shaper, a), to = clpwl__shaper_s(shaper, b);
    if (i == 0 || i == segments)
        return i == 0 ? a : b;
    return clpwl__shaper_x(shaper, from + (double)i * (to - from) / (double)segments);
}

double clpwl__shaper_ulp(clpwl_shaper shaper)
{
    return rows[shaper].ulp;
}
