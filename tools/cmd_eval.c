/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clpwl eval: a stream of numbers through a table. */
#include <endian.h>
#include <errno.h>
#include <math.h>
#include <string.h>
#include "stream.h"
#include "tool.h"

static const char help[] =
    "Usage: clpwl eval TABLE [INPUT] [OPTION ...]\n"
    "Evaluates a table at every number of INPUT (default, and for -: standard input).\n"
    "\n"
    "INPUT is text, one number a line ('#' begins a comment, empty lines are passed over),\n"
    "or a .npy of float32 in any shape. The output is of the same kind and shape. Text is\n"
    "read to the nearest float32 and written with 9 digits, which tell float32 apart.\n"
    "NaN gives NaN; infinities are outside the domain.\n"
    "\n"
    "  -o, --output FILE    writes there (default, and for -: standard output)\n"
    "  -m, --method METHOD  how the table is read (default: the fastest that is exact enough);\n"
    "                       an unknown name lists them\n"
    "      --storage KIND   how images keep the table: float32 (default), half, unorm16, or any:\n"
    "                       whichever is fastest and exact enough\n"
    "      --derivative     gives the table's derivative instead: the slope of each segment\n"
    "      --integral       gives the integral from where the table's domain begins\n"
    "  -D, --device DEVICE  a number of clpwl devices, or a part of a name; host: no OpenCL\n"
    "                       (default: the best device, or the host where there is none)\n"
    "  -v, --verbose        says on standard error what ran, at which error and speed\n"
    "  -h, --help           this text\n";

enum { STORAGE = 256, DERIVATIVE, INTEGRAL };

static const struct option longs[] = {
    { "output", required_argument, NULL, 'o' },
    { "method", required_argument, NULL, 'm' },
    { "storage", required_argument, NULL, STORAGE },
    { "derivative", no_argument, NULL, DERIVATIVE },
    { "integral", no_argument, NULL, INTEGRAL },
    { "device", required_argument, NULL, 'D' },
    { "verbose", no_argument, NULL, 'v' },
    { "help", no_argument, NULL, 'h' },
    { 0 },
};

/* Values in flight: 4 MiB on the host, twice that on the device. */
enum { BATCH = 1 << 20 };

typedef struct job {
    const char *table, *input, *output, *method, *device;
    clpwl_storage storage;
    clpwl_quantity quantity;
    int verbose;
    uint64_t values;
    double seconds; /* of evaluation alone */
} job;

static int open_evaluator(const job *j, clpwl_evaluator **out)
{
    clpwl_table *table = NULL;
    clpwl_context *context = NULL;
    clpwl_evaluator_options options = CLPWL_EVALUATOR_INIT;
    options.method = j->method;
    options.storage = j->storage;
    options.quantity = j->quantity;
    options.chunk = BATCH;
    int code = tool_status(clpwl_table_load(&table, j->table));
    if (code == 0)
        code = device_open(j->device, j->method, &context);
    if (code == 0)
        code = tool_status(clpwl_evaluator_create(out, context, table, &options));
    clpwl_context_free(context);
    clpwl_table_free(table);
    return code;
}

