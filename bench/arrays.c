/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * arrays [DEVICE [VALUES]]: arrays on a device and on the host, by the library, by kernels written by hand,
 * and by a plain copy, which is the limit. All take turns in one run. VALUES is a multiple of 4096: 2^22,
 * 2^26 on a GPU. Prints TSV:
 *
 *     arrays  entrant  ns  spread  GB/s  limit  hand
 *
 * in ns a value of 4 bytes read and 4 written. `limit` is the time of the first entrant of its arrays over
 * this one's, and `hand` that of `hand`: the medians of the turns. Above 1 the entrant is faster.
 *
 *     device  copy          clEnqueueCopyBuffer
 *             METHOD        clpwl_enqueue
 *             hand          a kernel with the look-up of `buffer`, an item a value
 *             hand-guard    the same behind `if (i < n)`
 *             hand-N        the same with N vectors of 4 values an item
 *     host    copy          memcpy; where the device has memory of its own, copies from and to pinned memory,
 *                           both ways at once in two queues
 *             to, from      each way alone
 *             METHOD        clpwl_eval, also by the host's methods
 *             auto: METHOD  the choice of CLPWL_METHOD_AUTO for clpwl_eval
 *             hand          write, the kernel, read: one after the other
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "common/clock.h"
#include "measure.h"

enum { GROUP = 256, SEGMENTS = 256, MOST = 32, WAYS = 2 };

static const char text[] =
    "static inline float hand(float x, float lo, float hi, float scale, int last,\n"
    "                         global const float2 *t, const clpwl_grid g)\n"
    "{\n"
    "    x = x < lo ? lo : x;\n"
    "    x = x > hi ? hi : x;\n"
    "    float u = (x - lo) * scale;\n"
    "    uint k = min((uint)(int)u, (uint)last);\n"
    "#if SCALARS\n" /* compilers for CPUs make vectors of scalar loads only */
    "    global const float *part = (global const float *)(t + k);\n"
    "    float2 record = (float2)(part[0], part[1]);\n"
    "#else\n"
    "    float2 record = t[k];\n"
    "#endif\n"
    "    return fma(u - (float)(int)k, record.y, record.x);\n"
    "}\n"
    "#define HAND(v) hand(v, lo, hi, scale, last, CLPWL_PASS(f))\n"
    "kernel void by_hand(global const float *x, global float *y, ulong n, float lo, float hi, float scale,\n"
    "                    int last, CLPWL_TABLE(f))\n"
    "{\n"
    "    CLPWL_BEGIN(f);\n"
    "#if VECTORS\n"
    "    size_t i = get_group_id(0) * get_local_size(0) * VECTORS + get_local_id(0);\n"
    "    float4 v[VECTORS];\n"
    "    for (int k = 0; k < VECTORS; k++)\n"
    "        v[k] = ((global const float4 *)x)[i + k * get_local_size(0)];\n"
    "    for (int k = 0; k < VECTORS; k++)\n"
    "        v[k] = (float4)(HAND(v[k].x), HAND(v[k].y), HAND(v[k].z), HAND(v[k].w));\n"
    "    for (int k = 0; k < VECTORS; k++)\n"
    "        ((global float4 *)y)[i + k * get_local_size(0)] = v[k];\n"
    "#else\n"
    "    size_t i = get_global_id(0);\n"
    "#if GUARD\n"
    "    if (i < n)\n"
    "#endif\n"
    "        y[i] = HAND(x[i]);\n"
    "#endif\n"
    "}\n";

static clpwl_context *context;
static cl_command_queue queues[WAYS];
static cl_mem x, y, pinned[WAYS];
static float *host_x, *host_y;
static void *mapped[WAYS];
static const clpwl_device_info *info;
static size_t values;
static int is_cpu;

typedef struct launch {
    cl_kernel kernel;
    size_t items;
} launch;

static entrant list[MOST];
static char names[MOST][64];
static size_t count;

static void enter(const char *name, double (*run)(const void *state), const void *state)
{
    if (count == MOST)
        fail("too many rows");
    snprintf(names[count], sizeof names[count], "%s", name);
    list[count++] = (entrant){.run = run, .state = state};
}

static double finish(cl_event event)
{
    check_cl(clFinish(queues[0]), "clFinish");
    double seconds = is_cpu ? 0 : event_seconds(event);
    clReleaseEvent(event);
    return seconds;
}

static double run_copy(const void *unused)
{
    cl_event event;
    (void)unused;
    check_cl(clEnqueueCopyBuffer(queues[0], x, y, 0, 0, values * sizeof(float), 0, NULL, &event), "copy");
    return finish(event);
}

