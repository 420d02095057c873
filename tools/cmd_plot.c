/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clpwl plot: a picture of a table, its function and its error, drawn by gnuplot. */
#include <math.h>
#include <string.h>
#include "commands.h"
#include "common/output.h"
#include "gnuplot.h"
#include "source.h"

typedef struct job {
    source named;
    const char *output;
} job;

#define AT(member) offsetof(job, member)
static const app_option rows[] = {
    APP_TEXT('o', "output", "FILE", output, "the picture, PNG or SVG by the ending of its name"),
    APP_OPTIONS_END,
};

/* Enough points for a picture of 1200 px, and several on each segment of usual tables. */
enum { LEAST_POINTS = 2000, MOST_POINTS = 40000, POINTS_PER_SEGMENT = 12, MARKS = 250 };

/* The number of points less one: a multiple of the segments, unless there are too many. */
static size_t last_point(size_t segments)
{
    if (segments < LEAST_POINTS / POINTS_PER_SEGMENT)
        return segments * (LEAST_POINTS / segments);
    if (segments <= MOST_POINTS / POINTS_PER_SEGMENT)
        return segments * POINTS_PER_SEGMENT;
    return segments <= MOST_POINTS / 2 ? 2 * segments : MOST_POINTS;
}

/* The i-th abscissa of the curve, 0 to last: equidistant on each segment, with the knots. Of too
 * many segments, the knots and midpoints of some. */
static double abscissa(const double *knots, size_t segments, size_t i, size_t last)
{
    int has_all = segments <= last / 2;
    size_t each = has_all ? last / segments : 2, first = i - i % each;
    size_t s = has_all ? i / each
                       : (size_t)((double)segments * ((double)first / (double)last));
    if (i >= last)
        return knots[segments];
    return knots[s] + (knots[s + 1] - knots[s]) * ((double)(i % each) / (double)each);
}

/* The data blocks $curve: x, v(x), and with a function f(x) and v(x) - f(x); $knots: x, y. */
static void send_data(FILE *script, const clpwl_table *table, const clpwl_function *f)
{
    size_t n = clpwl_table_segments(table);
    const double *x = clpwl_table_knots(table), *y = clpwl_table_values(table);
    size_t last = last_point(n);
    fputs("$curve << END\n", script);
    for (size_t i = 0; i <= last; i++) {
        double at = abscissa(x, n, i, last), exact;
        double v = clpwl_table_value(table, at);
        fprintf(script, "%.17g %.17g", at, v);
        if (f && clpwl_function_value(f, at, &exact) == CLPWL_OK)
            fprintf(script, " %.17g %.17g", exact, v - exact);
        fputc('\n', script);
    }
    fputs("END\n$knots << END\n", script);
    for (size_t i = 0; i <= n; i++)
        fprintf(script, "%.17g %.17g\n", x[i], y[i]);
    fputs("END\n", script);
}

/* Marks every k-th of many knots, and states k in the key. */
static void send_knots(FILE *script, size_t segments, const char *columns, int in_key)
{
    size_t k = segments / MARKS + 1;
    fprintf(script, ", $knots every %zu using %s with points pt 7 ps 0.5 lc rgb '#2050a0'", k,
            columns);
    if (!in_key)
        fputs(" notitle", script);
    else if (k == 1)
        fputs(" title 'knots'", script);
    else
        fprintf(script, " title 'knots, one of %zu'", k);
}

/* The right corner in which the curve does not end. */
static const char *corner(const clpwl_table *table)
{
    const double *v = clpwl_table_values(table);
    size_t n = clpwl_table_segments(table);
    double least = v[0], most = v[0];
    for (size_t i = 1; i <= n; i++) {
        least = fmin(least, v[i]);
        most = fmax(most, v[i]);
    }
    return v[n] - least > most - v[n] ? "bottom" : "top";
}

