/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Arrays in device memory: the copy, which is the limit, and tables. Tables inside the kernel of bench.cl. */
#include "bench/bench.h"
#include "bench/bench_cl.h"
#include "common/clock.h"

enum {
    ITEMS_A_UNIT = 2048, /* work-items that fill a compute unit of today's GPUs */
    ARGUMENTS = 4,       /* of bench_inkernel before CLPWL_TABLE */
    ROUNDS = 64          /* evaluations a work-item at least */
};

static int enqueue(bench *b, const bench_work *w, cl_event *event)
{
    int code = 0;
    size_t items = w->rounds ? b->items : b->values;
    cl_float lo = (cl_float)b->a, width = (cl_float)((b->b - b->a) * 0x1p-24);
    const app_arg args[] = {ARG(b->sums), ARG(w->rounds), ARG(lo), ARG(width)};
    if (w->rounds)
        TRY(app_args(w->kernel, args, ARGUMENTS));
    if (w->kernel)
        TRY_CL(clEnqueueNDRangeKernel, (b->device.queue, w->kernel, 1, NULL, &items,
                                        w->rounds ? &w->group : NULL, 0, NULL, event));
    else
        TRY_LIB(
            clpwl_enqueue(w->evaluator, NULL, b->device_x, b->device_y, b->values, 0, NULL, event));
done:
    return code;
}

/* By the device's clock, or else by the host's. */
static int time_work(bench *b, const bench_work *w, double *seconds)
{
    cl_event event;
    double began = app_seconds();
    int code = enqueue(b, w, &event);
    if (code)
        return code;
    cl_int error = clWaitForEvents(1, &event);
    *seconds = app_seconds() - began;
    double device = error ? -1 : event_seconds(event);
    clReleaseEvent(event);
    b->clocked |= device <= 0;
    *seconds = device > 0 ? device : *seconds;
    return app_cl(error, "clWaitForEvents");
}

/* A kernel of bench.cl, which the caller releases; e NULL: without a table. */
static int make_kernel(bench *b, const char *name, clpwl_evaluator *e, cl_kernel *out)
{
    int code = 0;
    cl_program program = NULL;
    const clpwl_kernel_table table = { "bench_t", e };
    TRY_LIB(clpwl_program_build(&program, NULL, b->context, clpwl__source_bench_cl, NULL, e ? &table : NULL,
                                e ? 1 : 0));
    TRY(app_kernel(out, program, name));
    if (e)
        TRY_LIB(clpwl_kernel_bind(*out, &table, 1));
done:
    if (program)
        clReleaseProgram(program);
    return code;
}

int bench_device_open(bench *b)
{
    int code = 0;
    const cl_int none = 0;
    app_device *d = &b->device;
    size_t bytes = b->values * sizeof(float);
    size_t full = (size_t)clpwl_context_info(b->context)->compute_units * ITEMS_A_UNIT;
    size_t items = b->values < full ? b->values : full;
    b->items = (items + BENCH_GROUP - 1) / BENCH_GROUP * BENCH_GROUP;
    app_device_open(d, b->context);
    d->advice = "take fewer (--values)";
    TRY(app_buffer(d, &b->device_x, bytes, "the arguments"));
    TRY(app_buffer(d, &b->device_y, bytes, "the values"));
    TRY(app_buffer(d, &b->sums, b->items * sizeof(cl_float), "the sums"));
    TRY(make_kernel(b, "bench_copy", NULL, &b->copier));
    TRY(app_args(b->copier, (const app_arg[]){ARG(b->device_x), ARG(b->device_y)}, 2));
    TRY(make_kernel(b, "bench_inkernel", NULL, &b->loop));
    TRY_CL(clSetKernelArg, (b->loop, ARGUMENTS, sizeof none, &none));
done:
    return code;
}

void bench_device_close(bench *b)
{
    cl_mem *const all[] = {&b->device_x, &b->device_y, &b->sums};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        app_buffer_free(&b->device, all[i]);
    if (b->copier)
        clReleaseKernel(b->copier);
    if (b->loop)
        clReleaseKernel(b->loop);
}

int bench_device(bench *b, bench_work w, int in_kernel, figure *out)
{
    int code = 0;
    size_t most = 1;
    w.once = time_work;
    w.n = b->values;
    w.kernel = w.evaluator ? NULL : in_kernel ? b->loop : b->copier;
    if (!in_kernel)
        return bench_repeat(b, &w, out);
    w.rounds = ROUNDS;
    w.n = b->items;
    if (w.evaluator)
        TRY(make_kernel(b, "bench_inkernel", w.evaluator, &w.kernel));
    clGetKernelWorkGroupInfo(w.kernel, b->device.id, CL_KERNEL_WORK_GROUP_SIZE, sizeof most, &most,
                             NULL);
    /* The largest that the kernel allows, a divisor of the items. */
    for (w.group = BENCH_GROUP; w.group > most;)
        w.group /= 2;
    TRY(bench_repeat(b, &w, out));
done:
    if (w.kernel && w.evaluator)
        clReleaseKernel(w.kernel);
    return code;
}
