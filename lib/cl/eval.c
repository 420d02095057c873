/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Evaluating arrays: queued on device memory, or on the host's through chunks. */
#include "cl/evaluator.h"

/* Work-items for n values: whole groups, no more than the method wants. The kernel's
 * stride covers the rest. */
static size_t items_for(const clpwl_evaluator *e, size_t n)
{
    size_t groups = n / e->group + (n % e->group != 0);
    size_t most = e->most_items / e->group;
    return (groups < most ? groups : most) * e->group;
}

static clpwl_status launch(clpwl_evaluator *e, cl_command_queue queue, cl_mem x, cl_mem y,
                           size_t n, cl_uint n_wait, const cl_event *wait, cl_event *event)
{
    clpwl_status status = CLPWL_OK;
    cl_ulong count = n;
    size_t items = items_for(e, n);
    TRY_CL(clSetKernelArg, (e->kernel, 0, sizeof x, &x));
    TRY_CL(clSetKernelArg, (e->kernel, 1, sizeof y, &y));
    TRY_CL(clSetKernelArg, (e->kernel, 2, sizeof count, &count));
    e->queued = 1;
    TRY_CL(clEnqueueNDRangeKernel,
           (queue, e->kernel, 1, NULL, &items, &e->group, n_wait, wait, event));
done:
    return status;
}

clpwl_status clpwl_enqueue(clpwl_evaluator *e, cl_command_queue queue, cl_mem x, cl_mem y,
                           size_t n, cl_uint n_wait, const cl_event *wait, cl_event *event)
{
    clpwl_status status = CLPWL_OK;
    size_t size = 0;
    CHECK(e && x && y, CLPWL_ERR_ARGUMENT, "clpwl_enqueue: evaluator, x or y is NULL");
    CHECK(e->context, CLPWL_ERR_UNSUPPORTED,
          "clpwl_enqueue: this evaluator has no OpenCL device; use clpwl_eval");
    TRY(clpwl__context_check(e->context));
    for (int i = 0; i < 2; i++) {
        TRY_CL(clGetMemObjectInfo, (i ? y : x, CL_MEM_SIZE, sizeof size, &size, NULL));
        CHECK(n <= size / sizeof(float), CLPWL_ERR_ARGUMENT,
              "clpwl_enqueue: buffer %s holds %zu floats, not %zu", i ? "y" : "x",
              size / sizeof(float), n);
    }
    queue = queue ? queue : e->context->queue;
    if (n > 0)
        TRY(launch(e, queue, x, y, n, n_wait, wait, event));
    else if (event)
        TRY_CL(clEnqueueMarkerWithWaitList, (queue, n_wait, wait, event));
done:
    return status;
}

/* Values a transfer: all of them where memory allows. Two buffers, and as much again
 * left free for others. */
static size_t chunk_for(const clpwl_evaluator *e, size_t n)
{
    const clpwl_device_info *info = &e->context->info;
    cl_ulong bytes = info->global_memory / 4;
    if (bytes > info->max_allocation)
        bytes = info->max_allocation;
    size_t most = (size_t)(bytes / sizeof(float));
    if (e->chunk && e->chunk < most)
        most = e->chunk;
    most = most > 0 ? most : 1;
    return n < most ? n : most;
}

void clpwl__staging_free(clpwl_evaluator *e)
{
    if (e->staging)
        clReleaseMemObject(e->staging);
    e->staging = NULL;
    e->staging_room = 0;
}

/* One buffer serves x and y: the kernel reads a value before it writes it. */
static clpwl_status grow_staging(clpwl_evaluator *e, size_t count)
{
    clpwl_status status = CLPWL_OK;
    cl_int code;
    if (count <= e->staging_room)
        goto done;
    clpwl__staging_free(e);
    e->staging = clCreateBuffer(e->context->context, CL_MEM_READ_WRITE, count * sizeof(float),
                                NULL, &code);
    CHECK_CL(code, "clCreateBuffer");
    e->staging_room = count;
done:
    return status;
}

