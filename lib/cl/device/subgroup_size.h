/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sizes of sub-groups. */
#ifndef CLPWL__SUBGROUP_SIZE_H
#define CLPWL__SUBGROUP_SIZE_H

#include "cl/device/context.h"

/* The most lanes of a sub-group where the kernel runs in work-groups of `group` items. */
clpwl_status clpwl__kernel_lanes(size_t *lanes, const clpwl_context *context, cl_kernel kernel,
                                 size_t group);

#endif
