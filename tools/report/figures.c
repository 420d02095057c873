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

/* L2 errors by N, measured and estimated, of four designs. */
static int fill_errors(report *r, const char *name, const clpwl_function *f)
{
    int code = 0;
    FILE *file;
    clpwl_table *t = NULL;
    TRY(report_data(r, name, &file));
    fputs("N+1\tuniform interpolant\testimate\tuniform projection\testimate\t"
          "optimized interpolant\testimate\toptimized projection\testimate\n", file);
    for (size_t n = 8; n <= 4096; n *= 2) {
        fprintf(file, "%zu", n);
        for (int k = 0; k < 4; k++) {
            TRY(design(f, n - 1, k / 2 ? CLPWL_PARTITION_OPTIMIZED : CLPWL_PARTITION_UNIFORM,
                       k % 2 ? CLPWL_FIT_PROJECTION : CLPWL_FIT_INTERPOLANT, &t));
            fprintf(file, "\t%.4g\t%.4g", clpwl_table_measured(t).l2, clpwl_table_estimate(t).l2);
            clpwl_table_free(t);
            t = NULL;
        }
        fputc('\n', file);
    }
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
    FILE *file;
    clpwl_table *t = NULL;
    clpwl_execution bits = CLPWL_EXECUTION_INIT;
    bits.weight_bits = 8;
    TRY(report_data(r, name, &file));
    fputs("N+1\tdesigned\timage-linear here\tbuffer here\t8-bit weights, emulated\t"
          "8-bit weights, bound\n", file);
    for (size_t n = 8; n <= 8192; n *= 2) {
        TRY(design(f, n - 1, CLPWL_PARTITION_UNIFORM, CLPWL_FIT_PROJECTION, &t));
        fprintf(file, "%zu\t%.4g\t%.4g\t%.4g\t%.4g\t%.4g\n", n, clpwl_table_measured(t).l2,
                executed_l2(r, f, t, "image-linear", 0), executed_l2(r, f, t, "buffer", 0),
                executed_l2(r, f, t, "host-scalar", 8), clpwl_table_executed_error(t, &bits).l2);
        clpwl_table_free(t);
        t = NULL;
    }
done:
    clpwl_table_free(t);
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
    "title 'optimized knots', '' skip 1 using 4:(0) with impulses lc rgb '#aaaaaa' title ''";
static const char errors_script[] =
    "set logscale xy 2\nset logscale y 10\nset format y '10^{%L}'\nset xlabel 'N+1'\n"
    "set ylabel 'L2 error'\n"
    "plot for [k=0:3] data skip 1 using 1:2*k+2 with points pt k+5 lc k+1 title word("
    "'uniform-interpolant uniform-projection optimized-interpolant optimized-projection', k+1), "
    "for [k=0:3] '' skip 1 using 1:2*k+3 with lines lc k+1 title k==3 ? 'lines: estimates' : ''";
static const char executed_script[] =
    "set logscale xy 2\nset logscale y 10\nset format y '10^{%L}'\nset xlabel 'N+1'\n"
    "set ylabel 'L2 error'\n"
    "plot for [k=2:6] data skip 1 using 1:k with linespoints pt k+3 title word('designed "
    "image-linear-here buffer-here 8-bit-emulated 8-bit-bound', k-1)";

/* A figure of the paper: its function, data and script. */
typedef struct drawing {
    const char *name, *function, *heading, *script, *caption;
    int (*fill)(report *r, const char *name, const clpwl_function *f);
} drawing;

static const drawing drawings[] = {
    { "fig02", "gaussian", "Fig. 2: interpolant and projection", fits_script,
      "The Gaussian on [0, 8] with 8 segments; below, the two errors. Where f has no inflection "
      "the error of the interpolant has one sign; that of the projection is balanced.", fill_fits },
    { "fig05", "gaussian", "Fig. 5: the Gaussian's optimized partition", partition_script,
      "32 knots (N = 31) at equal shares of the integral of |f''|^(2/5).", fill_partition },
    { "fig06", "gaussian", "Fig. 6: L2 errors for the Gaussian on [0, 8]", errors_script,
      "Points: measured. Lines: the estimates, eqs. 19, 23 and 24.", fill_errors },
    { "fig07", "gaussian", "Fig. 7: L2 errors as executed", executed_script,
      "Uniform projection. With 8 fractional bits of weight the error falls as 1/N beyond some "
      "hundred knots. The second curve is the filter of this device.",
      fill_executed },
    { "fig10", "lorentzian", "Fig. 10: the Lorentzian's optimized partition", partition_script,
      "32 knots on [0, 20].", fill_partition },
    { "fig11", "lorentzian", "Fig. 11: L2 errors for the Lorentzian on [0, 20]", errors_script,
      "Points: measured. Lines: the estimates.", fill_errors },
    { "fig12", "bessel_j0", "Fig. 12: L2 errors for the Bessel function J0 on [0, 20]",
      errors_script, "Points: measured. Lines: the estimates.", fill_errors },
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
    clpwl_function *f = NULL;
    for (const drawing *d = drawings; d < drawings + DRAWINGS; d++) {
        if (r->figure && strcmp(r->figure, d->name) != 0)
            continue;
        report_heading(r, d->heading);
        TRY_LIB(clpwl_function_from_catalogue(&f, d->function));
        TRY(d->fill(r, d->name, f));
        TRY(report_picture(r, d->name, d->script, d->caption));
        if (d->script != fits_script && d->script != partition_script)
            TRY(report_table(r, d->name, "The same figures as in the file of this name."));
        clpwl_function_free(f);
        f = NULL;
    }
done:
    clpwl_function_free(f);
    return code;
}
