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
    "      --storage KIND    how images keep the tables: float32 (default), half, unorm16, or\n"
    "                        any, for each method the fastest\n"
    "  -D, --device DEVICE   a number of clpwl devices, or a part of a name; host: no OpenCL\n"
    "      --values COUNT    streamed (default: 4194304, and 16777216 on a GPU)\n"
    "      --runs COUNT      for each figure, at most 101 (default: 7; fewer when they are long)\n"
    "      --sorted          abscissas ascend, which flatters caches (default: random)\n"
    "      --constant        all abscissas are one, which flatters them more\n"
    "      --json            everything as JSON\n"
    "  -h, --help            this text\n";

enum { LISTED = 64, SORTED = 256, CONSTANT, VALUES, RUNS, STORAGE, JSON };

static const struct option longs[] = {
    { "segments", required_argument, NULL, 'n' },
    { "methods", required_argument, NULL, 'm' },
    { "storage", required_argument, NULL, STORAGE },
    { "device", required_argument, NULL, 'D' },
    { "values", required_argument, NULL, VALUES },
    { "runs", required_argument, NULL, RUNS },
    { "sorted", no_argument, NULL, SORTED },
    { "constant", no_argument, NULL, CONSTANT },
    { "json", no_argument, NULL, JSON },
    { "help", no_argument, NULL, 'h' },
    { 0 },
};

/* One of the two. */
typedef struct operand {
    clpwl_function *function;
    clpwl_table *table;
} operand;

typedef struct job {
    bench bench;
    bench_report report;
    bench_job methods;
    size_t segments[LISTED], segment_count;
    const char *names[LISTED], *device;
    char command[1024]; /* as typed, before lists are cut */
    int json;
    progress bar;
    operand *operands;
    size_t count, done;
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

/* Cuts a text at its commas; how many parts there are, or 0 where there are too many or
 * one is empty. */
static size_t split(char *text, const char **out)
{
    size_t n = 0;
    for (char *rest = text; rest;) {
        char *comma = strchr(rest, ',');
        if (comma)
            *comma = '\0';
        if (!*rest || n == LISTED)
            return 0;
        out[n++] = rest;
        rest = comma ? comma + 1 : NULL;
    }
    return n;
}

static int parse_segments(job *j, char *text)
{
    const char *parts[LISTED];
    j->segment_count = split(text, parts);
    if (j->segment_count == 0)
        return tool_usage("--segments wants 1 to %d numbers, as in 64,512", LISTED);
    for (size_t i = 0; i < j->segment_count; i++)
        if (parse_count("segments", parts[i], &j->segments[i]))
            return EXIT_USAGE;
    return 0;
}

static int parse_methods(job *j, char *text)
{
    j->methods.methods = j->names;
    j->methods.method_count = split(text, j->names);
    if (j->methods.method_count == 0)
        return tool_usage("--methods wants 1 to %d names, as in buffer,cell", LISTED);
    for (size_t i = 0; i < j->methods.method_count; i++) {
        size_t k = 0;
        while (k < name_count() && strcmp(name_at(k, NULL), j->names[i]) != 0)
            k++;
        if (k == name_count())
            return tool_unknown("method", j->names[i], name_at, NULL, k);
    }
    return 0;
}

/* A name of the catalogue, or else a file. */
static int open_operand(operand *o, const char *text)
{
    clpwl_status status = clpwl_function_from_catalogue(&o->function, text);
    if (status == CLPWL_ERR_UNKNOWN_NAME && (access(text, F_OK) == 0 || strpbrk(text, "./")))
        status = clpwl_table_load(&o->table, text);
    return tool_status(status);
}

static int open_operands(job *j, int argc, char **argv)
{
    static const char *const defaults[] = { "gaussian", "lorentzian", "bessel_j0" };
    int given = argc > optind, code = 0;
    size_t count = given ? (size_t)(argc - optind) : sizeof defaults / sizeof *defaults;
    j->operands = calloc(count, sizeof *j->operands);
    if (!j->operands)
        return tool_fail("out of memory");
    j->count = count;
    for (size_t i = 0; i < count && code == 0; i++)
        code = open_operand(&j->operands[i], given ? argv[optind + (int)i] : defaults[i]);
    return code;
}

static void close_operands(job *j)
{
    for (size_t i = 0; i < j->count; i++) {
        clpwl_function_free(j->operands[i].function);
        clpwl_table_free(j->operands[i].table);
    }
    free(j->operands);
}

static int bench_designs(job *j, const clpwl_function *f)
{
    int code = 0;
    size_t steps = 2 * j->segment_count;
    for (size_t k = 0; k < steps && code == 0; k++) {
        clpwl_table *table = NULL;
        clpwl_design_options wish = CLPWL_DESIGN_INIT;
        wish.segments = j->segments[k / 2];
        wish.partition = k % 2 ? CLPWL_PARTITION_OPTIMIZED : CLPWL_PARTITION_UNIFORM;
        code = tool_status(clpwl_design(&table, f, &wish));
        if (code == 0)
            code = bench_table_methods(&j->methods, table, k == 0);
        clpwl_table_free(table);
        progress_show(((double)j->done + (double)(k + 1) / (double)steps) / (double)j->count,
                      &j->bar);
    }
    return code;
}

static int bench_operands(job *j)
{
    int code = 0;
    progress_begin(&j->bar, "bench");
    j->bar.on = j->bar.on && j->json; /* text shows for itself how far it is */
    for (; j->done < j->count && code == 0; j->done++) {
        const operand *o = &j->operands[j->done];
        code = o->table ? bench_table_methods(&j->methods, o->table, 1)
                        : bench_designs(j, o->function);
    }
    progress_end(&j->bar);
    return code;
}

static int bench_run(job *j, int argc, char **argv)
{
    bench *b = &j->bench;
    int code = open_operands(j, argc, argv);
    code = code ? code : device_open(j->device, NULL, &b->context);
    if (b->values == 0)
        b->values = b->context && clpwl_context_info(b->context)->kind == CLPWL_DEVICE_GPU
                        ? 1 << 24
                        : 1 << 22;
    code = code ? code : bench_open(b);
    if (code == 0) {
        bench_report_open(&j->report, b, j->json, j->command);
        code = bench_operands(j);
        code = bench_report_close(&j->report, b, code);
    }
    bench_close(b);
    close_operands(j);
    return code ? code : j->methods.failed;
}

static void keep_command(job *j, int argc, char **argv)
{
    size_t at = (size_t)snprintf(j->command, sizeof j->command, "clpwl");
    for (int i = 0; i < argc && at < sizeof j->command; i++)
        at += (size_t)snprintf(j->command + at, sizeof j->command - at, " %s", argv[i]);
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
    case STORAGE: return tool_status(clpwl_storage_parse(&j->methods.storage, optarg));
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
    static job j = { .segments = { 64, 512 }, .segment_count = 2, .bench = { .runs = 7 } };
    j.methods = (bench_job){ .bench = &j.bench, .report = &j.report };
    int option, code = 0;
    keep_command(&j, argc, argv);
    while ((option = tool_option(argc, argv, ":n:m:D:h", longs, &code)) != -1) {
        if (option == '?')
            return code;
        code = take_option(&j, option);
        if (code)
            return code;
    }
    return bench_run(&j, argc, argv);
}

const command bench_command = { "bench", "measures how fast tables are read, by every method", help,
                                run };