static clpwl_status eval_copied(clpwl_evaluator *e, const float *x, float *y, size_t n)
{
    clpwl_status status = CLPWL_OK;
    cl_command_queue queue = e->context->queue;
    size_t chunk = chunk_for(e, n);
    TRY(grow_staging(e, chunk));
    for (size_t at = 0; at < n; at += chunk) {
        size_t count = n - at < chunk ? n - at : chunk;
        TRY_CL(clEnqueueWriteBuffer, (queue, e->staging, CL_FALSE, 0, count * sizeof *x, x + at,
                                      0, NULL, NULL));
        TRY(launch(e, queue, e->staging, e->staging, count, 0, NULL, NULL));
        TRY_CL(clEnqueueReadBuffer, (queue, e->staging, CL_TRUE, 0, count * sizeof *y, y + at, 0,
                                     NULL, NULL));
    }
done:
    return status;
}

/* A buffer over the caller's own memory. */
static clpwl_status wrap(cl_mem *out, clpwl_context *c, cl_mem_flags flags, const float *memory,
                         size_t n)
{
    clpwl_status status = CLPWL_OK;
    cl_int code;
    *out = clCreateBuffer(c->context, flags | CL_MEM_USE_HOST_PTR, n * sizeof *memory,
                          (void *)(uintptr_t)memory, &code);
    CHECK_CL(code, "clCreateBuffer");
done:
    return status;
}

static clpwl_status eval_in_place(clpwl_evaluator *e, const float *x, float *y, size_t n)
{
    clpwl_status status = CLPWL_OK;
    cl_int code;
    cl_mem in = NULL, out = NULL;
    cl_command_queue queue = e->context->queue;
    void *mapped;
    TRY(wrap(&out, e->context, CL_MEM_READ_WRITE, y, n));
    if (x != y)
        TRY(wrap(&in, e->context, CL_MEM_READ_ONLY, x, n));
    TRY(launch(e, queue, in ? in : out, out, n, 0, NULL, NULL));
    mapped = clEnqueueMapBuffer(queue, out, CL_TRUE, CL_MAP_READ, 0, n * sizeof *y, 0, NULL, NULL,
                                &code);
    CHECK_CL(code, "clEnqueueMapBuffer");
    TRY_CL(clEnqueueUnmapMemObject, (queue, out, mapped, 0, NULL, NULL));
    TRY_CL(clFinish, (queue));
done:
    if (status != CLPWL_OK)
        clFinish(queue); /* the caller's memory is free again on return */
    if (in)
        clReleaseMemObject(in);
    if (out)
        clReleaseMemObject(out);
    return status;
}

/* Where the device works in the host's memory a copy would be all cost. Two buffers
 * over one piece of memory are undefined, though. */
static int can_wrap(const clpwl_evaluator *e, const float *x, const float *y, size_t n)
{
    uintptr_t from = (uintptr_t)x, to = (uintptr_t)y;
    return e->context->info.unified_memory && n == chunk_for(e, n) &&
           (from == to || from + n * sizeof *x <= to || to + n * sizeof *y <= from);
}

clpwl_status clpwl_eval(clpwl_evaluator *e, const float *x, float *y, size_t n)
{
    clpwl_status status = CLPWL_OK;
    CHECK(e && (n == 0 || (x && y)), CLPWL_ERR_ARGUMENT,
          "clpwl_eval: evaluator, x or y is NULL");
    if (n == 0)
        goto done;
    if (e->method->info.host) {
        if (e->weight_bits)
            clpwl__host_emulate(e->pack, e->weight_bits, 0, x, y, n);
        else
            clpwl__host_eval(e->host, e->pack, 0, x, y, n);
        goto done;
    }
    TRY(clpwl__context_check(e->context));
    TRY(can_wrap(e, x, y, n) ? eval_in_place(e, x, y, n) : eval_copied(e, x, y, n));
    e->queued = 0;
done:
    if (status != CLPWL_OK && e && e->context && e->queued)
        clFinish(e->context->queue);
    return status;
}
