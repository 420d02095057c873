/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Buffers, programs and launches, with the bytes counted. */
#ifndef BGS_DEVICE_H
#define BGS_DEVICE_H

#include "message.h"

typedef struct bgs_device {
    clpwl_context *context; /* borrowed */
    cl_context cl;
    cl_command_queue queue;
    cl_device_id id;
    int lanes; /* neighbouring pixels that a work-item of density.cl takes */
    size_t memory, peak; /* bytes of buffers: now, at most */
} bgs_device;

void bgs_device_open(bgs_device *d, clpwl_context *context);

/* A buffer of zeros; `what` is for the message. bgs_buffer_free sets *buffer to NULL. */
int bgs_buffer(bgs_device *d, cl_mem *buffer, size_t bytes, const char *what);
void bgs_buffer_free(bgs_device *d, cl_mem *buffer);
int bgs_zero(bgs_device *d, cl_mem buffer, size_t bytes);

/* A program of all texts, one after the other. A compiler's complaint is given in full. */
int bgs_program(bgs_device *d, cl_program *out, const char *const *texts, cl_uint count,
                const char *options);
int bgs_kernel(cl_kernel *out, cl_program program, const char *name);

/* A kernel argument: ARG(value). */
typedef struct bgs_arg {
    size_t size;
    const void *value;
} bgs_arg;
#define ARG(value) { sizeof(value), &(value) }
int bgs_args(cl_kernel kernel, const bgs_arg *args, cl_uint count);

/* At least width x height work-items in groups BGS_GROUP wide. Not waited for. */
int bgs_launch(bgs_device *d, cl_kernel kernel, size_t width, size_t height);
/* The same for kernels whose work-items take d->lanes pixels of a row. */
int bgs_launch_lanes(bgs_device *d, cl_kernel kernel, size_t width, size_t height);
int bgs_finish(bgs_device *d);

/* 0, or the failure of a call of OpenCL. */
int bgs_cl(cl_int code, const char *call);
#define BGS_TRY_CL(call, arguments) BGS_TRY(bgs_cl(call arguments, #call))

/* Work-items of a group along x; every kernel may be launched up to the next multiple. */
enum { BGS_GROUP = 32 };

#endif
