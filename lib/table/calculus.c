/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Derivative and integral of a table. */
#include "clpwl/calculus.h"
#include "base/door.h"
#include <math.h>
#include "table/calculus.h"
#include "table/shaper.h"
#include "table/table.h"
#include "table/table_value.h"

/* The slope at x of a periodic or mirrored extension. In a reversed copy the slope to the right
 * of a knot is that of the segment on the knot's left. */
static double periodic_slope(const clpwl_table *table, double x)
{
    const double *knots = clpwl_table_knots(table);
    int is_reversed;
    x = clpwl__fold(table, x, &is_reversed);
    size_t i = clpwl__segment_of(knots, clpwl_table_segments(table), x);
    if (!is_reversed)
        return clpwl__table_slope(table, i);
    return -clpwl__table_slope(table, x == knots[i] && i > 0 ? i - 1 : i);
}

double clpwl_table_derivative(const clpwl_table *table, double x)
{
    CLPWL__DOOR;
    size_t n = clpwl_table_segments(table);
    const double *knots = clpwl_table_knots(table);
    if (knots[0] <= x && x <= knots[n])
        return clpwl__table_slope(table, clpwl__segment_of(knots, n, x)) *
               clpwl__shaper_slope(clpwl_table_shaper(table), x);
    if (isnan(x))
        return NAN;
    switch (clpwl_table_extend(table)) {
    case CLPWL_EXTEND_CLAMP:
    case CLPWL_EXTEND_ZERO:
        return 0;
    case CLPWL_EXTEND_LINEAR:
        return x < knots[0] ? clpwl_table_tails(table).left : clpwl_table_tails(table).right;
    case CLPWL_EXTEND_REPEAT:
    case CLPWL_EXTEND_MIRROR:
        return isinf(x) ? NAN : periodic_slope(table, x);
    case CLPWL_EXTEND_NAN:
        break;
    }
    return NAN;
}

/* g' of each shaper is monotone. */
double clpwl_table_steepness(const clpwl_table *table)
{
    CLPWL__DOOR;
    static const double more = 1 + 0x1p-50; /* roundings of slopes */
    const clpwl_shaper shaper = clpwl_table_shaper(table);
    const double *knots = clpwl_table_knots(table);
    const clpwl_tails tails = clpwl_table_tails(table);
    double most = clpwl_table_extend(table) == CLPWL_EXTEND_LINEAR
                      ? fmax(fabs(tails.left), fabs(tails.right))
                      : 0;
    for (size_t i = 0; i < clpwl_table_segments(table); i++) {
        const double slope = fabs(clpwl__table_slope(table, i));
        const double left = fabs(clpwl__shaper_slope(shaper, knots[i])),
                     right = fabs(clpwl__shaper_slope(shaper, knots[i + 1]));
        if (slope > 0)
            most = fmax(most, slope * fmax(left, right));
    }
    return more * most;
}

/* The integral of segment i from p to q with a shaper: of c + slope (g(x) - g(x_i)). */
static long double integrate_shaped(const clpwl_table *table, size_t i, long double p,
                                    long double q)
{
    clpwl_shaper shaper = clpwl_table_shaper(table);
    double x = clpwl_table_knots(table)[i];
    long double g = clpwl__shaper_integral(shaper, q) - clpwl__shaper_integral(shaper, p);
    return clpwl_table_values(table)[i] * (q - p) +
           clpwl__table_slope(table, i) * (g - clpwl_shaper_value(shaper, x) * (q - p));
}

/* The integral of segment i from p to q. */
static long double integrate_within(const clpwl_table *table, size_t i, double p, double q)
{
    if (clpwl_table_shaper(table))
        return integrate_shaped(table, i, p, q);
    long double middle = ((long double)clpwl_table_value(table, p) +
                          (long double)clpwl_table_value(table, q)) / 2;
    return ((long double)q - (long double)p) * middle;
}

/* The integral from p to q, a <= p <= q <= b, from areas, or, where that is NULL, as a sum
 * over segments. Sums are in long double for their many terms. */
static long double integrate_domain(const clpwl_table *table, const long double *areas, double p,
                                    double q)
{
    size_t n = clpwl_table_segments(table);
    const double *knots = clpwl_table_knots(table);
    size_t first = clpwl__segment_of(knots, n, p), last = clpwl__segment_of(knots, n, q);
    if (first == last)
        return integrate_within(table, first, p, q);
    long double sum = integrate_within(table, first, p, knots[first + 1]);
    if (areas)
        sum += areas[last] - areas[first + 1];
    for (size_t i = first + 1; i < last && !areas; i++)
        sum += integrate_within(table, i, knots[i], knots[i + 1]);
    return sum + integrate_within(table, last, knots[last], q);
}

