/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the device floor shares. */
#ifndef CLPWL_CL_CL_H
#define CLPWL_CL_CL_H

#include <pthread.h>
#include <stdatomic.h>
#include <sys/types.h>
#include "clpwl_cl.h"
#include "execution/storage.h"
#include "base/internal.h"

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

typedef struct clpwl__program {
    struct clpwl__program *next;
    char *source, *options;
    cl_program program;
} clpwl__program;

/* A device with its OpenCL objects. */
typedef struct clpwl__device {
    cl_platform_id platform;
    cl_device_id id;
    clpwl_device_info info;
} clpwl__device;

struct clpwl_context {
    atomic_int references; /* the caller's and each evaluator's */
    pid_t process;         /* OpenCL does not survive fork() */
    cl_context context;
    cl_command_queue queue;
    clpwl__device device;
    char *cache; /* the folder of measurements; "": none; NULL: the default */
    pthread_mutex_t lock; /* over all below */
    clpwl__program *programs;
    int probed[CLPWL__STORAGES];
    clpwl_sampler_info sampler[CLPWL__STORAGES];
};

/* Reads everything of one device. */
clpwl_status clpwl__device_read(clpwl__device *out, cl_platform_id platform, cl_device_id id);
/* The device that the text chooses, or the best one for NULL. */
clpwl_status clpwl__device_choose(clpwl__device *out, const char *text);

clpwl_context *clpwl__context_retain(clpwl_context *context);

/* What measurements of a device, or of a part of one, are kept by: platform, device, compute
 * units, driver, this library's version; of NULL, the host's. One line. */
enum { CLPWL__IDENTITY = 768 };
void clpwl__context_identity(const clpwl_context *context, char *identity);

/* Refuses the child of a process that used OpenCL: before anything is called. */
clpwl_status clpwl__process_check(void);
/* 0 in a child of the process that made it: its objects must not be touched there. */
int clpwl__context_is_ours(const clpwl_context *context);
/* Refuses such a context. */
clpwl_status clpwl__context_check(const clpwl_context *context);

/* Refuses a queue that is not of that context and device. */
clpwl_status clpwl__queue_check(cl_context context, cl_device_id device, cl_command_queue queue);

/*
 * Builds a program; device.h is prepended. The message has the first error of the compiler.
 *   out  set on success; the caller releases it
 *   log  NULL, or set to the compiler's log, on failure too; the caller frees it; NULL: none
 */
clpwl_status clpwl__program_compile(cl_program *out, char **log, clpwl_context *context,
                                    const char *source, const char *options);

/*
 * The program of a source and options, from the context's cache where it is there; the
 * caller releases it. device.h is prepended.
 */
clpwl_status clpwl__program_get(cl_program *out, clpwl_context *context, const char *source,
                                const char *options);
void clpwl__programs_free(clpwl_context *context);

/* Lanes of a sub-group, at most, where the kernel runs in work-groups of `group` items. */
clpwl_status clpwl__kernel_lanes(size_t *lanes, const clpwl_context *context, cl_kernel kernel,
                                 size_t group);

/* The image format of a storage with one or four channels. */
cl_image_format clpwl__image_format(clpwl_storage storage, int channels);
/* A width x height image of the texels (channels floats or 16-bit codes each); height 0: a
 * 1D image. */
clpwl_status clpwl__image_create(cl_mem *out, clpwl_context *context, clpwl_storage storage,
                                 int channels, size_t width, size_t height, const void *texels);

#endif
