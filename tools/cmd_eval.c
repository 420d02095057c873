/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clpwl eval: values of a table at a stream of numbers. */
#include <endian.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "commands.h"
#include "common/clock.h"
#include "common/names.h"
#include "common/output.h"
#include "common/progress.h"
#include "open_device.h"
#include "reader.h"

/* Values in flight: 4 MiB on the host, twice that on the device. */
enum { BATCH = 1 << 20 };

typedef struct job {
    const char *table, *input, *output, *method, *device;
    int storage, quantity, verbose;
    uint64_t values;
    double seconds; /* of evaluation alone */
} job;

#define AT(member) offsetof(job, member)
static const app_option rows[] = {
    APP_TEXT('o', "output", "FILE", output, "writes to FILE; by default to standard output"),
    APP_TEXT('m', "method", "METHOD", method,
             "evaluation method; by default the fastest method whose error meets the table's "
             "target. An unknown name lists the methods"),
    APP_PARSED(0, "storage", "KIND", storage, app_parse_storage,
               "storage of the table in images: float32 (default), half, unorm16, or any: the "
               "fastest with a small enough error"),
    APP_SWITCH_TO(0, "derivative", quantity, CLPWL_QUANTITY_DERIVATIVE,
                  "evaluates the table's derivative: the slope of each segment"),
    APP_SWITCH_TO(0, "integral", quantity, CLPWL_QUANTITY_INTEGRAL,
                  "evaluates the integral from the beginning of the domain"),
    APP_TEXT('D', "device", "DEVICE", device,
             "a number of `clpwl devices`, or part of a device's name; host: no OpenCL. By default "
             "the best device, or the host if there is none"),
    APP_SWITCH('v', "verbose", verbose,
               "prints the device, method, error and speed on standard error"),
    APP_OPTIONS_END,
};

static int open_evaluator(const job *j, clpwl_evaluator **out)
{
    int code = 0;
    clpwl_table *table = NULL;
    clpwl_context *context = NULL;
    clpwl_evaluator_options options = CLPWL_EVALUATOR_INIT;
    options.method = j->method;
    options.storage = (clpwl_storage)j->storage;
    options.quantity = (clpwl_quantity)j->quantity;
    options.chunk = BATCH;
    TRY_LIB(clpwl_table_load(&table, j->table));
    TRY(open_device(j->device, j->method, &context));
    TRY_LIB(clpwl_evaluator_create(out, context, table, &options));
done:
    clpwl_context_free(context);
    clpwl_table_free(table);
    return code;
}

static void write_values(FILE *file, int npy, float *y, size_t n)
{
    if (!npy) {
        for (size_t i = 0; i < n; i++)
            if (isnan(y[i])) /* printf would print its sign */
                fputs("nan\n", file);
            else
                fprintf(file, "%.9g\n", (double)y[i]);
        return;
    }
    for (size_t i = 0; i < n; i++) { /* the file is little-endian */
        uint32_t bits;
        memcpy(&bits, &y[i], sizeof bits);
        bits = htole32(bits);
        memcpy(&y[i], &bits, sizeof bits);
    }
    fwrite(y, sizeof *y, n, file);
}

static int pump(job *j, clpwl_evaluator *evaluator, reader *in, app_output *out, float *values)
{
    app_progress bar;
    int code = 0;
    ssize_t n = 0;
    app_progress_begin(&bar, "eval");
    if (in->npy)
        npy_write(&in->header, out->file);
    while ((n = reader_read(in, values, BATCH)) > 0) {
        double began = app_seconds();
        TRY_LIB(clpwl_eval(evaluator, values, values, (size_t)n));
        j->seconds += app_seconds() - began;
        j->values += (uint64_t)n;
        write_values(out->file, in->npy, values, (size_t)n);
        if (in->terminal || ferror(out->file))
            TRY(app_output_mark(out));
        app_progress_show(reader_fraction(in), &bar);
    }
    code = n < 0 ? EXIT_FAILURE : 0;
done:
    app_progress_end(&bar);
    return code;
}

/* The fp32 rounding errors of derivative and integral. */
static void print_calculus(const job *j, const clpwl_evaluator *evaluator)
{
    clpwl_calculus_error e = clpwl_evaluator_calculus_error(evaluator);
    if (j->quantity == CLPWL_QUANTITY_DERIVATIVE)
        fprintf(stderr, "the table's derivative within %.3g, further than %.3g from a knot\n",
                e.derivative, e.reach);
    if (j->quantity == CLPWL_QUANTITY_INTEGRAL)
        fprintf(stderr, "the table's integral within %.3g\n", e.integral);
}

static void print_report(const job *j, const clpwl_evaluator *evaluator)
{
    clpwl_error e = clpwl_evaluator_error(evaluator);
    clpwl_storage kind = clpwl_evaluator_storage(
        evaluator); /* float32, which is 0, is not printed */
    fprintf(stderr, "device %s, method %s%s%s, error ", clpwl_evaluator_device(evaluator),
            clpwl_evaluator_method(evaluator), kind ? ", stored as " : "",
            kind ? clpwl_storage_name(kind) : "");
    if (isnan(e.linf))
        fprintf(stderr, "not known\n");
    else
        fprintf(stderr, "linf %.3g, l2 %.3g\n", e.linf, e.l2);
    print_calculus(j, evaluator);
    fprintf(stderr, "%llu values in %.3g s, %.3g a second\n", (unsigned long long)j->values,
            j->seconds, j->seconds > 0 ? (double)j->values / j->seconds : 0);
}

static int names_npy(const char *path)
{
    size_t n = path ? strlen(path) : 0;
    return n > 4 && strcmp(path + n - 4, ".npy") == 0;
}

static int evaluate(job *j)
{
    static reader in; /* its buffer is too large for a stack */
    app_output out = {0};
    clpwl_evaluator *evaluator = NULL;
    float *values = NULL;
    int code = 0;
    TRY(open_evaluator(j, &evaluator));
    TRY(reader_open(&in, j->input));
    CHECK_USAGE(in.npy || !names_npy(j->output),
                "text input gives text output: '%s' must not end in .npy", j->output);
    CHECK((values = malloc(BATCH * sizeof *values)), "out of memory");
    TRY(app_output_open(&out, j->output));
    TRY(pump(j, evaluator, &in, &out, values));
    TRY(app_output_end(&out, 0));
    if (j->verbose)
        print_report(j, evaluator);
done:
    app_output_discard(&out);
    reader_close(&in);
    free(values);
    clpwl_evaluator_free(evaluator);
    return code;
}

static int run(void *options, int count, char **operands)
{
    job *j = options;
    int code = 0;
    j->table = operands[0];
    j->input = count > 1 ? operands[1] : NULL;
    TRY(app_output_spares(j->output, j->table));
    TRY(evaluate(j));
done:
    return code;
}

const app_command eval_command = {
    .name = "eval",
    .summary = "evaluates a table at a stream of numbers",
    .synopsis = "TABLE [INPUT] [OPTION ...]",
    .text = "Evaluates a table at every number of INPUT, which is standard input by default and "
            "for -. INPUT is text with one number a line ('#' begins a comment, empty lines are "
            "skipped), or a .npy of float32 in any shape. The output has the same kind and shape. "
            "Text is read to the nearest float32 and written with 9 digits, which identify a "
            "float32. NaN gives NaN; infinities are outside the domain.\n",
    .least = 1,
    .most = 2,
    .rows = {{rows, 0, 0}},
    .size = sizeof(job),
    .run = run,
};
