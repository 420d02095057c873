/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How many lanes a sub-group of a kernel has. */
#include "cl/device/subgroup_size.h"
#include <CL/cl_ext.h>

/* What cl_ext.h of 2022 calls so; the core's function of OpenCL 2.1 has the same form. */
typedef cl_int CL_API_CALL sub_group_info(cl_kernel, cl_device_id, cl_uint, size_t, const void *,
                                          size_t, void *, size_t *);

/* Not linked: loaders of OpenCL 1.2 lack it, and most devices have no use for it. */
static sub_group_info *find(const clpwl_context *c)
{
    static const char *const names[] = {"clGetKernelSubGroupInfoKHR", "clGetKernelSubGroupInfo"};
    sub_group_info *found = NULL;
    for (size_t i = 0; i < sizeof names / sizeof *names && !found; i++) {
        void *address = clGetExtensionFunctionAddressForPlatform(c->device.platform, names[i]);
        memcpy(&found, &address, sizeof found);
    }
    return found;
}

clpwl_status clpwl__kernel_lanes(size_t *lanes, const clpwl_context *c, cl_kernel kernel,
                                 size_t group)
{
    clpwl_status status = CLPWL_OK;
    sub_group_info *get_info = find(c);
    *lanes = 0;
    CHECK(get_info, CLPWL_ERR_UNSUPPORTED,
          "%s does not tell how large its sub-groups are", c->device.info.name);
    CHECK_CL(get_info(kernel, c->device.id, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE_KHR,
                      sizeof group, &group, sizeof *lanes, lanes, NULL),
             "clGetKernelSubGroupInfo");
done:
    return status;
}
