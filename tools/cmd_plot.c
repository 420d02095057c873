/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clpwl plot: a picture of a table, its function and its error, drawn by gnuplot. */
#include <math.h>
#include <string.h>
#include "gnuplot.h"
#include "tool.h"

static const char help[] =
    "Usage: clpwl plot TABLE -o FILE.png|FILE.svg [FUNCTION | --expr FORMULA | --samples FILE]\n"
    "Draws the table with its knots, the function, and below them the error (by gnuplot).\n"
    "\n"
    "A table knows its function by name only. Where the name is one of the catalogue or a\n"
    "formula, the function is made from it; else name the function, or the table is drawn\n"
    "alone.\n"
    "\n"
    "  -o, --output FILE      the picture, PNG or SVG by its ending\n"
    "  -e, --expr FORMULA     the function is this formula in x\n"
    "  -s, --samples FILE     the function is the spline through these samples\n"
    "      --smooth SIGMA     without their noise, or 'auto', as the table was designed\n"
    "  -h, --help             this text\n";

static const struct option longs[] = {
    { "output", required_argument, NULL, 'o' },
    { "expr", required_argument, NULL, 'e' },
    { "samples", required_argument, NULL, 's' },
    { "smooth", required_argument, NULL, 'S' },
    { "help", no_argument, NULL, 'h' },
    { 0 },
};

/* Enough points for a picture, and several on each segment of tables of usual size. */
enum { LEAST_POINTS = 2000, MOST_POINTS = 40000, POINTS_PER_SEGMENT = 12, MARKS = 250 };

/* Points of the curve, less one: a multiple of the segments, while there is room for it. */
static size_t last_point(size_t segments)
{
    if (segments < LEAST_POINTS / POINTS_PER_SEGMENT)
        return segments * (LEAST_POINTS / segments);
    if (segments <= MOST_POINTS / POINTS_PER_SEGMENT)
        return segments * POINTS_PER_SEGMENT;
    return segments <= MOST_POINTS / 2 ? 2 * segments : MOST_POINTS;
}

/* The i-th of the curve's abscissas, 0 to last: evenly on each segment, knots and all; of
 * too many segments, the knots and the middles of some, between which the error lies. */
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

/* $curve: x, v(x), and with a function f(x) and v(x) - f(x). $knots: x, y. */
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

/* Of many knots, every k-th is marked, and the key says so. */
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

/* The right corner that the curve does not end in. */
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
    output out;
    gnuplot g;
    int code = output_open(&out, path);
    if (code)
        return code;
    code = gnuplot_begin(&g);
    if (code == 0) {
        fprintf(g.script, "set terminal %s\n", terminal);
        send_data(g.script, table, f);
        send_plot(g.script, table, f != NULL);
        code = gnuplot_draw(&g, out.file);
    }
    if (code == 0)
        return output_commit(&out);
    output_discard(&out);
    return code;
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

static int run(int argc, char **argv)
{
    source named = { 0 };
    const char *path = NULL;
    clpwl_table *table = NULL;
    clpwl_function *f = NULL;
    int option, code = 0;
    while ((option = tool_option(argc, argv, ":o:e:s:h", longs, &code)) != -1)
        switch (option) {
        case '?': return code;
        case 'o': path = optarg; break;
        case 'e': named.expression = optarg; break;
        case 'S':
            code = parse_smooth(optarg, &named);
            if (code)
                return code;
            break;
        default: named.samples = optarg;
        }
    code = tool_operands(argc, 1, 2, "TABLE [FUNCTION]");
    if (code)
        return code;
    if (!path)
        return tool_usage("-o FILE.png or -o FILE.svg is needed");
    const char *terminal = terminal_for(path);
    if (!terminal)
        return tool_usage("'%s' ends in neither .png nor .svg", path);
    named.catalogue = argv[optind + 1];
    code = tool_status(clpwl_table_load(&table, argv[optind]));
    if (code == 0)
        code = source_of_table(&named, table, &f);
    if (code == 0 && !f)
        tool_note("'%s' is neither of the catalogue nor a formula: the table is drawn alone",
                  clpwl_table_function(table));
    if (code == 0)
        code = draw(table, f, terminal, path);
    clpwl_function_free(f);
    clpwl_table_free(table);
    return code;
}

const command plot_command = { "plot", "draws a table, its function and its error", help, run };
