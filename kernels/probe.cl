/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads of the samplers: y[i] = the image at x[i], the sum of its channels weighted by part. */
kernel void clpwl_probe_linear(global float *y, read_only image1d_t image, global const float *x,
                               float4 part)
{
    size_t i = get_global_id(0);
    y[i] = dot(read_imagef(image, clpwl_sampler_linear, x[i]), part);
}

kernel void clpwl_probe_nearest(global float *y, read_only image1d_t image, global const float *x,
                                float4 part)
{
    size_t i = get_global_id(0);
    y[i] = dot(read_imagef(image, clpwl_sampler_nearest, (int)x[i]), part);
}
