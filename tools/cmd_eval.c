/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clpwl eval: values of a table at a stream of numbers. */
#include <CL/cl_half.h> /* conversions alone: no call of OpenCL */
#include <endian.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "commands.h"
#include "common/clock.h"
#include "common/names.h"
#include "common/output.h"
#include "common/progress.h"
#include "eval_report.h"
#include "open_device.h"
#include "reader.h"
#include "source.h"

/* Values in flight: 4 MiB on the host, twice that on the device. */
enum { BATCH = 1 << 20, NUMBERS = 64 };

typedef struct job {
    const char *table, *input, *output, *method, *device;
    int storage, quiet, json;
    float numbers[NUMBERS]; /* in place of the input */
    size_t count;
    eval_report report;
} job;

#define AT(member) offsetof(job, member)
static const app_option rows[] = {
    APP_TEXT('o', "output", "FILE", output,
             "writes to FILE, by default to standard output; .npy, .txt, .csv, .tsv and .dat "
             "choose the kind"),
    APP_TEXT('m', "method", "METHOD", method,
             "evaluation method, one of `clpwl methods`; by default the fastest method whose error "
             "meets the table's target"),
    STORAGE_ROW(storage, app_parse_storage),
    APP_SWITCH_TO(0, "derivative", report.quantity, CLPWL_QUANTITY_DERIVATIVE,
                  "evaluates the table's derivative: the slope of each segment"),
    APP_SWITCH_TO(0, "integral", report.quantity, CLPWL_QUANTITY_INTEGRAL,
                  "evaluates the integral from the beginning of the domain"),
    APP_SWITCH(0, "half", report.half,
               "writes a .npy of float16: each value is computed in float32 and rounded once"),
    DEVICE_ROW(device, "otherwise the host"),
    APP_SWITCH(
        0, "json", json,
        "prints one JSON object: the values, or null where one is not finite, with the device, "
        "method and error; with --output the values go to FILE"),
    APP_SWITCH('v', "verbose", report.verbose,
               "prints the device, method, error and speed on standard error"),
    APP_SWITCH('q', "quiet", quiet, "prints no notes and no progress"),
    APP_OPTIONS_END,
};

/* Reading and writing of 10^8 values of a .npy take 1.5 s, their evaluation on the host .05 s, and
 * to open a device .1 s: a device is used where one is asked for, or for derivatives and integrals
 * of tables rounded to 16 or 8 bits, which the host has not. */
static int is_on_host(const job *j)
{
    int has_host = j->report.quantity == CLPWL_QUANTITY_VALUE || j->storage <= CLPWL_STORAGE_FLOAT32 ||
                  j->storage == CLPWL_STORAGE_ANY;
    return has_host && !j->device && !j->method && !getenv("CLPWL_DEVICE") && !getenv("CLPWL_METHOD");
}

static int open_evaluator(const job *j, const clpwl_table *table, clpwl_evaluator **out)
{
    int code = 0;
    clpwl_context *context = NULL;
    clpwl_evaluator_options options = CLPWL_EVALUATOR_INIT;
    options.method = j->method;
    options.storage = (clpwl_storage)j->storage;
    options.quantity = (clpwl_quantity)j->report.quantity;
    options.chunk = BATCH;
    if (!is_on_host(j))
        TRY(open_device(j->device, j->method, &context));
    TRY_LIB(clpwl_evaluator_create(out, context, table, &options));
done:
    clpwl_context_free(context);
    return code;
}

/* As JSON; a line each; or as the elements of a .npy, little-endian, which take the place of the floats. */
static void write_values(const job *j, FILE *file, int npy, float *y, size_t n)
{
    size_t size = j->report.half ? sizeof(uint16_t) : sizeof *y;
    for (size_t i = 0; i < n; i++) {
        uint16_t half = j->report.half ? htole16(cl_half_from_float(y[i], CL_HALF_RTE)) : 0;
        uint32_t bits;
        memcpy(&bits, &y[i], sizeof bits);
        bits = htole32(bits);
        if (j->report.y)
            json_array_append_new(j->report.y, json_number((double)y[i]));
        else if (npy)
            memcpy((char *)y + i * size, j->report.half ? (void *)&half : &bits, size);
        else
            fprintf(file, isnan(y[i]) ? "nan\n" : "%.9g\n",
                    (double)y[i]); /* printf prints a NaN's sign */
    }
    if (npy)
        fwrite(y, size, n, file);
}

/* Whether the output is .npy: by its name, or else as the input. */
static int writes_npy(const job *j, const reader *in)
{
    static const char *const texts[] = {".txt", ".csv", ".tsv", ".dat"};
    if (j->output && app_ends_in(j->output, ".npy"))
        return 1;
    for (size_t i = 0; j->output && i < sizeof texts / sizeof *texts; i++)
        if (app_ends_in(j->output, texts[i]))
            return 0;
    return in->npy && !j->report.y;
}

