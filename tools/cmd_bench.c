/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clpwl bench: how fast tables are read here, by every method, beside what else there is. */
#include <math.h>
#include <string.h>
#include <unistd.h>
#include "bench_rows.h"

static const char help[] =
    "Usage: clpwl bench [FUNCTION|TABLE ...] [OPTION ...]\n"
    "Measures how fast tables are read, by every method that the device and the table allow,\n"
    "and beside them a plain copy (the limit), the function itself where OpenCL C has it\n"
    "(exact, exact-native), and on the host libm, the compiler's vector math and GSL.\n"
    "\n"
    "Three figures, in ns, the median of some runs and the distance of their quartiles:\n"
    "  streaming  for each value read from memory and written back\n"
    "  in kernel  for each of many evaluations per value loaded; on the host: values in the\n"
    "             cache, one thread\n"
    "  marginal   the same, less the loop without the table\n"
    "\n"
    "FUNCTION is of the catalogue (default: gaussian lorentzian bessel_j0), TABLE a file.\n"
    "\n"
    "  -n, --segments LIST   of functions (default: 64,512)\n"
    "  -m, --methods LIST    only these; auto, libm, libm-vector and gsl are names too\n"
    "  -D, --device DEVICE   a number of clpwl devices, or a part of a name; host: no OpenCL\n"
    "      --values COUNT    streamed (default: 4194304, and 16777216 on a GPU)\n"
    "      --runs COUNT      for each figure, at most 101 (default: 9; fewer when they are long)\n"
    "      --sorted          abscissas ascend, which flatters caches (default: random)\n"
    "      --constant        all abscissas are one, which flatters them more\n"
    "      --json            everything as JSON\n"
    "  -h, --help            this text\n";

enum { LISTED = 64, SORTED = 256, CONSTANT, VALUES, RUNS, JSON };

static const struct option longs[] = {
    { "segments", required_argument, NULL, 'n' },
    { "methods", required_argument, NULL, 'm' },
    { "device", required_argument, NULL, 'D' },
    { "values", required_argument, NULL, VALUES },
    { "runs", required_argument, NULL, RUNS },
    { "sorted", no_argument, NULL, SORTED },
    { "constant", no_argument, NULL, CONSTANT },
    { "json", no_argument, NULL, JSON },
    { "help", no_argument, NULL, 'h' },
    { 0 },
};

typedef struct job {
    bench bench;
    bench_report report;
    size_t segments[LISTED], segment_count;
    const char *methods[LISTED];
    size_t method_count; /* 0: all */
    const char *device;
    int json;
    progress bar;
    size_t done, total; /* operands */
} job;

/* Names that --methods takes: auto, the library's and the yardsticks'. */
static const char *name_at(size_t i, const void *unused)
{
    static const char *const others[] = { "auto", "libm", "libm-vector", "gsl" };
    size_t count = clpwl_method_count();
    (void)unused;
    return i < count ? clpwl_method(i)->name : others[i - count];
}

static size_t name_count(void)
{
    return clpwl_method_count() + 4;
}

static int is_wanted(const job *j, const char *method)
{
    for (size_t i = 0; i < j->method_count; i++)
        if (strcmp(j->methods[i], method) == 0)
            return 1;
    return j->method_count == 0;
}

/* Cuts a text at its commas; how many there are, or 0 where one is empty. */
static size_t split(char *text, const char **out, size_t room)
{
    size_t n = 0;
    for (char *rest = text; rest && n < room;) {
        char *comma = strchr(rest, ',');
        if (comma)
            *comma = '\0';
        if (!*rest)
            return 0;
        out[n++] = rest;
        rest = comma ? comma + 1 : NULL;
    }
    return n;
}

static int parse_segments(job *j, char *text)
{
    const char *parts[LISTED];
    j->segment_count = split(text, parts, LISTED);
    if (j->segment_count == 0)
        return tool_usage("--segments: the list has an empty place; 64,512 would be right");
    for (size_t i = 0; i < j->segment_count; i++)
        if (parse_count("segments", parts[i], &j->segments[i]))
            return EXIT_USAGE;
    return 0;
}

static int parse_methods(job *j, char *text)
{
    j->method_count = split(text, j->methods, LISTED);
    if (j->method_count == 0)
        return tool_usage("--methods: the list has an empty place; buffer,cell would be right");
    for (size_t i = 0; i < j->method_count; i++) {
        size_t k = 0;
        while (k < name_count() && strcmp(name_at(k, NULL), j->methods[i]) != 0)
            k++;
        if (k == name_count())
            return tool_unknown("method", j->methods[i], name_at, NULL, k);
    }
    return 0;
}

static int is_host_method(const char *name)
{
    for (size_t i = 0; i < clpwl_method_count(); i++)
        if (strcmp(clpwl_method(i)->name, name) == 0)
            return clpwl_method(i)->host;
    return 0;
}

