/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/plot.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "common/clock.h"
#include "common/message.h"

/*
 * Abscissas: equidistant ones on the axis, and some of each segment with its knots. Of 2^20
 * segments or more, some segments are left out: f is then called 2^21 times, which takes a
 * second for a formula. A picture has fewer than COLUMNS columns of pixels that a reader can
 * tell from each other. Errors of segments narrower than NARROW columns would fill the picture
 * with ink.
 */
enum { COLUMNS = 1000, POINTS_PER_SEGMENT = 12, MOST_POINTS = 1 << 21 };
static const double NARROW = 0.7;

static double axis_at(plot_axis a, double share)
{
    return a.log ? a.lo * pow(a.hi / a.lo, share) : a.lo + (a.hi - a.lo) * share;
}

static double axis_share(plot_axis a, double x)
{
    return a.log ? log(x / a.lo) / log(a.hi / a.lo) : (x - a.lo) / (a.hi - a.lo);
}

static double axis_middle(plot_axis a, double x, double y)
{
    return a.log ? sqrt(x * y) : (x + y) / 2;
}

static int make_room(plot_curves *c, size_t count, int has_function)
{
    c->x = malloc(count * sizeof *c->x);
    c->v = malloc(count * sizeof *c->v);
    if (has_function) {
        c->f = malloc(count * sizeof *c->f);
        c->e = malloc(count * sizeof *c->e);
    }
    return c->x && c->v && (!has_function || (c->f && c->e)) ? 0 : app_fail("out of memory");
}

/* A weight that is negative makes an error that the design would refuse. */
static int check_weight(const clpwl_weight *weight, const plot_curves *c)
{
    for (size_t i = 0; i < c->count && weight->w; i++) {
        double w;
        if (clpwl_function_value(weight->w, c->x[i], &w) == CLPWL_OK && w < 0)
            return app_usage("--weight: the weight is %g at x = %g; it must not be negative", w, c->x[i]);
    }
    return 0;
}

/* The error of v against f at x as the table's design weighs it; NaN where it has no value. */
static double weighted_error(const clpwl_weight *weight, double x, double v, double f)
{
    double w = 1;
    if (weight->w && clpwl_function_value(weight->w, x, &w) != CLPWL_OK)
        return NAN;
    return w * (v - f) / (weight->floor > 0 ? fmax(fabs(f), weight->floor) : 1);
}

int plot_curves_fill(plot_curves *c, const clpwl_table *table, const clpwl_function *f,
                     const clpwl_weight *weight, plot_axis x)
{
    int code = 0;
    size_t n = clpwl_table_segments(table), at = 0;
    const double *knots = clpwl_table_knots(table);
    size_t points = n > MOST_POINTS / POINTS_PER_SEGMENT ? 2 : POINTS_PER_SEGMENT;
    size_t step = n * points > MOST_POINTS ? n * points / MOST_POINTS + 1 : 1;
    TRY(make_room(c, COLUMNS + 1 + (n / step + 1) * points + 1, f != NULL));
    for (int i = 0; i <= COLUMNS; i++)
        c->x[at++] = fmin(fmax(axis_at(x, i / (double)COLUMNS), knots[0]), knots[n]);
    for (size_t s = 0; s < n; s += step)
        for (size_t i = 0; i < points; i++)
            c->x[at++] = knots[s] + (knots[s + 1] - knots[s]) * ((double)i / (double)points);
    c->x[at++] = knots[n];
    app_sort(c->x, at);
    c->count = at;
    TRY(check_weight(weight, c));
    for (size_t i = 0; i < at; i++) {
        c->v[i] = clpwl_table_value(table, c->x[i]);
        if (!f)
            continue;
        if (clpwl_function_value(f, c->x[i], &c->f[i]) != CLPWL_OK)
            c->f[i] = NAN;
        c->e[i] = weighted_error(weight, c->x[i], c->v[i], c->f[i]);
    }
done:
    return code;
}

void plot_curves_free(plot_curves *c)
{
    free(c->x);
    free(c->v);
    free(c->f);
    free(c->e);
}

double plot_curves_largest(const plot_curves *c)
{
    double largest = NAN;
    for (size_t i = 0; c->e && i < c->count; i++)
        largest = fmax(largest, isfinite(c->e[i]) ? fabs(c->e[i]) : NAN); /* fmax passes over NaN */
    return largest;
}

double plot_number(plot_axis axis, double value)
{
    return value / pow(10, axis.power);
}

static void write_points(FILE *script, const plot_curves *c, const double *y, const size_t at[4],
                         plot_axis x_axis, plot_axis y_axis)
{
    /* The least and the greatest in their order, and none twice. */
    size_t a = at[1] < at[2] ? at[1] : at[2], b = at[1] < at[2] ? at[2] : at[1];
    const size_t order[] = {at[0], a, b, at[3]};
    for (int i = 0; i < 4; i++)
        if (i == 0 || order[i] != order[i - 1])
            fprintf(script, "%.12g %.12g\n", plot_number(x_axis, c->x[order[i]]),
                    plot_number(y_axis, y[order[i]]));
}

