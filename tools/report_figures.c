/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The paper's figures of errors and partitions, computed anew. */
#include <math.h>
#include <string.h>
#include "report.h"

static int design(const clpwl_function *f, size_t segments, clpwl_partition partition,
                  clpwl_fit fit, clpwl_table **out)
{
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    o.segments = segments;
    o.partition = partition;
    o.fit = fit;
    o.norm = CLPWL_NORM_L2; /* the paper's */
    return tool_status(clpwl_design(out, f, &o));
}

/* f beside its interpolant and its projection of a few segments, and their errors. */
static int draw_fits(report *r, const char *name, const clpwl_function *f, size_t segments)
{
    enum { POINTS = 800 };
    clpwl_table *t[2] = { NULL, NULL };
    double a, b, y = NAN;
    clpwl_function_domain(f, &a, &b);
    int code = design(f, segments, CLPWL_PARTITION_UNIFORM, CLPWL_FIT_INTERPOLANT, &t[0]);
    code = code ? code : design(f, segments, CLPWL_PARTITION_UNIFORM, CLPWL_FIT_PROJECTION, &t[1]);
    FILE *file = code ? NULL : report_data(r, name);
    if (file) {
        fputs("x\tf\tinterpolant\tprojection\n", file);
        for (int i = 0; i <= POINTS && code == 0; i++) {
            double x = a + (b - a) * i / POINTS;
            code = tool_status(clpwl_function_value(f, x, &y));
            fprintf(file, "%.9g\t%.9g\t%.9g\t%.9g\n", x, y, clpwl_table_value(t[0], x),
                    clpwl_table_value(t[1], x));
        }
        code = report_data_end(r, code);
    }
    clpwl_table_free(t[0]);
    clpwl_table_free(t[1]);
    return file ? code : EXIT_FAILURE;
}

/* f, the knot density |f''|^(2/5) scaled to it, and the optimised knots. */
static int draw_partition(report *r, const char *name, const clpwl_function *f, size_t segments)
{
    enum { POINTS = 800 };
    double a, b, *density = malloc((POINTS + 1) * sizeof *density), most = 0, y = NAN;
    clpwl_table *t = NULL;
    clpwl_function_domain(f, &a, &b);
    int code = density ? design(f, segments, CLPWL_PARTITION_OPTIMIZED, CLPWL_FIT_INTERPOLANT, &t)
                       : tool_fail("out of memory");
    for (int i = 0; i <= POINTS && code == 0; i++) {
        code = tool_status(clpwl_function_curvature(f, a + (b - a) * i / POINTS, &y));
        density[i] = pow(fabs(y), 0.4);
        most = fmax(most, density[i]);
    }
    FILE *file = code ? NULL : report_data(r, name);
    if (file) {
        fputs("x\tf\tdensity\tknot\tvalue\n", file);
        for (int i = 0; i <= POINTS && code == 0; i++) {
            double x = a + (b - a) * i / POINTS;
            code = tool_status(clpwl_function_value(f, x, &y));
            fprintf(file, "%.9g\t%.9g\t%.9g", x, y, density[i] / most);
            if ((size_t)i <= segments)
                fprintf(file, "\t%.9g\t%.9g", clpwl_table_knots(t)[i], clpwl_table_values(t)[i]);
            fputc('\n', file);
        }
        code = report_data_end(r, code);
    }
    clpwl_table_free(t);
    free(density);
    return file ? code : EXIT_FAILURE;
}