static void send_plot(FILE *script, const clpwl_table *table, int with_function)
{
    size_t n = clpwl_table_segments(table);
    fprintf(script, "set xrange [%.17g:%.17g]\n", clpwl_table_knots(table)[0],
            clpwl_table_knots(table)[n]);
    fprintf(script, "set grid\nset key noenhanced %s right\nset title noenhanced\n"
            "set lmargin 12\nset format y '%%.4g'\n", corner(table));
    if (with_function)
        fputs("set multiplot layout 2,1\n", script);
    clpwl_shaper shaper = clpwl_table_shaper(table);
    fprintf(script, "set title sprintf(\"%%s, %zu segments, %s%s%s, %s\", ", n,
            clpwl_partition_name(clpwl_table_partition(table)), shaper ? " in " : "",
            shaper ? clpwl_shaper_name(shaper) : "", clpwl_fit_name(clpwl_table_fit(table)));
    gnuplot_quote(script, clpwl_table_function(table));
    fputs(")\nplot ", script);
    if (with_function)
        fputs("$curve using 1:3 with lines lw 3 lc rgb '#f0a030' title 'function', ", script);
    fputs("$curve using 1:2 with lines lw 1 lc rgb '#2050a0' title 'table'", script);
    send_knots(script, n, "1:2", 1);
    if (with_function) {
        fputs("\nset title 'error: table - function'\n"
              "plot $curve using 1:4 with lines lc rgb '#a02020' notitle", script);
        send_knots(script, n, "1:(0)", 0);
        fputs("\nunset multiplot", script);
    }
    fputc('\n', script);
}

static int draw(const clpwl_table *table, const clpwl_function *f, const char *terminal,
                const char *path)
{
    app_output out;
    FILE *script;
    int code = app_output_open(&out, path);
    if (code)
        return code;
    TRY(gnuplot_begin(&script));
    fprintf(script, "set terminal %s\n", terminal);
    send_data(script, table, f);
    send_plot(script, table, f != NULL);
    code = gnuplot_draw(script, out.file);
done:
    return app_output_end(&out, code);
}

/* gnuplot's terminal for a file name, or NULL. */
static const char *terminal_for(const char *path)
{
    const char *dot = strrchr(path, '.');
    if (dot && strcmp(dot, ".png") == 0)
        return "pngcairo size 1200,900 font 'sans,11'";
    if (dot && strcmp(dot, ".svg") == 0)
        return "svg size 1200,900 font 'sans,11' background rgb 'white'";
    return NULL;
}

static int run(void *options, int count, char **operands)
{
    job *j = options;
    clpwl_table *table = NULL;
    clpwl_function *f = NULL;
    int code = 0;
    CHECK_USAGE(j->output, "-o FILE.png or -o FILE.svg is needed");
    const char *terminal = terminal_for(j->output);
    CHECK_USAGE(terminal, "'%s' ends in neither .png nor .svg", j->output);
    j->named.catalogue = count > 1 ? operands[1] : NULL;
    TRY_LIB(clpwl_table_load(&table, operands[0]));
    TRY(source_of_table(&j->named, table, &f));
    if (!f)
        app_note("'%s' is neither a name of the catalogue nor a formula: only the table is drawn",
                 clpwl_table_function(table));
    TRY(draw(table, f, terminal, j->output));
done:
    clpwl_function_free(f);
    clpwl_table_free(table);
    return code;
}

const app_command plot_command = {
    .name = "plot",
    .summary = "draws a table, its function and its error",
    .synopsis = "TABLE [FUNCTION] [OPTION ...]",
    .text = "Draws the table with its knots, the function, and below them the error. Needs "
            "gnuplot, and --output.\n"
            "\n"
            "A table holds only the name of its function. If the name is neither in the catalogue "
            "nor a formula, give the function; otherwise only the table is drawn.\n",
    .least = 1,
    .most = 2,
    .rows = { { rows, 0, 0 }, { source_rows, offsetof(job, named), 0 } },
    .size = sizeof(job),
    .run = run,
};
