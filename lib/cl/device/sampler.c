/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The probe of the image sampler. The texels are 0, 1, 0, 1, ...: the value read between two of
 * them is the weight of the second one. A fine ramp of coordinates distinguishes nearest reads
 * from interpolation, and a filter in fixed point from one in fp32: with B fractional bits only
 * 2^B + 1 weights exist. Between texels that are nearly equal the weight hardly matters: they
 * show whether the filter's result has the few bits of the texels. Just above 1 the neighbouring halves
 * are furthest apart for their size. A format that a device lists is
 * tested; a format that it does not list is not tried.
 */
#include <stdio.h>
#include "cl/device/context.h"
#include "cl/device/image.h"
#include "cl/device/program.h"
#include "cl/embedded.h"
#include "base/cache.h"
#include "base/door.h"

enum {
    PROBE_VERSION = 4,   /* part of the key on disk: raise it when the probe changes */
    TEXELS = 1024,       /* wide enough that a coordinate has an integer part */
    STEPS = 1 << 14,     /* coordinates between two texels: enough for 12 bits */
    READS = 2 * STEPS + 2, /* between texels 0 and 1, and between two in the middle */
    MOST_FORMATS = 512
};

/* Coordinates are exact here, so that the weight of a filter in fp32 is: it was on four drivers. Values
 * (1 - w) T0 + w T1 carry four roundings of a number up to 1; two were seen. */
static const double fp32_weight = 0x1p-24;
static const double fp32_value = 0x1p-22;

/* One probe. */
typedef struct probing {
    clpwl_context *c;
    clpwl_storage storage;
    int unsure; /* 1: an image could not be made */
    float *x, *y;
} probing;

static void fill_coordinates(float *x)
{
    for (int k = 0; k <= STEPS; k++) {
        x[k] = 0.5f + (float)k / STEPS;
        x[STEPS + 1 + k] = TEXELS / 2 + 0.5f + (float)k / STEPS;
    }
}

/* Runs one kernel of probe.cl over READS coordinates. */
static clpwl_status read_image(const probing *p, const char *kernel_name, cl_mem image,
                               int channels)
{
    clpwl_status status = CLPWL_OK;
    HELD(cl_kernel) kernel = NULL;
    HELD(cl_mem) in = NULL;
    const cl_float4 one = {{1, 0, 0, 0}}, mean = {{0.25f, 0.25f, 0.25f, 0.25f}};
    TRY(clpwl__kernel_get(&kernel, p->c, clpwl__source_probe_cl, "", kernel_name));
    TRY(clpwl__buffer_create(&in, p->c, CL_MEM_READ_ONLY, p->x, READS * sizeof *p->x));
    SET_ARG(kernel, 1, image);
    SET_ARG(kernel, 2, in);
    TRY_CL(clSetKernelArg, (kernel, 3, sizeof one, channels == 1 ? &one : &mean));
    TRY(clpwl__kernel_read(p->c, kernel, READS, NULL, p->y));
done:
    return status;
}

/* Whether nearest reads give the texels themselves. */
static int nearest_is_right(const probing *p, double even, double odd)
{
    for (int i = 0; i < READS; i++) {
        double texel = (int)p->x[i] % 2 ? odd : even;
        /* OpenCL allows 1.5 ulp for a code; 0 and 1 must be exact. */
        if (!(fabs(p->y[i] - texel) <= (texel == 0 || texel == 1 ? 0 : fp32_value)))
            return 0;
    }
    return 1;
}

/* The weight of the odd texel at coordinate i, in exact arithmetic. */
static double weight_asked(const probing *p, int i)
{
    double t = p->x[i] - 0.5 - floor(p->x[i] - 0.5);
    return (int)floor(p->x[i] - 0.5) % 2 ? 1 - t : t;
}

/* The larger error; NaN, and an error above 1, count as 1. */
static double worse(double error, double worst)
{
    return error <= worst ? worst : error < 1 ? error : 1;
}

/* Finds the error of the weights, and how many values they take between the first two texels,
 * where they ascend. */
static void judge_weights(const probing *p, clpwl_sampler_info *out)
{
    int levels = 1;
    out->weight_error = 0;
    for (int i = 0; i < READS; i++) {
        out->weight_error = worse(fabs(p->y[i] - weight_asked(p, i)), out->weight_error);
        levels += i > 0 && i <= STEPS && p->y[i] != p->y[i - 1];
    }
    out->linear = out->weight_error < 0.25; /* nearest reads are off by 0.5 */
    out->weight_bits = 0;
    if (out->linear && out->weight_error > fp32_weight)
        out->weight_bits = (unsigned)lround(log2(levels > 2 ? levels - 1 : 2));
    else if (out->linear)
        out->weight_error = 0; /* such an error is that of the values */
}

