/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The probe of the image sampler. Texels 0, 1, 0, 1, ... make the value read between
 * two of them the weight that the filter gave the second. Reading a fine ramp of
 * coordinates tells nearest reads from interpolation, and a filter in fixed point from
 * one in fp32: with B fractional bits only 2^B + 1 weights exist.
 */
#include "cl/cl.h"
#include "cl/embedded.h"
#include "host/cache.h"

enum {
    TEXELS = 1024,       /* wide enough that a coordinate has an integer part */
    STEPS = 1 << 14,     /* coordinates between two texels: tells up to 12 bits */
    READS = 2 * STEPS + 2 /* between texels 0 and 1, and between two in the middle */
};

static const double fp32_weight = 0x1p-13; /* coordinates near TEXELS carry 2^-14 */

static void fill_coordinates(float *x)
{
    for (int k = 0; k <= STEPS; k++) {
        x[k] = 0.5f + (float)k / STEPS;
        x[STEPS + 1 + k] = TEXELS / 2 + 0.5f + (float)k / STEPS;
    }
}

/* Runs one kernel of probe.cl over READS coordinates. */
static clpwl_status read_image(clpwl_context *c, const char *kernel_name, cl_mem image,
                               int channels, const float *x, float *y)
{
    clpwl_status status = CLPWL_OK;
    cl_int code;
    cl_program program = NULL;
    cl_kernel kernel = NULL;
    cl_mem in = NULL, out = NULL;
    cl_event computed = NULL;
    const size_t bytes = READS * sizeof(float), items = READS;
    const cl_float4 one = {{1, 0, 0, 0}}, mean = {{0.25f, 0.25f, 0.25f, 0.25f}};
    TRY(clpwl__program_get(&program, c, clpwl__source_probe_cl, ""));
    kernel = clCreateKernel(program, kernel_name, &code);
    CHECK_CL(code, "clCreateKernel");
    in = clCreateBuffer(c->context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, bytes,
                        (void *)(uintptr_t)x, &code);
    CHECK_CL(code, "clCreateBuffer");
    out = clCreateBuffer(c->context, CL_MEM_WRITE_ONLY, bytes, NULL, &code);
    CHECK_CL(code, "clCreateBuffer");
    TRY_CL(clSetKernelArg, (kernel, 0, sizeof image, &image));
    TRY_CL(clSetKernelArg, (kernel, 1, sizeof in, &in));
    TRY_CL(clSetKernelArg, (kernel, 2, sizeof out, &out));
    TRY_CL(clSetKernelArg, (kernel, 3, sizeof one, channels == 1 ? &one : &mean));
    TRY_CL(clEnqueueNDRangeKernel,
           (c->queue, kernel, 1, NULL, &items, NULL, 0, NULL, &computed));
    TRY_CL(clEnqueueReadBuffer, (c->queue, out, CL_TRUE, 0, bytes, y, 1, &computed, NULL));
done:
    if (status != CLPWL_OK)
        clFinish(c->queue); /* nothing queued may outlive what it uses */
    if (computed)
        clReleaseEvent(computed);
    if (out)
        clReleaseMemObject(out);
    if (in)
        clReleaseMemObject(in);
    if (kernel)
        clReleaseKernel(kernel);
    if (program)
        clReleaseProgram(program);
    return status;
}

/* Nearest reads give the texel itself, whatever filter bits there are. */
static int nearest_is_right(const float *x, const float *y)
{
    for (int i = 0; i < READS; i++)
        if (y[i] != (float)((int)x[i] % 2))
            return 0;
    return 1;
}

/* How far the weights are from those asked for, and how many values they take between
 * the first two texels; they ascend there. */
static void judge(const float *x, const float *y, clpwl_sampler_info *out)
{
    int levels = 1;
    out->weight_error = 0;
    for (int i = 0; i < READS; i++) {
        double t = x[i] - 0.5 - floor(x[i] - 0.5);
        double asked = (int)floor(x[i] - 0.5) % 2 ? 1 - t : t;
        double error = fabs(y[i] - asked);
        /* A NaN is no weight at all. */
        out->weight_error = error <= out->weight_error ? out->weight_error
                            : error < 1                ? error
                                                       : 1;
        levels += i > 0 && i <= STEPS && y[i] != y[i - 1];
    }
    out->linear = out->weight_error < 0.25; /* nearest reads are off by 0.5 */
    out->weight_bits = 0;
    if (out->linear && out->weight_error > fp32_weight)
        out->weight_bits = (unsigned)lround(log2(levels > 2 ? levels - 1 : 2));
    else if (out->linear)
        out->weight_error = 0; /* what is left is the coordinate's own rounding */
}

