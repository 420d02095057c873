/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clpwl verify: what a device makes of a table, held against the error it reports. */
#include <math.h>
#include <string.h>
#include "verify.h"

static const char help[] =
    "Usage: clpwl verify TABLE [FUNCTION | --expr FORMULA | --samples FILE] [OPTION ...]\n"
    "Evaluates the table on the device at every knot, at its neighbours in fp32, at both ends\n"
    "and at random arguments all over the domain, compares with the function in double, and\n"
    "prints the reported error beside the worst that was seen, and where. Exit status 1\n"
    "when the bound is broken.\n"
    "\n"
    "A table knows its function by name only; where that is neither of the catalogue nor a\n"
    "formula, the function must be named.\n"
    "\n"
    "  -m, --method METHOD    the way to read the table; else the fastest is taken\n"
    "      --storage KIND     how images keep the table: float32 (default), half, unorm16, or\n"
    "                         any, the fastest\n"
    "  -D, --device DEVICE    index or part of the name, or host; else the best is taken\n"
    "                         Each of these three may be all: a line for every way there is\n"
    "  -n, --arguments COUNT  random arguments (10000000)\n"
    "      --seed NUMBER      of the random arguments (1)\n"
    "      --json             the result as JSON\n"
    "  -e, --expr FORMULA     the function is this formula in x\n"
    "  -s, --samples FILE     the function is the spline through these samples\n"
    "      --smooth SIGMA     without their noise, or 'auto', as the table was designed\n"
    "      --relative FLOOR   the relative error, too; as the table was designed, by default\n"
    "      --weight W         the weighted one; a formula, a function, or a file, as then\n"
    "  -h, --help             this text\n";

static const struct option longs[] = {
    { "method", required_argument, NULL, 'm' },
    { "device", required_argument, NULL, 'D' },
    { "arguments", required_argument, NULL, 'n' },
    { "storage", required_argument, NULL, 'k' },
    { "seed", required_argument, NULL, 'S' },
    { "json", no_argument, NULL, 'j' },
    { "expr", required_argument, NULL, 'e' },
    { "samples", required_argument, NULL, 's' },
    { "smooth", required_argument, NULL, 'o' },
    { "relative", required_argument, NULL, 'R' },
    { "weight", required_argument, NULL, 'W' },
    { "help", no_argument, NULL, 'h' },
    { 0 },
};

static json_t *error_json(clpwl_error e)
{
    return json_pack("{s:o, s:o, s:o}", "l1", json_number(e.l1), "l2", json_number(e.l2), "linf",
                     json_number(e.linf));
}

static const char *storage_of(const clpwl_evaluator *e)
{
    return clpwl_storage_name(clpwl_evaluator_storage(e));
}

int verify_weighs(const verify_job *j)
{
    return j->weight.floor > 0 || j->weight.w;
}

static void print_weighted(const clpwl_verification *v)
{
    const clpwl_error *bound = &v->weighted_bound, *seen = &v->weighted_seen;
    printf("weighted   linf %-12.6g l2 %-12.6g l1 %.6g\n", bound->linf, bound->l2, bound->l1);
    printf("seen       linf %-12.6g l2 %-12.6g l1 %.6g\n", seen->linf, seen->l2, seen->l1);
    printf("worst      at x = %.9g\n", v->weighted_x);
}

json_t *verify_json(const verify_job *j, const clpwl_evaluator *e, const clpwl_verification *v)
{
    json_t *root = json_pack("{s:o, s:s, s:s, s:I, s:o, s:o, s:o, s:o, s:o, s:b}", "device",
                             json_text(clpwl_evaluator_device(e)), "method",
                             clpwl_evaluator_method(e), "storage", storage_of(e), "arguments",
                             (json_int_t)v->arguments, "bound", error_json(v->bound), "seen",
                             error_json(v->seen), "x", json_number(v->x), "got",
                             json_number(v->got), "right", json_number(v->right), "holds",
                             v->holds);
    if (verify_weighs(j))
        json_object_set_new(root, "weighted",
                            json_pack("{s:o, s:o, s:o}", "bound", error_json(v->weighted_bound),
                                      "seen", error_json(v->weighted_seen), "x",
                                      json_number(v->weighted_x)));
    return root;
}

static int print(const verify_job *j, const clpwl_evaluator *e, const clpwl_verification *v)
{
    if (j->json)
        return json_print(verify_json(j, e, v));
    printf("device     %s\nmethod     %s\nstorage    %s\narguments  %zu\n",
           clpwl_evaluator_device(e), clpwl_evaluator_method(e), storage_of(e), v->arguments);
    printf("bound      linf %-12.6g l2 %-12.6g l1 %.6g\n", v->bound.linf, v->bound.l2, v->bound.l1);
    printf("seen       linf %-12.6g l2 %-12.6g l1 %.6g\n", v->seen.linf, v->seen.l2, v->seen.l1);
    printf("worst      at x = %.9g: %.9g, not %.9g\n", v->x, v->got, v->right);
    if (verify_weighs(j))
        print_weighted(v);
    printf("the bound  %s\n", v->holds ? "holds" : isnan(v->bound.linf) ? "is not known"
                                                                       : "is BROKEN");
    return output_stdout();
}

