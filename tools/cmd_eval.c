/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clpwl eval: values of a table at a stream of numbers. */
#include <endian.h>
#include <math.h>
#include <string.h>
#include <unistd.h>
#include "commands.h"
#include "common/clock.h"
#include "common/names.h"
#include "common/output.h"
#include "common/progress.h"
#include "json.h"
#include "open_device.h"
#include "reader.h"
#include "source.h"

/* Values in flight: 4 MiB on the host, twice that on the device. */
enum { BATCH = 1 << 20, NUMBERS = 64 };

typedef struct job {
    const char *path, *input, *output, *method, *device;
    int storage, quantity, verbose, quiet, json;
    float numbers[NUMBERS]; /* in place of the input */
    size_t count;
    clpwl_table *table;
    clpwl_evaluator *evaluator;
    size_t values, outside;
    double domain[2], seconds; /* seconds: of evaluation alone */
    json_t *y;                 /* the values for JSON; NULL: they are written elsewhere */
} job;

#define AT(member) offsetof(job, member)
static const app_option rows[] = {
    APP_TEXT('o', "output", "FILE", output,
             "writes to FILE, by default to standard output: as the input, or text where FILE ends in .txt"),
    APP_TEXT(
        'm', "method", "METHOD", method,
        "evaluation method, one of `clpwl methods`; by default the fastest that meets the target"),
    STORAGE_ROW(storage, app_parse_storage),
    APP_SWITCH_TO(0, "derivative", quantity, CLPWL_QUANTITY_DERIVATIVE,
                  "evaluates the table's derivative: the slope of each segment"),
    APP_SWITCH_TO(0, "integral", quantity, CLPWL_QUANTITY_INTEGRAL,
                  "evaluates the integral from the beginning of the domain"),
    DEVICE_ROW(device, "otherwise the host"),
    APP_SWITCH(0, "json", json,
               "prints one JSON object: the values, device, method and error; with --output the "
               "values go to FILE"),
    APP_SWITCH('v', "verbose", verbose,
               "prints the device, method, error and speed on standard error"),
    APP_SWITCH('q', "quiet", quiet, "prints no notes and no progress"),
    APP_OPTIONS_END,
};

/* Reading and writing of 10^8 values of a .npy take 1.5 s, their evaluation on the host .05 s, and
 * to open a device .1 s: a device is used where one is asked for, or for derivatives and integrals
 * of tables rounded to 16 or 8 bits, which the host has not. */
static int is_on_host(const job *j)
{
    int has_host = j->quantity == CLPWL_QUANTITY_VALUE || j->storage <= CLPWL_STORAGE_FLOAT32 ||
                   j->storage == CLPWL_STORAGE_ANY;
    return has_host && !j->device && !j->method && !getenv("CLPWL_DEVICE") && !getenv("CLPWL_METHOD");
}

static int open_evaluator(job *j)
{
    int code = 0;
    clpwl_context *context = NULL;
    clpwl_evaluator_options options = CLPWL_EVALUATOR_INIT;
    options.method = j->method;
    options.storage = (clpwl_storage)j->storage;
    options.quantity = (clpwl_quantity)j->quantity;
    options.chunk = BATCH;
    if (!is_on_host(j))
        TRY(open_device(j->device, j->method, &context));
    TRY_LIB(clpwl_evaluator_create(&j->evaluator, context, j->table, &options));
done:
    clpwl_context_free(context);
    return code;
}

/* As JSON; a line each; or as the elements of a .npy, little-endian, which take the place of the floats. */
static void write_values(const job *j, FILE *file, int npy, float *y, size_t n)
{
    uint32_t bits;
    for (size_t i = 0; i < n; i++)
        if (j->y)
            json_array_append_new(j->y, json_number((double)y[i]));
        else if (!npy)
            fprintf(file, isnan(y[i]) ? "nan\n" : "%.9g\n",
                    (double)y[i]); /* printf prints a NaN's sign */
        else {
            memcpy(&bits, &y[i], sizeof bits);
            bits = htole32(bits);
            memcpy(&y[i], &bits, sizeof bits);
        }
    if (npy)
        fwrite(y, sizeof *y, n, file);
}

/* The first batch has n values already. */
static int pump(job *j, reader *in, app_output *out, float *values, ssize_t n)
{
    app_progress bar;
    const float from = (float)j->domain[0], to = (float)j->domain[1];
    int code = 0, npy = in->npy && !j->y && !(j->output && app_ends_in(j->output, ".txt"));
    app_progress_begin(&bar, "eval");
    CHECK_USAGE(npy || !j->output || !app_ends_in(j->output, ".npy"),
                "--output: '%s': the output is text, as the input", j->output);
    if (npy)
        npy_write(&in->header, out->file);
    for (; n > 0; n = j->count ? 0 : reader_read(in, values, BATCH)) {
        for (ssize_t i = 0; i < n; i++)
            j->outside += values[i] < from || values[i] > to;
        double began = app_seconds();
        TRY_LIB(clpwl_eval(j->evaluator, values, values, (size_t)n));
        j->seconds += app_seconds() - began;
        j->values += (size_t)n;
        write_values(j, out->file, npy, values, (size_t)n);
        if (in->terminal || ferror(out->file))
            TRY(app_output_mark(out));
        app_progress_show(reader_fraction(in), &bar);
    }
    code = n < 0 ? EXIT_FAILURE : 0;
done:
    app_progress_end(&bar);
    return code;
}

