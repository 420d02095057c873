/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Kernel densities: for each pixel the sum of weight times Gaussian over a window of samples,
 * divided by the sum of weights. All Gaussians of the application are evaluated here.
 *
 * A work-item processes LANES neighbouring pixels: one on a GPU; on a CPU enough to vectorise the
 * innermost loops, which have no branches. `unroll 1` keeps the compiler from unrolling them
 * before it vectorises.
 */
#ifndef LANES
#define LANES 8
#endif
#if LANES > 1
#define EACH_LANE _Pragma("unroll 1") for (int v = 0; v < LANES; v++)
#else
#define EACH_LANE for (int v = 0; v < 1; v++)
#endif
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
#ifndef PRIOR_RADIUS
#define PRIOR_RADIUS 2
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

/* Emulates a linear filter whose weight has WEIGHT_BITS fractional bits: rounds the argument to
 * 2^WEIGHT_BITS steps a segment. */
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

/*
 * exp(x) for x <= 0, and 2^-126 where that is larger. The exponent's bits take 2^n, a minimax polynomial
 * the rest, on [-1/2, 1/2]; its error is 1.2e-7 (Sollya's fpminimax). Over all x the error is at most 1.6e-7,
 * and 6.1e-7 of exp(x) for x >= -8: t is rounded. A CPU's native_exp has twice the operations.
 */
static inline float polynomial_exp(float x)
{
    float t = x * 1.44269504f;
    t = t < -126.0f ? -126.0f : t;
    float n = t + 0x1.8p23f, r = t - (n - 0x1.8p23f);
    float p = 1.332188025e-3f;
    p = p * r + 9.678089059e-3f;
    p = p * r + 5.550567806e-2f;
    p = p * r + 2.402204126e-1f;
    p = p * r + 6.931470633e-1f;
    p = p * r + 1.000000119f;
    return as_float(as_uint(p) + (as_uint(n) << 23));
}

/* exp(-(a^2 + b^2 + c^2) / 2) */
static inline float gaussian(float a, float b, float c ALSO_HANDLE)
{
#if TABLE_END && PER_AXIS
    return gauss(ARGUMENT(fabs(a))) * gauss(ARGUMENT(fabs(b))) * gauss(ARGUMENT(fabs(c)));
#elif TABLE_END
    return gauss(ARGUMENT(a * a + b * b + c * c));
#elif PER_AXIS
    return EXP(-0.5f * (a * a)) * EXP(-0.5f * (b * b)) * EXP(-0.5f * (c * c));
#else
    return EXP(-0.5f * (a * a + b * b + c * c));
#endif
}

/* (2 pi)^(-3/2) */
#define NORMAL 0.0634936359f

/* The pixels of a work-item: their colours and inverse bandwidths. */
typedef struct lanes {
    float a[LANES], b[LANES], c[LANES], ka[LANES], kb[LANES], kc[LANES];
} lanes;

static inline float channel(uint packed, int i)
{
    return (float)((packed >> (8 * i)) & 255u);
}

/* The Gaussian of the distance of lane v to a sample. */
static inline float distance_gaussian(uint r, const lanes *l, int v ALSO_HANDLE)
{
    return gaussian((l->a[v] - channel(r, 0)) * l->ka[v], (l->b[v] - channel(r, 1)) * l->kb[v],
                    (l->c[v] - channel(r, 2)) * l->kc[v] ALSO_PASS);
}

/* Over the samples of one pixel of each window: the sum of the Gaussians -> near. */
static inline void add_samples(global const uint *from, int count, const lanes *l,
                               float *near ALSO_HANDLE)
{
    EACH_LANE near[v] = 0.0f;
    for (int i = 0; i < count; i++)
        EACH_LANE near[v] += distance_gaussian(from[i * PLANE + v], l, v ALSO_PASS);
}

/* Whether the densities are far above the rivals: what is missing in a sum would change nothing. */
static inline int are_certain(const float *sums, const float *scale, const float *need)
{
    int below = 0;
    EACH_LANE below |= sums[v] * scale[v] < need[v];
    return !below;
}

/*
 * p(x | background), with the bandwidths of the pixel, a plane for each channel. Samples of a pixel
 * have one weight. A sum ends where it makes its pixels certain: it begins with the pixels' own
 * samples. `evaluated` counts the pixels of windows beyond these.
 */
kernel void background(global const uint *restrict samples, const int count,
                       global const uint *restrict now, global const float *restrict inverse,
                       constant float *restrict spatial, global const float *restrict rival,
                       global float *restrict density, global uint *restrict evaluated ALSO_TABLE)
{
    BEGIN;
    enum { SIDE = 2 * RADIUS + 1, ALL = SIDE * SIDE };
    const int x = LANES * (int)get_global_id(0), at = place(x, get_global_id(1));
    float sums[LANES], scale[LANES], need[LANES], near[LANES];
    lanes l;
    EACH_LANE scale[v] = 0.0f;
    for (int k = 0; k < ALL; k++) {
        global const uint *from = samples + at + (k / SIDE - RADIUS) * PITCH + k % SIDE - RADIUS;
        EACH_LANE scale[v] += spatial[k] * channel(from[v], 3) * (float)count;
    }
    EACH_LANE
    {
        uint p = now[at + v];
        l.a[v] = channel(p, 0), l.b[v] = channel(p, 1), l.c[v] = channel(p, 2);
        l.ka[v] = inverse[at + v];
        l.kb[v] = inverse[at + v + PLANE];
        l.kc[v] = inverse[at + v + 2 * PLANE];
        scale[v] = l.ka[v] * l.kb[v] * l.kc[v] * NORMAL / fmax(scale[v], 1e-30f);
        need[v] = CERTAIN * rival[at + v];
        sums[v] = 0.0f;
    }
    int done = 0;
    do {
        const int k = (ALL / 2 + done) % ALL;
        global const uint *from = samples + at + (k / SIDE - RADIUS) * PITCH + k % SIDE - RADIUS;
        add_samples(from, count, &l, near ALSO_PASS);
        EACH_LANE sums[v] += spatial[k] * channel(from[v], 3) * near[v];
        done++;
    } while (done < ALL && !are_certain(sums, scale, need));
    EACH_LANE
    if (x + v < WIDTH)
        density[at + v] = sums[v] * scale[v];
    if (done > 1 && x < WIDTH)
        atomic_add(evaluated, (uint)((done - 1) * min(LANES, WIDTH - x)));
}

