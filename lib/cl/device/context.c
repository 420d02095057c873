/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <unistd.h>
#include "base/door.h"
#include "base/options.h"
#include "cl/device/context.h"
#include "cl/device/process.h"
#include "cl/device/program.h"

int clpwl__context_is_ours(const clpwl_context *c)
{
    return c->process == getpid();
}

/* In the child of a fork(): the parent's objects are not touched. */
static void forget(clpwl_context *c)
{
    for (clpwl__program *p = c->programs; p; p = p->next)
        p->program = NULL;
    c->queue = NULL;
    c->context = NULL;
}

static void destroy(clpwl_context *c)
{
    if (!clpwl__context_is_ours(c))
        forget(c);
    if (c->queue) {
        /* Work of ours may still use the programs. */
        clFinish(c->queue);
        clReleaseCommandQueue(c->queue);
    }
    clpwl__programs_free(c);
    if (c->context)
        clReleaseContext(c->context);
    pthread_mutex_destroy(&c->lock);
    clpwl__free(c->cache);
    clpwl__free(c);
}

static clpwl_status new_context(clpwl_context **out, const clpwl_context_options *o)
{
    clpwl_status status = CLPWL_OK;
    clpwl_context *c = clpwl__calloc(1, sizeof *c);
    CHECK_MEMORY(c);
    if (o->cache) {
        c->cache = clpwl__strdup(o->cache);
        CHECK_MEMORY(c->cache);
    }
    CHECK(pthread_mutex_init(&c->lock, NULL) == 0, CLPWL_ERR_MEMORY,
          "out of memory: the lock of a context");
    atomic_init(&c->references, 1);
    c->process = getpid();
    *out = c;
    c = NULL;
done:
    if (c)
        clpwl__free(c->cache);
    clpwl__free(c);
    return status;
}

/* In-order, with profiling: events carry times for whoever asks. */
static clpwl_status make_queue(clpwl_context *c)
{
    clpwl_status status = CLPWL_OK;
    cl_int code;
    c->queue = clCreateCommandQueue(c->context, c->device.id, CL_QUEUE_PROFILING_ENABLE, &code);
    CHECK_CL(code, "clCreateCommandQueue");
done:
    return status;
}

clpwl_status clpwl_context_create(clpwl_context **out, const clpwl_context_options *options)
{
    CLPWL__DOOR;
    clpwl_status status = CLPWL_OK;
    cl_int code;
    clpwl_context *c = NULL;
    clpwl_context_options o;
    CHECK(out, CLPWL_ERR_ARGUMENT, "clpwl_context_create: out is NULL");
    *out = NULL;
    TRY(clpwl__options_take(&o, sizeof o, options, "clpwl_context_options",
                            "CLPWL_CONTEXT_INIT"));
    TRY(new_context(&c, &o));
    TRY(clpwl__device_choose(&c->device, o.device));
    cl_context_properties properties[] = {CL_CONTEXT_PLATFORM,
                                          (cl_context_properties)c->device.platform, 0};
    c->context = clCreateContext(properties, 1, &c->device.id, NULL, NULL, &code);
    CHECK_CL(code, "clCreateContext");
    TRY(make_queue(c));
    *out = c;
    c = NULL;
done:
    if (c)
        destroy(c);
    return status;
}

/* NULL: it is part of none. */
static cl_device_id parent_of(cl_device_id device)
{
    cl_device_id parent = NULL;
    (void)clGetDeviceInfo(device, CL_DEVICE_PARENT_DEVICE, sizeof parent, &parent, NULL);
    return parent;
}

/* pocl 3.1 names the whole of a device where the context is of a part of it. */
static clpwl_status check_member(cl_context context, cl_device_id device)
{
    clpwl_status status = CLPWL_OK;
    cl_device_id *ids = NULL;
    size_t size = 0;
    int found = 0;
    TRY_CL(clGetContextInfo, (context, CL_CONTEXT_DEVICES, 0, NULL, &size));
    ids = clpwl__alloc(size, 1);
    CHECK_MEMORY(ids);
    TRY_CL(clGetContextInfo, (context, CL_CONTEXT_DEVICES, size, ids, NULL));
    for (cl_device_id d = device; d && !found; d = parent_of(d))
        for (size_t i = 0; i < size / sizeof *ids; i++)
            found |= ids[i] == d;
    CHECK(found, CLPWL_ERR_ARGUMENT, "the device is none of the context's %zu",
          size / sizeof *ids);
done:
    clpwl__free(ids);
    return status;
}

