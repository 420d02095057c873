/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clpwl bench: the speed of every method, and of what else there is. */
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "bench/rows.h"
#include "commands.h"
#include "common/names.h"
#include "common/progress.h"
#include "open_device.h"
#include "source.h"

enum { LISTED = 64 };

/* A list of texts, cut at the commas of `text`. */
typedef struct list {
    char text[1024];
    const char *parts[LISTED];
    size_t count;
} list;

typedef struct sizes {
    size_t list[LISTED], count;
    int given;
} sizes;

/* One of the two. */
typedef struct operand {
    clpwl_function *function;
    clpwl_table *table;
} operand;

typedef struct job {
    bench bench;
    bench_report report;
    bench_job methods;
    sizes segments;
    list names;
    const char *device;
    int order, runs, storage, json;
    app_progress bar;
    operand *operands;
    size_t count, done;
} job;

/* The names for --methods: those of the library, auto, and the yardsticks. */
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

/* The number of parts is 0 if there are too many or if one is empty. */
static void split(const char *text, list *out)
{
    *out = (list){ .count = 0 };
    if ((size_t)snprintf(out->text, sizeof out->text, "%s", text) >= sizeof out->text)
        return;
    for (char *rest = out->text, *part; (part = strsep(&rest, ",")) != NULL;) {
        if (!*part || out->count == LISTED) {
            out->count = 0;
            return;
        }
        out->parts[out->count++] = part;
    }
}

static int parse_segments(const app_option *row, const char *text, void *member)
{
    sizes *s = member;
    list l;
    split(text, &l);
    if (l.count == 0)
        return app_usage("--segments needs 1 to %d numbers, such as 64,512", LISTED);
    s->count = l.count;
    s->given = 1;
    for (size_t i = 0; i < l.count; i++)
        if (app_parse_size(row->name, l.parts[i], &s->list[i]))
            return EXIT_USAGE;
    return 0;
}

static int parse_methods(const app_option *row, const char *text, void *member)
{
    list *l = member;
    (void)row;
    split(text, l);
    if (strcmp(text, "all") == 0) { /* as without the option */
        l->count = 0;
        return 0;
    }
    if (l->count == 0)
        return app_usage("--methods needs 1 to %d names, such as buffer,cell", LISTED);
    for (size_t i = 0; i < l->count; i++) {
        size_t k = 0;
        while (k < name_count() && strcmp(name_at(k, NULL), l->parts[i]) != 0)
            k++;
        if (k == name_count())
            return app_unknown("method", l->parts[i], name_at, NULL, k, "; `clpwl methods` lists all");
    }
    return 0;
}

#define AT(member) offsetof(job, member)
static const app_option rows[] = {
    APP_PARSED('n', "segments", "LIST", segments, parse_segments,
               "numbers of segments for functions (default: 64,512)"),
    APP_PARSED('m', "methods", "LIST", names, parse_methods,
               "only these methods; auto, libm, libm-vector and gsl are names, too"),
    APP_PARSED(0, "storage", "KIND", storage, app_parse_storage,
               "storage of the tables in images and by buffer: default (that of the design), float32, half, "
               "unorm16, unorm8, bfloat16, or any: the fastest for each method"),
    APP_WORDS('D', "device", "DEVICE", device, device_words,
             "a number of `clpwl devices`, part of a device's name, cpu or gpu; host: no OpenCL"),
    APP_SIZE(0, "values", "COUNT", bench.values,
             "number of streamed values (default: 2^22, and 2^24 on a GPU)"),
    APP_INT(0, "runs", "COUNT", runs, 1, FIGURE_RUNS_MOST,
            "runs of each figure; fewer when they are long"),
    APP_SWITCH_TO(0, "sorted", order, BENCH_SORTED,
                  "ascending abscissas, which caches make faster (default: random)"),
    APP_SWITCH_TO(0, "constant", order, BENCH_CONSTANT,
                  "equal abscissas, which caches make faster still"),
    APP_SWITCH(0, "json", json, "prints everything as JSON"),
    APP_OPTIONS_END,
};

/* A name of the catalogue, or else a file. */
static int open_operand(operand *o, const char *text)
{
    clpwl_function *formula = NULL;
    clpwl_status status = clpwl_function_from_catalogue(&o->function, text);
    int is_formula = status != CLPWL_OK && access(text, F_OK) != 0 &&
                     clpwl_function_from_formula(&formula, text, NULL, 0) == CLPWL_OK;
    clpwl_function_free(formula);
    if (is_formula)
        return app_usage("'%s' is a formula: clpwl design '%s' --domain A:B -o FILE makes a table of "
                         "it, which bench takes", text, text);
    status = clpwl_function_from_catalogue(&o->function, text); /* its message */
    if (status == CLPWL_ERR_UNKNOWN_NAME &&
        (access(text, F_OK) == 0 || strpbrk(text, "./") || strcmp(text, "-") == 0))
        return table_open(text, &o->table);
    return app_status(status);
}

