/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Kernel densities: for each pixel the sum over a window of samples of weight times
 * Gaussian, over the sum of weights. All the Gaussians of the application are here.
 *
 * The loops' bounds are the same for all pixels and there is no branch inside, so that
 * compilers for CPUs can make vectors of neighbouring pixels.
 */
#ifndef PER_AXIS
#define PER_AXIS 0
#endif
#ifndef TABLE_END
#define EXP exp
#define TABLE_END 0
#endif
#ifndef RADIUS
#define RADIUS 1
#endif
#ifndef FG_RADIUS
#define FG_RADIUS 2
#endif

#if TABLE_END
#define ALSO_TABLE , CLPWL_TABLE(gauss)
#define ALSO_HANDLE , CLPWL_HANDLE(gauss)
#define ALSO_PASS , CLPWL_PASS(gauss)
#define BEGIN CLPWL_BEGIN(gauss)
#else
#define ALSO_TABLE
#define ALSO_HANDLE
#define ALSO_PASS
#define BEGIN
#endif

/* Emulates a linear filter whose weight has WEIGHT_BITS fractional bits: its argument
 * is rounded to that many steps a segment. */
#ifndef WEIGHT_BITS
#define WEIGHT_BITS 0
#define TABLE_SCALE 1.0f
#endif
#if WEIGHT_BITS
#define COARSE (TABLE_SCALE * (float)(1 << WEIGHT_BITS))
#define ARGUMENT(x) (floor((x) * COARSE + 0.5f) / COARSE)
#else
#define ARGUMENT(x) (x)
#endif

/* exp(-|u|^2 / 2) */
static inline float gaussian(float3 u ALSO_HANDLE)
{
#if TABLE_END && PER_AXIS
    return gauss(ARGUMENT(fabs(u.x))) * gauss(ARGUMENT(fabs(u.y))) * gauss(ARGUMENT(fabs(u.z)));
#elif TABLE_END
    return gauss(ARGUMENT(u.x * u.x + u.y * u.y + u.z * u.z));
#elif PER_AXIS
    return EXP(-0.5f * (u.x * u.x)) * EXP(-0.5f * (u.y * u.y)) * EXP(-0.5f * (u.z * u.z));
#else
    return EXP(-0.5f * (u.x * u.x + u.y * u.y + u.z * u.z));
#endif
}

/* (2 pi)^(-3/2) */
#define NORMAL 0.0634936359f

/* p(x | background): the samples weigh alike, but for those not yet taken. */
kernel void background(global const uint *restrict samples, const int count,
                       global const uint *restrict now, global const float4 *restrict inverse,
                       constant float *restrict spatial, global float *restrict density ALSO_TABLE)
{
    BEGIN;
    const int x = get_global_id(0), at = place(x, get_global_id(1));
    const float3 c = colour(now[at]), k = inverse[at].xyz;
    float sum = 0.0f, weights = 0.0f;
    for (int dy = -RADIUS; dy <= RADIUS; dy++)
        for (int dx = -RADIUS; dx <= RADIUS; dx++) {
            const float s = spatial[(dy + RADIUS) * (2 * RADIUS + 1) + dx + RADIUS];
            for (int i = 0; i < count; i++) {
                uint r = samples[i * PLANE + at + dy * PITCH + dx];
                float w = s * weight(r);
                weights += w;
                sum += w * gaussian((c - colour(r)) * k ALSO_PASS);
            }
        }
    if (x < WIDTH)
        density[at] = sum * (k.x * k.y * k.z * NORMAL) / fmax(weights, 1e-30f);
}

/*
 * p(x | foreground): the samples of the last frames weigh what their posterior gave
 * them. The kernel's share of the mixture with the uniform density is (1 - uniform)
 * times the mean weight: where there was hardly any foreground, there is hardly any
 * sample to speak for it.
 */
kernel void foreground(global const uint *restrict samples, const int count, const float inverse,
                       const float uniform, global const uint *restrict now,
                       constant float *restrict spatial, global float *restrict density ALSO_TABLE)
{
    BEGIN;
    const int x = get_global_id(0), at = place(x, get_global_id(1));
    const float3 c = colour(now[at]);
    float sum = 0.0f, weights = 0.0f, all = 0.0f;
    for (int dy = -FG_RADIUS; dy <= FG_RADIUS; dy++)
        for (int dx = -FG_RADIUS; dx <= FG_RADIUS; dx++) {
            const float s = spatial[(dy + FG_RADIUS) * (2 * FG_RADIUS + 1) + dx + FG_RADIUS];
            for (int i = 0; i < count; i++) {
                uint r = samples[i * PLANE + at + dy * PITCH + dx];
                float w = s * weight(r);
                all += s;
                weights += w;
                sum += w * gaussian((c - colour(r)) * inverse ALSO_PASS);
            }
        }
    float share = (1.0f - uniform) / (255.0f * all);
    if (x < WIDTH)
        density[at] = sum * share * (inverse * inverse * inverse * NORMAL) +
                      (1.0f - weights * share) * (1.0f / 16777216.0f);
}