/* A method's figures. In kernel, auto may choose another one than for arrays. */
static int measure(job *j, clpwl_evaluator *batch, clpwl_evaluator *inner, bench_row *row)
{
    bench *b = &j->bench;
    int code, on_host = is_host_method(clpwl_evaluator_method(batch));
    figure loop;
    if (on_host)
        code = bench_host_streaming(b, bench_run_evaluator, batch, 0, &row->streaming);
    else
        code = bench_device_streaming(b, batch, &row->streaming);
    if (code)
        return code;
    if (is_host_method(clpwl_evaluator_method(inner))) {
        code = bench_host_cached(b, bench_run_evaluator, inner, &row->in_kernel);
        loop = b->host_loop;
    } else {
        code = bench_in_kernel(b, inner, &row->in_kernel);
        loop = b->device_loop;
    }
    row->in_kernel_known = 1;
    row->marginal = figure_beyond(row->in_kernel, loop);
    row->place = on_host ? "host" : "device";
    return code;
}

/* One method on one table; what it does not support is reported and no failure. */
static int bench_method(job *j, const bench_case *c, const clpwl_table *table, const char *method)
{
    clpwl_evaluator *batch = NULL, *inner = NULL;
    clpwl_evaluator_options options = CLPWL_EVALUATOR_INIT;
    clpwl_context *context = is_host_method(method) ? NULL : j->bench.context;
    int is_auto = strcmp(method, "auto") == 0, code = 0;
    bench_row row = { .method = method };
    options.method = method;
    clpwl_status status = clpwl_evaluator_create(&batch, context, table, &options);
    if (status == CLPWL_OK && is_auto && context) {
        options.use = CLPWL_USE_KERNEL;
        status = clpwl_evaluator_create(&inner, context, table, &options);
    }
    if (status != CLPWL_OK) {
        bench_report_unsupported(&j->report, c, method, clpwl_status_name(status),
                                 clpwl_last_message());
        code = status == CLPWL_ERR_MEMORY ? tool_status(status) : 0;
    } else {
        code = measure(j, batch, inner ? inner : batch, &row);
        row.error = clpwl_evaluator_error(batch).linf;
        if (is_auto) {
            row.streaming_method = clpwl_evaluator_method(batch);
            row.in_kernel_method = clpwl_evaluator_method(inner ? inner : batch);
        }
        if (code == 0)
            bench_report_row(&j->report, c, &row);
    }
    clpwl_evaluator_free(inner);
    clpwl_evaluator_free(batch);
    return code;
}

static int is_exact(const char *method)
{
    return strncmp(method, "exact", 5) == 0;
}

/* Every method once, whichever partitions it reads; auto last, beside the best. */
static int bench_table(job *j, const bench_case *c, const clpwl_table *table)
{
    int code = 0;
    for (size_t i = 0; i < clpwl_method_count() && code == 0; i++) {
        const char *name = clpwl_method(i)->name;
        if (i > 0 && strcmp(clpwl_method(i - 1)->name, name) == 0)
            continue;
        if (is_wanted(j, name) && !is_exact(name))
            code = bench_method(j, c, table, name);
    }
    if (code == 0 && is_wanted(j, "auto"))
        code = bench_method(j, c, table, "auto");
    return code;
}

static int bench_host_function(job *j, const bench_case *c, const bench_yardsticks *all)
{
    const bench_yardstick *y = bench_yardstick_find(all, c->function);
    bench_row row = { .method = all->name, .place = "host", .error = NAN, .in_kernel_known = 1 };
    if (!is_wanted(j, all->name))
        return 0;
    if (!y) {
        bench_report_unsupported(&j->report, c, all->name, "CLPWL_ERR_UNSUPPORTED",
                                 all->missing);
        return 0;
    }
    int code = bench_host_streaming(&j->bench, bench_run_yardstick, y, 1, &row.streaming);
    if (code == 0)
        code = bench_host_cached(&j->bench, bench_run_yardstick, y, &row.in_kernel);
    row.marginal = figure_beyond(row.in_kernel, j->bench.host_loop);
    if (code == 0)
        bench_report_row(&j->report, c, &row);
    return code;
}

/* The function itself: by the device, through any table of it, and by the host. */
static int bench_function(job *j, const bench_case *c, const clpwl_table *table)
{
    int code = 0;
    for (size_t i = 0; i < clpwl_method_count() && code == 0; i++) {
        const char *name = clpwl_method(i)->name;
        if (is_exact(name) && is_wanted(j, name))
            code = bench_method(j, c, table, name);
    }
    code = code ? code : bench_host_function(j, c, &bench_libm);
    code = code ? code : bench_host_function(j, c, &bench_vector);
    return code ? code : bench_host_function(j, c, &bench_gsl);
}

