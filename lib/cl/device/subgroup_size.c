/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cl/device/subgroup_size.h"
#include "cl/device/program.h"
#include "cl/embedded.h"

enum { WARP = 32, PROBED = 4 * WARP };

/* y[i] by the kernel of lanes.cl. */
static clpwl_status run_probe(clpwl_context *c, float y[PROBED])
{
    clpwl_status status = CLPWL_OK;
    HELD(cl_kernel) kernel = NULL;
    TRY(clpwl__kernel_get(&kernel, c, clpwl__source_lanes_cl, "-DCLPWL_PTX=1 -DCLPWL_PROBE_LANES",
                          "clpwl_probe_lanes"));
    TRY(clpwl__kernel_read(c, kernel, PROBED, &(size_t){2 * WARP}, y));
done:
    return status;
}

static clpwl_status probe(clpwl__lanes *out, clpwl_context *c)
{
    float y[PROBED] = {0};
    *out = CLPWL__LANES_NONE;
    clpwl_status status = run_probe(c, y);
    if (status == CLPWL_ERR_MEMORY)
        return status;
    for (int i = 0; i < PROBED; i++)
        if (y[i] != (float)(100 + (5 * (i % WARP) + 3) % WARP))
            return CLPWL_OK;
    *out = status == CLPWL_OK ? CLPWL__LANES_PTX : CLPWL__LANES_NONE;
    return CLPWL_OK;
}

clpwl_status clpwl__context_lanes(clpwl__lanes *out, clpwl_context *c)
{
    clpwl_status status = CLPWL_OK;
    const clpwl_device_info *info = &c->device.info;
    pthread_mutex_lock(&c->lock);
    *out = (clpwl__lanes)c->lanes;
    pthread_mutex_unlock(&c->lock);
    if (*out != CLPWL__LANES_UNKNOWN)
        goto done;
    /* The probe runs without the lock, which the program cache takes. */
    *out = info->subgroup_shuffle ? CLPWL__LANES_EXTENSION : CLPWL__LANES_NONE;
    if (!info->subgroup_shuffle && strstr(info->vendor, "NVIDIA"))
        TRY(probe(out, c));
    pthread_mutex_lock(&c->lock);
    c->lanes = (int)*out;
    pthread_mutex_unlock(&c->lock);
done:
    return status;
}

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

clpwl_status clpwl__kernel_lanes(size_t *lanes, clpwl_context *c, cl_kernel kernel, size_t group)
{
    clpwl_status status = CLPWL_OK;
    sub_group_info *get_info = find(c);
    clpwl__lanes kind;
    TRY(clpwl__context_lanes(&kind, c));
    *lanes = kind == CLPWL__LANES_PTX ? WARP : 0;
    if (kind == CLPWL__LANES_PTX)
        goto done;
    CHECK(get_info, CLPWL_ERR_UNSUPPORTED,
          "%s does not tell how large its sub-groups are", c->device.info.name);
    CHECK_CL(get_info(kernel, c->device.id, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE_KHR,
                      sizeof group, &group, sizeof *lanes, lanes, NULL),
             "clGetKernelSubGroupInfo");
done:
    return status;
}
