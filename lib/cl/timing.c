/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What an evaluator's method costs here, in nanoseconds a value. */
#include <time.h>
#include "cl/embedded.h"
#include "cl/evaluator.h"

enum {
    REPEATS = 5,
    SMALL = 1 << 18,    /* values on a CPU: a few milliseconds by the slowest method */
    LARGE = 1 << 22,    /* on a device of thousands of lanes */
    STEPS = 64,         /* look-ups a work-item */
    MEASURE_FIRST = 4   /* clpwl_measure(y, steps, lo, width, table...) */
};

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static int on_cpu(const clpwl_evaluator *e)
{
    return !e->context || e->context->info.type & CL_DEVICE_TYPE_CPU;
}

/* Arguments all over the domain, in no order: sorted ones would flatter caches. */
static void fill(const clpwl__pack *p, float *x, size_t n)
{
    uint32_t state = 1;
    for (size_t i = 0; i < n; i++) {
        state = state * 1664525u + 1013904223u;
        x[i] = p->lo + (float)(state >> 8) * 0x1p-24f * (p->hi - p->lo);
    }
}

/* The best of some calls after a first one: disturbances only ever add time. */
typedef clpwl_status once(clpwl_evaluator *e, void *job);

static clpwl_status best_of(once *run, clpwl_evaluator *e, void *job, double *best)
{
    clpwl_status status = CLPWL_OK;
    TRY(run(e, job));
    for (int i = 0; i < REPEATS; i++) {
        double start = now();
        TRY(run(e, job));
        double took = now() - start;
        *best = i == 0 || took < *best ? took : *best;
    }
done:
    return status;
}

typedef struct batch {
    float *x, *y;
    cl_mem from, to;
    size_t n;
} batch;

static clpwl_status run_host_arrays(clpwl_evaluator *e, void *job)
{
    const batch *b = job;
    return clpwl_eval(e, b->x, b->y, b->n);
}

/* Waits for a command by its event, which tells a failure: what did nothing is fast. */
static clpwl_status wait_for(cl_event event)
{
    clpwl_status status = CLPWL_OK;
    TRY_CL(clWaitForEvents, (1, &event));
done:
    clReleaseEvent(event);
    return status;
}

static clpwl_status run_device_arrays(clpwl_evaluator *e, void *job)
{
    clpwl_status status = CLPWL_OK;
    const batch *b = job;
    cl_event computed;
    TRY(clpwl_enqueue(e, NULL, b->from, b->to, b->n, 0, NULL, &computed));
    TRY(wait_for(computed));
done:
    return status;
}

static clpwl_status time_batch(clpwl_evaluator *e, double *ns)
{
    clpwl_status status = CLPWL_OK;
    cl_int code;
    int host = e->method->info.host || e->context->info.unified_memory;
    batch b = {.n = on_cpu(e) ? SMALL : LARGE};
    double total = 0;
    b.x = clpwl__alloc(b.n, sizeof *b.x);
    CHECK_MEMORY(b.x);
    fill(e->pack, b.x, b.n);
    if (host) {
        b.y = clpwl__alloc(b.n, e->lanes * sizeof *b.y);
        CHECK_MEMORY(b.y);
    } else {
        b.from = clCreateBuffer(e->context->context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
                                b.n * sizeof *b.x, b.x, &code);
        CHECK_CL(code, "clCreateBuffer");
        b.to = clCreateBuffer(e->context->context, CL_MEM_WRITE_ONLY,
                              b.n * e->lanes * sizeof *b.x, NULL, &code);
        CHECK_CL(code, "clCreateBuffer");
    }
    TRY(best_of(host ? run_host_arrays : run_device_arrays, e, &b, &total));
    *ns = total / (double)b.n;
done:
    if (b.from)
        clReleaseMemObject(b.from);
    if (b.to)
        clReleaseMemObject(b.to);
    clpwl__free(b.x);
    clpwl__free(b.y);
    return status;
}

typedef struct inner {
    cl_kernel kernel;
    size_t items;
} inner;

static clpwl_status run_inner(clpwl_evaluator *e, void *job)
{
    clpwl_status status = CLPWL_OK;
    const inner *k = job;
    cl_event computed;
    TRY_CL(clEnqueueNDRangeKernel, (e->context->queue, k->kernel, 1, NULL, &k->items, &e->group, 0,
                                    NULL, &computed));
    TRY(wait_for(computed));
done:
    return status;
}

static clpwl_status set_inner(clpwl_evaluator *e, cl_kernel kernel, cl_mem y)
{
    clpwl_status status = CLPWL_OK;
    cl_uint steps = STEPS;
    float lo = e->pack->lo, width = e->pack->hi - e->pack->lo;
    TRY_CL(clSetKernelArg, (kernel, 0, sizeof y, &y));
    TRY_CL(clSetKernelArg, (kernel, 1, sizeof steps, &steps));
    TRY_CL(clSetKernelArg, (kernel, 2, sizeof lo, &lo));
    TRY_CL(clSetKernelArg, (kernel, 3, sizeof width, &width));
    TRY(clpwl_evaluator_bind(e, kernel, MEASURE_FIRST, NULL));
done:
    return status;
}

static clpwl_status time_kernel(clpwl_evaluator *e, double *ns)
{
    clpwl_status status = CLPWL_OK;
    cl_int code;
    cl_mem y = NULL;
    inner k = {.items = (on_cpu(e) ? SMALL : LARGE) / STEPS / e->group * e->group};
    double total = 0;
    TRY(clpwl__evaluator_kernel(&k.kernel, e, clpwl__source_measure_cl, "clpwl_measure", ""));
    y = clCreateBuffer(e->context->context, CL_MEM_WRITE_ONLY,
                       k.items * e->lanes * sizeof(float), NULL, &code);
    CHECK_CL(code, "clCreateBuffer");
    TRY(set_inner(e, k.kernel, y));
    TRY(best_of(run_inner, e, &k, &total));
    *ns = total / ((double)k.items * STEPS);
done:
    if (y)
        clReleaseMemObject(y);
    if (k.kernel)
        clReleaseKernel(k.kernel);
    return status;
}

clpwl_status clpwl__evaluator_time(clpwl_evaluator *e, clpwl_use use, double *ns)
{
    return use == CLPWL_USE_KERNEL && !e->method->info.host ? time_kernel(e, ns) : time_batch(e, ns);
}
