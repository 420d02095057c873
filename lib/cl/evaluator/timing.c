/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The time of an evaluator's method, in nanoseconds for a value. */
#include "base/parallel.h"
#include "cl/embedded.h"
#include "cl/evaluator/evaluator.h"
#include "cl/evaluator/source.h"

enum {
    REPEATS = 5,
    CPU_FIRST = 1 << 16,   /* values of the first run */
    CPU_BATCH = 1 << 20,   /* most values in an array */
    CPU_ITEMS = 1 << 12,   /* work-items in a kernel */
    GPU_FIRST = 1 << 20,   /* on a device of thousands of lanes */
    GPU_BATCH = 1 << 23,
    GPU_ITEMS = 1 << 18,
    MEASURE_FIRST = 4      /* index of the table in clpwl_measure(y, steps, lo, width, table...) */
};

/* The nanoseconds of a run that hide the cost of starting it; and the number of values that is
 * enough for any device. */
static const double LONG_ENOUGH = 1e6;
static const size_t MOST_VALUES = (size_t)1 << 30;

static int on_cpu(const clpwl_evaluator *e)
{
    return !e->context || e->context->device.info.kind == CLPWL_DEVICE_CPU;
}

/* Fills x with arguments all over the domain, unsorted: sorted ones would flatter caches. */
static void fill_arguments(const clpwl__pack *p, float *x, size_t n)
{
    uint32_t state = 1;
    for (size_t i = 0; i < n; i++) {
        state = state * 1664525u + 1013904223u;
        x[i] = p->grid.lo + (float)(state >> 8) * 0x1p-24f * (p->grid.hi - p->grid.lo);
    }
}

/* A run over `values` values, at most `most`. */
typedef struct job {
    size_t values, most;
    float *x, *y;    /* host arrays */
    cl_mem from, to; /* device arrays */
    cl_kernel kernel;
    size_t group, items; /* work-items */
} job;

typedef clpwl_status once(clpwl_evaluator *e, const job *j);

/* Makes runs longer until one is long enough, then takes the best of some: a disturbance can only
 * add time. */
static clpwl_status find_best_time(once *run, clpwl_evaluator *e, job *j, double *ns)
{
    clpwl_status status = CLPWL_OK;
    TRY(run(e, j));
    for (int i = 0; i < REPEATS; i++) {
        double start = 1e9 * clpwl__clock_seconds();
        TRY(run(e, j));
        double took = 1e9 * clpwl__clock_seconds() - start;
        if (i == 0 && took < LONG_ENOUGH && j->values < j->most) {
            j->values = 4 * j->values < j->most ? 4 * j->values : j->most;
            i = -1;
            continue;
        }
        *ns = i == 0 ? took : fmin(took, *ns);
    }
    *ns /= (double)j->values;
done:
    return status;
}

static clpwl_status run_host_arrays(clpwl_evaluator *e, const job *j)
{
    return clpwl_eval(e, j->x, j->y, j->values);
}

static clpwl_status run_device_arrays(clpwl_evaluator *e, const job *j)
{
    clpwl_status status = CLPWL_OK;
    HELD(cl_event) computed = NULL;
    TRY(clpwl_enqueue(e, NULL, j->from, j->to, j->values, 0, NULL, &computed));
    TRY(clpwl__wait_for(computed));
done:
    return status;
}

static clpwl_status time_batch(clpwl_evaluator *e, int host, double *ns)
{
    clpwl_status status = CLPWL_OK;
    job j = {.values = on_cpu(e) ? CPU_FIRST : GPU_FIRST,
             .most = on_cpu(e) ? CPU_BATCH : GPU_BATCH};
    j.x = clpwl__alloc(j.most, sizeof *j.x);
    CHECK_MEMORY(j.x);
    fill_arguments(e->pack, j.x, j.most);
    if (host) {
        j.y = clpwl__alloc(j.most, e->lanes * sizeof *j.y);
        CHECK_MEMORY(j.y);
    } else {
        TRY(clpwl__buffer_create(&j.from, e->context, CL_MEM_READ_ONLY, j.x, j.most * sizeof *j.x));
        TRY(clpwl__buffer_create(&j.to, e->context, CL_MEM_WRITE_ONLY, NULL,
                                 j.most * e->lanes * sizeof *j.x));
    }
    TRY(find_best_time(host ? run_host_arrays : run_device_arrays, e, &j, ns));
done:
    clpwl__release_cl_mem(&j.from);
    clpwl__release_cl_mem(&j.to);
    clpwl__free(j.x);
    clpwl__free(j.y);
    return status;
}

static clpwl_status run_kernel(clpwl_evaluator *e, const job *j)
{
    clpwl_status status = CLPWL_OK;
    HELD(cl_event) computed = NULL;
    cl_uint steps = (cl_uint)(j->values / j->items);
    SET_ARG(j->kernel, 1, steps);
    TRY_CL(clEnqueueNDRangeKernel, (e->context->queue, j->kernel, 1, NULL, &j->items, &j->group,
                                    0, NULL, &computed));
    TRY(clpwl__wait_for(computed));
done:
    return status;
}

/* Chooses the work-groups. Four look-ups at once take more registers than one, which can make
 * groups smaller. */
static clpwl_status choose_groups(const clpwl_evaluator *e, job *j)
{
    clpwl_status status = CLPWL_OK;
    size_t most = 0;
    TRY_CL(clGetKernelWorkGroupInfo, (j->kernel, e->context->device.id, CL_KERNEL_WORK_GROUP_SIZE,
                                      sizeof most, &most, NULL));
    j->group = most < e->loops[CLPWL__FLOATS].group ? most : e->loops[CLPWL__FLOATS].group;
    j->items = (on_cpu(e) ? CPU_ITEMS : GPU_ITEMS) / j->group * j->group;
done:
    return status;
}

static clpwl_status time_kernel(clpwl_evaluator *e, double *ns)
{
    enum { LEAST_STEPS = 16 }; /* the kernel makes four at once */
    clpwl_status status = CLPWL_OK;
    const float width = e->pack->grid.hi - e->pack->grid.lo;
    job j = {.most = MOST_VALUES};
    TRY(clpwl__evaluator_kernel(&j.kernel, e, clpwl__source_measure_cl, "clpwl_measure", ""));
    TRY(choose_groups(e, &j));
    j.values = LEAST_STEPS * j.items;
    TRY(clpwl__buffer_create(&j.to, e->context, CL_MEM_WRITE_ONLY, NULL,
                             j.items * e->lanes * sizeof(float)));
    SET_ARG(j.kernel, 0, j.to);
    SET_ARG(j.kernel, 2, e->pack->grid.lo);
    SET_ARG(j.kernel, 3, width);
    TRY(clpwl__bind_at(e, j.kernel, MEASURE_FIRST));
    TRY(find_best_time(run_kernel, e, &j, ns));
done:
    clpwl__release_cl_mem(&j.to);
    clpwl__release_cl_kernel(&j.kernel);
    return status;
}

clpwl_status clpwl__evaluator_time(clpwl_evaluator *e, clpwl_use use, double *ns)
{
    int host = e->method->info.host;
    if (use == CLPWL_USE_KERNEL && !host)
        return time_kernel(e, ns);
    return time_batch(e, host || e->context->device.info.unified_memory, ns);
}

clpwl_status clpwl__evaluator_time_eval(clpwl_evaluator *e, double *ns)
{
    return time_batch(e, 1, ns);
}