/* Finds the error of values between 1 and 1 + gap, less the part that the weights cause. */
static void judge_values(const probing *p, double gap, clpwl_sampler_info *out)
{
    double worst = 0;
    for (int i = 0; i < READS; i++)
        worst = worse(fabs(p->y[i] - (1 + gap * weight_asked(p, i))), worst);
    worst -= fabs(gap) * out->weight_error;
    out->value_error = worst <= fp32_value ? 0 : worst;
}

/* An image of two alternating texels; NULL if it cannot be made. */
static cl_mem make_ramp(probing *p, int channels, double even, double odd)
{
    const double values[] = {0, 1}, pair[] = {even, odd};
    clpwl__coding coding = clpwl__coding_of(p->storage, values, 2);
    cl_mem image = NULL;
    char texels[TEXELS * 4 * sizeof(float)] = {0};
    size_t size = clpwl__storage_bytes(p->storage);
    if (p->storage == CLPWL_STORAGE_HALF)
        coding.gain = 1;
    for (int i = 0; i < TEXELS * channels; i++)
        clpwl__put_number(&coding, pair[i / channels % 2], texels + (size_t)i * size);
    if (clpwl__image_create(&image, p->c, p->storage, channels, TEXELS, 0, texels) != CLPWL_OK)
        p->unsure = 1;
    return image;
}

/* Reads the texels 0 and 1, then 1 and its neighbour in the storage. After a wrong read `out`
 * is unchanged. */
static clpwl_status probe_ramps(probing *p, int channels, cl_mem ramp, cl_mem flat, double gap,
                                clpwl_sampler_info *out)
{
    clpwl_status status = CLPWL_OK;
    clpwl_sampler_info seen = {.channels = channels};
    TRY(read_image(p, "clpwl_probe_nearest", ramp, channels));
    if (!nearest_is_right(p, 0, 1))
        goto done;
    TRY(read_image(p, "clpwl_probe_nearest", flat, channels));
    if (!nearest_is_right(p, 1, 1 + gap))
        goto done;
    out->vectors |= channels == 4;
    seen.vectors = out->vectors;
    TRY(read_image(p, "clpwl_probe_linear", ramp, channels));
    judge_weights(p, &seen);
    TRY(read_image(p, "clpwl_probe_linear", flat, channels));
    judge_values(p, gap, &seen);
    if (seen.linear > out->linear || out->channels == 0)
        *out = seen; /* of two formats that work alike the first has the smaller texel */
done:
    return status;
}

static clpwl_status probe_format(probing *p, int channels, clpwl_sampler_info *out)
{
    static const double gaps[] = {[CLPWL_STORAGE_FLOAT32] = 0x1p-10,
                                  [CLPWL_STORAGE_HALF] = 0x1p-10,
                                  [CLPWL_STORAGE_UNORM16] = -1 / 65535.0,
                                  [CLPWL_STORAGE_UNORM8] = -1 / 255.0};
    clpwl_status status = CLPWL_OK;
    double gap = gaps[p->storage];
    HELD(cl_mem) ramp = make_ramp(p, channels, 0, 1);
    HELD(cl_mem) flat = make_ramp(p, channels, 1, 1 + gap);
    if (ramp && flat)
        TRY(probe_ramps(p, channels, ramp, flat, gap, out));
done:
    return status;
}

/* Whether the device lists 1D images of a format. */
static clpwl_status is_listed(const probing *p, int channels, int *listed)
{
    clpwl_status status = CLPWL_OK;
    cl_image_format wanted = clpwl__image_format(p->storage, channels), all[MOST_FORMATS];
    cl_uint count = 0;
    *listed = 0;
    TRY_CL(clGetSupportedImageFormats, (p->c->context, CL_MEM_READ_ONLY, CL_MEM_OBJECT_IMAGE1D,
                                        MOST_FORMATS, all, &count));
    for (cl_uint i = 0; i < count && i < MOST_FORMATS; i++)
        *listed |= all[i].image_channel_order == wanted.image_channel_order &&
                   all[i].image_channel_data_type == wanted.image_channel_data_type;
done:
    return status;
}

