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

typedef struct job {
    bench_job job;
    list segments, methods;
    const char *device;
    int runs, storage, json, functions;
} job;

static int parse_list(const app_option *row, const char *text, void *member)
{
    list *out = member;
    char *rest = out->text, *part;
    int code = 0;
    out->count = 0;
    snprintf(out->text, sizeof out->text, "%s", text);
    while ((part = strsep(&rest, ",")) != NULL) {
        CHECK_USAGE(*part && out->count < LISTED && strlen(text) < sizeof out->text,
                    "--%s needs 1 to %d of them, with commas between", row->name, LISTED);
        out->parts[out->count++] = part;
    }
done:
    return code;
}

/* Refuses what is no number or no method, before anything is measured. */
static int check_lists(const job *j)
{
    size_t number;
    const char *name;
    int code = 0;
    for (size_t i = 0; i < j->segments.count; i++)
        TRY(app_parse_size("segments", j->segments.parts[i], &number));
    for (size_t i = 0, k; i < j->methods.count; i++) {
        for (k = 0; (name = bench_name(k, NULL)) && strcmp(name, j->methods.parts[i]) != 0; k++) {
        }
        if (!name)
            return app_unknown("method", j->methods.parts[i], bench_name, NULL, k,
                               "; `clpwl methods` lists all");
    }
done:
    return code;
}

#define AT(member) offsetof(job, member)
static const app_option rows[] = {
    APP_PARSED('n', "segments", "LIST", segments, parse_list,
               "numbers of segments for functions (default: 64,512)"),
    APP_PARSED('m', "methods", "LIST", methods, parse_list,
               "only these methods; auto, libm, libm-vector, sleef and gsl are names, too"),
    STORAGE_ROW(storage, app_parse_storage),
    DEVICE_ROW(device, "otherwise the best device"),
    APP_SIZE(0, "values", "COUNT", job.bench.values,
             "number of streamed values (default: 2^22, and 2^24 on a GPU)"),
    APP_INT(0, "runs", "COUNT", runs, 1, FIGURE_RUNS_MOST,
            "runs of each figure; fewer when they are long"),
    APP_SWITCH(0, "json", json, "prints everything as JSON"),
    APP_OPTIONS_END,
};

static int bench_designs(job *j, const clpwl_function *f)
{
    int code = 0;
    for (size_t k = 0; k < 2 * j->segments.count && code == 0; k++) {
        clpwl_table *table = NULL;
        clpwl_design_options wish = CLPWL_DESIGN_INIT;
        wish.aim = CLPWL_AIM_NONE;
        app_parse_size("segments", j->segments.parts[k / 2], &wish.segments);
        wish.partition = k % 2 ? CLPWL_PARTITION_OPTIMIZED : CLPWL_PARTITION_UNIFORM;
        code = app_status(clpwl_design(&table, f, &wish));
        if (code == 0)
            code = bench_table(&j->job, table, k == 0);
        clpwl_table_free(table);
    }
    return code;
}

/* A name of the catalogue, or else a file; of a formula, table_open says how to make a table. */
static int bench_operand(job *j, const char *text, int is_tried)
{
    int code = 0;
    clpwl_function *f = NULL;
    clpwl_table *table = NULL;
    clpwl_status status = clpwl_function_from_catalogue(&f, text);
    if (status == CLPWL_ERR_UNKNOWN_NAME && (access(text, F_OK) == 0 || strpbrk(text, "./*+-^( ")))
        TRY(table_open(text, &table));
    else
        TRY_LIB(status);
    j->functions += f != NULL;
    if (!is_tried)
        code = table ? bench_table(&j->job, table, 1) : bench_designs(j, f);
done:
    clpwl_function_free(f);
    clpwl_table_free(table);
    return code;
}

/* All are tried before the first is measured. */
static int bench_operands(job *j, size_t count, char **given, int is_tried)
{
    static const char *const usual[] = {"gaussian", "lorentzian", "bessel_j0"};
    int code = 0;
    for (size_t i = 0; i < (count ? count : 3) && code == 0; i++)
        code = bench_operand(j, count ? given[i] : usual[i], is_tried);
    return code;
}

static void set_defaults(void *options)
{
    *(job *)options = (job){.segments = {.parts = {"64", "512"}, .count = 2}, .runs = 7};
}

static int run(void *options, int count, char **operands)
{
    job *j = options;
    bench *b = &j->job.bench;
    int code = 0;
    b->runs = (size_t)j->runs;
    j->job.methods = j->methods.parts;
    j->job.method_count = j->methods.count;
    j->job.storage = (clpwl_storage)j->storage;
    TRY(check_lists(j));
    TRY(bench_operands(j, (size_t)count, operands, 1));
    CHECK_USAGE(j->functions || !app_option_given(rows, "segments"),
                "--segments is for functions; a table has its segments");
    TRY(open_device(j->device, NULL, &b->context));
    TRY(bench_open(b));
    bench_print_head(&j->job, j->json, app_command_line());
    TRY(bench_print_json(&j->job, bench_operands(j, (size_t)count, operands, 0)));
    CHECK(j->job.measured || j->job.failed,
          "no method was measured: `clpwl methods TABLE` lists those that "
          "work for a table and a device");
    code = j->job.failed;
done:
    bench_close(b);
    return code;
}

const app_command bench_command = {
    .name = "bench",
    .summary = "measures the speed of every method",
    .synopsis = "[FUNCTION|TABLE ...] [OPTION ...]",
    .text = "Measures every method that the device and the table allow, and with them a plain copy "
            "(the limit), the function itself where OpenCL C has it (exact, exact-native), and on "
            "the host libm, vector math and GSL. FUNCTION is a name of the catalogue (default: "
            "gaussian lorentzian bessel_j0). Prints medians in ns, and the distance of their "
            "quartiles:\n"
            "  streaming  a value read from memory and written back\n"
            "  in kernel  one of many evaluations for each value loaded; on the host: values\n"
            "             in the cache, one thread\n",
    .most = INT_MAX,
    .rows = {{rows, 0, 0}},
    .size = sizeof(job),
    .set_defaults = set_defaults,
    .run = run,
};
