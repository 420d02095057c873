/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The fault layer. The build generates its wrappers from the loader's header, so that none is
 * missing. Environment, for programs that do not control the layer:
 *   CLPWL_FAULT="n code"         call n fails with the code; "n code ever": all later calls too
 *   CLPWL_FAULT_REPORT=FILE      gets the name of call n when it fails, and when the program ends the
 *                                number of calls, and of references to objects that it still holds
 *   CLPWL_WERROR=1               programs are built with -Werror
 *   CLPWL_WITHOUT_IMAGES=1       devices have no images
 *   CLPWL_AS_GPU=1               devices are GPUs with memory of their own
 *   CLPWL_FILTER_BITS=8          the weight of the filter has 8 bits; its results are halves between halves,
 *                                and multiples of 1/65535 between codes
 * The next three are read at each call:
 *   CLPWL_WITHOUT_COMPILER=NAME  devices with NAME in their name are accelerators without a
 *                                compiler
 *   CLPWL_OLD=NAME               devices with NAME in their name are GPUs of OpenCL 1.1
 *   CLPWL_MEASURE_GROUP=16       work-groups of the kernel clpwl_measure have at most 16 items
 */
#undef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl_layer.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fault.h"

#define EXPORT __attribute__((visibility("default")))

static cl_icd_dispatch next, wrapped;
static atomic_long calls, turn, live_count[CLASSES], pending_count;
static atomic_int fault_code, fault_how, paused;
static _Atomic(const char *) fault_met;

static void live(int class, long by)
{
    atomic_fetch_add(&live_count[class], by);
}

/* A blocking call waits for all commands before it: queues are in order. */
static void queued(cl_bool waits)
{
    if (waits)
        atomic_store(&pending_count, 0);
    else
        atomic_fetch_add(&pending_count, 1);
}

static const char *report_path;

static void report(const char *name, long number)
{
    FILE *f = report_path ? fopen(report_path, "a") : NULL;
    if (!f)
        return;
    fprintf(f, "%s %ld\n", name, number);
    fclose(f);
}

__attribute__((destructor)) static void report_references(void)
{
    long sum = 0;
    for (int c = 0; c < CLASSES; c++)
        sum += atomic_load(&live_count[c]);
    report("left-open", sum);
    report("calls", atomic_load(&calls));
}

/* Counts a call. Returns 1 if the call must fail. */
static int my_turn(const char *name)
{
    if (atomic_load(&paused))
        return 0;
    long n = atomic_fetch_add(&calls, 1) + 1, at = atomic_load(&turn);
    if (at == 0 || !(n == at || (n > at && atomic_load(&fault_how) == FAULT_EVER)))
        return 0;
    if (n == at) {
        atomic_store(&fault_met, name);
        report(name, atomic_load(&fault_code));
    }
    return 1;
}

static int fault(const char *name, cl_int *code)
{
    if (atomic_load(&fault_how) == FAULT_LATER || !my_turn(name))
        return 0;
    *code = atomic_load(&fault_code);
    return 1;
}

/* A lost device runs nothing: commands that a failing call waits for must not write to memory that is free by
 * then. */
static int is_lost(void)
{
    return atomic_load(&fault_how) == FAULT_EVER;
}

static int has_failed(cl_uint n, const cl_event *events)
{
    cl_int status = CL_COMPLETE;
    for (cl_uint i = 0; i < n && status >= 0; i++)
        next.clGetEventInfo(events[i], CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status,
                            NULL);
    return status < 0;
}

static void make_failed(cl_command_queue queue, cl_event *event, int code)
{
    cl_context context = NULL;
    if (!event)
        return;
    next.clGetCommandQueueInfo(queue, CL_QUEUE_CONTEXT, sizeof context, &context, NULL);
    *event = next.clCreateUserEvent(context, NULL);
    next.clSetUserEventStatus(*event, code);
    live(EVENT, 1);
}

/*
 * A command that fails in the queue reports it by its event, or at once if the call blocks. So does
 * a command that waits for a failed event: by OpenCL it fails too, but pocl 3.1 waits for ever, so
 * the driver is not called.
 */
static int fault_later(const char *name, cl_bool blocks, cl_command_queue queue, cl_uint n_wait,
                       const cl_event *wait, cl_event *event, cl_int *code)
{
    int failed = has_failed(n_wait, wait), armed = atomic_load(&fault_how) == FAULT_LATER;
    int why = failed ? CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST : atomic_load(&fault_code);
    if (!failed && !(armed && my_turn(name)))
        return 0;
    if (!blocks)
        make_failed(queue, event, why);
    *code = blocks ? why : CL_SUCCESS;
    return 1;
}

#include "tests/faults/layer/wrapped.h"

static int without_images, as_gpu;
static char filter[2048]; /* OpenCL C before every program; or "" */