static json_t *describe(const job *j)
{
    const clpwl_evaluator *e = j->evaluator;
    clpwl_calculus_error rounding = clpwl_evaluator_calculus_error(e);
    json_t *root = json_make(
        "quantity:s device:s method:s storage:s domain:p arguments:z outside:z seconds:n",
        clpwl_quantity_name((clpwl_quantity)j->quantity), clpwl_evaluator_device(e),
        clpwl_evaluator_eval_method(e), clpwl_storage_name(clpwl_evaluator_storage(e)), j->domain[0],
        j->domain[1], j->values, j->outside, j->seconds);
    if (j->quantity == CLPWL_QUANTITY_VALUE)
        json_add(root, "error:e", clpwl_evaluator_error(e));
    else if (j->quantity == CLPWL_QUANTITY_INTEGRAL)
        json_add(root, "rounding:n", rounding.integral);
    else /* reach: so far from a knot */
        json_add(root, "rounding:n reach:n", rounding.derivative, rounding.reach);
    return root;
}

/* A clamped argument is more often a mistake than wanted. The other extensions were asked for. */
static int tell(job *j)
{
    clpwl_extend extend = clpwl_table_extend(j->table);
    if (j->verbose)
        json_end(describe(j), 0, stderr);
    if (j->verbose || (j->outside && extend == CLPWL_EXTEND_CLAMP))
        app_note("%zu of %zu arguments are outside the domain [%g, %g]; the table extends it: %s",
                 j->outside, j->values, j->domain[0], j->domain[1], clpwl_extend_name(extend));
    if (!j->json)
        return 0;
    json_t *root = describe(j);
    if (j->y)
        json_add(root, "values:j", json_incref(j->y));
    return json_print(root);
}

static int evaluate(job *j)
{
    reader in = {0};
    app_output out = {0};
    float *values = NULL;
    int code = 0;
    TRY(table_open(j->path, &j->table));
    clpwl_table_domain(j->table, &j->domain[0], &j->domain[1]);
    if (!j->count)
        TRY(reader_open(&in, j->input));
    CHECK((values = malloc(BATCH * sizeof *values)), "out of memory");
    if (j->json && !j->output)
        CHECK((j->y = json_array()), "out of memory");
    TRY(app_output_open(&out, j->output));
    ssize_t n = j->count ? (ssize_t)j->count : reader_read(&in, values, BATCH);
    if (j->count)
        memcpy(values, j->numbers, sizeof j->numbers);
    TRY(n < 0 ? EXIT_FAILURE : 0);
    TRY(open_evaluator(j));
    TRY(pump(j, &in, &out, values, n));
    TRY(app_output_end(&out, 0));
    TRY(tell(j));
done:
    json_decref(j->y);
    app_output_discard(&out);
    reader_close(&in);
    free(values);
    clpwl_evaluator_free(j->evaluator);
    clpwl_table_free(j->table);
    return code;
}

/* An infinity and a NaN are numbers here. A number is rounded once, as in an input. */
static int read_operand(const char *text, float *out)
{
    char *end;
    double value;
    *out = strtof(text, &end);
    if (*text && *end == '\0')
        return 1;
    int is_number = app_read_number(text, &value);
    *out = (float)value;
    return is_number;
}

/* INPUT, or numbers in its place. */
static int take_operands(job *j, int count, char **operands)
{
    int code = 0;
    j->path = operands[0];
    j->input = count > 1 ? operands[1] : NULL;
    if (count < 2 || (count == 2 && (strcmp(j->input, "-") == 0 || access(j->input, F_OK) == 0 ||
                                     !read_operand(j->input, &j->numbers[0]))))
        return 0;
    for (int i = 1; i < count; i++)
        CHECK_USAGE(read_operand(operands[i], &j->numbers[j->count++]),
                    "'%s' is not a number: INPUT is one file, or numbers, which have a point",
                    operands[i]);
done:
    return code;
}

static int run(void *options, int count, char **operands)
{
    job *j = options;
    int code = 0;
    if (j->quiet)
        app_set_quiet();
    TRY(take_operands(j, count, operands));
    CHECK_USAGE(!j->json || !j->output || !app_output_is_stdout(j->output),
                "--output: '%s' is standard output, to which --json prints the values", j->output);
    TRY(app_output_spares(j->output, j->path));
    TRY(evaluate(j));
done:
    return code;
}

const app_command eval_command = {
    .name = "eval",
    .summary = "evaluates a table at a stream of numbers",
    .synopsis = "TABLE [INPUT | NUMBER ...] [OPTION ...]",
    .text = "Evaluates a table at the numbers, or at every number of INPUT, by default standard "
            "input: text with one number a line ('#' begins a comment), or a .npy of real numbers. "
            "The output has the same kind and shape, in float32. NaN gives NaN; infinities are "
            "outside the domain.\n",
    .least = 1,
    .most = 1 + NUMBERS,
    .rows = {{rows, 0, 0}},
    .size = sizeof(job),
    .run = run,
};
