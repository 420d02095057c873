/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clpwl verify: the values of a device, compared with the reported error. */
#include <string.h>
#include "bench/bench.h"
#include "commands.h"
#include "common/names.h"
#include "common/output.h"
#include "common/progress.h"
#include "open_device.h"
#include "verify.h"

enum { ALL_STORAGES = -1, ARGUMENTS = 10000000 };

static int parse_storage(const app_option *row, const char *text, void *member)
{
    if (strcmp(text, "all") != 0)
        return app_parse_storage(row, text, member);
    *(int *)member = ALL_STORAGES;
    return 0;
}

#define AT(member) offsetof(verify_job, member)
static const app_option rows[] = {
    APP_TEXT('m', "method", "METHOD", method,
             "evaluation method, one of `clpwl methods`; otherwise the fastest"),
    STORAGE_ROW(storage, parse_storage),
    DEVICE_ROW(device,
               "otherwise the best device or the host, whichever is faster. Method and storage may "
               "be all: a line for each combination"),
    APP_SIZE('n', "arguments", "COUNT", arguments, "number of random arguments"),
    APP_SIZE(0, "seed", "NUMBER", seed, "seed of the random arguments"),
    APP_SWITCH(0, "every", every, "evaluates every fp32 argument of the domain"),
    APP_TEXT('o', "output", "REPORT", report,
             "for --every: writes the report to this file; an interrupted run continues"),
    APP_SWITCH(0, "json", json, "prints the result as JSON"),
    APP_OPTIONS_END,
};
/* Of the first evaluator: all are of one device, or of the host. */
static void name_place(verify_job *j, const clpwl_context *context)
{
    char cpu[BENCH_CPU];
    const clpwl_device_info *d = context ? clpwl_context_info(context) : NULL;
    bench_cpu_name(cpu);
    if (d && !is_host_method(clpwl_evaluator_method(j->rows[0])))
        snprintf(j->place, sizeof j->place, "%s: %s, driver %s", d->platform, d->name, d->driver);
    else
        snprintf(j->place, sizeof j->place, "host: %s", cpu);
}

/* An evaluator that cannot read this table on this device is skipped, one that fails counts. 0, or
 * EXIT_USAGE: the command line is wrong on any device. */
static int add_row(verify_job *j, clpwl_context *context, const char *method, int storage)
{
    clpwl_evaluator_options how = CLPWL_EVALUATOR_INIT;
    how.method = method;
    how.storage = (clpwl_storage)storage;
    if (context && names_device(j->device))
        how.use = CLPWL_USE_KERNEL; /* which no method of the host serves */
    clpwl_status status = clpwl_evaluator_create(&j->rows[j->count], context, j->of.table, &how);
    j->count += status == CLPWL_OK;
    if (status == CLPWL_ERR_UNSUPPORTED)
        snprintf(j->why, sizeof j->why, "%s", clpwl_last_message());
    int code = status == CLPWL_ERR_UNSUPPORTED ? 0 : app_status(status);
    j->failed += code != 0;
    return code == EXIT_USAGE ? code : 0;
}

static int add_rows(verify_job *j)
{
    int code = 0, every_method = j->method && strcmp(j->method, "all") == 0,
        every_storage = j->storage == ALL_STORAGES;
    int first = every_storage ? CLPWL_STORAGE_FLOAT32 : j->storage;
    int end = every_storage ? CLPWL_STORAGE_ANY : first + 1;
    size_t methods = every_method ? clpwl_method_count() : 1,
           most = methods * (size_t)(end - first);
    clpwl_context *context = NULL;
    j->is_list = every_storage || every_method;
    CHECK((j->rows = calloc(most, sizeof *j->rows)) && (j->seen = calloc(most, sizeof *j->seen)),
          "out of memory");
    TRY(open_device(j->device, every_method ? "auto" : j->method, &context));
    for (size_t i = 0; i < methods; i++) {
        const clpwl_method_info *m = clpwl_method(i);
        if (every_method &&
            (m->host != !context || (i > 0 && strcmp(m->name, clpwl_method(i - 1)->name) == 0)))
            continue;
        for (int k = first; k < end; k++)
            TRY(add_row(j, context, every_method ? m->name : j->method, k));
    }
    CHECK(j->count + j->failed > 0, "no method can read this table with these options: %s", j->why);
    TRY(j->count ? 0 : EXIT_FAILURE);
    name_place(j, context);
done:
    clpwl_context_free(context);
    return code;
}

