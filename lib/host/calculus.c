/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Derivative and integral of a table. */
#include "clpwl/calculus.h"
#include <math.h>
#include "host/shaper.h"
#include "host/table_value.h"

/* In g(x), which is x without a shaper. */
static double slope_of(const clpwl_table *table, size_t i)
{
    const double *x = clpwl_table_knots(table), *c = clpwl_table_values(table);
    clpwl_shaper shaper = clpwl_table_shaper(table);
    return (c[i + 1] - c[i]) /
           (clpwl_shaper_value(shaper, x[i + 1]) - clpwl_shaper_value(shaper, x[i]));
}

/* How far x is into its period, in [0, period). */
static double phase(double x, double a, double period)
{
    double t = fmod(x - a, period);
    if (t < 0)
        t += period;
    return t < period ? t : 0; /* the sum may have been rounded to a whole period */
}

/* The slope of a copy of v: on the way back of a mirrored one the right is the left. */
static double periodic_slope(const clpwl_table *table, double x)
{
    size_t n = clpwl_table_segments(table);
    const double *knots = clpwl_table_knots(table);
    double a = knots[0], b = knots[n], width = b - a;
    int mirror = clpwl_table_extend(table) == CLPWL_MIRROR;
    double t = phase(x, a, mirror ? 2 * width : width);
    if (t < width)
        return slope_of(table, clpwl__segment_of(knots, n, fmin(a + t, b)));
    double back = fmax(b - (t - width), a);
    size_t i = clpwl__segment_of(knots, n, back);
    return -slope_of(table, back == knots[i] && i > 0 ? i - 1 : i);
}

double clpwl_table_derivative(const clpwl_table *table, double x)
{
    size_t n = clpwl_table_segments(table);
    const double *knots = clpwl_table_knots(table);
    if (knots[0] <= x && x <= knots[n])
        return slope_of(table, clpwl__segment_of(knots, n, x)) *
               clpwl__shaper_slope(clpwl_table_shaper(table), x);
    if (isnan(x))
        return NAN;
    switch (clpwl_table_extend(table)) {
    case CLPWL_CLAMP:
    case CLPWL_ZERO:
        return 0;
    case CLPWL_REPEAT:
    case CLPWL_MIRROR:
        return isinf(x) ? NAN : periodic_slope(table, x);
    case CLPWL_NAN:
        break;
    }
    return NAN;
}

/* Of segment i: c + slope (g(x) - g(x_i)). */
static long double shaped_part(const clpwl_table *table, size_t i, long double p, long double q)
{
    clpwl_shaper shaper = clpwl_table_shaper(table);
    double x = clpwl_table_knots(table)[i];
    long double g = clpwl__shaper_integral(shaper, q) - clpwl__shaper_integral(shaper, p);
    return clpwl_table_values(table)[i] * (q - p) +
           slope_of(table, i) * (g - clpwl_shaper_value(shaper, x) * (q - p));
}

/* From p to q, a <= p <= q <= b. Many terms are added, and so in long double. */
static long double inside(const clpwl_table *table, double p, double q)
{
    size_t n = clpwl_table_segments(table);
    const double *knots = clpwl_table_knots(table);
    size_t first = clpwl__segment_of(knots, n, p), last = clpwl__segment_of(knots, n, q);
    long double sum = 0;
    for (size_t i = first; i <= last; i++) {
        double from = i == first ? p : knots[i], to = i == last ? q : knots[i + 1];
        if (clpwl_table_shaper(table)) {
            sum += shaped_part(table, i, from, to);
            continue;
        }
        long double middle = ((long double)clpwl_table_value(table, from) +
                              (long double)clpwl_table_value(table, to)) / 2;
        sum += ((long double)to - (long double)from) * middle;
    }
    return sum;
}

/* From the beginning of a period to t within it. */
static long double in_period(const clpwl_table *table, double t)
{
    const double *knots = clpwl_table_knots(table);
    double a = knots[0], b = knots[clpwl_table_segments(table)], width = b - a;
    if (t <= width)
        return inside(table, a, fmin(a + t, b));
    return inside(table, a, b) + inside(table, fmax(b - (t - width), a), b);
}

static long double periodic(const clpwl_table *table, double x0, double x1)
{
    const double *knots = clpwl_table_knots(table);
    double a = knots[0], b = knots[clpwl_table_segments(table)], width = b - a;
    double period = clpwl_table_extend(table) == CLPWL_MIRROR ? 2 * width : width;
    double t0 = phase(x0, a, period), t1 = phase(x1, a, period);
    long double turns = rintl(((long double)x1 - t1 - ((long double)x0 - t0)) / period);
    return turns * (inside(table, a, b) * (period > width ? 2 : 1)) +
           in_period(table, t1) - in_period(table, t0);
}

/* A constant tail; its length may be infinite. */
static long double constant(double value, double from, double to)
{
    return value == 0 || !(from < to) ? 0 : value * ((long double)to - (long double)from);
}

double clpwl_table_integral(const clpwl_table *table, double x0, double x1)
{
    size_t n = clpwl_table_segments(table);
    const double *knots = clpwl_table_knots(table), *c = clpwl_table_values(table);
    double a = knots[0], b = knots[n];
    clpwl_extend extend = clpwl_table_extend(table);
    if (isnan(x0) || isnan(x1))
        return NAN;
    if (x0 >= x1)
        return x0 == x1 ? 0 : -clpwl_table_integral(table, x1, x0);
    double from = fmin(fmax(x0, a), b), to = fmin(fmax(x1, a), b);
    if ((a <= x0 && x1 <= b) || extend == CLPWL_ZERO)
        return (double)inside(table, from, to);
    if (extend == CLPWL_CLAMP)
        return (double)(constant(c[0], x0, fmin(x1, a)) + inside(table, from, to) +
                        constant(c[n], fmax(x0, b), x1));
    if (extend == CLPWL_NAN || isinf(x0) || isinf(x1))
        return NAN;
    return (double)periodic(table, x0, x1);
}
