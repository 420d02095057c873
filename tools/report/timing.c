/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The paper's timings: Table I, and the paragraphs on the Lorentzian and on J0. */
#include <math.h>
#include <string.h>
#include "bench/yardsticks.h"
#include "report/report.h"

static const size_t sizes[] = {32, 64, 128, 256, 512}; /* knots */
enum { SIZES = sizeof sizes / sizeof *sizes };

typedef enum place { DEVICE, HOST, LIBM } place;
static const char *const places[] = {"device", "host", "host"};

/* What the paper printed: "Optimal Piecewise Linear Function Approximation for GPU-based
 * Applications", 2015, Table I. ns; the range begins at `low`, which is the first where it is 0. */
typedef struct printed {
    const char *text; /* NULL: the paper has no such row */
    double low[SIZES], width;
} printed;

static double printed_low(const printed *p, int size)
{
    return p->low[size] > 0 ? p->low[size] : p->low[0];
}

typedef struct timed_row {
    const char *text, *method;
    clpwl_partition partition;
    place place;
    printed paper;
} timed_row;

#define UNI CLPWL_PARTITION_UNIFORM
#define OPT CLPWL_PARTITION_OPTIMIZED

static const timed_row rows[] = {
    {"exact", "exact", UNI, DEVICE, {"GPU, exact, expf", {0.0333}, 0}},
    {"exact, native_", "exact-native", UNI, DEVICE, {"GPU, __expf (SFU)", {0.0142}, 0}},
    {"uniform, linear sampler", "image-linear", UNI, DEVICE,
     {"GPU, uniform, hardware interpolation", {0.0078}, 0.0001}},
    {"uniform, nearest reads", "image-manual", UNI, DEVICE,
     {"GPU, uniform, manual interpolation", {0.0197}, 0.0001}},
    {"uniform, buffer", "buffer", UNI, DEVICE, {0}},
    {"uniform, local memory", "local", UNI, DEVICE, {0}},
    {"optimized, search, linear sampler", "image-linear", OPT, DEVICE,
     {"GPU, optimized, hardware interpolation", {0.1227, 0.1429, 0.1632, 0.1883, 0.2111}, 0}},
    {"optimized, search, buffer", "buffer", OPT, DEVICE,
     {"GPU, optimized, manual interpolation", {0.142, 0.1619, 0.1818, 0.2031, 0.2241}, 0}},
    {"optimized, O(1) cells", "cell", OPT, DEVICE, {0}},
    {"host: exact, expf", "gaussian", UNI, LIBM, {"CPU, exact, expf", {13.71}, 0}},
    {"host: uniform", "auto", UNI, HOST, {"CPU, uniform", {1.75}, 0.03}},
    {"host: optimized", "auto", OPT, HOST,
     {"CPU, optimized", {8.9, 11.23, 13.83, 16.91, 20.12}, 0}},
};
enum { ROWS = sizeof rows / sizeof *rows, EXACT_ROW = 0, NATIVE_ROW, SAMPLER_ROW };
enum { BUFFER_ROW = 4, SEARCH_ROW = 7, CELL_ROW, EXPF_ROW, HOST_ROW };

/* Both figures of one method; NaN if this device or table does not support it. */
static int time_method(report *r, const clpwl_function *f, const timed_row *row, size_t knots,
                       figure *kernel, figure *stream)
{
    int code = 0;
    clpwl_design_options d = CLPWL_DESIGN_INIT;
    clpwl_evaluator_options o = CLPWL_EVALUATOR_INIT;
    clpwl_table *t = NULL;
    clpwl_evaluator *e = NULL;
    *kernel = *stream = (figure){NAN, NAN, NAN, 0};
    if (row->place == DEVICE && !r->bench.context)
        return 0;
    if (row->place == LIBM) {
        const bench_yardstick *libm = bench_yardstick_find(&bench_libm, row->method);
        if (!libm)
            return 0;
        TRY(bench_host_cached(&r->bench, bench_run_yardstick, libm, kernel));
        TRY(bench_host_streaming(&r->bench, bench_run_yardstick, libm, 1, stream));
        return 0;
    }
    d.segments = knots - 1;
    d.partition = row->partition;
    d.norm = CLPWL_NORM_L2;
    o.method = row->method;
    TRY_LIB(clpwl_design(&t, f, &d));
    clpwl_status status = clpwl_evaluator_create(&e, row->place == DEVICE ? r->bench.context : NULL,
                                                 t, &o);
    if (status == CLPWL_ERR_UNSUPPORTED)
        goto done;
    TRY_LIB(status);
    if (row->place == DEVICE) {
        TRY(bench_in_kernel(&r->bench, e, kernel));
        TRY(bench_device_streaming(&r->bench, e, stream));
    } else {
        TRY(bench_host_cached(&r->bench, bench_run_evaluator, e, kernel));
        TRY(bench_host_streaming(&r->bench, bench_run_evaluator, e, 0, stream));
    }
done:
    clpwl_evaluator_free(e);
    clpwl_table_free(t);
    return code;
}