static int open_operands(job *j, int given, char **texts)
{
    static const char *const usual[] = { "gaussian", "lorentzian", "bessel_j0" };
    int code = 0;
    j->count = given ? (size_t)given : sizeof usual / sizeof *usual;
    j->operands = calloc(j->count, sizeof *j->operands);
    CHECK(j->operands, "out of memory");
    for (size_t i = 0; i < j->count; i++)
        TRY(open_operand(&j->operands[i], given ? texts[i] : usual[i]));
done:
    return code;
}

/* A table has its number of segments. */
static int check_segments(const job *j)
{
    size_t tables = 0;
    for (size_t i = 0; i < j->count; i++)
        tables += j->operands[i].table != NULL;
    if (j->segments.given && tables == j->count)
        return app_usage("--segments is for functions; a table has its segments");
    return 0;
}

static void close_operands(job *j)
{
    for (size_t i = 0; j->operands && i < j->count; i++) {
        clpwl_function_free(j->operands[i].function);
        clpwl_table_free(j->operands[i].table);
    }
    free(j->operands);
}

static int bench_designs(job *j, const clpwl_function *f)
{
    int code = 0;
    size_t steps = 2 * j->segments.count;
    for (size_t k = 0; k < steps && code == 0; k++) {
        clpwl_table *table = NULL;
        clpwl_design_options wish = CLPWL_DESIGN_INIT;
        app_progress bar;
        app_progress_begin(&bar, "design");
        bar.on = bar.on && !j->json; /* which has a bar of its own */
        wish.progress = app_progress_show;
        wish.progress_user = &bar;
        wish.segments = j->segments.list[k / 2];
        wish.partition = k % 2 ? CLPWL_PARTITION_OPTIMIZED : CLPWL_PARTITION_UNIFORM;
        clpwl_status status = clpwl_design(&table, f, &wish);
        app_progress_end(&bar);
        code = app_status(status);
        if (code == 0)
            code = bench_table_methods(&j->methods, table, k == 0);
        clpwl_table_free(table);
        app_progress_show(((double)j->done + (double)(k + 1) / (double)steps) / (double)j->count,
                      &j->bar);
    }
    return code;
}

static int bench_operands(job *j)
{
    int code = 0;
    app_progress_begin(&j->bar, "bench");
    j->bar.on = j->bar.on && j->json; /* the rows of text show the progress */
    for (; j->done < j->count && code == 0; j->done++) {
        const operand *o = &j->operands[j->done];
        code = o->table ? bench_table_methods(&j->methods, o->table, 1)
                        : bench_designs(j, o->function);
    }
    app_progress_end(&j->bar);
    return code;
}

static void set_defaults(void *options)
{
    *(job *)options = (job){ .segments = { .list = { 64, 512 }, .count = 2 }, .runs = 7 };
}

static int run(void *options, int count, char **operands)
{
    job *j = options;
    bench *b = &j->bench;
    int code = 0;
    b->order = (bench_order)j->order;
    b->runs = (size_t)j->runs;
    j->methods = (bench_job){ .bench = b, .report = &j->report, .methods = j->names.parts,
                              .method_count = j->names.count,
                              .storage = (clpwl_storage)j->storage };
    TRY(open_operands(j, count, operands));
    TRY(check_segments(j));
    TRY(open_device(j->device, NULL, &b->context));
    TRY(bench_open(b));
    bench_report_open(&j->report, b, j->json, app_command_line());
    code = bench_operands(j);
    TRY(bench_report_close(&j->report, b, code));
    code = j->methods.failed;
    if (code == 0 && j->report.measured == 0)
        code = app_fail("no method was measured: `clpwl methods TABLE` lists those that work for a table and "
                        "a device");
done:
    bench_close(b);
    close_operands(j);
    return code;
}

const app_command bench_command = {
    .name = "bench",
    .summary = "measures the speed of every method",
    .synopsis = "[FUNCTION|TABLE ...] [OPTION ...]",
    .text = "Measures every method that the device and the table allow, and with them a plain "
            "copy (the limit), the function itself where OpenCL C has it (exact, exact-native), "
            "and on the host libm, the compiler's vector math and GSL. FUNCTION is a name of the "
            "catalogue (default: gaussian lorentzian bessel_j0), TABLE a file.\n"
            "\n"
            "Prints three figures, in ns, each the median of some runs and the distance of their "
            "quartiles:\n"
            "  streaming  a value read from memory and written back\n"
            "  in kernel  one of many evaluations for each value loaded; on the host: values\n"
            "             in the cache, one thread\n"
            "  marginal   the same, less the loop without the table\n"
            "Below each table: what auto took, its time over that of the fastest method, the time "
            "of its first call, and how many times as fast as the function itself the fastest table "
            "is.\n",
    .most = INT_MAX,
    .rows = { { rows, 0, 0 } },
    .size = sizeof(job),
    .set_defaults = set_defaults,
    .run = run,
};
