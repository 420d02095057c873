/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables inside the kernel of bench.cl. */
#include "bench/bench.h"
#include "common/clock.h"
#include "common/message.h"

enum { ARGUMENTS = 7, ROUNDS = 64 }; /* before CLPWL_TABLE; evaluations a work-item at least */

typedef struct loop {
    cl_kernel kernel;
    cl_uint rounds;
    size_t group;
} loop;

static int set_arguments(bench *b, const loop *l)
{
    int code = 0;
    cl_uint multiplier = b->order == BENCH_RANDOM ? 1664525u : 1u;
    cl_uint increment = b->order == BENCH_RANDOM ? 1013904223u : 0u;
    cl_float lo = (cl_float)b->a, width = (cl_float)((b->b - b->a) * 0x1p-24);
    if (b->order == BENCH_SORTED) /* each generator walks to the start of the next */
        increment = (cl_uint)(0x1p32 / ((double)b->items * l->rounds));
    const struct {
        size_t size;
        const void *value;
    } arguments[ARGUMENTS] = { { sizeof b->seeds, &b->seeds }, { sizeof b->sums, &b->sums },
                               { sizeof l->rounds, &l->rounds }, { sizeof multiplier, &multiplier },
                               { sizeof increment, &increment }, { sizeof lo, &lo },
                               { sizeof width, &width } };
    for (cl_uint i = 0; i < ARGUMENTS; i++)
        TRY(bench_cl(clSetKernelArg(l->kernel, i, arguments[i].size, arguments[i].value),
                     "clSetKernelArg"));
done:
    return code;
}

static int run_loop(bench *b, void *job, double *seconds)
{
    int code = 0;
    const loop *l = job;
    cl_event event;
    TRY(set_arguments(b, l));
    double began = app_seconds();
    TRY(bench_cl(clEnqueueNDRangeKernel(clpwl_context_queue(b->context), l->kernel, 1, NULL,
                                        &b->items, &l->group, 0, NULL, &event),
                 "clEnqueueNDRangeKernel"));
    TRY(bench_finish(b, event, began, seconds));
done:
    return code;
}

/* The largest group that the kernel allows, a divisor of the items. */
static size_t group_for(bench *b, cl_kernel kernel)
{
    size_t most = 1, group = BENCH_GROUP;
    clGetKernelWorkGroupInfo(kernel, clpwl_context_device(b->context), CL_KERNEL_WORK_GROUP_SIZE,
                             sizeof most, &most, NULL);
    while (group > most)
        group /= 2;
    return group;
}

int bench_in_kernel(bench *b, clpwl_evaluator *e, figure *out)
{
    int code = 0;
    char *text = NULL;
    const cl_int none = 0;
    loop l = { .rounds = ROUNDS };
    if (e)
        TRY_LIB(clpwl_evaluator_source(e, "bench_t", &text));
    TRY(bench_kernel_get(b, "bench_inkernel", text ? text : "", &l.kernel));
    l.group = group_for(b, l.kernel);
    if (e)
        TRY_LIB(clpwl_kernel_bind(l.kernel, &(clpwl_kernel_table){ "bench_t", e }, 1));
    else
        TRY(bench_cl(clSetKernelArg(l.kernel, ARGUMENTS, sizeof none, &none), "clSetKernelArg"));
    TRY(bench_calibrate(b, run_loop, &l, &l.rounds));
    TRY(bench_repeat(b, run_loop, &l, (double)b->items * l.rounds, out));
done:
    clpwl_free(text);
    return code;
}
