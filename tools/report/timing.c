/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The paper's timings: Table I, and the paragraphs on the Lorentzian and on J0. */
#include <math.h>
#include <string.h>
#include "bench/yardsticks.h"
#include "common/progress.h"
#include "report/report.h"

typedef struct timed_row {
    const char *text, *method;
    clpwl_partition partition;
} timed_row;

/* The nine rows of Table I. */
static const timed_row rows[] = {
    {"exact", "exact", CLPWL_PARTITION_UNIFORM},
    {"exact, native_", "exact-native", CLPWL_PARTITION_UNIFORM},
    {"uniform, linear sampler", "image-linear", CLPWL_PARTITION_UNIFORM},
    {"uniform, nearest reads", "image-manual", CLPWL_PARTITION_UNIFORM},
    {"uniform, buffer", "buffer", CLPWL_PARTITION_UNIFORM},
    {"uniform, local memory", "local", CLPWL_PARTITION_UNIFORM},
    {"optimized, search, linear sampler", "image-linear", CLPWL_PARTITION_OPTIMIZED},
    {"optimized, search, buffer", "buffer", CLPWL_PARTITION_OPTIMIZED},
    {"optimized, O(1) cells", "cell", CLPWL_PARTITION_OPTIMIZED},
};
enum { ROWS = sizeof rows / sizeof *rows };
static const size_t sizes[] = {32, 64, 128, 256, 512}; /* knots */
enum { SIZES = sizeof sizes / sizeof *sizes };

/* Both figures of one method; NaN if this device or table does not support it. */
static int time_method(report *r, const clpwl_function *f, const char *method,
                       clpwl_partition partition, size_t knots, figure *kernel, figure *stream)
{
    int code = 0;
    clpwl_design_options d = CLPWL_DESIGN_INIT;
    clpwl_evaluator_options o = CLPWL_EVALUATOR_INIT;
    clpwl_table *t = NULL;
    clpwl_evaluator *e = NULL;
    d.segments = knots - 1;
    d.partition = partition;
    d.norm = CLPWL_NORM_L2;
    o.method = method;
    *kernel = *stream = (figure){NAN, NAN, NAN, 0};
    TRY_LIB(clpwl_design(&t, f, &d));
    clpwl_status status = clpwl_evaluator_create(&e, r->bench.context, t, &o);
    if (status == CLPWL_ERR_UNSUPPORTED)
        goto done;
    TRY_LIB(status);
    TRY(bench_in_kernel(&r->bench, e, kernel));
    TRY(bench_device_streaming(&r->bench, e, stream));
done:
    clpwl_evaluator_free(e);
    clpwl_table_free(t);
    return code;
}

static void write_cell(FILE *file, const figure *f)
{
    if (isnan(f->median))
        fputs("\t-", file);
    else
        fprintf(file, "\t%.3g \xc2\xb1 %.1g", f->median, f->spread);
}

static void write_ratios(FILE *file, const char *label, figure cells[ROWS][SIZES], int row)
{
    enum { UNIFORM_BUFFER = 4 };
    fputs(label, file);
    for (int k = 0; k < SIZES; k++)
        fprintf(file, "\t%.1f", cells[row][k].median / cells[UNIFORM_BUFFER][k].median);
    fputc('\n', file);
}

static int write_table(report *r, const char *name, figure cells[ROWS][SIZES], const figure *limit,
                       const char *limit_name)
{
    FILE *file;
    int code = report_data(r, name, &file);
    if (code)
        return code;
    fputs("N + 1", file);
    for (int k = 0; k < SIZES; k++)
        fprintf(file, "\t%zu", sizes[k]);
    for (int i = 0; i <= ROWS; i++) {
        fprintf(file, "\n%s", i < ROWS ? rows[i].text : limit_name);
        for (int k = 0; k < SIZES; k++)
            write_cell(file, i < ROWS ? &cells[i][k] : limit);
    }
    fputc('\n', file);
    write_ratios(file, "search / uniform, buffers", cells, 7);
    write_ratios(file, "cells / uniform, buffers", cells, 8);
    return report_data_end(r, 0);
}

static int time_all(report *r, figure kernel[ROWS][SIZES], figure stream[ROWS][SIZES])
{
    int code = 0;
    clpwl_function *f = NULL;
    app_progress bar;
    app_progress_begin(&bar, "Table I");
    TRY_LIB(clpwl_function_from_catalogue(&f, "gaussian"));
    TRY(bench_domain(&r->bench, 0, 8));
    for (int i = 0; i < ROWS; i++)
        for (int k = 0; k < SIZES; k++) {
            TRY(time_method(r, f, rows[i].method, rows[i].partition, sizes[k], &kernel[i][k],
                            &stream[i][k]));
            app_progress_show((double)(i * SIZES + k) / (ROWS * SIZES), &bar);
        }
done:
    app_progress_end(&bar);
    clpwl_function_free(f);
    return code;
}

