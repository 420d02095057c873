/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OpenCL buffers, whose bytes are counted, programs, and launches. */
#ifndef APP_DEVICE_H
#define APP_DEVICE_H

#include "clpwl_cl.h"
#include "common/message.h"

typedef struct app_device {
    clpwl_context *context; /* borrowed */
    cl_context cl;
    cl_command_queue queue;
    cl_device_id id;
    int lanes; /* neighbouring pixels that a work-item of a vector kernel processes */
    size_t memory, peak; /* bytes of buffers: now, at most */
    const char *advice; /* what takes fewer bytes, for messages */
} app_device;

/* A context on a device named as --device names it; NULL: the best one. */
int app_context(clpwl_context **out, const char *device);
/* 0, or a message with those that can, if a kernel cannot use the method `name` of --option. NULL: the
 * library chooses. */
int app_kernel_method(const char *option, const char *name);
void app_device_open(app_device *d, clpwl_context *context);

/* A buffer of zeros; messages name it `what`. app_buffer_free sets *buffer to NULL. */
int app_buffer(app_device *d, cl_mem *buffer, size_t bytes, const char *what);
void app_buffer_free(app_device *d, cl_mem *buffer);
int app_zero(app_device *d, cl_mem buffer, size_t bytes);

/* A program of all texts, one after the other. Prints the whole log if it does not compile. */
int app_build(app_device *d, cl_program *out, const char *const *texts, cl_uint count,
                const char *options);
int app_kernel(cl_kernel *out, cl_program program, const char *name);

/* A kernel argument: ARG(value). */
typedef struct app_arg {
    size_t size;
    const void *value;
} app_arg;
#define ARG(value) { sizeof(value), &(value) }
int app_args(cl_kernel kernel, const app_arg *args, cl_uint count);

/* Runs at least width x height work-items, in groups APP_GROUP wide. Does not wait. */
int app_launch(app_device *d, cl_kernel kernel, size_t width, size_t height);
/* The same for kernels whose work-items process d->lanes pixels of a row. */
int app_launch_lanes(app_device *d, cl_kernel kernel, size_t width, size_t height);
int app_finish(app_device *d);

/* 0 for CL_SUCCESS, or an exit code after a message. */
int app_cl(cl_int code, const char *call);
#define TRY_CL(call, arguments) TRY(app_cl(call arguments, #call))

/* Work-items of a group along x. Launches are rounded up to a multiple of it. */
enum { APP_GROUP = 32 };

#endif
