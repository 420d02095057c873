/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Memory of devices: images of nodal values, buffers. */
#ifndef CLPWL__IMAGE_H
#define CLPWL__IMAGE_H

#include "cl/device/context.h"

/* The image format of a storage with one or four channels. OpenCL has none of bfloat16: its type is 0,
 * which no device lists. */
cl_image_format clpwl__image_format(clpwl_storage storage, int channels);
/* Makes a width x height image of the texels (channels floats or codes each); height 0:
 * a 1D image. */
clpwl_status clpwl__image_create(cl_mem *out, clpwl_context *context, clpwl_storage storage,
                                 int channels, size_t width, size_t height, const void *texels);
/* Makes a buffer. from: NULL, or what is copied to it, or its memory by CL_MEM_USE_HOST_PTR. */
clpwl_status clpwl__buffer_create(cl_mem *out, clpwl_context *context, cl_mem_flags flags,
                                  const void *from, size_t bytes);

#endif