static int column_of(plot_axis axis, double x, int columns)
{
    int column = (int)(axis_share(axis, x) * columns);
    return column < columns ? column : columns - 1;
}

/* Elements at[0] to at[3]: the first, least, greatest and last of the values from i on that are
 * finite and lie on one column. The index after them. */
static size_t take_column(const plot_curves *c, const double *y, plot_axis axis, int columns,
                          size_t i, size_t at[4])
{
    int column = column_of(axis, c->x[i], columns);
    at[0] = at[1] = at[2] = i;
    for (; i < c->count && isfinite(y[i]); i++) {
        if (column_of(axis, c->x[i], columns) != column)
            break;
        at[1] = y[i] < y[at[1]] ? i : at[1];
        at[2] = y[i] > y[at[2]] ? i : at[2];
        at[3] = i;
    }
    return i;
}

int plot_curve_write(FILE *script, const char *name, const plot_curves *c, const double *y,
                     plot_axis x_axis, plot_axis y_axis)
{
    size_t at[4], end = 0;
    fprintf(script, "$%s << END\n", name);
    for (size_t i = 0; i < c->count; i++) {
        if (!isfinite(y[i]))
            continue;
        if (end && i > end)
            fputc('\n', script); /* a gap */
        end = take_column(c, y, x_axis, COLUMNS, i, at);
        write_points(script, c, y, at, x_axis, y_axis);
        i = end - 1;
    }
    fputs("END\n", script);
    return end > 0;
}

/* The segment that holds x, from *s on. */
static size_t segment_of(const clpwl_table *table, double x, size_t s)
{
    const double *knots = clpwl_table_knots(table);
    while (s + 1 < clpwl_table_segments(table) && knots[s + 1] <= x)
        s++;
    return s;
}

/* Whether the segment at the i-th abscissa is so wide that the curve can be told from a band; *s is that
 * segment, from *s on. */
static int is_wide_at(const plot_curves *c, const clpwl_table *table, int columns, plot_axis axis, size_t i,
                      size_t *s)
{
    const double *knots = clpwl_table_knots(table);
    *s = segment_of(table, c->x[i], *s);
    return (axis_share(axis, knots[*s + 1]) - axis_share(axis, knots[*s])) * columns > NARROW;
}

/* Whether a segment of the band is on one of the next columns. Strokes of one or two columns would cut the
 * band: the longest segments of a refined table are at the inflections of f. */
static int goes_on(const plot_curves *c, const clpwl_table *table, int columns, plot_axis axis, size_t i,
                   size_t s)
{
    enum { NEXT = 2 };
    size_t at[4];
    for (int k = 0; k < NEXT && i < c->count && isfinite(c->e[i]); k++) {
        if (!is_wide_at(c, table, columns, axis, i, &s))
            return 1;
        i = take_column(c, c->e, axis, columns, i, at);
    }
    return 0;
}

static void write_range(FILE *script, double x, double least, double most)
{
    fprintf(script, "%.12g %.12g %.12g\n", x, least, most);
}

int plot_error_write(FILE *script, plot_curves *c, const clpwl_table *table, int columns,
                     plot_axis x_axis, plot_axis e_axis)
{
    size_t at[4], s = 0, end = 0;
    double least = NAN, most = NAN, last = NAN; /* of the column before */
    fputs("$band << END\n", script);
    for (size_t i = 0, next; i < c->count; i = next) {
        next = i + 1;
        if (!isfinite(c->e[i]))
            continue;
        next = take_column(c, c->e, x_axis, columns, i, at);
        int follows = end && i == end; /* a column of the band */
        int is_wide = is_wide_at(c, table, columns, x_axis, i, &s) &&
                      !(follows && goes_on(c, table, columns, x_axis, next, s));
        if (is_wide && follows) {      /* the curve goes on where the band ends */
            write_range(script, plot_number(x_axis, c->x[i - 1]), least, most);
            c->e[i - 1] = last;
        }
        if (is_wide)
            continue;
        least = plot_number(e_axis, c->e[at[1]]);
        most = plot_number(e_axis, c->e[at[2]]);
        if (end && !follows)
            fputc('\n', script); /* a gap */
        if (!follows)
            write_range(script, plot_number(x_axis, c->x[i]), least, most);
        write_range(script, plot_number(x_axis, axis_middle(x_axis, c->x[i], c->x[next - 1])),
                    least, most);
        if (next == c->count)
            write_range(script, plot_number(x_axis, c->x[next - 1]), least, most);
        end = next;
        last = c->e[next - 1];
        for (i += !follows && i > 0; i < next; i++)
            c->e[i] = NAN;
    }
    fputs("END\n", script);
    int has_curve = plot_curve_write(script, "error", c, c->e, x_axis, e_axis);
    return (has_curve ? PLOT_CURVE : 0) | (end ? PLOT_BAND : 0);
}