static clpwl_status probe_format(clpwl_context *c, int channels, const float *x, float *y,
                                 clpwl_sampler_info *out)
{
    clpwl_status status = CLPWL_OK;
    cl_mem image = NULL;
    float texels[TEXELS * 4] = {0};
    clpwl_sampler_info seen = {0};
    for (int i = 0; i < TEXELS * channels; i++)
        texels[i] = (float)(i / channels % 2);
    /* A device that refuses a format refuses it here; that is its answer. */
    if (clpwl__image_create(&image, c, channels, TEXELS, 0, texels) != CLPWL_OK)
        goto done;
    TRY(read_image(c, "clpwl_probe_nearest", image, channels, x, y));
    if (!nearest_is_right(x, y))
        goto done;
    seen.channels = channels;
    out->vectors |= channels == 4;
    seen.vectors = out->vectors;
    TRY(read_image(c, "clpwl_probe_linear", image, channels, x, y));
    judge(x, y, &seen);
    if (seen.linear > out->linear || out->channels == 0)
        *out = seen; /* of two that work alike the smaller texel is taken */
done:
    if (image)
        clReleaseMemObject(image);
    return status;
}

static clpwl_status probe(clpwl_context *c, clpwl_sampler_info *out)
{
    clpwl_status status = CLPWL_OK;
    float *x = clpwl__alloc(READS, sizeof *x), *y = clpwl__alloc(READS, sizeof *y);
    memset(out, 0, sizeof *out);
    CHECK_MEMORY(x);
    CHECK_MEMORY(y);
    fill_coordinates(x);
    for (int channels = 1; channels <= 4 && c->info.images; channels += 3)
        TRY(probe_format(c, channels, x, y, out));
done:
    clpwl__free(x);
    clpwl__free(y);
    return status;
}

/* From the cache, or by the probe. A number out of its range is another version's. */
static clpwl_status recall_or_probe(clpwl_context *c, clpwl_sampler_info *out)
{
    clpwl_status status = CLPWL_OK;
    enum { CHANNELS, LINEAR, BITS, VECTORS, ERROR, NUMBERS };
    double n[NUMBERS];
    char identity[CLPWL__IDENTITY];
    clpwl__context_identity(c, identity);
    if (clpwl__cache_read(identity, "sampler", n, NUMBERS) == NUMBERS && n[BITS] >= 0 &&
        n[BITS] <= 24 && (n[CHANNELS] == 0 || n[CHANNELS] == 1 || n[CHANNELS] == 4)) {
        *out = (clpwl_sampler_info){(int)n[CHANNELS], n[LINEAR] != 0, (unsigned)n[BITS],
                                    n[VECTORS] != 0, n[ERROR]};
        goto done;
    }
    TRY(probe(c, out));
    n[CHANNELS] = out->channels;
    n[LINEAR] = out->linear;
    n[BITS] = out->weight_bits;
    n[VECTORS] = out->vectors;
    n[ERROR] = out->weight_error;
    clpwl__cache_write(identity, "sampler", n, NUMBERS);
done:
    return status;
}

clpwl_status clpwl_context_sampler(clpwl_context *c, clpwl_sampler_info *out)
{
    clpwl_status status = CLPWL_OK;
    int probed;
    CHECK(c && out, CLPWL_ERR_ARGUMENT, "clpwl_context_sampler: an argument is NULL");
    TRY(clpwl__context_check(c));
    pthread_mutex_lock(&c->lock);
    probed = c->probed;
    *out = c->sampler;
    pthread_mutex_unlock(&c->lock);
    if (probed)
        goto done;
    /* Not under the lock, which the program cache takes. Two threads that come here at
     * once measure the same. */
    TRY(recall_or_probe(c, out));
    pthread_mutex_lock(&c->lock);
    c->sampler = *out;
    c->probed = 1;
    pthread_mutex_unlock(&c->lock);
done:
    return status;
}