/* Between texels there are 2^B places. A coordinate is rounded to the nearest one, and the result to a number
 * of few bits, as on an H100. */
static void make_filter(const char *bits)
{
    static const char text[] =
        "static inline float layer_half(float v)\n"
        "{\n    ushort h;\n    vstore_half_rte(v, 0, (half *)&h);\n    return vload_half(0, (half *)&h);\n}\n"
        "static inline float4 layer_round(float4 v, int type)\n"
        "{\n"
        "    return type == CLK_HALF_FLOAT ? (float4)(layer_half(v.x), layer_half(v.y),\n"
        "                                             layer_half(v.z), layer_half(v.w))\n"
        "           : type == CLK_FLOAT    ? v : rint(v * 65535.0f) / 65535.0f;\n"
        "}\n"
        "#define LAYER(type, coordinate) __attribute__((overloadable)) static inline \\\n"
        "    float4 layer_read(read_only type image, sampler_t s, coordinate at)\n"
        "#define NEAREST(at) (rint(((at) - 0.5f) * %ld.0f) / %ld.0f + 0.5f)\n"
        "#define ROUND(v) layer_round(v, get_image_channel_data_type(image))\n"
        "LAYER(image1d_t, float) { return ROUND(read_imagef(image, s, NEAREST(at))); }\n"
        "LAYER(image2d_t, float2) { return ROUND(read_imagef(image, s, NEAREST(at))); }\n"
        "LAYER(image1d_t, int) { return read_imagef(image, s, at); }\n"
        "LAYER(image2d_t, int2) { return read_imagef(image, s, at); }\n"
        "#undef read_imagef\n"
        "#define read_imagef layer_read\n";
    snprintf(filter, sizeof filter, text, 1L << atoi(bits), 1L << atoi(bits));
}

static cl_program CL_API_CALL changed_program(cl_context context, cl_uint count,
                                              const char **texts, const size_t *lengths,
                                              cl_int *code)
{
    const char **all = calloc(count + 1, sizeof *all);
    size_t *sizes = calloc(count + 1, sizeof *sizes); /* 0: up to the NUL */
    cl_program program = NULL;
    if (all && sizes) {
        all[0] = filter;
        memcpy(all + 1, texts, count * sizeof *all);
        if (lengths)
            memcpy(sizes + 1, lengths, count * sizeof *sizes);
        program = wrapped_clCreateProgramWithSource(context, count + 1, all, sizes, code);
    } else if (code) {
        *code = CL_OUT_OF_HOST_MEMORY;
    }
    free(all);
    free(sizes);
    return program;
}

/* A warning is an error. */
static cl_int CL_API_CALL changed_build(cl_program program, cl_uint count,
                                        const cl_device_id *devices, const char *options,
                                        void(CL_CALLBACK *notify)(cl_program, void *), void *user)
{
    char all[4096];
    int length = snprintf(all, sizeof all, "%s -Werror", options ? options : "");
    if (length < 0 || (size_t)length >= sizeof all)
        return CL_INVALID_BUILD_OPTIONS;
    return wrapped_clBuildProgram(program, count, devices, all, notify, user);
}

/* The largest work-group of the kernel; 0: the driver's. */
static size_t group_limit(cl_kernel kernel)
{
    char name[64] = "";
    const char *most = getenv("CLPWL_MEASURE_GROUP");
    next.clGetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME, sizeof name, name, NULL);
    return most && strcmp(name, "clpwl_measure") == 0 ? (size_t)atol(most) : 0;
}

static cl_int CL_API_CALL changed_group(cl_kernel kernel, cl_device_id device,
                                        cl_kernel_work_group_info what, size_t room, void *value,
                                        size_t *size)
{
    cl_int code = wrapped_clGetKernelWorkGroupInfo(kernel, device, what, room, value, size);
    size_t most = group_limit(kernel);
    if (code == CL_SUCCESS && value && most && what == CL_KERNEL_WORK_GROUP_SIZE)
        *(size_t *)value = most;
    return code;
}

static cl_int CL_API_CALL changed_range(cl_command_queue queue, cl_kernel kernel,
                                        cl_uint dimensions, const size_t *offset,
                                        const size_t *items, const size_t *group, cl_uint n_wait,
                                        const cl_event *wait, cl_event *event)
{
    size_t most = group_limit(kernel);
    if (most && group && *group > most)
        return CL_INVALID_WORK_GROUP_SIZE;
    return wrapped_clEnqueueNDRangeKernel(queue, kernel, dimensions, offset, items, group, n_wait,
                                          wait, event);
}

static int is_named(cl_device_id device, const char *variable)
{
    char name[256] = "";
    const char *part = getenv(variable);
    next.clGetDeviceInfo(device, CL_DEVICE_NAME, sizeof name, name, NULL);
    return part && *part && strstr(name, part) != NULL;
}