int verify_run(const verify_job *j, clpwl_evaluator *e, const clpwl_function *f,
               clpwl_verification *seen)
{
    clpwl_verify_options options = CLPWL_VERIFY_INIT;
    progress bar;
    options.arguments = j->arguments;
    options.weight = verify_weighs(j) ? &j->weight : NULL;
    options.seed = (uint32_t)j->seed;
    options.progress = progress_show;
    options.progress_user = &bar;
    progress_begin(&bar, "verify");
    int code = tool_status(clpwl_verify(e, f, &options, seen));
    progress_end(&bar);
    return code;
}

int verify_verdict(const clpwl_verification *v, const char *who)
{
    if (v->holds)
        return 0;
    if (isnan(v->bound.linf))
        return tool_fail("%sthe table's error was never measured, as of one made from nodal "
                         "values: there is no bound to hold; %.6g was seen at x = %.9g", who,
                         v->seen.linf, v->x);
    if (v->seen.linf <= v->bound.linf)
        return tool_fail("%sthe bound is broken: a weighted error of %.6g at x = %.9g, where %.6g "
                         "is allowed", who, v->weighted_seen.linf, v->weighted_x,
                         v->weighted_bound.linf);
    return tool_fail("%sthe bound is broken: %.6g at x = %.9g, where %.6g is allowed", who,
                     v->seen.linf, v->x, v->bound.linf);
}

static int verify(const verify_job *j, const clpwl_table *table, const clpwl_function *f)
{
    clpwl_context *context = NULL;
    clpwl_evaluator *evaluator = NULL;
    clpwl_evaluator_options how = CLPWL_EVALUATOR_INIT;
    clpwl_verification seen;
    how.method = j->method;
    how.storage = j->storage;
    int code = device_open(j->device, j->method, &context);
    if (code == 0)
        code = tool_status(clpwl_evaluator_create(&evaluator, context, table, &how));
    if (code == 0)
        code = verify_run(j, evaluator, f, &seen);
    if (code == 0)
        code = print(j, evaluator, &seen);
    if (code == 0)
        code = verify_verdict(&seen, "");
    clpwl_evaluator_free(evaluator);
    clpwl_context_free(context);
    return code;
}

/* Whether there are several ways to look at. */
static int is_sweep(const verify_job *j)
{
    return j->all_storages || (j->method && strcmp(j->method, "all") == 0) ||
           (j->device && strcmp(j->device, "all") == 0);
}

static int take(verify_job *j, int option)
{
    switch (option) {
    case 'm': j->method = optarg; break;
    case 'D': /* as of the other commands; -d is what it was at first */
    case 'd': j->device = optarg; break;
    case 'k':
        j->all_storages = strcmp(optarg, "all") == 0;
        return j->all_storages ? 0 : tool_status(clpwl_storage_parse(&j->storage, optarg));
    case 'n': return parse_count("arguments", optarg, &j->arguments);
    case 'S': return parse_count("seed", optarg, &j->seed);
    case 'j': j->json = 1; break;
    case 'R': return parse_positive("relative", optarg, &j->weight.floor);
    case 'W': j->weight_text = optarg; break;
    case 'o': return parse_smooth(optarg, &j->named);
    case 'e': j->named.expression = optarg; break;
    default: j->named.samples = optarg;
    }
    return 0;
}

/* The weight that was asked for, or else the one that the table was designed for. Where that
 * is a file, only the plain error can be looked at, or the file is named again. */
static int find_weight(verify_job *j, const clpwl_table *table, clpwl_function **weight)
{
    const clpwl_weighting *had = clpwl_table_weighting(table);
    int asked = j->weight_text || j->weight.floor > 0, code = 0;
    if (j->weight_text)
        code = weight_open(j->weight_text, weight);
    else if (!asked && had && had->weight && !weight_try(had->weight, weight))
        tool_note("the weight '%s' is not known by its name: without --weight, the plain error "
                  "alone is looked at", had->weight);
    if (!asked && had && (*weight || !had->weight))
        j->weight.floor = had->floor;
    j->weight.w = *weight;
    return code;
}

static int run(int argc, char **argv)
{
    verify_job j = { .seed = 1, .weight = CLPWL_WEIGHT_INIT };
    clpwl_function *weight = NULL;
    clpwl_table *table = NULL;
    clpwl_function *f = NULL;
    int option, code = 0;
    while ((option = tool_option(argc, argv, ":m:d:D:n:e:s:h", longs, &code)) != -1) {
        if (option == '?')
            return code;
        code = take(&j, option);
        if (code)
            return code;
    }
    code = tool_operands(argc, 1, 2, "TABLE [FUNCTION]");
    if (code)
        return code;
    j.named.catalogue = argv[optind + 1];
    code = tool_status(clpwl_table_load(&table, argv[optind]));
    if (code == 0)
        code = source_of_table(&j.named, table, &f);
    if (code == 0 && !f)
        code = tool_usage("'%s' is neither of the catalogue nor a formula: name the FUNCTION, or "
                          "give --expr or --samples", clpwl_table_function(table));
    if (code == 0)
        code = find_weight(&j, table, &weight);
    if (code == 0)
        code = is_sweep(&j) ? verify_all(&j, table, f) : verify(&j, table, f);
    clpwl_function_free(f);
    clpwl_function_free(weight);
    clpwl_table_free(table);
    return code;
}

const command verify_command = { "verify", "holds a device's values against the reported error",
                                 help, run };
