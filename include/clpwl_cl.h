/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * libclpwl together with OpenCL objects of the caller's own: contexts, queues, buffers, kernels.
 * This header includes <clpwl.h> and the OpenCL headers. It leaves CL_TARGET_OPENCL_VERSION to
 * the program that includes it.
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
 *   n_wait, wait  events to wait for, as for clEnqueueNDRangeKernel
 *   event    NULL, or set to an event of all the work; the caller releases it
 * Queue and event may be released at once. The evaluator may be freed at once: freeing waits.
 * CLPWL_ERR_ARGUMENT (the queue, a buffer or the wait list is not as above),
 * CLPWL_ERR_UNSUPPORTED (an evaluator without a context, or a host method where the device
 * runs no native kernels), CLPWL_ERR_OPENCL, CLPWL_ERR_MEMORY.
 */
CLPWL_CHECKED clpwl_status clpwl_enqueue(clpwl_evaluator *evaluator, cl_command_queue queue,
                                         cl_mem x, cl_mem y, size_t n, cl_uint n_wait,
                                         const cl_event *wait, cl_event *event);

/*
 * Sets the kernel arguments of a table. The evaluator must outlive the kernel's work.
 *   kernel  of a program with the source of clpwl_evaluator_source
 *   first   the index of CLPWL_TABLE among the kernel's parameters
 *   next    NULL, or set to the index of the parameter after the table's
 * CLPWL_ERR_UNSUPPORTED (a host method), CLPWL_ERR_OPENCL.
 */
CLPWL_CHECKED clpwl_status clpwl_evaluator_bind(const clpwl_evaluator *evaluator,
                                                cl_kernel kernel, cl_uint first, cl_uint *next);

#ifdef __cplusplus
}
#endif
#endif
