/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clpwl verify: the values of a device, compared with the reported error. */
#include <string.h>
#include "commands.h"
#include "common/names.h"
#include "common/output.h"
#include "open_device.h"
#include "source.h"
#include "target.h"
#include "verify_all.h"

static int parse_storage(const app_option *row, const char *text, void *member)
{
    if (strcmp(text, "all") != 0)
        return app_parse_storage(row, text, member);
    *(int *)member = VERIFY_ALL_STORAGES;
    return 0;
}

#define AT(member) offsetof(verify_job, member)
static const app_option rows[] = {
    APP_TEXT('m', "method", "METHOD", method,
             "evaluation method, one of `clpwl methods`; otherwise the fastest, with --device the "
             "fastest of the device"),
    APP_PARSED(0, "storage", "KIND", storage, parse_storage,
               "storage of the table in images and by buffer: default (that of its design), float32, half, "
               "unorm16, unorm8, bfloat16, or any: the fastest"),
    APP_WORDS('D', "device", "DEVICE", device, device_words,
              "a number of `clpwl devices`, part of a device's name, cpu or gpu; host: no OpenCL. "
              "By default the best device or the host, whichever is faster. Method, storage and "
              "device may be all: prints a line for each combination that can read the table"),
    APP_SIZE('n', "arguments", "COUNT", arguments, "number of random arguments"),
    APP_SIZE(0, "seed", "NUMBER", seed, "seed of the random arguments"),
    APP_SWITCH(0, "every", every, "evaluates every fp32 argument of the domain"),
    APP_TEXT('o', "output", "REPORT", report,
             "for --every: writes the report to this file; an interrupted run continues"),
    APP_SWITCH(0, "json", json, "prints the result as JSON"),
    APP_POSITIVE(0, "relative", "FLOOR", weight.floor,
                 "verifies the relative error, too; by default as the table was designed"),
    APP_TEXT(0, "weight", "W", weight_text,
             "verifies the weighted error, too: a formula, a function or a file; by default as the "
             "table was designed"),
    APP_OPTIONS_END,
};
/* -d was the letter of --device at first. */
static const app_option old_rows[] = {
    APP_TEXT('d', "device", "DEVICE", device, ""),
    APP_OPTIONS_END,
};

static int print(const verify_job *j, const clpwl_table *table, const clpwl_evaluator *e,
                 const clpwl_context *context, const clpwl_verification *v)
{
    char place[VERIFY_PLACE_ROOM];
    if (j->json) {
        json_t *root = verify_json(j, e, v);
        json_object_set_new(root, "target", verify_target_json(j, table, v));
        return json_print(root);
    }
    verify_print_place(stdout, j, verify_place(e, context, place));
    verify_print(stdout, j, table, e, v);
    return 0;
}

static int verify_one(const verify_job *j, const clpwl_table *table, const clpwl_function *f)
{
    int code = 0;
    clpwl_context *context = NULL;
    clpwl_evaluator *evaluator = NULL;
    clpwl_verification seen;
    char other[SOURCE_REASON];
    TRY(open_device(j->device, j->method, &context));
    clpwl_evaluator_options how = verify_how(j, context, j->method, (clpwl_storage)j->storage);
    TRY_LIB(clpwl_evaluator_create(&evaluator, context, table, &how));
    TRY(verify_run(j, evaluator, f, &seen));
    TRY(print(j, table, evaluator, context, &seen));
    TRY(verify_verdict(&seen, source_other(table, f, other)));
done:
    clpwl_evaluator_free(evaluator);
    clpwl_context_free(context);
    return code;
}

static void set_defaults(void *options)
{
    *(verify_job *)options =
        (verify_job){ .arguments = VERIFY_ARGUMENTS, .seed = 1, .weight = CLPWL_WEIGHT_INIT };
}

static int run(void *options, int count, char **operands)
{
    verify_job *j = options;
    clpwl_function *weight = NULL, *f = NULL;
    clpwl_table *table = NULL;
    char reason[SOURCE_REASON];
    int code = 0;
    CHECK_USAGE(j->every || !j->report, "--output is for --every");
    CHECK_USAGE(!j->every || (j->arguments == VERIFY_ARGUMENTS && j->seed == 1),
                "--arguments and --seed are for random arguments; --every takes each fp32 number");
    TRY(app_output_spares(j->report, operands[0]));
    TRY(source_take(&j->named, count > 1 ? operands[1] : NULL));
    TRY(table_open(operands[0], &table));
    size_t all = verify_count_arguments(table);
    CHECK_USAGE(j->every || j->arguments == VERIFY_ARGUMENTS || j->arguments <= all,
                "--arguments: the domain has %zu fp32 numbers, fewer than %zu; --every evaluates "
                "each of them", all, j->arguments);
    TRY(source_of_table(&j->named, table, &f));
    CHECK_USAGE(f, "%s: name the FUNCTION, or give --expr or --samples",
                source_reason(clpwl_table_function(table), reason));
    TRY(weight_of_table(j->weight_text, table, &j->weight, &weight));
    TRY(j->every || verify_is_sweep(j) ? verify_all(j, table, f) : verify_one(j, table, f));
done:
    clpwl_function_free(f);
    clpwl_function_free(weight);
    clpwl_table_free(table);
    return code;
}

const app_command verify_command = {
    .name = "verify",
    .summary = "checks a device's values against the reported error",
    .synopsis = "TABLE [FUNCTION] [OPTION ...]",
    .text = "Evaluates the table on the device at every knot, at the fp32 neighbours of the "
            "knots, at both ends and at random arguments of the domain, or at every fp32 argument. "
            "Compares the values with the function in double, and prints the reported error, the "
            "largest error seen, and its place. Each norm is judged whose error the table states; "
            "'allowed' is what l1 and l2 may reach by chance. The exit status is 1 if a bound is "
            "broken, or if a value of a table by --fit above or below is on the wrong side.\n"
            "\n"
            "A table holds only the name of its function. If the name is neither in the catalogue "
            "nor a formula, give the function.\n",
    .least = 1,
    .most = 2,
    .rows = { { rows, 0, 0 },
              { source_rows, offsetof(verify_job, named), 0 },
              { old_rows, 0, 1 } },
    .size = sizeof(verify_job),
    .set_defaults = set_defaults,
    .run = run,
};