static int verify_at_random(verify_job *j, size_t i)
{
    clpwl_verify_options options = CLPWL_VERIFY_INIT;
    app_progress bar;
    options.arguments = app_option_given(rows, "arguments") ? j->arguments : 0;
    options.weight = subject_has_weight(&j->of) ? &j->of.weight : NULL;
    options.seed = (uint32_t)j->seed;
    options.progress = app_progress_show;
    options.progress_user = &bar;
    app_progress_begin(&bar, "verify");
    clpwl_status status = clpwl_verify(j->rows[i], j->of.f, &options, &j->seen[i]);
    app_progress_end(&bar);
    return app_status(status);
}

/* Verifies and prints row after row; every argument is verified already. */
static int report(verify_job *j)
{
    app_output o = { 0 };
    int code = 0, judged = j->failed ? EXIT_FAILURE : 0;
    size_t held = 0;
    json_t *results = json_array();
    TRY(app_output_open(&o, j->report));
    for (size_t i = 0; i < j->count; i++) {
        int is_bad = j->every ? 0 : verify_at_random(j, i);
        if (!is_bad && (j->json || !j->is_list))
            json_array_append_new(results, verify_json(j, i));
        else if (!is_bad)
            verify_print(o.file, j, i);
        fflush(o.file);
        is_bad = is_bad ? is_bad : verify_verdict(j, i);
        judged = is_bad ? is_bad : judged;
        held += !is_bad;
    }
    if (j->every)
        verify_note_doubt(j);
    if (!j->json && j->is_list)
        fprintf(o.file, "%zu hold, %zu broken or failed\n", held, j->count - held + j->failed);
    else if (j->is_list)
        code = json_write(json_incref(results), o.file);
    else if (json_array_size(results))
        code = json_end(json_incref(json_array_get(results, 0)), j->json, o.file);
    code = app_output_end(&o, code);
    if (code == 0)
        verify_state_remove(j);
done:
    json_decref(results);
    return code ? code : judged;
}

static void set_defaults(void *options)
{
    *(verify_job *)options = (verify_job){
        .arguments = ARGUMENTS, .seed = 1, .of.weight = CLPWL_WEIGHT_INIT};
}

static int run(void *options, int count, char **operands)
{
    verify_job *j = options;
    int code = 0;
    CHECK_USAGE(j->every || !j->report, "--output is for --every");
    CHECK_USAGE(!j->every ||
                    !(app_option_given(rows, "arguments") || app_option_given(rows, "seed")),
                "--arguments and --seed are for random arguments; --every takes each fp32 number");
    TRY(app_output_spares(j->report, operands[0]));
    TRY(subject_open(&j->of, count, operands, "name the FUNCTION, or give --expr or --samples"));
    TRY(add_rows(j));
    if (j->every)
        TRY(verify_every(j));
    TRY(report(j));
done:
    for (size_t i = 0; i < j->count; i++)
        clpwl_evaluator_free(j->rows[i]);
    free(j->rows);
    free(j->seen);
    subject_close(&j->of);
    return code;
}

const app_command verify_command = {
    .name = "verify",
    .summary = "checks a device's values against the reported error",
    .synopsis = "TABLE [FUNCTION] [OPTION ...]",
    .text = "Evaluates the table on the device at every knot, at the neighbours of the knots and at "
            "random arguments, or at every fp32 argument. Compares the values with the function in "
            "double, and prints the reported error, the largest seen, and its place; 'allowed' is "
            "what l1 and l2 may reach by chance. The exit status is 1 if a bound is broken. If the "
            "table's name of its function is neither in the catalogue nor a formula, give the "
            "function.\n",
    .least = 1,
    .most = 2,
    .rows = {{rows, 0, 0},
             {subject_rows, offsetof(verify_job, of), 0},
             {source_rows, offsetof(verify_job, of.named), 0}},
    .size = sizeof(verify_job),
    .set_defaults = set_defaults,
    .run = run,
};
