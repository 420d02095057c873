/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables inside the kernel of bench.cl, and the kernels that were built of it. */
#include "bench.h"
#include <string.h>
#include "bench_cl.h"

enum { ARGUMENTS = 7, ROUNDS = 64 }; /* before CLPWL_TABLE; look-ups a work-item at least */

struct bench_kernel {
    bench_kernel *next;
    char *name, *text;
    cl_kernel kernel;
};

/* Says what the driver's compiler said first. */
static int build_fail(bench *b, cl_program program, cl_int error)
{
    char log[2048] = "";
    clGetProgramBuildInfo(program, clpwl_context_device(b->context), CL_PROGRAM_BUILD_LOG,
                          sizeof log, log, NULL);
    log[sizeof log - 1] = '\0';
    log[strcspn(log, "\n")] = '\0';
    return tool_fail("the bench's kernel did not compile (%d): %s", (int)error, log);
}

static int build(bench *b, const char *name, const char *text, cl_kernel *out)
{
    const char *texts[] = { clpwl_device_source(), text, clpwl__source_bench_cl };
    cl_int error;
    cl_device_id device = clpwl_context_device(b->context);
    cl_program program =
        clCreateProgramWithSource(clpwl_context_cl(b->context), 3, texts, NULL, &error);
    if (error)
        return bench_cl_fail("clCreateProgramWithSource", error);
    int code = 0;
    error = clBuildProgram(program, 1, &device, "", NULL, NULL);
    if (error)
        code = build_fail(b, program, error);
    if (code == 0)
        *out = clCreateKernel(program, name, &error);
    if (code == 0 && error)
        code = bench_cl_fail("clCreateKernel", error);
    clReleaseProgram(program);
    return code;
}

int bench_kernel_get(bench *b, const char *name, const char *text, cl_kernel *out)
{
    for (bench_kernel *k = b->kernels; k; k = k->next)
        if (strcmp(k->name, name) == 0 && strcmp(k->text, text) == 0) {
            *out = k->kernel;
            return 0;
        }
    bench_kernel *k = calloc(1, sizeof *k);
    if (!k)
        return tool_fail("out of memory");
    k->next = b->kernels;
    b->kernels = k;
    k->name = strdup(name);
    k->text = strdup(text);
    int code = k->name && k->text ? build(b, name, text, &k->kernel) : tool_fail("out of memory");
    if (code) {
        b->kernels = k->next;
        free(k->name);
        free(k->text);
        free(k);
        return code;
    }
    *out = k->kernel;
    return 0;
}

void bench_kernels_free(bench *b)
{
    while (b->kernels) {
        bench_kernel *k = b->kernels;
        b->kernels = k->next;
        clReleaseKernel(k->kernel);
        free(k->name);
        free(k->text);
        free(k);
    }
}

typedef struct loop {
    cl_kernel kernel;
    cl_uint rounds;
    size_t group;
} loop;

static int set(cl_kernel kernel, cl_uint i, size_t size, const void *value)
{
    cl_int error = clSetKernelArg(kernel, i, size, value);
    return error ? bench_cl_fail("clSetKernelArg", error) : 0;
}

static int set_arguments(bench *b, const loop *l)
{
    cl_uint multiplier = b->order == BENCH_RANDOM ? 1664525u : 1u;
    cl_uint increment = b->order == BENCH_RANDOM ? 1013904223u : 0u;
    cl_float lo = (cl_float)b->a, width = (cl_float)((b->b - b->a) * 0x1p-24);
    if (b->order == BENCH_SORTED) /* each generator walks to where the next one began */
        increment = (cl_uint)(0x1p32 / ((double)b->items * l->rounds));
    int code = set(l->kernel, 0, sizeof b->seeds, &b->seeds);
    code = code ? code : set(l->kernel, 1, sizeof b->sums, &b->sums);
    code = code ? code : set(l->kernel, 2, sizeof l->rounds, &l->rounds);
    code = code ? code : set(l->kernel, 3, sizeof multiplier, &multiplier);
    code = code ? code : set(l->kernel, 4, sizeof increment, &increment);
    code = code ? code : set(l->kernel, 5, sizeof lo, &lo);
    return code ? code : set(l->kernel, 6, sizeof width, &width);
}

static int run_loop(bench *b, void *job, double *seconds)
{
    const loop *l = job;
    cl_event event;
    int code = set_arguments(b, l);
    if (code)
        return code;
    double began = tool_seconds();
    cl_int error = clEnqueueNDRangeKernel(clpwl_context_queue(b->context), l->kernel, 1, NULL,
                                          &b->items, &l->group, 0, NULL, &event);
    return error ? bench_cl_fail("clEnqueueNDRangeKernel", error)
                 : bench_finish(b, event, began, seconds);
}

/* The largest group that the kernel allows and that divides the items. */
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
    char *text = NULL;
    loop l = { .rounds = ROUNDS };
    int code = e ? tool_status(clpwl_evaluator_source(e, "bench_t", &text)) : 0;
    if (code == 0)
        code = bench_kernel_get(b, "bench_inkernel", text ? text : "", &l.kernel);
    clpwl_free(text);
    if (code)
        return code;
    l.group = group_for(b, l.kernel);
    cl_int none = 0;
    code = e ? tool_status(clpwl_evaluator_bind(e, l.kernel, ARGUMENTS, NULL))
             : set(l.kernel, ARGUMENTS, sizeof none, &none);
    if (code == 0)
        code = bench_calibrate(b, run_loop, &l, &l.rounds);
    if (code == 0)
        code = bench_repeat(b, run_loop, &l, (double)b->items * l.rounds, out);
    return code;
}
