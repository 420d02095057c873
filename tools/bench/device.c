/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Arrays in device memory: the copy, which is the limit, and tables. Tables inside the kernel of bench.cl. */
#include "bench/bench.h"
#include "bench/bench_cl.h"
#include "common/clock.h"
#include "common/message.h"

enum {
    ITEMS_A_UNIT = 2048, /* work-items that fill a compute unit of today's GPUs */
    ARGUMENTS = 7,       /* of bench_inkernel before CLPWL_TABLE */
    ROUNDS = 64          /* evaluations a work-item at least */
};

/* What is timed: work that is put into the queue. */
typedef struct work {
    int (*enqueue)(bench *b, const struct work *w, cl_event *event);
    clpwl_evaluator *evaluator;
    cl_kernel kernel;
    size_t items;
    const size_t *group;
    cl_uint rounds;
} work;

int bench_cl(cl_int error, const char *call)
{
    return error ? app_fail("%s: OpenCL error %d", call, (int)error) : 0;
}

/* By the device's clock, or else by the host's. */
static int time_work(bench *b, void *job, double *seconds)
{
    const work *w = job;
    cl_event event;
    double began = app_seconds();
    int code = w->enqueue(b, w, &event);
    if (code)
        return code;
    cl_int error = clWaitForEvents(1, &event);
    *seconds = app_seconds() - began;
    double device = error ? -1 : event_seconds(event);
    clReleaseEvent(event);
    b->clocked |= device <= 0;
    *seconds = device > 0 ? device : *seconds;
    return bench_cl(error, "clWaitForEvents");
}

static int enqueue_copy(bench *b, const work *w, cl_event *event)
{
    (void)w;
    return bench_cl(clEnqueueCopyBuffer(clpwl_context_queue(b->context), b->device_x, b->device_y, 0, 0,
                                        b->values * sizeof(float), 0, NULL, event), "clEnqueueCopyBuffer");
}

static int enqueue_kernel(bench *b, const work *w, cl_event *event)
{
    return bench_cl(clEnqueueNDRangeKernel(clpwl_context_queue(b->context), w->kernel, 1, NULL, &w->items,
                                           w->group, 0, NULL, event), "clEnqueueNDRangeKernel");
}

static int enqueue_table(bench *b, const work *w, cl_event *event)
{
    return app_status(clpwl_enqueue(w->evaluator, NULL, b->device_x, b->device_y, b->values, 0, NULL, event));
}

/* A kernel of bench.cl, which the caller releases; e NULL: without a table. */
static int make_kernel(bench *b, const char *name, clpwl_evaluator *e, cl_kernel *out)
{
    int code = 0;
    cl_int error = 0;
    cl_program program = NULL;
    const clpwl_kernel_table table = { "bench_t", e };
    TRY_LIB(clpwl_program_build(&program, NULL, b->context, clpwl__source_bench_cl, NULL, e ? &table : NULL,
                                e ? 1 : 0));
    *out = clCreateKernel(program, name, &error);
    TRY(bench_cl(error, "clCreateKernel"));
    if (e)
        TRY_LIB(clpwl_kernel_bind(*out, &table, 1));
done:
    if (program)
        clReleaseProgram(program);
    return code;
}

/* The first state of each generator, in the order of the bench. */
static int write_seeds(bench *b)
{
    size_t count = b->items * BENCH_LANES;
    uint32_t *seeds = malloc(count * sizeof *seeds);
    if (!seeds)
        return app_fail("out of memory");
    for (size_t i = 0; i < count; i++) {
        uint32_t h = (uint32_t)i * 0x9e3779b9u + 1u; /* two rounds of a hash */
        h = (h ^ (h >> 16)) * 0x85ebca6bu;
        seeds[i] = b->order == BENCH_RANDOM   ? h ^ (h >> 13)
                   : b->order == BENCH_SORTED ? (uint32_t)((double)i / (double)count * 0x1p32)
                                              : 0x5eb85000u;
    }
    int code = bench_cl(clEnqueueWriteBuffer(clpwl_context_queue(b->context), b->seeds, CL_TRUE, 0,
                                             count * sizeof *seeds, seeds, 0, NULL, NULL),
                        "clEnqueueWriteBuffer");
    free(seeds);
    return code;
}