/* The integral to x from the beginning of its period, which is at x - *t. */
static long double integrate_period(const clpwl_table *table, const long double *areas, double x,
                                    long double *t)
{
    const double *knots = clpwl_table_knots(table);
    const double a = knots[0], b = knots[clpwl_table_segments(table)];
    int is_reversed;
    x = clpwl__fold(table, x, &is_reversed);
    *t = is_reversed ? (long double)(b - a) + (b - x) : x - a;
    return is_reversed ? integrate_domain(table, areas, a, b) + integrate_domain(table, areas, x, b)
                       : integrate_domain(table, areas, a, x);
}

static long double integrate_periodic(const clpwl_table *table, const long double *areas,
                                      double x0, double x1)
{
    const double *knots = clpwl_table_knots(table);
    const double a = knots[0], b = knots[clpwl_table_segments(table)];
    const int copies = clpwl_table_extend(table) == CLPWL_EXTEND_MIRROR ? 2 : 1;
    long double t0, t1, to_0 = integrate_period(table, areas, x0, &t0);
    long double to_1 = integrate_period(table, areas, x1, &t1);
    long double turns = rintl((x1 - t1 - (x0 - t0)) / (copies * (b - a)));
    return turns * (integrate_domain(table, areas, a, b) * copies) + to_1 - to_0;
}

/* The integral of value + slope (x - end); the interval may be infinite or empty. */
static long double integrate_tail(double value, double slope, double end, double from, double to)
{
    if (!(from < to))
        return 0;
    long double length = (long double)to - (long double)from;
    long double middle = ((long double)from - end + ((long double)to - end)) / 2;
    long double height = slope == 0 ? (long double)value : value + slope * middle;
    return height == 0 ? 0 : height * length;
}

static double integrate(const clpwl_table *table, const long double *areas, double x0, double x1)
{
    size_t n = clpwl_table_segments(table);
    const double *knots = clpwl_table_knots(table), *c = clpwl_table_values(table);
    double a = knots[0], b = knots[n];
    clpwl_extend extend = clpwl_table_extend(table);
    if (isnan(x0) || isnan(x1))
        return NAN;
    if (x0 >= x1)
        return x0 == x1 ? 0 : -integrate(table, areas, x1, x0);
    double from = fmin(fmax(x0, a), b), to = fmin(fmax(x1, a), b);
    if ((a <= x0 && x1 <= b) || extend == CLPWL_EXTEND_ZERO)
        return (double)integrate_domain(table, areas, from, to);
    if (extend == CLPWL_EXTEND_CLAMP || extend == CLPWL_EXTEND_LINEAR) {
        int is_linear = extend == CLPWL_EXTEND_LINEAR;
        clpwl_tails tails = is_linear ? clpwl_table_tails(table) : (clpwl_tails){0, 0};
        return (double)(integrate_tail(c[0], tails.left, a, x0, fmin(x1, a)) +
                        integrate_domain(table, areas, from, to) +
                        integrate_tail(c[n], tails.right, b, fmax(x0, b), x1));
    }
    if (extend == CLPWL_EXTEND_NAN || isinf(x0) || isinf(x1))
        return NAN;
    return (double)integrate_periodic(table, areas, x0, x1);
}

double clpwl_table_integral(const clpwl_table *table, double x0, double x1)
{
    CLPWL__DOOR;
    return integrate(table, NULL, x0, x1);
}

double clpwl__integral_to(const clpwl_table *table, const long double *areas, double x)
{
    return integrate(table, areas, clpwl_table_knots(table)[0], x);
}

clpwl_status clpwl__table_areas(long double **out, const clpwl_table *table)
{
    clpwl_status status = CLPWL_OK;
    size_t n = clpwl_table_segments(table);
    const double *knots = clpwl_table_knots(table);
    long double *areas = clpwl__alloc(n + 1, sizeof *areas);
    *out = areas;
    CHECK_MEMORY(areas);
    areas[0] = 0;
    for (size_t i = 0; i < n; i++)
        areas[i + 1] = areas[i] + integrate_within(table, i, knots[i], knots[i + 1]);
done:
    return status;
}