/* Appends a cell: "1.44 +-0.03", or "-". */
static void add_cell(char line[REPORT_LINE], const figure *f)
{
    int digits = f->spread < 0.01 ? 3 : f->spread < 0.1 ? 2 : f->spread < 10 ? 1 : 0;
    if (isnan(f->median))
        report_add(line, "\t-");
    else
        report_add(line, f->median < 100 ? "\t%.3g \xc2\xb1 %.*f" : "\t%.0f \xc2\xb1 %.*f",
                   f->median, digits, f->spread);
}

/* The table for one use, with the paper's rows below ours. */
static void write_grid(report *r, const char *caption, figure cells[ROWS][SIZES],
                       const figure *limit, const char *limit_name, int with_paper)
{
    char line[REPORT_LINE] = "N + 1";
    report_table_begin(r, caption);
    for (int k = 0; k < SIZES; k++)
        report_add(line, "\t%zu", sizes[k]);
    report_row(r, "head", line);
    for (int i = 0; i <= ROWS; i++) {
        if (i < ROWS && isnan(cells[i][0].median) && isnan(cells[i][SIZES - 1].median))
            continue;
        *line = '\0';
        report_add(line, "%s", i < ROWS ? rows[i].text : limit_name);
        for (int k = 0; k < SIZES; k++)
            add_cell(line, i < ROWS ? &cells[i][k] : limit);
        if (i < ROWS || r->bench.context)
            report_row(r, "", line);
        if (i == ROWS || !rows[i].paper.text || !with_paper)
            continue;
        const printed *p = &rows[i].paper;
        *line = '\0';
        report_add(line, "paper: %s", p->text);
        for (int k = 0; k < SIZES; k++) {
            report_add(line, "\t%.4g", printed_low(p, k));
            if (p->width > 0)
                report_add(line, "\xe2\x80\x93%.4g", printed_low(p, k) + p->width);
        }
        report_row(r, "paper", line);
    }
    report_table_end(r, "table1");
}

/* A line for each row, use and number of knots. */
static int write_numbers(report *r, const char *name, figure kernel[ROWS][SIZES],
                         figure stream[ROWS][SIZES])
{
    FILE *file;
    int code = report_data(r, name, &file);
    if (code)
        return code;
    fputs("place\trow\tuse\tknots\tmedian_ns\tspread_ns\tpaper_low_ns\tpaper_high_ns\n", file);
    for (int i = 0; i < ROWS; i++)
        for (int k = 0; k < 2 * SIZES; k++) {
            int use = k / SIZES, size = k % SIZES;
            const figure *f = use ? &stream[i][size] : &kernel[i][size];
            const printed *p = &rows[i].paper;
            int has_paper = p->text && !use;
            fprintf(file, "%s\t%s\t%s\t%zu\t%.4g\t%.4g\t%.4g\t%.4g\n", places[rows[i].place],
                    rows[i].text, use ? "streaming" : "in kernel", sizes[size], f->median,
                    f->spread, has_paper ? printed_low(p, size) : NAN,
                    has_paper ? printed_low(p, size) + p->width : NAN);
        }
    return report_data_end(r, 0);
}

/* How many times as long as row `below` row `above` takes: for 256 knots, and for any size. */
typedef struct times {
    double at_256, least, most;
} times;

