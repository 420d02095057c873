/* SPDX-License-Identifier: GPL-3.0-or-later */
/* v(x) in double arithmetic: what every evaluator is compared with. */
#include <math.h>
#include "base/door.h"
#include "table/shaper.h"
#include "table/table_value.h"

size_t clpwl__segment_of(const double *knots, size_t segments, double x)
{
    size_t lo = 0, hi = segments;
    while (hi - lo > 1) {
        size_t middle = lo + (hi - lo) / 2;
        if (knots[middle] <= x)
            lo = middle;
        else
            hi = middle;
    }
    return lo;
}

static double interpolate(const clpwl_table *table, double x)
{
    const double *knots = clpwl_table_knots(table), *c = clpwl_table_values(table);
    size_t segments = clpwl_table_segments(table);
    size_t i = clpwl__segment_of(knots, segments, x);
    if (x == knots[i + 1])
        return c[i + 1]; /* x = b, exactly */
    clpwl_shaper shaper = clpwl_table_shaper(table);
    double from = clpwl__shaper_s(shaper, knots[i]), to = clpwl__shaper_s(shaper, knots[i + 1]);
    return c[i] + (c[i + 1] - c[i]) * ((clpwl__shaper_s(shaper, x) - from) / (to - from));
}

double clpwl__fold(const clpwl_table *table, double x, int *is_reversed)
{
    const double *knots = clpwl_table_knots(table);
    const double a = knots[0], b = knots[clpwl_table_segments(table)], width = b - a;
    double t = fmod(x - a, width);
    *is_reversed = 0;
    if (clpwl_table_extend(table) == CLPWL_EXTEND_REPEAT) {
        x = t < 0 ? b + t : a + t;
    } else {
        t = fmod(fabs(x - a), 2 * width);
        *is_reversed = x < a ? 0 < t && t <= width : t >= width;
        x = t > width ? b - (t - width) : a + t;
    }
    return fmin(fmax(x, a), b); /* the sum may have been rounded outwards */
}

/* y + slope d, where d may be infinite. */
static double line(double y, double slope, double d)
{
    return slope == 0 ? y : y + slope * d;
}

double clpwl_table_value(const clpwl_table *table, double x)
{
    CLPWL__DOOR;
    const double *knots = clpwl_table_knots(table);
    double a = knots[0], b = knots[clpwl_table_segments(table)];
    if (a <= x && x <= b)
        return interpolate(table, x);
    if (isnan(x))
        return NAN;
    int is_reversed;
    switch (clpwl_table_extend(table)) {
    case CLPWL_EXTEND_CLAMP:
        return interpolate(table, x < a ? a : b);
    case CLPWL_EXTEND_LINEAR:
        return x < a ? line(interpolate(table, a), clpwl_table_tails(table).left, x - a)
                     : line(interpolate(table, b), clpwl_table_tails(table).right, x - b);
    case CLPWL_EXTEND_ZERO:
        return 0;
    case CLPWL_EXTEND_REPEAT:
    case CLPWL_EXTEND_MIRROR:
        return isinf(x) ? NAN : interpolate(table, clpwl__fold(table, x, &is_reversed));
    case CLPWL_EXTEND_NAN:
        break;
    }
    return NAN;
}
