/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calls of OpenCL and their error codes. */
#ifndef CLPWL__CL_H
#define CLPWL__CL_H

#include "base/internal.h"
#include "clpwl_cl.h"
#ifdef __APPLE__
#include <OpenCL/cl_ext.h>
#else
#include <CL/cl_ext.h>
#endif

/* HELD(cl_event) e = NULL; releases e where its block ends, unless it is NULL. */
#define CLPWL__RELEASE(type, release)                                          \
    static inline void clpwl__release_##type(const type *object)               \
    {                                                                          \
        if (*object)                                                           \
            release(*object);                                                  \
    }
CLPWL__RELEASE(cl_event, clReleaseEvent)
CLPWL__RELEASE(cl_mem, clReleaseMemObject)
CLPWL__RELEASE(cl_kernel, clReleaseKernel)
CLPWL__RELEASE(cl_program, clReleaseProgram)
#define HELD(type) type __attribute__((cleanup(clpwl__release_##type)))

/* "CL_OUT_OF_RESOURCES", or "an unknown error". */
const char *clpwl__cl_error_name(cl_int code);

/* Fails unless the code is CL_SUCCESS; the message names the call and the code. */
#define CHECK_CL(code, call)                                                   \
    do {                                                                       \
        cl_int code_ = (code);                                                 \
        CHECK(code_ == CL_SUCCESS, CLPWL_ERR_OPENCL, "%s failed: %s (%d)", call, \
              clpwl__cl_error_name(code_), (int)code_);                        \
    } while (0)

/* TRY_CL(clFinish, (queue)): one name for the call and for the message. */
#define TRY_CL(function, arguments) CHECK_CL(function arguments, #function)
#define SET_ARG(kernel, i, value) TRY_CL(clSetKernelArg, (kernel, i, sizeof(value), &(value)))
/* Reads a property that every object must have: a 0 in its place would mislead all callers. */
#define GET(function, object, what, value) TRY_CL(function, (object, what, sizeof(value), &(value), NULL))

#endif