static times ratio(figure cells[ROWS][SIZES], int above, int below)
{
    enum { KNOTS_256 = 3 };
    times t = {NAN, NAN, NAN};
    for (int k = 0; k < SIZES; k++) {
        double value = cells[above][k].median / cells[below][k].median;
        t.at_256 = k == KNOTS_256 ? value : t.at_256;
        t.least = fmin(t.least, value);
        t.most = fmax(t.most, value);
    }
    return t;
}

static void state_table_one(report *r, figure c[ROWS][SIZES])
{
    if (r->bench.context) {
        times search = ratio(c, SEARCH_ROW, BUFFER_ROW), cells = ratio(c, CELL_ROW, BUFFER_ROW);
        report_fact(r,
                    "Table I, device, 256 knots: a uniform table is %.2g (linear sampler) and %.2g "
                    "(buffer) times as fast as exp, and %.2g and %.2g times as fast as native_exp "
                    "(paper, linear sampler: 4 and 2).",
                    ratio(c, EXACT_ROW, SAMPLER_ROW).at_256, ratio(c, EXACT_ROW, BUFFER_ROW).at_256,
                    ratio(c, NATIVE_ROW, SAMPLER_ROW).at_256,
                    ratio(c, NATIVE_ROW, BUFFER_ROW).at_256);
        report_fact(
            r,
            "Table I, device: the search in optimized knots takes %.2g to %.2g times as "
            "long as equal segments, by buffers (paper: 16 to 27, by the sampler); O(1) cells, "
            "which the paper does not have, take %.2g to %.2g times as long.",
            search.least, search.most, cells.least, cells.most);
    }
    report_fact(r,
                "Table I, one thread of the host, 256 knots: a uniform table is %.2g times as fast "
                "as expf (paper: 8), an optimized one %.2g times (paper: 0.81).",
                ratio(c, EXPF_ROW, HOST_ROW).at_256, ratio(c, EXPF_ROW, HOST_ROW + 1).at_256);
}

static int write_table_one(report *r, const report_section *s)
{
    int code = 0;
    figure kernel[ROWS][SIZES], stream[ROWS][SIZES];
    clpwl_function *f = NULL;
    TRY_LIB(clpwl_function_from_catalogue(&f, "gaussian"));
    TRY(bench_domain(&r->bench, 0, 8));
    for (int i = 0; i < ROWS; i++)
        for (int k = 0; k < SIZES; k++) {
            TRY(time_method(r, f, &rows[i], sizes[k], &kernel[i][k], &stream[i][k]));
            report_progress(r, (i * SIZES + k + 1.) / (ROWS * SIZES));
        }
    report_paragraph(
        r, "Median and distance of the quartiles. The host's rows are in the cache, by one "
           "thread. The paper's rows are its Table I, a synthetic benchmark in CUDA.");
    TRY(write_numbers(r, s->name, kernel, stream));
    write_grid(r, "In a kernel: many evaluations for each value loaded. ns an evaluation.", kernel,
               &r->bench.device_loop, "the loop without a look-up", 1);
    write_grid(r, "Streaming: read x from memory, write y. ns an evaluation.", stream,
               &r->bench.device_copy, "plain copy on the device", 0);
    state_table_one(r, kernel);
done:
    clpwl_function_free(f);
    return code;
}

/* Tables of a function beside its rivals. */
typedef struct contest {
    const char *function, *name, *rival, *libm, *html;
    const char *paper[8]; /* what the paper printed: its row and ns; ends at NULL */
} contest;

static double j0_asymptotic(double x, void *unused)
{
    (void)unused;
    return sqrt(M_2_PI / x) * cos(x - M_PI_4);
}

static int make_rival(const contest *c, clpwl_function **out)
{
    clpwl_function_spec spec = CLPWL_FUNCTION_SPEC_INIT;
    if (strcmp(c->function, "bessel_j0") != 0)
        return app_status(clpwl_function_from_catalogue(out, c->function));
    spec.name = "j0, one asymptotic term";
    spec.f = j0_asymptotic;
    spec.a = 1;
    spec.b = 20;
    spec.opencl = "sqrt(0.636619772f / x) * cos(x - 0.785398163f)";
    return app_status(clpwl_function_create(out, &spec));
}