/* The windows of neighbouring pixels overlap: two reads at their ends cover them. */
#define STRIDE (FG_RADIUS > 0 && LANES >= 2 * FG_RADIUS ? 2 * FG_RADIUS : 1)

/* Whether a sample in the windows of the work-item's pixels has a weight. */
static inline int has_weight(global const uint *samples, int count, int at)
{
    uint any[LANES], all = 0;
    EACH_LANE any[v] = 0;
    for (int dy = -FG_RADIUS; dy <= FG_RADIUS; dy++)
        for (int i = 0; i < count; i++) {
            global const uint *from = samples + i * PLANE + at + dy * PITCH;
            for (int dx = -FG_RADIUS; dx <= FG_RADIUS; dx += STRIDE)
                EACH_LANE any[v] |= from[dx + v];
        }
    EACH_LANE all |= any[v];
    return all >> 24 != 0;
}

/* The sum of the spatial weights over a window of the samples. */
static inline float sum_window(int count, constant float *spatial)
{
    float all = 0.0f;
    for (int i = 0; i < (2 * FG_RADIUS + 1) * (2 * FG_RADIUS + 1); i++)
        all += spatial[i];
    return all * (float)count;
}

/* Over the samples of a window: adds their weights, and these times their Gaussians. */
static inline void add_window(global const uint *samples, int count, constant float *spatial,
                              const lanes *l, float *sums, float *weights ALSO_HANDLE)
{
    for (int dy = -FG_RADIUS; dy <= FG_RADIUS; dy++)
        for (int dx = -FG_RADIUS; dx <= FG_RADIUS; dx++) {
            const float s = *spatial++;
            global const uint *from = samples + dy * PITCH + dx;
            float near[LANES];
            EACH_LANE near[v] = 0.0f;
            for (int i = 0; i < count; i++)
                EACH_LANE
                {
                    uint r = from[i * PLANE + v];
                    float w = s * channel(r, 3);
                    near[v] += w * distance_gaussian(r, l, v ALSO_PASS);
                    weights[v] += w;
                }
            EACH_LANE sums[v] += near[v];
        }
}

/* The number of pixels of a row's window that are inside. */
static inline int inside(int at, int size)
{
    return min(at + PRIOR_RADIUS, size - 1) - max(at - PRIOR_RADIUS, 0) + 1;
}

/* The prior of the foreground follows the posteriors of the last frame around the pixel. Outside
 * the picture the planes of posteriors are 1. */
static inline void find_prior(global const float *last, int x, int y, float least, float gain,
                              float *prior)
{
    EACH_LANE prior[v] = 0.0f;
    for (int dy = -PRIOR_RADIUS; dy <= PRIOR_RADIUS; dy++)
        for (int dx = -PRIOR_RADIUS; dx <= PRIOR_RADIUS; dx++)
            EACH_LANE prior[v] += 1.0f - last[dy * PITCH + dx + v];
    EACH_LANE
    {
        float all = (float)(inside(x + v, WIDTH) * inside(y, HEIGHT));
        prior[v] = least + gain * prior[v] / all;
    }
}

/*
 * The density of the background that would be as probable as the foreground: prior odds times
 * p(x | foreground). This is a mixture of the kernel density and the uniform density. The weights
 * of the samples are their posteriors. The share of the kernel density is (1 - uniform) times the mean
 * weight: little foreground gives it a small share. Without foreground no Gaussian is evaluated;
 * `evaluated` counts the pixels that evaluate them.
 */
kernel void foreground(global const uint *restrict samples, const int count, const float inverse,
                       const float uniform, global const uint *restrict now,
                       constant float *restrict spatial, global const float *restrict last,
                       const float least, const float gain, global float *restrict rival,
                       global uint *restrict evaluated ALSO_TABLE)
{
    BEGIN;
    const int x = LANES * (int)get_global_id(0), y = get_global_id(1), at = place(x, y);
    const float k = inverse * inverse * inverse * NORMAL;
    float sums[LANES], weights[LANES], prior[LANES];
    lanes l;
    EACH_LANE
    {
        uint p = now[at + v];
        l.a[v] = channel(p, 0), l.b[v] = channel(p, 1), l.c[v] = channel(p, 2);
        l.ka[v] = l.kb[v] = l.kc[v] = inverse;
        sums[v] = weights[v] = 0.0f;
    }
    if (x < WIDTH && has_weight(samples, count, at)) {
        add_window(samples + at, count, spatial, &l, sums, weights ALSO_PASS);
        atomic_add(evaluated + 1, (uint)min(LANES, WIDTH - x));
    }
    find_prior(last + at, x, y, least, gain, prior);
    const float share = (1.0f - uniform) / (255.0f * sum_window(count, spatial));
    EACH_LANE
    if (x + v < WIDTH)
        rival[at + v] = prior[v] / (1.0f - prior[v]) *
                        (sums[v] * share * k + (1.0f - weights[v] * share) * (1.0f / 16777216.0f));
}
