/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * bench_buffer [DEVICE]: compares the method buffer with a buffer table written by hand for one
 * case. Both read the same data and take turns in one run. Prints TSV; asserts nothing.
 */
#include <math.h>
#include "bench/figure.h"
#include "check.h"
#include "common/clock.h"

enum { SEGMENTS = 256, LEAST = 22, MOST = 24, GROUP = 256, RUNS = 15 };

/* A kernel by hand for this one table: clamped ends, no treatment of NaN. */
static const char hand_text[] =
    "kernel void hand(global const float *x, global float *y,\n"
    "                 global const float2 *table, float a, float scale, int last)\n"
    "{\n"
    "    size_t i = get_global_id(0);\n"
    "    float u = clamp((x[i] - a) * scale, 0.0f, (float)(last + 1));\n"
    "    int k = min((int)u, last);\n"
    "    float2 s = table[k];\n"
    "    y[i] = fma(u - (float)k, s.y, s.x);\n"
    "}\n";
static const char own_text[] =
    "kernel void own(global const float *x, global float *y, CLPWL_TABLE(f))\n"
    "{\n"
    "    CLPWL_BEGIN(f);\n"
    "    size_t i = get_global_id(0);\n"
    "    y[i] = f(x[i]);\n"
    "}\n";

typedef struct bench {
    clpwl_context *context;
    cl_command_queue queue;
    clpwl_evaluator *evaluator;
    cl_kernel hand, own;
    cl_mem x, y, table;
    float *host_x, *host_y;
    size_t n;
} bench;

static cl_kernel build(bench *b, const char *name, cl_uint count, const char **texts)
{
    cl_int code;
    cl_device_id device = clpwl_context_device(b->context);
    cl_program p = clCreateProgramWithSource(clpwl_context_cl(b->context), count, texts, NULL,
                                             &code);
    check_cl(code, "clCreateProgramWithSource");
    check_cl(clBuildProgram(p, 1, &device, "", NULL, NULL), name);
    cl_kernel k = clCreateKernel(p, name, &code);
    check_cl(code, "clCreateKernel");
    clReleaseProgram(p);
    return k;
}

static void set_arg(cl_kernel k, cl_uint i, size_t size, const void *value)
{
    check_cl(clSetKernelArg(k, i, size, value), "clSetKernelArg");
}

static cl_mem buffer(bench *b, size_t bytes, const void *from)
{
    cl_int code;
    cl_mem m = clCreateBuffer(clpwl_context_cl(b->context),
                              from ? CL_MEM_COPY_HOST_PTR : CL_MEM_READ_WRITE, bytes,
                              (void *)(size_t)from, &code);
    check_cl(code, "clCreateBuffer");
    return m;
}

static void make_hand(bench *b, const clpwl_table *t)
{
    const char *texts[] = { hand_text };
    const double *knots = clpwl_table_knots(t), *values = clpwl_table_values(t);
    cl_float a = (float)knots[0], scale = (float)(SEGMENTS / (knots[SEGMENTS] - knots[0]));
    cl_int last = SEGMENTS - 1;
    cl_float2 records[SEGMENTS];
    for (int i = 0; i < SEGMENTS; i++) {
        records[i].s[0] = (float)values[i];
        records[i].s[1] = (float)(values[i + 1] - values[i]);
    }
    b->table = buffer(b, sizeof records, records);
    b->hand = build(b, "hand", 1, texts);
    set_arg(b->hand, 2, sizeof b->table, &b->table);
    set_arg(b->hand, 3, sizeof a, &a);
    set_arg(b->hand, 4, sizeof scale, &scale);
    set_arg(b->hand, 5, sizeof last, &last);
}

static void make_own(bench *b)
{
    cl_program program;
    cl_int code;
    const clpwl_kernel_table table = { "f", b->evaluator };
    check(clpwl_program_build(&program, NULL, b->context, own_text, NULL, &table, 1));
    b->own = clCreateKernel(program, "own", &code);
    check_cl(code, "clCreateKernel");
    clReleaseProgram(program);
    check(clpwl_kernel_bind(b->own, &table, 1));
}

static void bind_arrays(bench *b)
{
    cl_kernel kernels[] = { b->hand, b->own };
    for (int i = 0; i < 2; i++) {
        set_arg(kernels[i], 0, sizeof b->x, &b->x);
        set_arg(kernels[i], 1, sizeof b->y, &b->y);
    }
}

/* By the device's clock if it has one. */
static double finish(bench *b, cl_event event, double began)
{
    check_cl(clFinish(b->queue), "clFinish");
    double clock = app_seconds() - began, device = event_seconds(event);
    clReleaseEvent(event);
    return device > 0 ? device : clock;
}

static double launch(bench *b, cl_kernel k)
{
    size_t group = GROUP;
    cl_event event;
    double began = app_seconds();
    check_cl(clEnqueueNDRangeKernel(b->queue, k, 1, NULL, &b->n, &group, 0, NULL, &event),
             "clEnqueueNDRangeKernel");
    return finish(b, event, began);
}

static double hand_kernel(bench *b)
{
    return launch(b, b->hand);
}

static double own_kernel(bench *b)
{
    return launch(b, b->own);
}

static double library_kernel(bench *b)
{
    cl_event event;
    double began = app_seconds();
    check(clpwl_enqueue(b->evaluator, NULL, b->x, b->y, b->n, 0, NULL, &event));
    return finish(b, event, began);
}

