/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "common/device.h"
#include <stdio.h>
#include <string.h>

/* On CPUs, the lanes of a vector of 256 bits, which compilers prefer to wider ones: the sums of one
 * vector stay in registers (0.82 of the processor time of 16 lanes, clpwl-bgs on its scene of
 * 320 x 240 pixels). On other devices, and if the driver makes vectors of work-items, one. */
static int choose_lanes(const clpwl_context *context)
{
    cl_uint width = 1;
    clGetDeviceInfo(clpwl_context_device(context), CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT,
                    sizeof width, &width, NULL);
    return clpwl_context_info(context)->kind == CLPWL_DEVICE_CPU && width >= 4 ? 8 : 1;
}

int app_context(clpwl_context **out, const char *device)
{
    clpwl_context_options options = CLPWL_CONTEXT_INIT;
    options.device = device;
    return app_status(clpwl_context_create(out, &options));
}

int app_kernel_method(const char *option, const char *name)
{
    char list[256] = "";
    const char *last = "";
    int is_host = 0;
    for (size_t i = 0; name && i < clpwl_method_count(); i++) {
        const clpwl_method_info *m = clpwl_method(i);
        is_host |= m->host && strcmp(m->name, name) == 0;
        /* A method of two partitions has two rows in a row. The exact ones are no look-ups. */
        if (!m->host && strcmp(m->name, last) != 0 && strncmp(m->name, "exact", 5) != 0)
            snprintf(list + strlen(list), sizeof list - strlen(list), "%s%s", *list ? ", " : "",
                     m->name);
        last = m->name;
    }
    if (!is_host)
        return 0;
    return app_usage("--%s: %s works on the host; a kernel can use %s", option, name, list);
}

void app_device_open(app_device *d, clpwl_context *context)
{
    *d = (app_device){.context = context,
                      .cl = clpwl_context_cl(context),
                      .queue = clpwl_context_queue(context),
                      .id = clpwl_context_device(context),
                      .lanes = choose_lanes(context),
                      .advice = "fewer --samples, or a smaller picture"};
}

int app_cl(cl_int code, const char *call)
{
    if (code == CL_SUCCESS)
        return 0;
    return app_fail("%s failed with OpenCL error %d%s", call, (int)code,
                    code == CL_MEM_OBJECT_ALLOCATION_FAILURE || code == CL_OUT_OF_RESOURCES
                        ? " (out of device memory)"
                        : "");
}

int app_zero(app_device *d, cl_mem buffer, size_t bytes)
{
    int code = 0;
    const cl_uint zero = 0;
    TRY_CL(clEnqueueFillBuffer, (d->queue, buffer, &zero, sizeof zero, 0, bytes, 0, NULL, NULL));
done:
    return code;
}

int app_buffer(app_device *d, cl_mem *buffer, size_t bytes, const char *what)
{
    int code = 0;
    cl_int error;
    const clpwl_device_info *info = clpwl_context_info(d->context);
    bytes = (bytes + 3) / 4 * 4;
    CHECK(bytes <= info->max_allocation,
          "%s takes %.1f MiB, and the device allows %.1f MiB at once: %s", what,
          (double)bytes / 1048576, (double)info->max_allocation / 1048576, d->advice);
    *buffer = clCreateBuffer(d->cl, CL_MEM_READ_WRITE, bytes, NULL, &error);
    CHECK(error == CL_SUCCESS, "no device memory for %s of %.1f MiB (OpenCL error %d): %s", what,
          (double)bytes / 1048576, (int)error, d->advice);
    d->memory += bytes;
    d->peak = d->memory > d->peak ? d->memory : d->peak;
    TRY(app_zero(d, *buffer, bytes));
done:
    return code;
}

void app_buffer_free(app_device *d, cl_mem *buffer)
{
    size_t bytes = 0;
    if (!*buffer)
        return;
    clGetMemObjectInfo(*buffer, CL_MEM_SIZE, sizeof bytes, &bytes, NULL);
    clReleaseMemObject(*buffer);
    d->memory -= bytes;
    *buffer = NULL;
}

static int build_failed(app_device *d, cl_program program)
{
    size_t length = 0;
    char *log = NULL;
    clGetProgramBuildInfo(program, d->id, CL_PROGRAM_BUILD_LOG, 0, NULL, &length);
    log = calloc(length + 1, 1);
    if (log)
        clGetProgramBuildInfo(program, d->id, CL_PROGRAM_BUILD_LOG, length, log, NULL);
    if (log && *log)
        fprintf(stderr, "%s\n", log);
    free(log);
    return app_fail("clBuildProgram failed: the kernels do not compile on this device%s",
                    length > 1 ? "; the log is above" : "");
}

int app_build(app_device *d, cl_program *out, const char *const *texts, cl_uint count,
              const char *options)
{
    int code = 0;
    cl_int error;
    /* The prototype of OpenCL lacks a const. */
    *out = clCreateProgramWithSource(d->cl, count, (const char **)(uintptr_t)texts, NULL, &error);
    TRY(app_cl(error, "clCreateProgramWithSource"));
    error = clBuildProgram(*out, 1, &d->id, options, NULL, NULL);
    if (error == CL_BUILD_PROGRAM_FAILURE)
        TRY(build_failed(d, *out));
    TRY(app_cl(error, "clBuildProgram"));
done:
    if (code && *out) {
        clReleaseProgram(*out);
        *out = NULL;
    }
    return code;
}

int app_kernel(cl_kernel *out, cl_program program, const char *name)
{
    cl_int error;
    *out = clCreateKernel(program, name, &error);
    return app_cl(error, "clCreateKernel");
}

int app_args(cl_kernel kernel, const app_arg *args, cl_uint count)
{
    int code = 0;
    for (cl_uint i = 0; i < count; i++)
        TRY_CL(clSetKernelArg, (kernel, i, args[i].size, args[i].value));
done:
    return code;
}

static int launch(app_device *d, cl_kernel kernel, size_t width, size_t height, size_t across)
{
    int code = 0;
    size_t down = 8;
    while (height % down)
        down--;
    size_t items[2] = {(width + across - 1) / across * across, height};
    size_t group[2] = {across, down};
    TRY_CL(clEnqueueNDRangeKernel, (d->queue, kernel, 2, NULL, items, group, 0, NULL, NULL));
done:
    return code;
}

int app_launch(app_device *d, cl_kernel kernel, size_t width, size_t height)
{
    return launch(d, kernel, width, height, APP_GROUP);
}

int app_launch_lanes(app_device *d, cl_kernel kernel, size_t width, size_t height)
{
    size_t lanes = (size_t)d->lanes;
    return launch(d, kernel, (width + lanes - 1) / lanes, height, lanes > 1 ? 1 : APP_GROUP);
}

int app_finish(app_device *d)
{
    return app_cl(clFinish(d->queue), "clFinish");
}
