/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The devices of all platforms. */
#ifndef CLPWL__DEVICES_H
#define CLPWL__DEVICES_H

#include "base/internal.h"
#include "clpwl_cl.h"

/* A device with its OpenCL objects. */
typedef struct clpwl__device {
    cl_platform_id platform;
    cl_device_id id;
    clpwl_device_info info;
} clpwl__device;

/* Reads everything about one device. CLPWL_ERR_OPENCL, CLPWL_ERR_MEMORY. */
clpwl_status clpwl__device_read(clpwl__device *out, cl_platform_id platform, cl_device_id id);
/* The device that the text names (clpwl_context_options.device); NULL: the best one. */
clpwl_status clpwl__device_choose(clpwl__device *out, const char *text);

#endif
