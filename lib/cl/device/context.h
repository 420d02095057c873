/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The inside of a context. */
#ifndef CLPWL__CONTEXT_H
#define CLPWL__CONTEXT_H

#include <pthread.h>
#include <stdatomic.h>
#include <sys/types.h>
#include "cl/device/cl.h"
#include "cl/device/devices.h"
#include "execution/storage.h"

struct clpwl_context {
    atomic_int references; /* the caller's and each evaluator's */
    pid_t process;         /* that made it; its children must not touch the OpenCL objects */
    cl_context context;
    cl_command_queue queue;
    clpwl__device device;
    char *cache; /* the folder of measurements; "": none; NULL: the default */
    pthread_mutex_t lock; /* of all members below */
    struct clpwl__program *programs;
    int lanes; /* a clpwl__lanes */
    int probed[CLPWL__STORAGES];
    clpwl_sampler_info sampler[CLPWL__STORAGES];
};

clpwl_context *clpwl__context_retain(clpwl_context *context);

/* The key of a device's measurements in the cache: platform, device, compute units, driver and
 * this library's version, in one line. A NULL context is the host. */
enum { CLPWL__IDENTITY = 768 };
void clpwl__context_identity(const clpwl_context *context, char *identity);

/* 0 in a child of the process that made the context. */
int clpwl__context_is_ours(const clpwl_context *context);
/* Fails in such a child. CLPWL_ERR_UNSUPPORTED. */
clpwl_status clpwl__context_check(const clpwl_context *context);

/* Waits for one command. Unlike a blocking command on pocl it reports a failure of the command, and
 * waits for nothing else in the queue. */
clpwl_status clpwl__wait_for(cl_event event);

/* Fails unless the queue is of that context and device. CLPWL_ERR_ARGUMENT. */
clpwl_status clpwl__queue_check(cl_context context, cl_device_id device, cl_command_queue queue);

#endif
