/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cl/device/image.h"

cl_image_format clpwl__image_format(clpwl_storage storage, int channels)
{
    static const cl_channel_type types[] = {[CLPWL_STORAGE_FLOAT32] = CL_FLOAT,
                                            [CLPWL_STORAGE_HALF] = CL_HALF_FLOAT,
                                            [CLPWL_STORAGE_UNORM16] = CL_UNORM_INT16,
                                            [CLPWL_STORAGE_UNORM8] = CL_UNORM_INT8,
                                            [CLPWL_STORAGE_BFLOAT16] = 0};
    return (cl_image_format){channels == 1 ? CL_R : CL_RGBA, types[storage]};
}

clpwl_status clpwl__image_create(cl_mem *out, clpwl_context *c, clpwl_storage storage,
                                 int channels, size_t width, size_t height, const void *texels)
{
    clpwl_status status = CLPWL_OK;
    cl_int code;
    cl_image_format format = clpwl__image_format(storage, channels);
    cl_image_desc desc = {.image_type = height ? CL_MEM_OBJECT_IMAGE2D : CL_MEM_OBJECT_IMAGE1D,
                          .image_width = width,
                          .image_height = height};
    *out = clCreateImage(c->context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, &format, &desc,
                         (void *)(uintptr_t)texels, &code);
    CHECK_CL(code, "clCreateImage");
done:
    return status;
}

clpwl_status clpwl__buffer_create(cl_mem *out, clpwl_context *c, cl_mem_flags flags,
                                  const void *from, size_t bytes)
{
    clpwl_status status = CLPWL_OK;
    cl_int code;
    if (from && !(flags & CL_MEM_USE_HOST_PTR))
        flags |= CL_MEM_COPY_HOST_PTR;
    *out = clCreateBuffer(c->context, flags, bytes, (void *)(uintptr_t)from, &code);
    CHECK_CL(code, "clCreateBuffer");
done:
    return status;
}