static void change_type(cl_device_id device, cl_device_type *type)
{
    if (as_gpu || is_named(device, "CLPWL_OLD"))
        *type = CL_DEVICE_TYPE_GPU;
    if (is_named(device, "CLPWL_WITHOUT_COMPILER"))
        *type = CL_DEVICE_TYPE_ACCELERATOR;
}

/* Properties of an emulated device, in the form of the driver's. */
static cl_int CL_API_CALL changed_info(cl_device_id device, cl_device_info what, size_t room,
                                       void *value, size_t *size)
{
    cl_int code = wrapped_clGetDeviceInfo(device, what, room, value, size);
    if (code != CL_SUCCESS || !value)
        return code;
    if (what == CL_DEVICE_TYPE)
        change_type(device, value);
    if (without_images && what == CL_DEVICE_IMAGE_SUPPORT)
        *(cl_bool *)value = CL_FALSE;
    if (as_gpu && what == CL_DEVICE_HOST_UNIFIED_MEMORY)
        *(cl_bool *)value = CL_FALSE;
    if (as_gpu && what == CL_DEVICE_EXECUTION_CAPABILITIES)
        *(cl_device_exec_capabilities *)value = CL_EXEC_KERNEL;
    if (what == CL_DEVICE_COMPILER_AVAILABLE && is_named(device, "CLPWL_WITHOUT_COMPILER"))
        *(cl_bool *)value = CL_FALSE;
    if (what == CL_DEVICE_VERSION && is_named(device, "CLPWL_OLD"))
        snprintf(value, room, "OpenCL 1.1 old");
    return code;
}

static void arm(long n, int code, enum fault_how how)
{
    atomic_store(&turn, 0);
    atomic_store(&calls, 0);
    atomic_store(&fault_met, NULL);
    atomic_store(&fault_code, code);
    atomic_store(&fault_how, (int)how);
    atomic_store(&turn, n);
}

static void pause_faults(int on)
{
    atomic_store(&paused, on);
}

static const char *met(void)
{
    return atomic_load(&fault_met);
}

static long count_calls(void)
{
    return atomic_load(&calls);
}

static long count_live(int class)
{
    return atomic_load(&live_count[class]);
}

static long count_pending(void)
{
    return atomic_load(&pending_count);
}

EXPORT const struct fault_layer fault_layer = {arm,         pause_faults, met,
                                               count_calls, count_live,   count_pending};

EXPORT CL_API_ENTRY cl_int CL_API_CALL clGetLayerInfo(cl_layer_info name, size_t room, void *value,
                                                      size_t *size)
{
    const cl_layer_api_version version = CL_LAYER_API_VERSION_100;
    static const char text[] = "clpwl fault layer";
    const void *from = name == CL_LAYER_NAME ? (const void *)text : &version;
    size_t bytes = name == CL_LAYER_NAME ? sizeof text : sizeof version;
    if ((name != CL_LAYER_NAME && name != CL_LAYER_API_VERSION) || (value && room < bytes))
        return CL_INVALID_VALUE;
    if (value)
        memcpy(value, from, bytes);
    if (size)
        *size = bytes;
    return CL_SUCCESS;
}

EXPORT CL_API_ENTRY cl_int CL_API_CALL clInitLayer(cl_uint entries, const cl_icd_dispatch *target,
                                                   cl_uint *entries_out,
                                                   const cl_icd_dispatch **dispatch)
{
    const size_t known = sizeof next / sizeof(void *);
    if (!target || !entries_out || !dispatch)
        return CL_INVALID_VALUE;
    memcpy(&next, target, (entries < known ? entries : known) * sizeof(void *));
    wrapped = next;
    fill_dispatch(&wrapped);
    without_images = getenv("CLPWL_WITHOUT_IMAGES") != NULL;
    as_gpu = getenv("CLPWL_AS_GPU") != NULL;
    wrapped.clGetDeviceInfo = changed_info;
    wrapped.clGetKernelWorkGroupInfo = changed_group;
    wrapped.clEnqueueNDRangeKernel = changed_range;
    if (getenv("CLPWL_WERROR"))
        wrapped.clBuildProgram = changed_build;
    if (getenv("CLPWL_FILTER_BITS")) {
        make_filter(getenv("CLPWL_FILTER_BITS"));
        wrapped.clCreateProgramWithSource = changed_program;
    }
    *entries_out = (cl_uint)known;
    *dispatch = &wrapped;
    report_path = getenv("CLPWL_FAULT_REPORT");
    const char *wish = getenv("CLPWL_FAULT");
    long n;
    int code;
    char how[8] = "";
    if (wish && sscanf(wish, "%ld %d %7s", &n, &code, how) >= 2)
        arm(n, code, strcmp(how, "ever") == 0 ? FAULT_EVER : FAULT_ONCE);
    return CL_SUCCESS;
}
