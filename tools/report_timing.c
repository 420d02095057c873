/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The paper's timings: Table I, and the paragraphs on the Lorentzian and on J0. */
#include <math.h>
#include <string.h>
#include "report.h"

typedef struct timed_row {
    const char *text, *method;
    clpwl_partition partition;
} timed_row;

/* Table I's nine. */
static const timed_row rows[] = {
    { "exact", "exact", CLPWL_PARTITION_UNIFORM },
    { "exact, native_", "exact-native", CLPWL_PARTITION_UNIFORM },
    { "uniform, linear sampler", "image-linear", CLPWL_PARTITION_UNIFORM },
    { "uniform, nearest reads", "image-manual", CLPWL_PARTITION_UNIFORM },
    { "uniform, buffer", "buffer", CLPWL_PARTITION_UNIFORM },
    { "uniform, local memory", "local", CLPWL_PARTITION_UNIFORM },
    { "optimised, search, linear sampler", "image-linear", CLPWL_PARTITION_OPTIMIZED },
    { "optimised, search, buffer", "buffer", CLPWL_PARTITION_OPTIMIZED },
    { "optimised, O(1) cells", "cell", CLPWL_PARTITION_OPTIMIZED },
};
enum { ROWS = sizeof rows / sizeof *rows };
static const size_t sizes[] = { 32, 64, 128, 256, 512 }; /* knots */
enum { SIZES = sizeof sizes / sizeof *sizes };