/* The number of values of a text is known at its end: the header is then written again. It has
 * the same length with every number. */
static int write_header(const job *j, const reader *in, FILE *file)
{
    const npy_header row = {.dimensions = 1, .shape = {j->report.values}};
    int code = 0;
    CHECK(in->npy || fseek(file, 0, SEEK_SET) == 0,
          "cannot write '%s': the values of a text are counted first, so that a .npy of them must be "
          "a file", j->output);
    npy_write(in->npy ? &in->header : &row, j->report.half, file);
    CHECK(in->npy || fseek(file, 0, SEEK_END) == 0, "cannot write '%s': %s", j->output,
          strerror(errno));
done:
    return code;
}

/* The first batch has n values already. */
static int pump(job *j, clpwl_evaluator *evaluator, reader *in, app_output *out, float *values,
                ssize_t n)
{
    app_progress bar;
    int code = 0, npy = writes_npy(j, in);
    CHECK_USAGE(npy || !j->report.half, "--half: the output is text, which has no float16: name a .npy by "
                                 "--output");
    CHECK_USAGE(npy || !in->npy || !in->header.fortran_order || in->header.dimensions < 2,
                "%s is in Fortran order, which a text cannot say: name a .npy by --output", in->name);
    app_progress_begin(&bar, "eval");
    if (npy)
        TRY(write_header(j, in, out->file));
    for (; n > 0; n = j->count ? 0 : reader_read(in, values, BATCH)) {
        eval_report_count(&j->report, values, (size_t)n);
        double began = app_seconds();
        TRY_LIB(clpwl_eval(evaluator, values, values, (size_t)n));
        j->report.seconds += app_seconds() - began;
        j->report.values += (size_t)n;
        write_values(j, out->file, npy, values, (size_t)n);
        if (in->terminal || ferror(out->file))
            TRY(app_output_mark(out));
        app_progress_show(reader_fraction(in), &bar);
    }
    TRY(n < 0 ? EXIT_FAILURE : 0);
    if (npy && !in->npy)
        code = write_header(j, in, out->file);
done:
    app_progress_end(&bar);
    return code;
}

static int evaluate(job *j)
{
    static reader in; /* its buffer is too large for a stack */
    app_output out = {0};
    clpwl_table *table = NULL;
    clpwl_evaluator *evaluator = NULL;
    float *values = NULL;
    int code = 0;
    in.fd = -1;
    TRY(table_open(j->table, &table));
    eval_report_begin(&j->report, table);
    if (!j->count)
        TRY(reader_open(&in, j->input));
    CHECK((values = malloc(BATCH * sizeof *values)), "out of memory");
    if (j->json && !j->output)
        CHECK((j->report.y = json_array()), "out of memory");
    TRY(app_output_open(&out, j->output));
    ssize_t n = j->count ? (ssize_t)j->count : reader_read(&in, values, BATCH);
    if (j->count)
        memcpy(values, j->numbers, sizeof j->numbers);
    TRY(n < 0 ? EXIT_FAILURE : 0);
    TRY(open_evaluator(j, table, &evaluator));
    TRY(pump(j, evaluator, &in, &out, values, n));
    TRY(app_output_end(&out, 0));
    eval_report_tell(&j->report, evaluator, &in);
    if (j->json)
        code = eval_report_json(&j->report, evaluator);
done:
    json_decref(j->report.y);
    app_output_discard(&out);
    reader_close(&in);
    free(values);
    clpwl_evaluator_free(evaluator);
    clpwl_table_free(table);
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
    j->table = operands[0];
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
    TRY(app_output_spares(j->output, j->table));
    TRY(evaluate(j));
done:
    return code;
}

const app_command eval_command = {
    .name = "eval",
    .summary = "evaluates a table at a stream of numbers",
    .synopsis = "TABLE [INPUT | NUMBER ...] [OPTION ...]",
    .text = "Evaluates a table at the numbers, or at every number of INPUT, which is standard input "
            "by default and for -. INPUT is text with one number a line ('#' begins a comment, "
            "empty lines are skipped), or a .npy of real numbers in any shape. The output has the "
            "same kind and shape, unless its name chooses another; a .npy is float32, or float16 by "
            "--half. Numbers are read to the nearest float32. Text is written with 9 digits, which "
            "identify a float32. NaN gives NaN; infinities are outside the domain.\n",
    .least = 1,
    .most = 1 + NUMBERS,
    .rows = {{rows, 0, 0}},
    .size = sizeof(job),
    .run = run,
};
