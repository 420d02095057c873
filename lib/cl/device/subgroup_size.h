/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lanes of sub-groups: whether they exchange registers, and how many there are. */
#ifndef CLPWL__SUBGROUP_SIZE_H
#define CLPWL__SUBGROUP_SIZE_H

#include "cl/device/context.h"

typedef enum clpwl__lanes {
    CLPWL__LANES_UNKNOWN, /* not probed */
    CLPWL__LANES_NONE,
    CLPWL__LANES_EXTENSION, /* cl_khr_subgroup_shuffle */
    CLPWL__LANES_PTX        /* the instructions of NVIDIA's devices, whose OpenCL lacks the extension */
} clpwl__lanes;

/* How lanes exchange registers (kernels/lanes.cl). The first call for a device of NVIDIA's compiles and
 * runs a probe; where that fails there are none. CLPWL_ERR_MEMORY. */
clpwl_status clpwl__context_lanes(clpwl__lanes *out, clpwl_context *context);

/* The most lanes of a sub-group where the kernel runs in work-groups of `group` items. */
clpwl_status clpwl__kernel_lanes(size_t *lanes, clpwl_context *context, cl_kernel kernel,
                                 size_t group);

#endif