static int table_one(report *r)
{
    int code = 0;
    figure kernel[ROWS][SIZES], stream[ROWS][SIZES];
    report_heading(r, "Table I: the Gaussian, nanoseconds an evaluation");
    report_paragraph(r,
                     "Median and distance of the quartiles. On a GPU of 2010 the paper (Table I) "
                     "found the search in an optimized partition impractical: 15 to 27 times as "
                     "slow as the uniform partition. The last two lines are that ratio here, "
                     "for the search and for O(1) cells.");
    TRY(time_all(r, kernel, stream));
    TRY(write_table(r, "table1-in-kernel", kernel, &r->bench.device_loop,
                    "the loop without a look-up"));
    TRY(report_table(r, "table1-in-kernel",
                     "In a kernel: many evaluations for each value loaded."));
    TRY(write_table(r, "table1-streaming", stream, &r->bench.device_copy,
                    "plain copy on the device"));
    TRY(report_table(r, "table1-streaming", "Streaming: read x from memory, write y."));
done:
    return code;
}

static double j0_asymptotic(double x, void *unused)
{
    (void)unused;
    return sqrt(M_2_PI / x) * cos(x - M_PI_4);
}

static void write_line(FILE *file, const char *label, const char *method, const figure *kernel,
                       const figure *stream)
{
    fprintf(file, "%s%s", label, method);
    write_cell(file, kernel);
    write_cell(file, stream);
    fputc('\n', file);
}

/* Times tables of f, the expression of `rival`, and libm's function `host`. */
static int time_rivals(report *r, const char *name, const clpwl_function *f,
                       const clpwl_function *rival, const char *rival_name, const char *host)
{
    static const char *const methods[] = {"image-linear", "buffer", "local"};
    const bench_yardstick *libm = bench_yardstick_find(&bench_libm, host);
    int code = 0;
    figure kernel, stream;
    double a, b;
    FILE *file;
    clpwl_function_domain(f, &a, &b);
    TRY(bench_domain(&r->bench, a, b));
    TRY(report_data(r, name, &file));
    fputs("256 knots\tin kernel, ns\tstreaming, ns\n", file);
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
        TRY(time_method(r, f, methods[i], CLPWL_PARTITION_UNIFORM, 256, &kernel, &stream));
        write_line(file, "table, ", methods[i], &kernel, &stream);
    }
    TRY(time_method(r, rival, "exact", CLPWL_PARTITION_UNIFORM, 256, &kernel, &stream));
    write_line(file, rival_name, "", &kernel, &stream);
    if (libm) {
        TRY(bench_host_cached(&r->bench, bench_run_yardstick, libm, &kernel));
        TRY(bench_host_streaming(&r->bench, bench_run_yardstick, libm, 1, &stream));
        write_line(file, "libm on the host, in the cache by one thread", "", &kernel, &stream);
    }
done:
    code = report_data_end(r, code);
    return code ? code : report_table(r, name, "Median and distance of the quartiles.");
}

int report_timings(report *r)
{
    int code = 0;
    clpwl_function *lorentzian = NULL, *j0 = NULL, *asymptotic = NULL;
    clpwl_function_spec spec = CLPWL_FUNCTION_SPEC_INIT;
    if (!r->bench.context) {
        report_paragraph(r, "No OpenCL device: Table I and the timings are left out.");
        return 0;
    }
    spec.name = "j0, one asymptotic term";
    spec.f = j0_asymptotic;
    spec.a = 1;
    spec.b = 20;
    spec.opencl = "sqrt(0.636619772f / x) * cos(x - 0.785398163f)";
    TRY(table_one(r));
    TRY_LIB(clpwl_function_from_catalogue(&lorentzian, "lorentzian"));
    TRY_LIB(clpwl_function_from_catalogue(&j0, "bessel_j0"));
    TRY_LIB(clpwl_function_create(&asymptotic, &spec));
    report_heading(r, "The Lorentzian's timing");
    TRY(time_rivals(r, "lorentzian-timing", lorentzian, lorentzian, "exact: one division",
                    "lorentzian"));
    report_heading(r, "The Bessel function's timing");
    report_paragraph(r, "OpenCL has no J0. Its rival is the first term of the asymptotic series, "
                        "sqrt(2/(&pi;x)) cos(x &minus; &pi;/4) on [1, 20], whose error reaches "
                        "0.027 there: the table is more exact.");
    TRY(time_rivals(r, "bessel-timing", j0, asymptotic, "one asymptotic term", "bessel_j0"));
done:
    clpwl_function_free(lorentzian);
    clpwl_function_free(j0);
    clpwl_function_free(asymptotic);
    return code;
}