int bench_device_open(bench *b)
{
    size_t bytes = b->values * sizeof(float);
    size_t full = (size_t)clpwl_context_info(b->context)->compute_units * ITEMS_A_UNIT;
    size_t items = b->values < full ? b->values : full;
    b->items = (items + BENCH_GROUP - 1) / BENCH_GROUP * BENCH_GROUP;
    cl_mem *const all[] = { &b->device_x, &b->device_y, &b->seeds, &b->sums };
    const size_t sizes[] = { bytes, bytes, b->items * BENCH_LANES * sizeof(cl_uint),
                             b->items * sizeof(cl_float) };
    for (int i = 0; i < 4; i++) {
        cl_int error;
        *all[i] = clCreateBuffer(clpwl_context_cl(b->context), CL_MEM_READ_WRITE, sizes[i], NULL, &error);
        if (error)
            return app_fail("the device has no memory for %zu values (OpenCL error %d): take fewer "
                             "(--values)", b->values, (int)error);
    }
    int code = write_seeds(b);
    return code ? code : make_kernel(b, "bench_inkernel", NULL, &b->loop);
}

void bench_device_close(bench *b)
{
    cl_mem all[] = { b->device_x, b->device_y, b->seeds, b->sums };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i])
            clReleaseMemObject(all[i]);
    if (b->loop)
        clReleaseKernel(b->loop);
}

/* The limit is the faster one of the driver's copy and a kernel's. */
int bench_device_copy(bench *b, figure *out)
{
    int code = 0;
    work driver = { .enqueue = enqueue_copy }, own = { .enqueue = enqueue_kernel, .items = b->values };
    figure other;
    TRY(make_kernel(b, "bench_copy", NULL, &own.kernel));
    clSetKernelArg(own.kernel, 0, sizeof b->device_x, &b->device_x);
    clSetKernelArg(own.kernel, 1, sizeof b->device_y, &b->device_y);
    TRY(bench_repeat(b, time_work, &driver, (double)b->values, out));
    TRY(bench_repeat(b, time_work, &own, (double)b->values, &other));
    *out = other.median < out->median ? other : *out;
done:
    if (own.kernel)
        clReleaseKernel(own.kernel);
    return code;
}

int bench_device_streaming(bench *b, clpwl_evaluator *e, figure *out)
{
    work w = { .enqueue = enqueue_table, .evaluator = e };
    return bench_repeat(b, time_work, &w, (double)b->values, out);
}

static int enqueue_loop(bench *b, const work *w, cl_event *event)
{
    int code = 0;
    cl_uint multiplier = b->order == BENCH_RANDOM ? 1664525u : 1u;
    cl_uint increment = b->order == BENCH_RANDOM ? 1013904223u : 0u;
    cl_float lo = (cl_float)b->a, width = (cl_float)((b->b - b->a) * 0x1p-24);
    if (b->order == BENCH_SORTED) /* each generator walks to the start of the next */
        increment = (cl_uint)(0x1p32 / ((double)b->items * w->rounds));
    const void *const values[ARGUMENTS] = { &b->seeds,    &b->sums, &w->rounds, &multiplier,
                                             &increment, &lo,      &width };
    for (cl_uint i = 0; i < ARGUMENTS; i++)
        TRY(bench_cl(clSetKernelArg(w->kernel, i, i < 2 ? sizeof(cl_mem) : sizeof(cl_uint), values[i]),
                     "clSetKernelArg"));
    TRY(enqueue_kernel(b, w, event));
done:
    return code;
}

int bench_in_kernel(bench *b, clpwl_evaluator *e, figure *out)
{
    int code = 0;
    const cl_int none = 0;
    size_t most = 1, group = BENCH_GROUP; /* the largest that the kernel allows, a divisor of the items */
    work w = { .enqueue = enqueue_loop, .kernel = b->loop, .items = b->items, .group = &group,
               .rounds = ROUNDS };
    if (e)
        TRY(make_kernel(b, "bench_inkernel", e, &w.kernel));
    else
        TRY(bench_cl(clSetKernelArg(w.kernel, ARGUMENTS, sizeof none, &none), "clSetKernelArg"));
    clGetKernelWorkGroupInfo(w.kernel, clpwl_context_device(b->context), CL_KERNEL_WORK_GROUP_SIZE,
                             sizeof most, &most, NULL);
    while (group > most)
        group /= 2;
    TRY(bench_calibrate(b, time_work, &w, &w.rounds));
    TRY(bench_repeat(b, time_work, &w, (double)b->items * w.rounds, out));
done:
    if (w.kernel && w.kernel != b->loop)
        clReleaseKernel(w.kernel);
    return code;
}
