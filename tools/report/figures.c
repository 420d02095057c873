/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The paper's figures of errors and partitions, computed anew. */
#include <math.h>
#include <string.h>
#include "report/report.h"

static int design(const clpwl_function *f, size_t segments, clpwl_partition partition,
                  clpwl_fit fit, clpwl_table **out)
{
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    o.segments = segments;
    o.partition = partition;
    o.fit = fit;
    o.norm = CLPWL_NORM_L2; /* the paper's */
    return app_status(clpwl_design(out, f, &o));
}

enum { POINTS = 800 };

static double point(const clpwl_function *f, int i)
{
    double a, b;
    clpwl_function_domain(f, &a, &b);
    return a + (b - a) * i / POINTS;
}

/* f with its interpolant and its projection of 8 segments. */
static int fill_fits(report *r, const char *name, const clpwl_function *f)
{
    int code = 0;
    clpwl_table *interpolant = NULL, *projection = NULL;
    FILE *file;
    double y;
    TRY(design(f, 8, CLPWL_PARTITION_UNIFORM, CLPWL_FIT_INTERPOLANT, &interpolant));
    TRY(design(f, 8, CLPWL_PARTITION_UNIFORM, CLPWL_FIT_PROJECTION, &projection));
    TRY(report_data(r, name, &file));
    fputs("x\tf\tinterpolant\tprojection\n", file);
    for (int i = 0; i <= POINTS; i++) {
        double x = point(f, i);
        TRY_LIB(clpwl_function_value(f, x, &y));
        fprintf(file, "%.9g\t%.9g\t%.9g\t%.9g\n", x, y, clpwl_table_value(interpolant, x),
                clpwl_table_value(projection, x));
    }
done:
    clpwl_table_free(interpolant);
    clpwl_table_free(projection);
    return report_data_end(r, code);
}

/* f, the knot density |f''|^(2/5) scaled to 1, and the optimized knots of 31 segments. */
static int fill_partition(report *r, const char *name, const clpwl_function *f)
{
    enum { SEGMENTS = 31 };
    int code = 0;
    double density[POINTS + 1], most = 0, y;
    clpwl_table *t = NULL;
    FILE *file;
    TRY(design(f, SEGMENTS, CLPWL_PARTITION_OPTIMIZED, CLPWL_FIT_INTERPOLANT, &t));
    for (int i = 0; i <= POINTS; i++) {
        TRY_LIB(clpwl_function_curvature(f, point(f, i), &y));
        density[i] = pow(fabs(y), 0.4);
        most = fmax(most, density[i]);
    }
    TRY(report_data(r, name, &file));
    fputs("x\tf\tdensity\tknot\tvalue\n", file);
    for (int i = 0; i <= POINTS; i++) {
        TRY_LIB(clpwl_function_value(f, point(f, i), &y));
        fprintf(file, "%.9g\t%.9g\t%.9g", point(f, i), y, density[i] / most);
        if (i <= SEGMENTS)
            fprintf(file, "\t%.9g\t%.9g", clpwl_table_knots(t)[i], clpwl_table_values(t)[i]);
        fputc('\n', file);
    }
done:
    clpwl_table_free(t);
    return report_data_end(r, code);
}

/* What the errors of the four designs say beside the paper. Rows: from 8 knots on, doubled. */
static void state_errors(report *r, double measured[][4], double estimated[][4], int rows)
{
    enum { AGREE = 3 }; /* 64 knots */
    int segments = (8 << (rows - 1)) - 1;
    const double *last = measured[rows - 1], *before = measured[rows - 2];
    double off = 0;
    for (int i = AGREE; i < rows; i++)
        for (int k = 0; k < 4; k++)
            off = fmax(off, fabs(measured[i][k] / estimated[i][k] - 1));
    /* "Fig. 6: L2 errors for the Gaussian on [0, 8]" */
    const char *heading = r->now->heading;
    report_fact(
        r,
        "%.*s, %s: the error falls as N^-%.3f (paper: N^-2); interpolant / projection %.3f "
        "(paper: sqrt 6 = 2.449); uniform / optimized %.3g; from 64 knots on, the estimates "
        "are right to %.2g %%.",
        (int)strcspn(heading, ":"), heading, strstr(heading, "the "),
        log(before[0] / last[0]) / log(segments / (segments / 2.0 - 0.5)), last[0] / last[1],
        last[0] / last[2], 100 * off);
}

