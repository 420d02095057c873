/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Kernels with tables, built and run; of the suites that write such kernels. */
#ifndef TESTS_KERNELS_H
#define TESTS_KERNELS_H

#include <stdio.h>
#include <string.h>
#include "clpwl_cl.h"
#include "methods.h"

/* NULL where the device or the table does not allow the method. */
static inline clpwl_evaluator *kernel_evaluator(clpwl_context *c, const clpwl_table *t,
                                                const char *method)
{
    clpwl_evaluator_options options = CLPWL_EVALUATOR_INIT;
    options.method = method;
    options.use = CLPWL_USE_KERNEL;
    return try_evaluator(c, &t, 1, &options);
}

/* The kernel "mine" of a text. */
static inline cl_kernel kernel_build(clpwl_context *c, const char *text, const char *options,
                                     const clpwl_kernel_table *tables, size_t count)
{
    cl_int code;
    cl_program p;
    clpwl_status status = clpwl_program_build(&p, NULL, c, text, options, tables, count);
    ck_assert_msg(status == CLPWL_OK, "%s by %s: %s", text,
                  clpwl_evaluator_method(tables[0].evaluator), clpwl_last_message());
    cl_kernel k = clCreateKernel(p, "mine", &code);
    ck_assert_int_eq(code, CL_SUCCESS);
    clReleaseProgram(p);
    return k;
}

/* Binds the tables and runs mine(x, y, ...) over n values, in so many work-items. */
static inline void kernel_run(clpwl_context *c, cl_kernel k, const clpwl_kernel_table *tables,
                              size_t count, const float *x, float *y, size_t n, size_t items,
                              size_t group)
{
    cl_int code;
    cl_command_queue q = clpwl_context_queue(c);
    cl_mem in = clCreateBuffer(clpwl_context_cl(c), CL_MEM_COPY_HOST_PTR, n * sizeof *x,
                               (void *)(uintptr_t)x, &code);
    cl_mem out = clCreateBuffer(clpwl_context_cl(c), CL_MEM_READ_WRITE, n * sizeof *y, NULL,
                                &code);
    clSetKernelArg(k, 0, sizeof in, &in);
    clSetKernelArg(k, 1, sizeof out, &out);
    OK(clpwl_kernel_bind(k, tables, count));
    ck_assert_int_eq(clEnqueueNDRangeKernel(q, k, 1, NULL, &items, &group, 0, NULL, NULL),
                     CL_SUCCESS);
    ck_assert_int_eq(clEnqueueReadBuffer(q, out, CL_TRUE, 0, n * sizeof *y, y, 0, NULL, NULL),
                     CL_SUCCESS);
    clReleaseMemObject(in);
    clReleaseMemObject(out);
}

#endif
