/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clpwl bench: the speed of every method, and of what else there is. */
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "bench/rows.h"
#include "commands.h"
#include "common/names.h"
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
} sizes;

/* One of the two. */
typedef struct operand {
    clpwl_function *function;
    clpwl_table *table;
} operand;

typedef struct job {
    bench_job job;
    sizes segments;
    list names;
    const char *device;
    int order, runs, storage, json;
    operand *operands;
    size_t count;
} job;

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
    int code = 0;
    split(text, &l);
    CHECK_USAGE(l.count > 0, "--segments needs 1 to %d numbers, such as 64,512", LISTED);
    for (s->count = 0; s->count < l.count; s->count++)
        TRY(app_parse_size(row->name, l.parts[s->count], &s->list[s->count]));
done:
    return code;
}

static int parse_methods(const app_option *row, const char *text, void *member)
{
    list *l = member;
    const char *name;
    int code = 0;
    (void)row;
    split(text, l);
    CHECK_USAGE(l->count > 0, "--methods needs 1 to %d names, such as buffer,cell", LISTED);
    if (strcmp(text, "all") == 0) /* as without the option */
        l->count = 0;
    for (size_t i = 0; i < l->count; i++) {
        size_t k = 0;
        while ((name = bench_name(k, NULL)) && strcmp(name, l->parts[i]) != 0)
            k++;
        if (!name)
            return app_unknown("method", l->parts[i], bench_name, NULL, k,
                               "; `clpwl methods` lists all");
    }
done:
    return code;
}

#define AT(member) offsetof(job, member)
static const app_option rows[] = {
    APP_PARSED('n', "segments", "LIST", segments, parse_segments,
               "numbers of segments for functions (default: 64,512)"),
    APP_PARSED('m', "methods", "LIST", names, parse_methods,
               "only these methods; auto, libm, libm-vector and gsl are names, too"),
    STORAGE_ROW(storage, app_parse_storage),
    DEVICE_ROW(device, "otherwise the best device"),
    APP_SIZE(0, "values", "COUNT", job.bench.values,
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

/* A name of the catalogue, or else a file; of a formula, table_open says how to make a table. */
static int open_operand(operand *o, const char *text)
{
    clpwl_status status = clpwl_function_from_catalogue(&o->function, text);
    return status == CLPWL_ERR_UNKNOWN_NAME &&
                   (access(text, F_OK) == 0 || strpbrk(text, "./*+-^( "))
               ? table_open(text, &o->table)
               : app_status(status);
}

/* A table has its number of segments. */
static int open_operands(job *j, int given, char **texts)
{
    static const char *const usual[] = { "gaussian", "lorentzian", "bessel_j0" };
    int code = 0, functions = 0;
    j->count = given ? (size_t)given : sizeof usual / sizeof *usual;
    j->operands = calloc(j->count, sizeof *j->operands);
    CHECK(j->operands, "out of memory");
    for (size_t i = 0; i < j->count; i++) {
        TRY(open_operand(&j->operands[i], given ? texts[i] : usual[i]));
        functions += j->operands[i].function != NULL;
    }
    CHECK_USAGE(functions || !app_option_given(rows, "segments"),
                "--segments is for functions; a table has its segments");
done:
    return code;
}

static int bench_designs(job *j, const clpwl_function *f)
{
    int code = 0;
    for (size_t k = 0; k < 2 * j->segments.count && code == 0; k++) {
        clpwl_table *table = NULL;
        clpwl_design_options wish = CLPWL_DESIGN_INIT;
        wish.aim = CLPWL_AIM_NONE;
        wish.segments = j->segments.list[k / 2];
        wish.partition = k % 2 ? CLPWL_PARTITION_OPTIMIZED : CLPWL_PARTITION_UNIFORM;
        code = app_status(clpwl_design(&table, f, &wish));
        if (code == 0)
            code = bench_table(&j->job, table, k == 0);
        clpwl_table_free(table);
    }
    return code;
}

static int bench_operands(job *j)
{
    int code = 0;
    for (size_t i = 0; i < j->count && code == 0; i++) {
        const operand *o = &j->operands[i];
        code = o->table ? bench_table(&j->job, o->table, 1) : bench_designs(j, o->function);
    }
    return code;
}

static void set_defaults(void *options)
{
    *(job *)options = (job){ .segments = { .list = { 64, 512 }, .count = 2 }, .runs = 7 };
}

static int run(void *options, int count, char **operands)
{
    job *j = options;
    bench *b = &j->job.bench;
    int code = 0;
    b->order = (bench_order)j->order;
    b->runs = (size_t)j->runs;
    j->job.methods = j->names.parts;
    j->job.method_count = j->names.count;
    j->job.storage = (clpwl_storage)j->storage;
    TRY(open_operands(j, count, operands));
    TRY(open_device(j->device, NULL, &b->context));
    TRY(bench_open(b));
    bench_print_head(&j->job, j->json, app_command_line());
    TRY(bench_print_json(&j->job, bench_operands(j)));
    CHECK(j->job.measured || j->job.failed,
          "no method was measured: `clpwl methods TABLE` lists those that "
          "work for a table and a device");
    code = j->job.failed;
done:
    bench_close(b);
    for (size_t i = 0; j->operands && i < j->count; i++) {
        clpwl_function_free(j->operands[i].function);
        clpwl_table_free(j->operands[i].table);
    }
    free(j->operands);
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