static double run_kernel(const void *state)
{
    const launch *l = state;
    const size_t group = GROUP;
    cl_event event;
    check_cl(clEnqueueNDRangeKernel(queues[0], l->kernel, 1, NULL, &l->items, &group, 0, NULL, &event),
             "clEnqueueNDRangeKernel");
    return finish(event);
}

static double run_enqueue(const void *evaluator)
{
    cl_event event;
    check(clpwl_enqueue((clpwl_evaluator *)evaluator, NULL, x, y, values, 0, NULL, &event));
    return finish(event);
}

static double run_eval(const void *evaluator)
{
    check(clpwl_eval((clpwl_evaluator *)evaluator, host_x, host_y, values));
    return 0;
}

static double run_memcpy(const void *unused)
{
    (void)unused;
    memcpy(host_y, host_x, values * sizeof *host_y);
    return 0;
}

/* `ways`: 1 to the device, 2 from it, 3 both. */
static double run_pinned(const void *ways)
{
    const int which = *(const int *)ways;
    const size_t bytes = values * sizeof(float);
    if (which & 1)
        check_cl(clEnqueueWriteBuffer(queues[0], x, CL_FALSE, 0, bytes, mapped[0], 0, NULL, NULL), "write");
    if (which & 2)
        check_cl(clEnqueueReadBuffer(queues[1], y, CL_FALSE, 0, bytes, mapped[1], 0, NULL, NULL), "read");
    for (int k = 0; k < WAYS; k++)
        check_cl(clFlush(queues[k]), "clFlush");
    for (int k = 0; k < WAYS; k++)
        check_cl(clFinish(queues[k]), "clFinish");
    return 0;
}

static double run_transfers(const void *state)
{
    const size_t bytes = values * sizeof(float);
    check_cl(clEnqueueWriteBuffer(queues[0], x, CL_FALSE, 0, bytes, host_x, 0, NULL, NULL), "write");
    run_kernel(state);
    check_cl(clEnqueueReadBuffer(queues[0], y, CL_TRUE, 0, bytes, host_y, 0, NULL, NULL), "read");
    return 0;
}

static void set_arg(cl_kernel kernel, cl_uint i, size_t size, const void *value)
{
    check_cl(clSetKernelArg(kernel, i, size, value), "clSetKernelArg");
}

static launch *hand(const clpwl_table *t, const clpwl_evaluator *e, int vectors, int guard)
{
    char options[96], *log = NULL;
    cl_program program;
    cl_int code;
    const clpwl_kernel_table table = {"f", e};
    const float lo = (float)clpwl_table_knots(t)[0], hi = (float)clpwl_table_knots(t)[SEGMENTS];
    const float scale = SEGMENTS / (hi - lo);
    const cl_int last = SEGMENTS - 1;
    const cl_ulong n = values;
    launch *l = memory(sizeof *l);
    snprintf(options, sizeof options, "-DVECTORS=%d -DGUARD=%d -DSCALARS=%d", vectors, guard, is_cpu);
    if (clpwl_program_build(&program, &log, context, text, options, &table, 1) != CLPWL_OK)
        fail(log ? log : clpwl_last_message());
    l->kernel = clCreateKernel(program, "by_hand", &code);
    check_cl(code, "clCreateKernel");
    clReleaseProgram(program);
    check(clpwl_kernel_bind(l->kernel, &table, 1));
    set_arg(l->kernel, 0, sizeof x, &x);
    set_arg(l->kernel, 1, sizeof y, &y);
    set_arg(l->kernel, 2, sizeof n, &n);
    set_arg(l->kernel, 3, sizeof lo, &lo);
    set_arg(l->kernel, 4, sizeof hi, &hi);
    set_arg(l->kernel, 5, sizeof scale, &scale);
    set_arg(l->kernel, 6, sizeof last, &last);
    l->items = values / (vectors ? 4 * (size_t)vectors : 1);
    return l;
}

static void compete(const char *arrays)
{
    static double first[RUNS], by_hand[RUNS];
    size_t at = 0;
    while (strcmp(names[at], "hand") != 0)
        at++;
    take_turns(list, count, is_cpu ? app_cpu_seconds : app_seconds);
    memcpy(first, list[0].seconds, sizeof first);
    memcpy(by_hand, list[at].seconds, sizeof by_hand);
    for (size_t i = 0; i < count; i++) {
        entrant limit = list[0], other = list[at]; /* figures sort */
        memcpy(limit.seconds, first, sizeof first);
        memcpy(other.seconds, by_hand, sizeof by_hand);
        const double of_limit = ratio_of(&limit, &list[i]), of_hand = ratio_of(&other, &list[i]);
        figure f = figure_by_value(app_times_of(list[i].seconds, RUNS), (double)values);
        printf("%s\t%s\t%.5f\t%.5f\t%.1f\t%.2f\t%.2f\n", arrays, names[i], f.median, f.spread,
               2 * sizeof(float) / f.median, of_limit, of_hand);
    }
    fflush(stdout);
    count = 0;
}