/* L2 errors by N, measured and estimated, of four designs. */
static int fill_errors(report *r, const char *name, const clpwl_function *f)
{
    enum { ROWS = 10 };
    int code = 0;
    double measured[ROWS][4], estimated[ROWS][4];
    FILE *file;
    clpwl_table *t = NULL;
    TRY(report_data(r, name, &file));
    fputs("N+1\tuniform interpolant\testimate\tuniform projection\testimate\t"
          "optimized interpolant\testimate\toptimized projection\testimate\n", file);
    for (int i = 0; i < ROWS; i++) {
        size_t knots = (size_t)8 << i;
        fprintf(file, "%zu", knots);
        for (int k = 0; k < 4; k++) {
            TRY(design(f, knots - 1, k / 2 ? CLPWL_PARTITION_OPTIMIZED : CLPWL_PARTITION_UNIFORM,
                       k % 2 ? CLPWL_FIT_PROJECTION : CLPWL_FIT_INTERPOLANT, &t));
            measured[i][k] = clpwl_table_measured(t).l2;
            estimated[i][k] = clpwl_table_estimate(t).l2;
            fprintf(file, "\t%.4g\t%.4g", measured[i][k], estimated[i][k]);
            clpwl_table_free(t);
            t = NULL;
        }
        fputc('\n', file);
        report_progress(r, (i + 1.) / ROWS);
    }
    state_errors(r, measured, estimated, ROWS);
done:
    clpwl_table_free(t);
    return report_data_end(r, code);
}