/* Both figures of one method; NaN where this device or table does not allow it. */
static int time_method(report *r, const clpwl_function *f, const char *method,
                       clpwl_partition partition, size_t knots, figure *kernel, figure *stream)
{
    clpwl_design_options d = CLPWL_DESIGN_INIT;
    clpwl_evaluator_options o = CLPWL_EVALUATOR_INIT;
    clpwl_table *t = NULL;
    clpwl_evaluator *e = NULL;
    d.segments = knots - 1;
    d.partition = partition;
    d.norm = CLPWL_NORM_L2;
    o.method = method;
    *kernel = *stream = (figure){ NAN, NAN, NAN, 0 };
    int code = tool_status(clpwl_design(&t, f, &d));
    if (code == 0) {
        clpwl_status status = clpwl_evaluator_create(&e, r->bench.context, t, &o);
        if (status != CLPWL_OK && status != CLPWL_ERR_UNSUPPORTED)
            code = tool_status(status);
    }
    if (code == 0 && e)
        code = bench_in_kernel(&r->bench, e, kernel);
    if (code == 0 && e)
        code = bench_device_streaming(&r->bench, e, stream);
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

static int write_table(report *r, const char *name, figure cells[ROWS][SIZES], const figure *limit,
                       const char *limit_name)
{
    FILE *file = report_data(r, name);
    if (!file)
        return EXIT_FAILURE;
    fputs("N + 1", file);
    for (int k = 0; k < SIZES; k++)
        fprintf(file, "\t%zu", sizes[k]);
    fputc('\n', file);
    for (int i = 0; i < ROWS; i++) {
        fputs(rows[i].text, file);
        for (int k = 0; k < SIZES; k++)
            write_cell(file, &cells[i][k]);
        fputc('\n', file);
    }
    fputs(limit_name, file);
    for (int k = 0; k < SIZES; k++)
        write_cell(file, limit);
    fputs("\nsearch / uniform, buffers", file);
    for (int k = 0; k < SIZES; k++)
        fprintf(file, "\t%.1f", cells[7][k].median / cells[4][k].median);
    fputs("\ncells / uniform, buffers", file);
    for (int k = 0; k < SIZES; k++)
        fprintf(file, "\t%.1f", cells[8][k].median / cells[4][k].median);
    fputc('\n', file);
    return report_data_end(r, 0);
}

static int table_one(report *r)
{
    static figure kernel[ROWS][SIZES], stream[ROWS][SIZES];
    clpwl_function *f = NULL;
    progress bar;
    progress_begin(&bar, "Table I");
    int code = tool_status(clpwl_function_from_catalogue(&f, "gaussian"));
    code = code ? code : bench_domain(&r->bench, 0, 8);
    for (int i = 0; i < ROWS; i++)
        for (int k = 0; k < SIZES && code == 0; k++) {
            code = time_method(r, f, rows[i].method, rows[i].partition, sizes[k], &kernel[i][k],
                               &stream[i][k]);
            progress_show((double)(i * SIZES + k) / (ROWS * SIZES), &bar);
        }
    progress_end(&bar);
    clpwl_function_free(f);
    report_heading(r, "Table I: the Gaussian, nanoseconds an evaluation");
    report_paragraph(r, "Median and distance between quartiles. The paper (its Table I, on a "
                        "GPU of 2010) found the search in an optimised partition 15 to 27 times "
                        "as slow as the uniform one and so impractical; the last two lines are "
                        "that ratio here, for the search and for O(1) cells.");
    code = code ? code : write_table(r, "table1-in-kernel", kernel, &r->bench.device_loop,
                                     "the loop without a look-up");
    code = code ? code : report_table(r, "table1-in-kernel",
                                      "In a kernel: many evaluations for each value loaded.");
    code = code ? code : write_table(r, "table1-streaming", stream, &r->bench.device_copy,
                                     "plain copy on the device");
    return code ? code : report_table(r, "table1-streaming",
                                      "Streaming: read x from memory, write y.");
}

static double j0_asymptotic(double x, void *unused)
{
    (void)unused;
    return sqrt(M_2_PI / x) * cos(x - M_PI_4);
}

/* The rivals of a paragraph, each by its method, and for one of them another function. */
static int paragraph(report *r, const char *name, const clpwl_function *f,
                     const clpwl_function *rival, const char *rival_name, const char *host)
{
    static const char *const methods[] = { "image-linear", "buffer", "local" };
    figure kernel, stream;
    double a, b;
    clpwl_function_domain(f, &a, &b);
    int code = bench_domain(&r->bench, a, b);
    FILE *file = code ? NULL : report_data(r, name);
    if (!file)
        return EXIT_FAILURE;
    fputs("256 knots\tin kernel, ns\tstreaming, ns\n", file);
    for (size_t i = 0; i < sizeof methods / sizeof *methods && code == 0; i++) {
        code = time_method(r, f, methods[i], CLPWL_PARTITION_UNIFORM, 256, &kernel, &stream);
        fprintf(file, "table, %s", methods[i]);
        write_cell(file, &kernel);
        write_cell(file, &stream);
        fputc('\n', file);
    }
    code = code ? code : time_method(r, rival, "exact", CLPWL_PARTITION_UNIFORM, 256, &kernel, &stream);
    fputs(rival_name, file);
    write_cell(file, &kernel);
    write_cell(file, &stream);
    fputc('\n', file);
    const bench_yardstick *libm = bench_yardstick_find(&bench_libm, host);
    if (code == 0 && libm) {
        code = bench_host_cached(&r->bench, bench_run_yardstick, libm, &kernel);
        code = code ? code : bench_host_streaming(&r->bench, bench_run_yardstick, libm, 1, &stream);
        fputs("libm on the host, in the cache by one thread", file);
        write_cell(file, &kernel);
        write_cell(file, &stream);
        fputc('\n', file);
    }
    code = report_data_end(r, code);
    return code ? code : report_table(r, name, "Median and distance between quartiles.");
}

int report_timings(report *r)
{
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
    int code = table_one(r);
    code = code ? code : tool_status(clpwl_function_from_catalogue(&lorentzian, "lorentzian"));
    code = code ? code : tool_status(clpwl_function_from_catalogue(&j0, "bessel_j0"));
    code = code ? code : tool_status(clpwl_function_create(&asymptotic, &spec));
    if (code == 0) {
        report_heading(r, "The Lorentzian's timing");
        code = paragraph(r, "lorentzian-timing", lorentzian, lorentzian,
                         "exact: one division", "lorentzian");
    }
    if (code == 0) {
        report_heading(r, "The Bessel function's timing");
        report_paragraph(r, "OpenCL has no J0. Its rival is the first term of the asymptotic "
                            "series, sqrt(2/(&pi;x)) cos(x &minus; &pi;/4) on [1, 20], which "
                            "is off by up to 0.027 there: the table is the more exact one.");
        code = paragraph(r, "bessel-timing", j0, asymptotic, "one asymptotic term", "bessel_j0");
    }
    clpwl_function_free(lorentzian);
    clpwl_function_free(j0);
    clpwl_function_free(asymptotic);
    return code;
}
