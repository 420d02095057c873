/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * libclpwl together with OpenCL objects of the caller's own: contexts, queues, buffers, kernels.
 * This header includes <clpwl.h> and the OpenCL headers. It leaves CL_TARGET_OPENCL_VERSION to
 * the program that includes it.
 *
 * Core: clpwl_enqueue, clpwl_program_build, clpwl_kernel_bind; the rest is advanced (doc/abi.md).
 */
#ifndef CLPWL_CL_H
#define CLPWL_CL_H

#ifdef __APPLE__
#include <OpenCL/cl.h>
#else
#include <CL/cl.h>
#endif
#include "clpwl.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Makes a context around OpenCL objects of the caller, which are retained.
 *   device   one of the context's
 *   queue    of that context and device; NULL: a new in-order queue
 *   options  NULL: the defaults; `device` must be NULL
 * CLPWL_ERR_ARGUMENT, CLPWL_ERR_OPENCL, CLPWL_ERR_MEMORY.
 */
CLPWL_CHECKED clpwl_status clpwl_context_wrap(clpwl_context **out, cl_context context,
                                              cl_device_id device, cl_command_queue queue,
                                              const clpwl_context_options *options);

/* The OpenCL objects of a context; borrowed. */
CLPWL_API cl_context clpwl_context_cl(const clpwl_context *context);
CLPWL_API cl_device_id clpwl_context_device(const clpwl_context *context);
CLPWL_API cl_command_queue clpwl_context_queue(const clpwl_context *context);

/*
 * clpwl_eval on device memory. The work is queued and not waited for.
 *   queue    of the evaluator's context and device, in order or not; NULL: the context's own
 *   x, y     buffers of that context of at least as many floats as clpwl_eval takes, or parts
 *            of buffers that do not overlap. For one table y may be x.
 *   n_wait, wait  events of that context to wait for; 0 and NULL: none
 *   event    NULL, or set to an event of all the work; the caller releases it
 * Queue and event may be released at once. The evaluator may be freed at once: freeing waits.
 * CLPWL_ERR_ARGUMENT (the queue, a buffer or the wait list is not as above),
 * CLPWL_ERR_UNSUPPORTED (an evaluator without a context, or a host method where the device
 * runs no native kernels), CLPWL_ERR_OPENCL, CLPWL_ERR_MEMORY.
 */
CLPWL_CHECKED clpwl_status clpwl_enqueue(clpwl_evaluator *evaluator, cl_command_queue queue,
                                         cl_mem x, cl_mem y, size_t n, cl_uint n_wait,
                                         const cl_event *wait, cl_event *event);

/* clpwl_eval_half on device memory: as clpwl_enqueue, with buffers of halves. The first call
 * compiles a kernel. Also CLPWL_ERR_BUILD. */
CLPWL_CHECKED clpwl_status clpwl_enqueue_half(clpwl_evaluator *evaluator, cl_command_queue queue,
                                              cl_mem x, cl_mem y, size_t n, cl_uint n_wait,
                                              const cl_event *wait, cl_event *event);

/*
 * Tables in a kernel of your own. Each has a name there, and is read as a function of it; with
 * the name "j0":
 *
 *     kernel void mine(global const float *x, global float *y, CLPWL_TABLE(j0))
 *     {
 *         CLPWL_BEGIN(j0);
 *         size_t i = get_global_id(0);
 *         y[i] = j0(x[i]);
 *     }
 *
 * CLPWL_TABLE(j0) is one kernel parameter or more; clpwl_kernel_bind sets them. CLPWL_BEGIN(j0)
 * stands in the kernel function itself, outside if and loops and before any return: every
 * work-item of a work-group must come to it, as by the method local it is a barrier. Without
 * CLPWL_TABLE or CLPWL_BEGIN a look-up does not compile. A look-up may stand anywhere. To use the
 * table in a function that the kernel calls, declare CLPWL_HANDLE(j0) there and pass
 * CLPWL_PASS(j0). clpwl/device.h lists the look-ups of derivatives and integrals.
 *
 * Behind a guard, `if (i < n)`, pocl makes no vectors of the work-items. Launch whole groups without one,
 * and the rest by a second launch; either is left out where it has no item:
 *
 *     size_t group = 256, one = 1, whole = n - n % group, rest = n % group;
 *     clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &whole, &group, 0, NULL, NULL);
 *     clEnqueueNDRangeKernel(queue, kernel, 1, &whole, &rest, &one, 0, NULL, NULL);
 *
 * "auto" with use = CLPWL_USE_KERNEL takes a method with a barrier only where it is clearly the
 * fastest, and never the method shuffle. By shuffle all work-items of a sub-group must come to
 * each look-up together, outside if and outside loops of different lengths.
 */
typedef struct clpwl_kernel_table {
    const char *name; /* a C identifier that is no word or built-in function of OpenCL C, and does
                         not begin with clpwl_ */
    const clpwl_evaluator *evaluator; /* of a device's method: use = CLPWL_USE_KERNEL */
} clpwl_kernel_table;

/*
 * Builds a program from the text of kernels and the tables that they read.
 *   out      set to the program, which the caller releases
 *   log      NULL, or set to the compiler's messages, on failure too; the caller frees it with
 *            clpwl_free. They call the text "kernel" and count its lines from 1
 *   context  the evaluators' context; the program is built for its device
 *   source   OpenCL C with one kernel or more
 *   options  for the compiler; NULL: none. Macros, as -DN=7, are those of `source` alone
 *   tables, count  of any methods; count 0 is allowed
 * CLPWL_ERR_BUILD (the message has the first error, with its line, or names a table that the kernels
 * read and that is not given; also where a CLPWL_BEGIN stands behind a return), CLPWL_ERR_ARGUMENT (a
 * name that no table can have or that two have, an evaluator of another context),
 * CLPWL_ERR_UNSUPPORTED (a host method), CLPWL_ERR_OPENCL, CLPWL_ERR_MEMORY.
 */
CLPWL_CHECKED clpwl_status clpwl_program_build(cl_program *out, char **log, clpwl_context *context,
                                               const char *source, const char *options,
                                               const clpwl_kernel_table *tables, size_t count);

/*
 * Sets the arguments of all tables of a kernel, which are found by the parameters' names.
 *   kernel  of a program that clpwl_program_build made, or that was built with the option
 *           -cl-kernel-arg-info
 *   tables, count  those of the program; the kernel need not read all of them
 * The evaluators must outlive the kernel's work. An evaluator may take the place of the one that
 * the program was built with, if the two have the same source.
 * CLPWL_ERR_ARGUMENT (the kernel reads a table that is not given, or one whose evaluator has
 * another source; its parameters have no names; an evaluator belongs to another context),
 * CLPWL_ERR_UNSUPPORTED (a host method), CLPWL_ERR_OPENCL, CLPWL_ERR_MEMORY.
 */
CLPWL_CHECKED clpwl_status clpwl_kernel_bind(cl_kernel kernel, const clpwl_kernel_table *tables,
                                             size_t count);

#ifdef __cplusplus
}
#endif
#endif