static int write_contest(report *r, const report_section *s)
{
    enum { COUNT = 6, KNOTS = 256 };
    const contest *c = s->data;
    const timed_row contestants[COUNT] = {
        {"table, linear sampler", "image-linear", UNI, DEVICE, {0}},
        {"table, buffer", "buffer", UNI, DEVICE, {0}},
        {"table, local memory", "local", UNI, DEVICE, {0}},
        {c->rival, "exact", UNI, DEVICE, {0}},
        {"host: table", "auto", UNI, HOST, {0}},
        {"host: libm", c->libm, UNI, LIBM, {0}},
    };
    int code = 0;
    char line[REPORT_LINE];
    figure kernel[COUNT], stream[COUNT];
    clpwl_function *f = NULL, *rival = NULL;
    double a, b;
    FILE *file;
    TRY_LIB(clpwl_function_from_catalogue(&f, c->function));
    TRY(make_rival(c, &rival));
    clpwl_function_domain(f, &a, &b);
    TRY(bench_domain(&r->bench, a, b));
    TRY(report_data(r, s->name, &file));
    report_paragraph(r, c->html);
    report_table_begin(
        r, "Tables of 256 knots. ns an evaluation: median and distance of the quartiles.");
    report_row(r, "head", "\tin kernel\tstreaming");
    fputs("place\trow\tin_kernel_ns\tin_kernel_spread_ns\tstreaming_ns\tstreaming_spread_ns\n",
          file);
    for (int i = 0; i < COUNT; i++) {
        const timed_row *row = &contestants[i];
        TRY(time_method(r, strcmp(row->method, "exact") ? f : rival, row, KNOTS, &kernel[i],
                        &stream[i]));
        fprintf(file, "%s\t%s\t%.4g\t%.4g\t%.4g\t%.4g\n", places[row->place], row->text,
                kernel[i].median, kernel[i].spread, stream[i].median, stream[i].spread);
        *line = '\0';
        report_add(line, "%s", row->text);
        add_cell(line, &kernel[i]);
        add_cell(line, &stream[i]);
        if (!isnan(kernel[i].median))
            report_row(r, "", line);
        report_progress(r, (i + 1.) / COUNT);
    }
    for (const char *const *p = c->paper; *p; p++)
        report_row(r, "paper", *p);
    report_table_end(r, s->name);
    report_fact(r, "%s on the host: a table of 256 knots takes %.2g ns, libm %.3g ns.", c->name,
                kernel[COUNT - 2].median, kernel[COUNT - 1].median);
done:
    code = report_data_end(r, code);
    clpwl_function_free(f);
    clpwl_function_free(rival);
    return code;
}

/* The paper's figures stand in its text. */
static const contest lorentzian = {
    "lorentzian",
    "The Lorentzian",
    "exact: one division",
    "lorentzian",
    "The Lorentzian's table does not pay on the paper's CPU: its rival is one division.",
    {"paper: CPU, exact\t0.576", "paper: GPU, exact, regular division\t0.0195",
     "paper: GPU, exact, reduced-precision division\t0.0092", NULL},
};
static const contest bessel = {
    "bessel_j0",
    "J0",
    "one asymptotic term",
    "bessel_j0",
    "OpenCL has no J0. Its rival is the first term of the asymptotic series, sqrt(2/(&pi;x)) "
    "cos(x &minus; &pi;/4) on [1, 20], whose error reaches 0.027 there: the table is more exact.",
    {"paper: CPU, j0 of glibc\t39", "paper: CPU, GSL, double precision\t130",
     "paper: GPU, CUDA library\t0.078",
     "paper: GPU, first asymptotic term, SFU cosine and rsqrt\t0.042", NULL},
};

const report_section report_timings[] = {
    {"table1", "timings", "Table I: the Gaussian, nanoseconds an evaluation", 30, write_table_one,
     NULL},
    {"lorentzian", "timings", "The Lorentzian's timing", 3, write_contest, &lorentzian},
    {"bessel", "timings", "The Bessel function's timing", 4, write_contest, &bessel},
    {NULL, NULL, NULL, 0, NULL, NULL},
};
