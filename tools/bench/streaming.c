/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Arrays in device memory: the copy, which is the limit, and tables. */
#include "bench/bench.h"
#include "common/clock.h"
#include "common/message.h"

enum { ITEMS_A_UNIT = 2048 }; /* work-items that fill a compute unit of today's GPUs */

static cl_mem make_buffer(bench *b, size_t bytes, cl_int *error)
{
    return *error ? NULL
                  : clCreateBuffer(clpwl_context_cl(b->context), CL_MEM_READ_WRITE, bytes, NULL,
                                   error);
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
    cl_int error = CL_SUCCESS;
    size_t bytes = b->values * sizeof(float);
    size_t full = (size_t)clpwl_context_info(b->context)->compute_units * ITEMS_A_UNIT;
    size_t items = b->values < full ? b->values : full;
    b->items = (items + BENCH_GROUP - 1) / BENCH_GROUP * BENCH_GROUP;
    b->device_x = make_buffer(b, bytes, &error);
    b->device_y = make_buffer(b, bytes, &error);
    b->seeds = make_buffer(b, b->items * BENCH_LANES * sizeof(cl_uint), &error);
    b->sums = make_buffer(b, b->items * sizeof(cl_float), &error);
    if (error)
        return app_fail("the device has no memory for %zu values (OpenCL error %d): take fewer "
                         "(--values)", b->values, (int)error);
    return write_seeds(b);
}

void bench_device_close(bench *b)
{
    cl_mem all[] = { b->device_x, b->device_y, b->seeds, b->sums };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i])
            clReleaseMemObject(all[i]);
    bench_kernels_free(b);
}

static int copy_by_driver(bench *b, void *unused, double *seconds)
{
    cl_event event;
    double began = app_seconds();
    (void)unused;
    int code = bench_cl(clEnqueueCopyBuffer(clpwl_context_queue(b->context), b->device_x,
                                            b->device_y, 0, 0, b->values * sizeof(float), 0, NULL,
                                            &event), "clEnqueueCopyBuffer");
    return code ? code : bench_finish(b, event, began, seconds);
}

static int copy_by_kernel(bench *b, void *job, double *seconds)
{
    cl_event event;
    double began = app_seconds();
    int code = bench_cl(clEnqueueNDRangeKernel(clpwl_context_queue(b->context), job, 1, NULL,
                                               &b->values, NULL, 0, NULL, &event),
                        "clEnqueueNDRangeKernel");
    return code ? code : bench_finish(b, event, began, seconds);
}

/* The limit is the faster one. */
int bench_device_copy(bench *b, figure *out)
{
    int code = 0;
    cl_kernel kernel;
    figure driver, own;
    TRY(bench_kernel_get(b, "bench_copy", "", &kernel));
    clSetKernelArg(kernel, 0, sizeof b->device_x, &b->device_x);
    clSetKernelArg(kernel, 1, sizeof b->device_y, &b->device_y);
    TRY(bench_repeat(b, copy_by_driver, NULL, (double)b->values, &driver));
    TRY(bench_repeat(b, copy_by_kernel, kernel, (double)b->values, &own));
    *out = driver.median < own.median ? driver : own;
done:
    return code;
}

static int run_streaming(bench *b, void *job, double *seconds)
{
    cl_event event;
    double began = app_seconds();
    int code = app_status(clpwl_enqueue(job, NULL, b->device_x, b->device_y, b->values, 0, NULL,
                                         &event));
    return code ? code : bench_finish(b, event, began, seconds);
}

int bench_device_streaming(bench *b, clpwl_evaluator *e, figure *out)
{
    return bench_repeat(b, run_streaming, e, (double)b->values, out);
}