static void enter_methods(const clpwl_table *t, int host, double (*run)(const void *state))
{
    for (size_t m = 0; m < clpwl_method_count(); m++) {
        const char *name = method_of(m, host);
        clpwl_evaluator *e = name && strcmp(name, "host-scalar") != 0
                                 ? evaluator_of(host ? NULL : context, t, name, CLPWL_STORAGE_FLOAT32)
                                 : NULL;
        if (e)
            enter(name, run, e);
    }
}

static void enter_auto(const clpwl_table *t)
{
    char name[64];
    clpwl_evaluator_options o = CLPWL_EVALUATOR_INIT;
    clpwl_evaluator *e;
    o.storage = CLPWL_STORAGE_FLOAT32;
    check(clpwl_evaluator_create(&e, context, t, &o));
    for (size_t done = 0; done < 600000000; done += values) /* before it compares the host */
        run_eval(e);
    snprintf(name, sizeof name, "auto: %s", clpwl_evaluator_eval_method(e));
    enter(name, run_eval, e);
}

static void pin(int k, const float *from)
{
    const size_t bytes = values * sizeof(float);
    cl_int code;
    pinned[k] = clCreateBuffer(clpwl_context_cl(context), CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR, bytes,
                               NULL, &code);
    check_cl(code, "clCreateBuffer");
    mapped[k] = clEnqueueMapBuffer(queues[0], pinned[k], CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, bytes, 0,
                                   NULL, NULL, &code);
    check_cl(code, "clEnqueueMapBuffer");
    memcpy(mapped[k], from, bytes);
}

static void open_device(const char *name)
{
    clpwl_context_options where = CLPWL_CONTEXT_INIT;
    cl_device_id device;
    cl_int code;
    where.device = name;
    check(clpwl_context_create(&context, &where));
    info = clpwl_context_info(context);
    is_cpu = info->kind == CLPWL_DEVICE_CPU;
    values = is_cpu ? 1 << 22 : 1 << 26;
    queues[0] = clpwl_context_queue(context);
    check_cl(clGetCommandQueueInfo(queues[0], CL_QUEUE_DEVICE, sizeof device, &device, NULL), "queue");
    queues[1] = clCreateCommandQueue(clpwl_context_cl(context), device, 0, &code);
    check_cl(code, "clCreateCommandQueue");
}

/* Most arguments are in the domain [0,8] of the Gaussian. */
int main(int argc, char **argv)
{
    static const int both = 3, to = 1, from = 2, vectors[] = {1, 2, 4};
    clpwl_design_options wish = CLPWL_DESIGN_INIT;
    open_device(argc > 1 ? argv[1] : NULL);
    if (argc > 2)
        values = strtoul(argv[2], NULL, 10) / 4096 * 4096;
    wish.aim = CLPWL_AIM_NONE;
    wish.segments = SEGMENTS;
    clpwl_table *t = table_of("gaussian", &wish);
    host_x = random_floats(values, -0.25, 8.25);
    host_y = memory(values * sizeof *host_y);
    x = buffer(context, values * sizeof *host_x, host_x);
    y = buffer(context, values * sizeof *host_y, NULL);
    heading(argv, context);
    printf("# gaussian, %d segments, %zu random abscissas, %d runs of each in turns, %s\n", SEGMENTS, values,
           RUNS, is_cpu ? "ns of processor time" : "ns");
    printf("arrays\tentrant\tns\tspread\tGB/s\tlimit\thand\n");
    clpwl_evaluator *e = evaluator_of(context, t, "buffer", CLPWL_STORAGE_FLOAT32);
    const launch *plain = hand(t, e, 0, 0);
    enter("copy", run_copy, NULL);
    enter_methods(t, 0, run_enqueue);
    enter("hand", run_kernel, plain);
    enter("hand-guard", run_kernel, hand(t, e, 0, 1));
    for (size_t k = 0; k < sizeof vectors / sizeof *vectors; k++) {
        char name[16];
        snprintf(name, sizeof name, "hand-%d", vectors[k]);
        enter(name, run_kernel, hand(t, e, vectors[k], 0));
    }
    compete("device");
    if (info->unified_memory) {
        enter("copy", run_memcpy, NULL);
    } else {
        pin(0, host_x);
        pin(1, host_y);
        enter("copy", run_pinned, &both);
        enter("to", run_pinned, &to);
        enter("from", run_pinned, &from);
    }
    enter_methods(t, 0, run_eval);
    enter_methods(t, 1, run_eval);
    enter_auto(t);
    enter("hand", run_transfers, plain);
    compete("host");
    return EXIT_SUCCESS; /* the process ends: nothing is freed */
}