/* L2 errors by N, measured and estimated, of the four designs. */
static int draw_errors(report *r, const char *name, const clpwl_function *f)
{
    int code = 0;
    FILE *file = report_data(r, name);
    if (!file)
        return EXIT_FAILURE;
    fputs("N+1\tuniform interpolant\testimate\tuniform projection\testimate\t"
          "optimised interpolant\testimate\toptimised projection\testimate\n", file);
    for (size_t n = 8; n <= 4096 && code == 0; n *= 2) {
        fprintf(file, "%zu", n);
        for (int k = 0; k < 4 && code == 0; k++) {
            clpwl_table *t = NULL;
            code = design(f, n - 1, k / 2 ? CLPWL_PARTITION_OPTIMIZED : CLPWL_PARTITION_UNIFORM,
                          k % 2 ? CLPWL_FIT_PROJECTION : CLPWL_FIT_INTERPOLANT, &t);
            if (code == 0)
                fprintf(file, "\t%.4g\t%.4g", clpwl_table_measured(t).l2,
                        clpwl_table_estimate(t).l2);
            clpwl_table_free(t);
        }
        fputc('\n', file);
    }
    return report_data_end(r, code);
}

/* The L2 error that an evaluator really has; NaN where it cannot be made. */
static double executed_l2(const report *r, const clpwl_function *f, const clpwl_table *t,
                          const char *method, unsigned bits)
{
    clpwl_evaluator_options o = CLPWL_EVALUATOR_INIT;
    clpwl_execution how = CLPWL_EXECUTION_INIT;
    clpwl_verify_options v = CLPWL_VERIFY_INIT;
    clpwl_verification seen = { .seen = { NAN, NAN, NAN } };
    clpwl_evaluator *e = NULL;
    o.method = method;
    how.weight_bits = bits;
    o.execution = &how;
    v.arguments = 100000;
    if (clpwl_evaluator_create(&e, bits ? NULL : r->bench.context, t, &o) != CLPWL_OK ||
        clpwl_verify(e, f, &v, &seen) != CLPWL_OK)
        seen.seen.l2 = NAN;
    clpwl_evaluator_free(e);
    return seen.seen.l2;
}

/* The projection as it is executed: in fp32, and by filters of few bits. */
static int draw_executed(report *r, const char *name, const clpwl_function *f)
{
    int code = 0;
    FILE *file = report_data(r, name);
    if (!file)
        return EXIT_FAILURE;
    fputs("N+1\tdesigned\timage-linear here\tbuffer here\t8-bit weights, emulated\t"
          "8-bit weights, bound\n", file);
    for (size_t n = 8; n <= 8192 && code == 0; n *= 2) {
        clpwl_table *t = NULL;
        clpwl_execution bits = CLPWL_EXECUTION_INIT;
        bits.weight_bits = 8;
        code = design(f, n - 1, CLPWL_PARTITION_UNIFORM, CLPWL_FIT_PROJECTION, &t);
        if (code == 0)
            fprintf(file, "%zu\t%.4g\t%.4g\t%.4g\t%.4g\t%.4g\n", n, clpwl_table_measured(t).l2,
                    executed_l2(r, f, t, "image-linear", 0), executed_l2(r, f, t, "buffer", 0),
                    executed_l2(r, f, t, "host-scalar", 8), clpwl_table_executed_error(t, &bits).l2);
        clpwl_table_free(t);
    }
    return report_data_end(r, code);
}

static const char fits_script[] =
    "set multiplot layout 2,1\nset xlabel 'x'\n"
    "plot data skip 1 using 1:2 with lines lw 2 title 'f', '' skip 1 using 1:3 with lines title "
    "'interpolant', '' skip 1 using 1:4 with lines title 'projection'\n"
    "plot data skip 1 using 1:($3-$2) with lines lt 2 title 'interpolant - f', '' skip 1 using "
    "1:($4-$2) with lines lt 3 title 'projection - f'\nunset multiplot";
static const char partition_script[] =
    "set xlabel 'x'\nplot data skip 1 using 1:2 with lines lw 2 title 'f', '' skip 1 using 1:3 "
    "with lines dt 2 title 'knot density, scaled', '' skip 1 using 4:5 with points pt 7 ps 0.5 "
    "title 'optimised knots', '' skip 1 using 4:(0) with impulses lc rgb '#aaaaaa' title ''";
