/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cl/cl.h"

cl_image_format clpwl__image_format(int channels)
{
    cl_image_format format = {channels == 1 ? CL_R : CL_RGBA, CL_FLOAT};
    return format;
}

clpwl_status clpwl__image_create(cl_mem *out, clpwl_context *c, int channels, size_t width,
                                 size_t height, const float *texels)
{
    clpwl_status status = CLPWL_OK;
    cl_int code;
    cl_image_format format = clpwl__image_format(channels);
    cl_image_desc desc = {.image_type = height ? CL_MEM_OBJECT_IMAGE2D : CL_MEM_OBJECT_IMAGE1D,
                          .image_width = width,
                          .image_height = height};
    *out = clCreateImage(c->context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, &format, &desc,
                         (void *)(uintptr_t)texels, &code);
    CHECK_CL(code, "clCreateImage");
done:
    return status;
}
