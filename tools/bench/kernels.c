/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The kernels of bench.cl, built once for each text before it. */
#include <string.h>
#include "bench/bench.h"
#include "bench/bench_cl.h"
#include "common/clock.h"
#include "common/message.h"

struct bench_kernel {
    bench_kernel *next;
    char *name, *text;
    cl_kernel kernel;
};

int bench_cl(cl_int error, const char *call)
{
    return error ? app_fail("%s: OpenCL error %d", call, (int)error) : 0;
}

int bench_finish(bench *b, cl_event event, double began, double *seconds)
{
    cl_int error = clWaitForEvents(1, &event);
    *seconds = app_seconds() - began;
    double device = error ? -1 : event_seconds(event);
    clReleaseEvent(event);
    if (device > 0)
        *seconds = device;
    else
        b->clocked = 1;
    return bench_cl(error, "clWaitForEvents");
}

/* Reports the first line of the compiler's log. */
static int fail_build(bench *b, cl_program program, cl_int error)
{
    char log[2048] = "";
    clGetProgramBuildInfo(program, clpwl_context_device(b->context), CL_PROGRAM_BUILD_LOG,
                          sizeof log, log, NULL);
    log[sizeof log - 1] = '\0';
    log[strcspn(log, "\n")] = '\0';
    return app_fail("the bench's kernel did not compile (%d): %s", (int)error, log);
}

static int build(bench *b, const char *name, const char *text, cl_kernel *out)
{
    const char *texts[] = { clpwl_device_source(), text, clpwl__source_bench_cl };
    cl_int error;
    int code = 0;
    cl_device_id device = clpwl_context_device(b->context);
    cl_program program =
        clCreateProgramWithSource(clpwl_context_cl(b->context), 3, texts, NULL, &error);
    TRY(bench_cl(error, "clCreateProgramWithSource"));
    error = clBuildProgram(program, 1, &device, "-cl-kernel-arg-info", NULL, NULL);
    if (error)
        TRY(fail_build(b, program, error));
    *out = clCreateKernel(program, name, &error);
    TRY(bench_cl(error, "clCreateKernel"));
done:
    if (program)
        clReleaseProgram(program);
    return code;
}

static void free_kernel(bench_kernel *k)
{
    if (k->kernel)
        clReleaseKernel(k->kernel);
    free(k->name);
    free(k->text);
    free(k);
}

int bench_kernel_get(bench *b, const char *name, const char *text, cl_kernel *out)
{
    int code = 0;
    for (bench_kernel *k = b->kernels; k; k = k->next)
        if (strcmp(k->name, name) == 0 && strcmp(k->text, text) == 0) {
            *out = k->kernel;
            return 0;
        }
    bench_kernel *k = calloc(1, sizeof *k);
    CHECK(k && (k->name = strdup(name)) && (k->text = strdup(text)), "out of memory");
    TRY(build(b, name, text, &k->kernel));
    k->next = b->kernels;
    b->kernels = k;
    *out = k->kernel;
done:
    if (code && k)
        free_kernel(k);
    return code;
}

void bench_kernels_free(bench *b)
{
    while (b->kernels) {
        bench_kernel *k = b->kernels;
        b->kernels = k->next;
        free_kernel(k);
    }
}