/* A table, and before the first one of a function the function itself. */
static int bench_both(job *j, const clpwl_table *table, int first)
{
    size_t n = clpwl_table_segments(table);
    bench_case c = { .function = clpwl_table_function(table),
                     .a = clpwl_table_knots(table)[0],
                     .b = clpwl_table_knots(table)[n] };
    int code = bench_domain(&j->bench, c.a, c.b);
    if (code == 0 && first)
        code = bench_function(j, &c, table);
    c.segments = n;
    c.partition = clpwl_table_partition(table);
    return code ? code : bench_table(j, &c, table);
}

static int bench_designs(job *j, const clpwl_function *f)
{
    int code = 0, first = 1;
    size_t steps = 2 * j->segment_count;
    for (size_t k = 0; k < steps && code == 0; k++) {
        clpwl_table *table = NULL;
        clpwl_design_options wish = CLPWL_DESIGN_INIT;
        wish.segments = j->segments[k / 2];
        wish.partition = k % 2 ? CLPWL_OPTIMIZED : CLPWL_UNIFORM;
        code = tool_status(clpwl_design(&table, f, &wish));
        if (code == 0)
            code = bench_both(j, table, first);
        first = 0;
        clpwl_table_free(table);
        progress_show(((double)j->done + (double)(k + 1) / (double)steps) / (double)j->total,
                      &j->bar);
    }
    return code;
}

/* A name of the catalogue, or else a file. */
static int bench_operand(job *j, const char *text)
{
    clpwl_function *f = NULL;
    clpwl_table *table = NULL;
    int code;
    clpwl_status status = clpwl_function_from_catalogue(&f, text);
    if (status == CLPWL_ERR_UNKNOWN_NAME && access(text, F_OK) == 0) {
        code = tool_status(clpwl_table_load(&table, text));
        code = code ? code : bench_both(j, table, 1);
    } else {
        code = tool_status(status);
        code = code ? code : bench_designs(j, f);
    }
    clpwl_table_free(table);
    clpwl_function_free(f);
    j->done++;
    return code;
}

static int open_context(job *j)
{
    clpwl_context_options options = CLPWL_CONTEXT_INIT;
    const char *device = j->device ? j->device : getenv("CLPWL_DEVICE");
    if (device && strcmp(device, "host") == 0)
        return 0;
    options.device = device;
    clpwl_status status = clpwl_context_create(&j->bench.context, &options);
    if (status == CLPWL_ERR_NO_DEVICE && !device) {
        tool_note("no OpenCL device: measuring the host alone");
        return 0;
    }
    return tool_status(status);
}

static int bench_all(job *j, int argc, char **argv)
{
    static const char *const defaults[] = { "gaussian", "lorentzian", "bessel_j0" };
    const char *const *operands = argc > optind ? (const char *const *)argv + optind : defaults;
    bench *b = &j->bench;
    j->total = argc > optind ? (size_t)(argc - optind) : sizeof defaults / sizeof *defaults;
    int code = open_context(j);
    if (b->values == 0)
        b->values = b->context && clpwl_context_info(b->context)->type & CL_DEVICE_TYPE_GPU
                        ? 1 << 24
                        : 1 << 22;
    code = code ? code : bench_open(b);
    if (code == 0) {
        bench_report_open(&j->report, b, j->json, argc, argv);
        progress_begin(&j->bar, "bench");
        j->bar.on = j->bar.on && j->json; /* text shows for itself how far it is */
        for (size_t i = 0; i < j->total && code == 0; i++)
            code = bench_operand(j, operands[i]);
        progress_end(&j->bar);
        code = bench_report_close(&j->report, b, code);
    }
    bench_close(b);
    return code;
}

static int take_option(job *j, int option)
{
    switch (option) {
    case 'n': return parse_segments(j, optarg);
    case 'm': return parse_methods(j, optarg);
    case 'D': j->device = optarg; return 0;
    case VALUES: return parse_count("values", optarg, &j->bench.values);
    case RUNS:
        if (parse_count("runs", optarg, &j->bench.runs))
            return EXIT_USAGE;
        if (j->bench.runs <= FIGURE_RUNS_MOST)
            return 0;
        return tool_usage("--runs: %zu is more than %d", j->bench.runs, FIGURE_RUNS_MOST);
    case JSON: j->json = 1; return 0;
    default:
        if (j->bench.order != BENCH_RANDOM)
            return tool_usage("--sorted and --constant exclude each other");
        j->bench.order = option == SORTED ? BENCH_SORTED : BENCH_CONSTANT;
        return 0;
    }
}

static int run(int argc, char **argv)
{
    static job j = { .segments = { 64, 512 }, .segment_count = 2, .bench = { .runs = 9 } };
    int option, code = 0;
    while ((option = tool_option(argc, argv, ":n:m:D:h", longs, &code)) != -1) {
        if (option == '?')
            return code;
        code = take_option(&j, option);
        if (code)
            return code;
    }
    return bench_all(&j, argc, argv);
}

const command bench_command = { "bench", "measures how fast tables are read, by every method", help,
                                run };