clpwl_status clpwl__wait_for(cl_event event)
{
    clpwl_status status = CLPWL_OK;
    TRY_CL(clWaitForEvents, (1, &event));
done:
    return status;
}

clpwl_status clpwl__queue_check(cl_context context, cl_device_id device, cl_command_queue queue)
{
    clpwl_status status = CLPWL_OK;
    cl_context its_context = NULL;
    cl_device_id its_device = NULL;
    GET(clGetCommandQueueInfo, queue, CL_QUEUE_CONTEXT, its_context);
    GET(clGetCommandQueueInfo, queue, CL_QUEUE_DEVICE, its_device);
    CHECK(its_context == context && its_device == device, CLPWL_ERR_ARGUMENT,
          "the queue belongs to another context or device");
done:
    return status;
}

clpwl_status clpwl_context_wrap(clpwl_context **out, cl_context context, cl_device_id device,
                                cl_command_queue queue, const clpwl_context_options *options)
{
    CLPWL__DOOR;
    clpwl_status status = CLPWL_OK;
    cl_platform_id platform = NULL;
    clpwl_context *c = NULL;
    clpwl_context_options o;
    CHECK(out, CLPWL_ERR_ARGUMENT, "clpwl_context_wrap: out is NULL");
    *out = NULL;
    CHECK(context && device, CLPWL_ERR_ARGUMENT,
          "clpwl_context_wrap: context and device must not be NULL");
    TRY(clpwl__options_take(&o, sizeof o, options, "clpwl_context_options",
                            "CLPWL_CONTEXT_INIT"));
    CHECK(!o.device, CLPWL_ERR_ARGUMENT,
          "clpwl_context_wrap: the options name the device \"%s\"; it must be NULL, as device is "
          "given", o.device);
    TRY(clpwl__process_check());
    TRY(new_context(&c, &o));
    TRY(check_member(context, device));
    GET(clGetDeviceInfo, device, CL_DEVICE_PLATFORM, platform);
    TRY(clpwl__device_read(&c->device, platform, device));
    if (queue)
        TRY(clpwl__queue_check(context, device, queue));
    TRY_CL(clRetainContext, (context));
    c->context = context;
    if (queue) {
        TRY_CL(clRetainCommandQueue, (queue));
        c->queue = queue;
    } else {
        TRY(make_queue(c));
    }
    *out = c;
    c = NULL;
done:
    if (c)
        destroy(c);
    return status;
}

clpwl_context *clpwl__context_retain(clpwl_context *c)
{
    atomic_fetch_add(&c->references, 1);
    return c;
}

void clpwl_context_free(clpwl_context *c)
{
    CLPWL__DOOR;
    if (c && atomic_fetch_sub(&c->references, 1) == 1)
        destroy(c);
}

void clpwl__context_identity(const clpwl_context *c, char *identity)
{
    const clpwl_device_info *info = c ? &c->device.info : NULL;
    if (info)
        snprintf(identity, CLPWL__IDENTITY, "%s|%s|%u|%s|%s|%s", info->platform, info->name,
                 info->compute_units, info->driver, info->version, PACKAGE_VERSION);
    else
        snprintf(identity, CLPWL__IDENTITY, "host|%s", PACKAGE_VERSION);
    for (char *at = identity; *at; at++)
        if (*at == '\n')
            *at = ' ';
}

clpwl_status clpwl__context_check(const clpwl_context *c)
{
    clpwl_status status = CLPWL_OK;
    CHECK(clpwl__context_is_ours(c), CLPWL_ERR_UNSUPPORTED,
          "this context was made by process %ld, before a fork(): fork before the first use of "
          "OpenCL, or exec", (long)c->process);
done:
    return status;
}

cl_context clpwl_context_cl(const clpwl_context *c)
{
    return c->context;
}

cl_device_id clpwl_context_device(const clpwl_context *c)
{
    return c->device.id;
}

cl_command_queue clpwl_context_queue(const clpwl_context *c)
{
    return c->queue;
}

const clpwl_device_info *clpwl_context_info(const clpwl_context *c)
{
    return &c->device.info;
}
