/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/plot.h"
#include <math.h>
#include "common/message.h"

/* A logarithmic axis x shows what a linear one does not where two decades are crossed and half the
 * knots lie in the first tenth: as for optimized knots of 1/x, not for those of x ln(x). */
static const double SPAN = 100, FIRST = 0.1;

/* Numbers below 1e-2 or from 1e5 on are written in units of a power of 10, unless their range is so
 * narrow that many digits are needed. */
static void choose_power(plot_axis *a)
{
    double most = fmax(fabs(a->lo), fabs(a->hi));
    int power = most > 0 ? (int)floor(log10(most)) : 0;
    int is_narrow = a->hi - a->lo < PLOT_NARROW * most;
    a->power = !a->log && !is_narrow && (power < -2 || power > 4) ? power : 0;
}

int plot_axis_x(const clpwl_table *table, plot_log asked, plot_axis *out)
{
    size_t n = clpwl_table_segments(table);
    const double *knots = clpwl_table_knots(table);
    plot_axis x = {.lo = knots[0], .hi = knots[n]};
    x.log = asked == PLOT_LOG_X || asked == PLOT_LOG_XY;
    if (asked == PLOT_LOG_AUTO)
        x.log = x.lo > 0 && x.hi / x.lo >= SPAN &&
                (knots[n / 2] - x.lo < FIRST * (x.hi - x.lo) ||
                 clpwl_table_shaper(table) == CLPWL_SHAPER_LOG2);
    choose_power(&x);
    *out = x;
    return x.log && !(x.lo > 0)
               ? app_usage("--log x: the domain must be above 0; it begins at %g", x.lo)
               : 0;
}

static void include(plot_axis *a, const double *y, size_t count)
{
    for (size_t i = 0; y && i < count; i++)
        if (isfinite(y[i])) {
            a->lo = fmin(a->lo, y[i]);
            a->hi = fmax(a->hi, y[i]);
        }
}

/* Room for the curve beside the frame. */
static void widen(plot_axis *a, double share)
{
    if (!(a->lo <= a->hi))
        a->lo = a->hi = 0;
    if (a->log) {
        double factor = fmax(pow(a->hi / a->lo, share), 1.01);
        a->lo /= factor;
        a->hi *= factor;
        return;
    }
    double room = (a->hi - a->lo) * share;
    if (!(room > fmax(fabs(a->lo), fabs(a->hi)) * 1e-12)) /* gnuplot refuses an empty range */
        room = a->hi != 0 ? fabs(a->hi) * 0.1 : 1;
    a->lo -= room;
    a->hi += room;
}

/* Relative errors below the floor are absolute: a logarithmic axis ends there. */
static double least_on_log(const plot_picture *p, double least)
{
    return fmax(least, p->weight->floor / 10);
}

/* The index of the value, or `count`. */
static size_t find_value(const double *y, size_t count, double value)
{
    size_t i = 0;
    while (i < count && (!y || y[i] != value))
        i++;
    return i;
}

static int refuse_log(const plot_picture *p, double least)
{
    const plot_curves *c = &p->curves;
    size_t in_table = find_value(c->v, c->count, least), in_f = find_value(c->f, c->count, least);
    size_t sample = find_value(p->samples.y, p->samples.count, least);
    double x = in_f < c->count ? c->x[in_f] : in_table < c->count ? c->x[in_table] : p->samples.x[sample];
    return app_usage("--log y: the values must be above 0; the least is %g, of %s at x = %g", least,
                     in_f < c->count       ? "the function"
                     : in_table < c->count ? "the table"
                                           : "the samples", x);
}

static int choose_y(plot_picture *p, plot_log asked)
{
    const plot_curves *c = &p->curves;
    plot_axis y = {.lo = INFINITY, .hi = -INFINITY};
    include(&y, c->v, c->count);
    include(&y, c->f, c->count);
    include(&y, p->samples.y, p->samples.count);
    if (asked == PLOT_LOG_AUTO) {
        double least = least_on_log(p, y.lo);
        y.log = y.lo >= 0 && least > 0 && y.hi / least >= SPAN &&
                (p->weight->floor > 0 || p->x.log);
    } else {
        y.log = asked == PLOT_LOG_Y || asked == PLOT_LOG_XY;
    }
    if (y.log) {
        double least = y.lo;
        y.lo = least_on_log(p, y.lo);
        if (least < 0 || !(y.lo > 0))
            return refuse_log(p, least);
    }
    widen(&y, 0.05);
    choose_power(&y);
    p->y = y;
    return 0;
}

int plot_axes(plot_picture *p, plot_log asked)
{
    const plot_curves *c = &p->curves;
    plot_axis e = {.lo = INFINITY, .hi = -INFINITY};
    include(&e, c->e, c->count);
    int is_exact = e.lo == 0 && e.hi == 0;
    /* The lines of the errors known are drawn on the sides that the error has. The target alone scales
     * an error of 0. */
    for (int i = 0; i < 2; i++) {
        double line = i ? p->target : p->largest;
        if (!isfinite(line))
            continue;
        if (e.hi > line / 10 || (is_exact && i))
            e.hi = fmax(e.hi, line);
        if (e.lo < -line / 10 || (is_exact && i))
            e.lo = fmin(e.lo, -line);
    }
    widen(&e, 0.08);
    choose_power(&e);
    p->e = e;
    return choose_y(p, asked);
}