static double hand_transfers(bench *b)
{
    size_t bytes = b->n * sizeof(float), group = GROUP;
    double began = app_seconds();
    check_cl(clEnqueueWriteBuffer(b->queue, b->x, CL_FALSE, 0, bytes, b->host_x, 0, NULL, NULL),
             "clEnqueueWriteBuffer");
    check_cl(clEnqueueNDRangeKernel(b->queue, b->hand, 1, NULL, &b->n, &group, 0, NULL, NULL),
             "clEnqueueNDRangeKernel");
    check_cl(clEnqueueReadBuffer(b->queue, b->y, CL_TRUE, 0, bytes, b->host_y, 0, NULL, NULL),
             "clEnqueueReadBuffer");
    return app_seconds() - began;
}

static double library_transfers(bench *b)
{
    double began = app_seconds();
    check(clpwl_eval(b->evaluator, b->host_x, b->host_y, b->n));
    return app_seconds() - began;
}

static const struct contest {
    const char *name;
    double (*library)(bench *), (*hand)(bench *);
} contests[] = {
    { "kernel", library_kernel, hand_kernel },
    { "own-kernel", own_kernel, hand_kernel },
    { "transfers", library_transfers, hand_transfers },
};

static void compete(bench *b, const struct contest *c)
{
    double library[RUNS], hand[RUNS];
    c->library(b); /* warm-up of both */
    c->hand(b);
    for (int i = 0; i < RUNS; i++) {
        library[i] = c->library(b);
        hand[i] = c->hand(b);
    }
    figure l = figure_of(library, RUNS, (double)b->n), h = figure_of(hand, RUNS, (double)b->n);
    printf("%s\t%zu\t%.4f\t%.4f\t%.4f\t%.4f\t%.3f\n", c->name, b->n, l.median, l.spread, h.median,
           h.spread, h.median / l.median);
    fflush(stdout);
}

/* Checks that both compute the same function, except for rounding. */
static double difference(bench *b)
{
    double worst = 0;
    float *other = malloc(b->n * sizeof *other);
    if (!other)
        fail("out of memory");
    hand_transfers(b);
    check(clpwl_eval(b->evaluator, b->host_x, other, b->n));
    for (size_t i = 0; i < b->n; i++)
        worst = fmax(worst, fabs((double)other[i] - (double)b->host_y[i]));
    free(other);
    return worst;
}

static void heading(bench *b, int argc, char **argv)
{
    const clpwl_device_info *info = clpwl_context_info(b->context);
    printf("# command: bench_buffer%s%s\n", argc > 1 ? " " : "", argc > 1 ? argv[1] : "");
    printf("# device: %s: %s, driver %s\n", info->platform, info->name, info->driver);
    printf("# bessel_j0 on [0, 20], %d segments, random abscissas, %d runs of each in turns\n",
           SEGMENTS, RUNS);
    printf("# kernel: clpwl_enqueue against the hand-written kernel, on device buffers\n"
           "# own-kernel: the table's function in a kernel of one's own, against the same\n"
           "# transfers: clpwl_eval on host arrays against clEnqueueWriteBuffer, the\n"
           "#   hand-written kernel and clEnqueueReadBuffer, buffers made beforehand\n"
           "# ns a value: median and distance between quartiles; ratio: the library's rate to\n"
           "# the hand-written kernel's\n");
    printf("what\tvalues\tlibrary\tspread\thand\tspread\tratio\n");
}

/* One table, which both read. */
static void prepare(bench *b, const char *device)
{
    clpwl_context_options where = CLPWL_CONTEXT_INIT;
    clpwl_design_options wish = CLPWL_DESIGN_INIT;
    clpwl_evaluator_options how = CLPWL_EVALUATOR_INIT;
    clpwl_function *f;
    clpwl_table *t;
    where.device = device;
    wish.segments = SEGMENTS;
    how.method = "buffer";
    check(clpwl_context_create(&b->context, &where));
    b->queue = clpwl_context_queue(b->context);
    check(clpwl_function_from_catalogue(&f, "bessel_j0"));
    check(clpwl_design(&t, f, &wish));
    check(clpwl_evaluator_create(&b->evaluator, b->context, t, &how));
    make_hand(b, t);
    make_own(b);
    clpwl_table_free(t);
    clpwl_function_free(f);
}

static void fill(float *x, size_t n)
{
    cl_uint state = 1;
    for (size_t i = 0; i < n; i++) {
        state = state * 1664525u + 1013904223u;
        x[i] = 20.0f * 0x1p-24f * (float)(state >> 8);
    }
}

int main(int argc, char **argv)
{
    bench b = { 0 };
    size_t most = (size_t)1 << MOST, bytes = most * sizeof(float);
    prepare(&b, argc > 1 ? argv[1] : NULL);
    b.host_x = malloc(bytes);
    b.host_y = malloc(bytes);
    if (!b.host_x || !b.host_y)
        fail("out of memory");
    fill(b.host_x, most);
    b.x = buffer(&b, bytes, b.host_x);
    b.y = buffer(&b, bytes, NULL);
    bind_arrays(&b);
    heading(&b, argc, argv);
    for (int log2 = LEAST; log2 <= MOST; log2++) {
        b.n = (size_t)1 << log2;
        for (size_t i = 0; i < sizeof contests / sizeof *contests; i++)
            compete(&b, &contests[i]);
    }
    printf("# largest difference of the two: %.2g\n", difference(&b));
    clpwl_evaluator_free(b.evaluator);
    clReleaseKernel(b.hand);
    clReleaseKernel(b.own);
    clReleaseMemObject(b.x);
    clReleaseMemObject(b.y);
    clReleaseMemObject(b.table);
    clpwl_context_free(b.context);
    free(b.host_x);
    free(b.host_y);
    return EXIT_SUCCESS;
}