/* The L2 error seen of an evaluator; NaN if it cannot be made. */
static double executed_l2(const report *r, const clpwl_function *f, const clpwl_table *t,
                          const char *method, unsigned bits)
{
    clpwl_evaluator_options o = CLPWL_EVALUATOR_INIT;
    clpwl_verify_options v = CLPWL_VERIFY_INIT;
    clpwl_execution how = CLPWL_EXECUTION_INIT;
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

/* The errors of the projection as executed: in fp32, and by filters with few bits. */
static int fill_executed(report *r, const char *name, const clpwl_function *f)
{
    int code = 0;
    double designed = 0, emulated = 0;
    size_t n = 8;
    FILE *file;
    clpwl_table *t = NULL;
    clpwl_execution bits = CLPWL_EXECUTION_INIT;
    bits.weight_bits = 8;
    TRY(report_data(r, name, &file));
    fputs("N+1\tdesigned\timage-linear here\tbuffer here\t8-bit weights, emulated\t"
          "8-bit weights, bound\n", file);
    for (; n <= 8192; n *= 2) {
        TRY(design(f, n - 1, CLPWL_PARTITION_UNIFORM, CLPWL_FIT_PROJECTION, &t));
        designed = clpwl_table_measured(t).l2;
        emulated = executed_l2(r, f, t, "host-scalar", 8);
        fprintf(file, "%zu\t%.4g\t%.4g\t%.4g\t%.4g\t%.4g\n", n, designed,
                executed_l2(r, f, t, "image-linear", 0), executed_l2(r, f, t, "buffer", 0),
                emulated, clpwl_table_executed_error(t, &bits).l2);
        clpwl_table_free(t);
        t = NULL;
        report_progress(r, log2((double)n / 4) / 11);
    }
    report_fact(r,
                "Fig. 7: with 8 bits of interpolation weight, as the paper's GPU has, %zu knots "
                "have %.3g times the error of exact weights.",
                n / 2, emulated / designed);
done:
    clpwl_table_free(t);
    return report_data_end(r, code);
}

#define DECADES                                                                                    \
    "set logscale xy 2\nset logscale y 10\nset format y '10^{%T}'\nset xlabel 'N+1, knots'\n"      \
    "set ylabel 'L2 error'\n"
static const char fits_script[] =
    "set multiplot layout 2,1\nset lmargin 10\nset ylabel 'value'\nset ytics 0.5\n"
    "plot $data using 1:2 with lines lw 3 lc 4 title 'f', '' using 1:3 with lines lc 1 title "
    "'interpolant', '' using 1:4 with lines lc 3 dt 2 title 'projection'\n"
    "set xlabel 'x'\nset ylabel 'error'\nset ytics 0.05\nplot $data using 1:($3-$2) with lines lc "
    "1 notitle, '' "
    "using 1:($4-$2) with lines lc 3 dt 2 notitle\nunset multiplot";
static const char partition_script[] =
    "set xlabel 'x'\nset ylabel 'value'\nplot $data using 1:2 with lines lw 3 lc 4 title 'f', '' "
    "using 1:3 with lines dt 2 lc 3 title 'knot density, scaled', '' using 4:5 with points pt 7 "
    "ps 0.4 lc 1 title 'optimized knots', '' using 4:(0) with impulses lc rgb '#aaaaaa' notitle";
static const char errors_script[] = DECADES
    "plot for [k=0:3] $data using 1:2*k+2 with points pt k+5 lc k+1 title columnheader(2*k+2), "
    "for [k=0:3] '' using 1:2*k+3 with lines lc k+1 title k==3 ? 'lines: estimates' : ''";
static const char executed_script[] = DECADES
    "plot for [k=2:6] $data using 1:k with linespoints pt k+3 lc k-1 title columnheader(k)";

/* How a figure of the paper is drawn: its function, data and script. */
typedef struct drawing {
    const char *function, *script, *caption;
    int (*fill)(report *r, const char *name, const clpwl_function *f);
} drawing;

static int draw(report *r, const report_section *s)
{
    const drawing *d = s->data;
    int code = 0;
    clpwl_function *f = NULL;
    TRY_LIB(clpwl_function_from_catalogue(&f, d->function));
    TRY(d->fill(r, s->name, f));
    TRY(report_picture(r, s->name, d->script, d->caption));
    if (d->fill == fill_errors || d->fill == fill_executed)
        TRY(report_table(r, s->name, "The numbers of the figure.", NULL));
done:
    clpwl_function_free(f);
    return code;
}

/* The sections and their drawings. */
#define FIGURE(name, heading, seconds, ...)                                                        \
    {                                                                                              \
        name, "figures", heading, seconds, draw, &(const drawing)                                  \
        {                                                                                          \
            __VA_ARGS__                                                                            \
        }                                                                                          \
    }
const report_section report_figures[] = {
    FIGURE("fig02", "Fig. 2: interpolant and projection", 0.1, "gaussian", fits_script,
           "The Gaussian on [0, 8] with 8 segments; below, the two errors. Where f has no "
           "inflection the error of the interpolant has one sign; that of the projection is "
           "balanced.",
           fill_fits),
    FIGURE("fig05", "Fig. 5: the Gaussian's optimized partition", 0.1, "gaussian", partition_script,
           "32 knots (N = 31) at equal shares of the integral of |f''|^(2/5).", fill_partition),
    FIGURE("fig06", "Fig. 6: L2 errors for the Gaussian on [0, 8]", 0.2, "gaussian", errors_script,
           "Points: measured. Lines: the estimates, eqs. 19, 23 and 24.", fill_errors),
    FIGURE(
        "fig07", "Fig. 7: L2 errors as executed", 2, "gaussian", executed_script,
        "Uniform projection. With 8 fractional bits of weight the error falls as 1/N beyond some "
        "hundred knots. The second curve is the filter of this device.",
        fill_executed),
    FIGURE("fig10", "Fig. 10: the Lorentzian's optimized partition", 0.1, "lorentzian",
           partition_script, "32 knots on [0, 20].", fill_partition),
    FIGURE("fig11", "Fig. 11: L2 errors for the Lorentzian on [0, 20]", 0.2, "lorentzian",
           errors_script, "Points: measured. Lines: the estimates.", fill_errors),
    FIGURE("fig12", "Fig. 12: L2 errors for the Bessel function J0 on [0, 20]", 0.2, "bessel_j0",
           errors_script, "Points: measured. Lines: the estimates.", fill_errors),
    {NULL, NULL, NULL, 0, NULL, NULL},
};