static clpwl_status probe(probing *p, clpwl_sampler_info *out)
{
    clpwl_status status = CLPWL_OK;
    int listed;
    memset(out, 0, sizeof *out);
    p->x = clpwl__alloc(READS, sizeof *p->x);
    CHECK_MEMORY(p->x);
    p->y = clpwl__alloc(READS, sizeof *p->y);
    CHECK_MEMORY(p->y);
    fill_coordinates(p->x);
    for (int channels = 1; channels <= 4 && p->c->device.info.images; channels += 3) {
        TRY(is_listed(p, channels, &listed));
        if (listed)
            TRY(probe_format(p, channels, out));
    }
done:
    clpwl__free(p->x);
    clpwl__free(p->y);
    return status;
}

/* From the cache, or by the probe. Numbers out of their ranges are ignored. A result is not kept
 * if an image could not be made: that may be possible another time. */
static clpwl_status recall_or_probe(probing *p, clpwl_sampler_info *out)
{
    clpwl_status status = CLPWL_OK;
    enum { CHANNELS, LINEAR, BITS, VECTORS, WEIGHT, VALUE, NUMBERS };
    double n[NUMBERS];
    char identity[CLPWL__IDENTITY], key[40];
    clpwl__context_identity(p->c, identity);
    snprintf(key, sizeof key, "sampler-%d:%s", PROBE_VERSION, clpwl_storage_name(p->storage));
    if (clpwl__cache_read(p->c->cache, identity, key, n, NUMBERS) == NUMBERS && n[BITS] >= 0 &&
        n[BITS] <= 24 && (n[CHANNELS] == 0 || n[CHANNELS] == 1 || n[CHANNELS] == 4)) {
        *out = (clpwl_sampler_info){(int)n[CHANNELS],   n[LINEAR] != 0, (unsigned)n[BITS],
                                    n[VECTORS] != 0, n[WEIGHT],      n[VALUE]};
        goto done;
    }
    TRY(probe(p, out));
    n[CHANNELS] = out->channels;
    n[LINEAR] = out->linear;
    n[BITS] = out->weight_bits;
    n[VECTORS] = out->vectors;
    n[WEIGHT] = out->weight_error;
    n[VALUE] = out->value_error;
    if (!p->unsure)
        clpwl__cache_write(p->c->cache, identity, key, n, NUMBERS);
done:
    return status;
}

clpwl_status clpwl_context_sampler(clpwl_context *c, clpwl_storage storage, clpwl_sampler_info *out)
{
    CLPWL__DOOR;
    clpwl_status status = CLPWL_OK;
    probing p = {.c = c, .storage = storage};
    int probed;
    CHECK(c && out, CLPWL_ERR_ARGUMENT, "clpwl_context_sampler: an argument is NULL");
    CHECK(clpwl__is_storage(storage), CLPWL_ERR_ARGUMENT,
          "clpwl_context_sampler: unknown storage %d; expected " CLPWL__STORAGE_NAMES,
          (int)storage);
    TRY(clpwl__context_check(c));
    pthread_mutex_lock(&c->lock);
    probed = c->probed[storage];
    *out = c->sampler[storage];
    pthread_mutex_unlock(&c->lock);
    if (probed)
        goto done;
    /* The probe runs without the lock, which the program cache takes. Two threads that probe at
     * once measure the same. */
    TRY(recall_or_probe(&p, out));
    pthread_mutex_lock(&c->lock);
    c->sampler[storage] = *out;
    c->probed[storage] = !p.unsure;
    pthread_mutex_unlock(&c->lock);
done:
    return status;
}

clpwl_status clpwl_context_execution(clpwl_context *c, clpwl_storage storage, clpwl_execution *out)
{
    CLPWL__DOOR;
    clpwl_status status = CLPWL_OK;
    clpwl_sampler_info sampler;
    clpwl_execution how = CLPWL_EXECUTION_INIT;
    CHECK(c && out, CLPWL_ERR_ARGUMENT, "clpwl_context_execution: %s is NULL",
          c ? "out" : "context");
    TRY(clpwl_context_sampler(c, storage, &sampler));
    CHECK(sampler.linear, CLPWL_ERR_UNSUPPORTED,
          "%s does not interpolate %s images: use image-manual or buffer there",
          c->device.info.name, clpwl_storage_name(storage));
    how.from_image = 1;
    how.storage = storage;
    how.weight_bits = sampler.weight_bits;
    how.weight_error = sampler.weight_error;
    how.value_error = sampler.value_error + fp32_value;
    *out = how;
done:
    return status;
}