static void write_values(FILE *file, int npy, float *y, size_t n)
{
    if (!npy) {
        for (size_t i = 0; i < n; i++)
            if (isnan(y[i])) /* whatever its sign */
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

static int pump(job *j, clpwl_evaluator *evaluator, reader *in, output *out, float *values)
{
    progress bar;
    int code = 0;
    ssize_t n = 0;
    progress_begin(&bar, "eval");
    if (in->npy)
        npy_write(&in->header, out->file);
    while (code == 0 && (n = reader_read(in, values, BATCH)) > 0) {
        double began = tool_seconds();
        code = tool_status(clpwl_eval(evaluator, values, values, (size_t)n));
        if (code)
            break;
        j->seconds += tool_seconds() - began;
        j->values += (uint64_t)n;
        errno = 0;
        write_values(out->file, in->npy, values, (size_t)n);
        if (in->terminal)
            fflush(out->file);
        if (ferror(out->file))
            code = output_error(out);
        progress_show(reader_fraction(in), &bar);
    }
    progress_end(&bar);
    return code ? code : n < 0 ? EXIT_FAILURE : 0;
}

/* How far derivative and integral are from the table's own. */
static void report_calculus(const job *j, const clpwl_evaluator *evaluator)
{
    clpwl_calculus_error e = clpwl_evaluator_calculus_error(evaluator);
    if (j->quantity == CLPWL_QUANTITY_DERIVATIVE)
        fprintf(stderr, "the table's derivative within %.3g, further than %.3g from a knot\n",
                e.derivative, e.reach);
    if (j->quantity == CLPWL_QUANTITY_INTEGRAL)
        fprintf(stderr, "the table's integral within %.3g\n", e.integral);
}

static void report(const job *j, const clpwl_evaluator *evaluator)
{
    clpwl_error e = clpwl_evaluator_error(evaluator);
    clpwl_storage kind = clpwl_evaluator_storage(evaluator); /* float32, which is 0, unsaid */
    fprintf(stderr, "device %s, method %s%s%s, error ", clpwl_evaluator_device(evaluator),
            clpwl_evaluator_method(evaluator), kind ? ", stored as " : "",
            kind ? clpwl_storage_name(kind) : "");
    if (isnan(e.linf))
        fprintf(stderr, "not known\n");
    else
        fprintf(stderr, "linf %.3g, l2 %.3g\n", e.linf, e.l2);
    report_calculus(j, evaluator);
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
    static reader in; /* its buffers are large for a stack */
    output out = { 0 };
    clpwl_evaluator *evaluator = NULL;
    float *values = NULL;
    int code = open_evaluator(j, &evaluator);
    if (code == 0)
        code = reader_open(&in, j->input);
    if (code == 0 && !in.npy && names_npy(j->output))
        code = tool_usage("the input is text and so is the output: '%s' would be no .npy",
                          j->output);
    if (code == 0 && !(values = malloc(BATCH * sizeof *values)))
        code = tool_fail("out of memory");
    if (code == 0)
        code = output_open(&out, j->output);
    if (code == 0)
        code = pump(j, evaluator, &in, &out, values);
    if (code == 0)
        code = output_commit(&out);
    if (code == 0 && j->verbose)
        report(j, evaluator);
    output_discard(&out);
    reader_close(&in);
    free(values);
    clpwl_evaluator_free(evaluator);
    return code;
}

static int take_quantity(job *j, int option)
{
    clpwl_quantity wanted = option == INTEGRAL ? CLPWL_QUANTITY_INTEGRAL : CLPWL_QUANTITY_DERIVATIVE;
    if (j->quantity && j->quantity != wanted)
        return tool_usage("--derivative and --integral exclude each other");
    j->quantity = wanted;
    return 0;
}

static int run(int argc, char **argv)
{
    job j = { 0 };
    int option, code = 0;
    while (code == 0 && (option = tool_option(argc, argv, ":o:m:D:vh", longs, &code)) != -1)
        switch (option) {
        case '?': return code;
        case 'o': j.output = optarg; break;
        case 'm': j.method = optarg; break;
        case 'D': j.device = optarg; break;
        case STORAGE: code = tool_status(clpwl_storage_parse(&j.storage, optarg)); break;
        case DERIVATIVE:
        case INTEGRAL: code = take_quantity(&j, option); break;
        default: j.verbose = 1;
        }
    if (code == 0)
        code = tool_operands(argc, 1, 2, "TABLE [INPUT]");
    if (code)
        return code;
    j.table = argv[optind];
    j.input = optind + 1 < argc ? argv[optind + 1] : NULL;
    code = output_spares(j.output, j.table);
    return code ? code : evaluate(&j);
}

const command eval_command = { "eval", "evaluates a table at a stream of numbers", help, run };
