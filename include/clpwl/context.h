/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Devices and contexts. A clpwl_context is one OpenCL device with a context, an
 * in-order queue, what was measured of its image sampler, and the cache of the
 * programs that were built for it.
 *
 * Threads: listing is free of state. A clpwl_context may be shared by threads: its
 * program cache is locked, and it is immutable otherwise.
 *
 * OpenCL does not survive fork(): once a process has used it through here, its children
 * are refused with CLPWL_ERR_UNSUPPORTED, in place of a driver that hangs. They may free
 * what they inherited; the parent's objects stay as they are. Fork before the first use,
 * or exec.
 */
#ifndef CLPWL_CONTEXT_H
#define CLPWL_CONTEXT_H

#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 120
#endif
#include <CL/cl.h>
#include <stddef.h>
#include "clpwl/table.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct clpwl_context clpwl_context;

/* What a device says of itself. Texts are cut to their arrays. */
typedef struct clpwl_device_info {
    cl_platform_id platform_id;
    cl_device_id id;
    cl_device_type type;
    char platform[128], name[128], vendor[128], driver[128], version[128];
    cl_uint compute_units;
    cl_ulong global_memory, max_allocation, local_memory, constant_buffer; /* bytes */
    size_t max_work_group;
    int images;              /* 0: no image support at all */
    size_t image_width, image_height; /* texels, 2D; the width is a 1D image's too */
    int fp64, subgroup_shuffle, native_kernels; /* 0 or 1 */
    int unified_memory;      /* 1: the device works in the host's memory */
    int usable;              /* 1: it is available, compiles OpenCL C, and is of 1.2 or later */
} clpwl_device_info;

/*
 * Lists every device of every platform; platforms without devices are normal and
 * are passed over, and so is what a driver fails to tell, if others do. No context is
 * made.
 *   out    set to *count rows, which the caller frees with clpwl_devices_free;
 *          NULL when there is none (that is no error: *count is 0)
 * CLPWL_ERR_MEMORY, CLPWL_ERR_OPENCL.
 */
CLPWL_API clpwl_status clpwl_devices(clpwl_device_info **out, size_t *count);
CLPWL_API void clpwl_devices_free(clpwl_device_info *devices);

/* Begin with CLPWL_CONTEXT_INIT. */
typedef struct clpwl_context_options {
    size_t size;
    const char *device; /* index in clpwl_devices ("0"), or a part of "platform: name" in
                           any case; NULL: $CLPWL_DEVICE, or else the best device found
                           (usable; then GPU, accelerator, CPU; then compute units) */
} clpwl_context_options;

#define CLPWL_CONTEXT_INIT CLPWL_SIZED(clpwl_context_options)

/*
 * Makes a context from nothing.
 * CLPWL_ERR_NO_DEVICE (the message lists those there are), CLPWL_ERR_OPENCL,
 * CLPWL_ERR_MEMORY.
 */
CLPWL_API clpwl_status clpwl_context_create(clpwl_context **out,
                                            const clpwl_context_options *options);

/*
 * Makes a context around the caller's OpenCL objects, which are retained.
 *   device  one of the context's
 *   queue   of that context and device, or NULL: an in-order one is made
 * CLPWL_ERR_ARGUMENT, CLPWL_ERR_OPENCL, CLPWL_ERR_MEMORY.
 */
CLPWL_API clpwl_status clpwl_context_wrap(clpwl_context **out, cl_context context,
                                          cl_device_id device, cl_command_queue queue);

/* Waits for the queue's work, then frees all. Evaluators keep their context alive:
 * it goes when the last of them is freed. NULL is allowed. */
CLPWL_API void clpwl_context_free(clpwl_context *context);

/* The OpenCL objects within, borrowed. */
CLPWL_API cl_context clpwl_context_cl(const clpwl_context *context);
CLPWL_API cl_device_id clpwl_context_device(const clpwl_context *context);
CLPWL_API cl_command_queue clpwl_context_queue(const clpwl_context *context);

/* What the device says of itself; borrowed. */
CLPWL_API const clpwl_device_info *clpwl_context_info(const clpwl_context *context);

/* What was measured of the device's image reads, for one kind of texel. */
typedef struct clpwl_sampler_info {
    int channels;         /* of the image format in use: 1 (CL_R), 4 (CL_RGBA); 0: none works */
    int linear;           /* 1: CLK_FILTER_LINEAR interpolates */
    unsigned weight_bits; /* fractional bits B of the filter's weight; 0: full fp32 */
    int vectors;          /* 1: CL_RGBA works, so that four tables can share an image */
    double weight_error;  /* worst |weight read - weight asked| seen, 0 to 1 */
    double value_error;   /* worst relative error between two texels that are nearly equal,
                             where the weight has no part in it; 0: that of fp32 */
} clpwl_sampler_info;

/*
 * Probes the sampler: reads known ramps through every candidate format at points
 * that tell interpolation from nearest reads, counts the bits of the weight, and sees
 * whether what comes out is fp32. Done once for a context and a storage (and cached on
 * disk by device and driver); again where an image could not be made, of a format that
 * the device lists.
 *   storage  of the texels; not CLPWL_STORAGE_ANY
 *   out      written; channels 0 and linear 0 on a device without usable images, which is
 *            no error
 * Blocks. CLPWL_ERR_ARGUMENT, CLPWL_ERR_OPENCL, CLPWL_ERR_BUILD, CLPWL_ERR_MEMORY.
 */
CLPWL_API clpwl_status clpwl_context_sampler(clpwl_context *context, clpwl_storage storage,
                                             clpwl_sampler_info *out);

/*
 * How the device's linear filter executes tables that are stored so, for
 * clpwl_table_executed and for designs that are to meet their target there by the method
 * image-linear. All of it is measured, as above; on devices with a full fp32 filter it is
 * nearly CLPWL_EXECUTION_INIT.
 * CLPWL_ERR_UNSUPPORTED (the device interpolates no such images), and as above.
 */
CLPWL_API clpwl_status clpwl_context_execution(clpwl_context *context, clpwl_storage storage,
                                               clpwl_execution *out);

#ifdef __cplusplus
}
#endif
#endif