static const char errors_script[] =
    "set logscale xy 2\nset logscale y 10\nset format y '10^{%L}'\nset xlabel 'N+1'\n"
    "set ylabel 'L2 error'\n"
    "plot for [k=0:3] data skip 1 using 1:2*k+2 with points pt k+5 lc k+1 title word("
    "'uniform-interpolant uniform-projection optimised-interpolant optimised-projection', k+1), "
    "for [k=0:3] '' skip 1 using 1:2*k+3 with lines lc k+1 title k==3 ? 'lines: estimates' : ''";
static const char executed_script[] =
    "set logscale xy 2\nset logscale y 10\nset format y '10^{%L}'\nset xlabel 'N+1'\n"
    "set ylabel 'L2 error'\n"
    "plot for [k=2:6] data skip 1 using 1:k with linespoints pt k+3 title word('designed "
    "image-linear-here buffer-here 8-bit-emulated 8-bit-bound', k-1)";

/* What is drawn of which function, under which number of the paper's. */
typedef struct drawing {
    const char *name, *function, *heading, *script, *caption;
    int (*fill)(report *r, const char *name, const clpwl_function *f);
} drawing;

static int fill_fits(report *r, const char *name, const clpwl_function *f)
{
    return draw_fits(r, name, f, 8);
}

static int fill_partition(report *r, const char *name, const clpwl_function *f)
{
    return draw_partition(r, name, f, 31);
}

static const drawing drawings[] = {
    { "fig02", "gaussian", "Fig. 2: interpolant and projection", fits_script,
      "The Gaussian on [0, 8] with 8 segments, and below the two errors: the interpolant's is "
      "one-sided where f does not inflect, the projection's balanced.", fill_fits },
    { "fig05", "gaussian", "Fig. 5: the Gaussian's optimised partition", partition_script,
      "32 knots (N = 31) at equal shares of the integral of |f''|^(2/5).", fill_partition },
    { "fig06", "gaussian", "Fig. 6: L2 errors for the Gaussian on [0, 8]", errors_script,
      "Points: measured. Lines: the estimates, eqs. 19, 23 and 24.", draw_errors },
    { "fig07", "gaussian", "Fig. 7: the same as executed", executed_script,
      "Uniform projection. With 8 fractional bits in the filter's weight the error falls as 1/N "
      "beyond some hundred knots; this device's own filter is the second curve.",
      draw_executed },
    { "fig10", "lorentzian", "Fig. 10: the Lorentzian's optimised partition", partition_script,
      "32 knots on [0, 20].", fill_partition },
    { "fig11", "lorentzian", "Fig. 11: L2 errors for the Lorentzian on [0, 20]", errors_script,
      "Points: measured. Lines: the estimates.", draw_errors },
    { "fig12", "bessel_j0", "Fig. 12: L2 errors for the Bessel function J0 on [0, 20]",
      errors_script, "Points: measured. Lines: the estimates.", draw_errors },
};

enum { DRAWINGS = sizeof drawings / sizeof *drawings };

int report_is_figure(const char *name)
{
    for (int i = 0; i < DRAWINGS; i++)
        if (strcmp(drawings[i].name, name) == 0)
            return 1;
    return 0;
}

int report_figures(report *r)
{
    int code = 0;
    for (int i = 0; i < DRAWINGS && code == 0; i++) {
        const drawing *d = &drawings[i];
        clpwl_function *f = NULL;
        if (r->figure && strcmp(r->figure, d->name) != 0)
            continue;
        report_heading(r, d->heading);
        code = tool_status(clpwl_function_from_catalogue(&f, d->function));
        code = code ? code : d->fill(r, d->name, f);
        code = code ? code : report_picture(r, d->name, d->script, d->caption);
        if (code == 0 && d->script != fits_script && d->script != partition_script)
            code = report_table(r, d->name, "The same figures, as in the file of this name.");
        clpwl_function_free(f);
    }
    return code;
}
