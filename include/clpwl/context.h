/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Devices and contexts. A clpwl_context is one OpenCL device with an OpenCL context, an
 * in-order queue, the measured properties of its image sampler, and a cache of the programs
 * that were built for it. <clpwl_cl.h> has the functions that take or return OpenCL objects.
 *
 * Threads: clpwl_devices keeps no state. Threads may share a clpwl_context: a lock guards the
 * program cache, and everything else is immutable.
 *
 * fork(): OpenCL does not survive it. Once a process has used OpenCL through this library, its
 * children get CLPWL_ERR_UNSUPPORTED; some drivers would hang there. A child may free the
 * objects that it inherited; the parent's objects are not affected. Fork before the first use
 * of OpenCL, or exec.
 *
 * Core: clpwl_context_create, clpwl_context_free; the rest is advanced (doc/abi.md).
 */
#ifndef CLPWL_CONTEXT_H
#define CLPWL_CONTEXT_H

#include <stddef.h>
#include <stdint.h>
#include "clpwl/execution.h"
#include "clpwl/types.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct clpwl_context clpwl_context;

/* The kind of a device. */
typedef enum clpwl_device_kind {
    CLPWL_DEVICE_CPU,
    CLPWL_DEVICE_GPU,
    CLPWL_DEVICE_ACCELERATOR,
    CLPWL_DEVICE_OTHER
} clpwl_device_kind;

/* The properties that a device reports. Texts are cut to their arrays. */
typedef struct clpwl_device_info {
    clpwl_device_kind kind;
    char platform[128], name[128], vendor[128], driver[128], version[128];
    unsigned compute_units;
    uint64_t global_memory, max_allocation, local_memory, constant_buffer; /* bytes */
    size_t max_work_group;            /* work-items */
    int images;                       /* 0: no image support */
    size_t image_width, image_height; /* texels, 2D; the width is a 1D image's too */
    int fp64, subgroup_shuffle, native_kernels; /* 0 or 1 */
    int unified_memory;               /* 1: the device works in the host's memory */
    int usable;                       /* 1: available, compiles OpenCL C, version 1.2 or later */
} clpwl_device_info;

/*
 * Lists every device of every platform. Platforms without devices are normal and are skipped,
 * and so are platforms that fail, if any other works. No context is made.
 *   out    set to *count rows; the caller frees them with clpwl_free. NULL: there are none,
 *          which is not an error.
 * CLPWL_ERR_MEMORY, CLPWL_ERR_OPENCL.
 */
CLPWL_CHECKED clpwl_status clpwl_devices(clpwl_device_info **out, size_t *count);

/* Begin with CLPWL_CONTEXT_INIT. */
typedef struct clpwl_context_options {
    size_t size;        /* sizeof(clpwl_context_options) */
    const char *device; /* the index in clpwl_devices ("0"), "cpu" or "gpu" for the first of that
                           kind, or a part of "platform: name", in any case; NULL: $CLPWL_DEVICE,
                           or the best device (usable first; then GPU, accelerator, CPU; then
                           compute units) */
    const char *cache;  /* the folder that keeps measurements of devices and methods; NULL:
                           $XDG_CACHE_HOME/clpwl or ~/.cache/clpwl; "": nothing is kept or
                           read */
} clpwl_context_options;

#define CLPWL_CONTEXT_INIT CLPWL_SIZED(clpwl_context_options)

/*
 * Makes a context on a device. clpwl_context_wrap (<clpwl_cl.h>) makes one around OpenCL
 * objects of the caller.
 *   out      set to the new context, which the caller frees; NULL after a failure
 *   options  NULL: the defaults above
 * CLPWL_ERR_NO_DEVICE (the message lists the devices), CLPWL_ERR_OPENCL, CLPWL_ERR_MEMORY.
 */
CLPWL_CHECKED clpwl_status clpwl_context_create(clpwl_context **out,
                                                const clpwl_context_options *options);

/* Waits for the queue's work, then frees the context. Evaluators keep their context alive: it
 * is freed with the last of them. NULL is allowed. */
CLPWL_API void clpwl_context_free(clpwl_context *context);

/* The properties that the context's device reports; borrowed. */
CLPWL_API const clpwl_device_info *clpwl_context_info(const clpwl_context *context);

/* The measured properties of a device's image reads, for one storage. */
typedef struct clpwl_sampler_info {
    int channels;         /* of the image format in use: 1 (CL_R), 4 (CL_RGBA); 0: none works */
    int linear;           /* 1: CLK_FILTER_LINEAR interpolates */
    unsigned weight_bits; /* fractional bits B of the filter's weight; 0: full fp32 */
    int vectors;          /* 1: CL_RGBA works, so that four tables can share an image */
    double weight_error;  /* largest |weight read - exact weight| seen, 0 to 1 */
    double value_error;   /* largest relative error between two texels near 1 that are nearly equal,
                             where the weight has no influence; 0: that of fp32 */
} clpwl_sampler_info;

/*
 * Measures the sampler. Known ramps are read through every candidate format, at points that
 * distinguish interpolation from nearest reads; the bits of the weight are counted, and the
 * results compared with fp32. This happens once for a context and a storage, and is kept on
 * disk by device and driver. It is repeated if creating an image of a listed format failed.
 *   storage  of the texels; not CLPWL_STORAGE_DEFAULT nor CLPWL_STORAGE_ANY. No image has
 *            CLPWL_STORAGE_BFLOAT16.
 *   out      written. A device without usable images has channels 0 and linear 0, which is not
 *            an error.
 * Blocks. CLPWL_ERR_ARGUMENT, CLPWL_ERR_OPENCL, CLPWL_ERR_BUILD, CLPWL_ERR_MEMORY.
 */
CLPWL_CHECKED clpwl_status clpwl_context_sampler(clpwl_context *context, clpwl_storage storage,
                                                 clpwl_sampler_info *out);

/*
 * How the device's linear filter executes tables with a storage, as measured by
 * clpwl_context_sampler: for clpwl_table_executed_error, and for designs that meet their
 * target by the method image-linear on this device. A full fp32 filter gives nearly
 * CLPWL_EXECUTION_INIT.
 * CLPWL_ERR_UNSUPPORTED (the device does not interpolate such images), and the codes of
 * clpwl_context_sampler.
 */
CLPWL_CHECKED clpwl_status clpwl_context_execution(clpwl_context *context, clpwl_storage storage,
                                                   clpwl_execution *out);

#ifdef __cplusplus
}
#endif
#endif
