/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What both methods share. A plane is a rectangle (x, y, width, height) of one level's picture,
 * row by row; int4 s holds them in this order. Reads beyond the rectangle take its nearest pixel.
 * `size` is the level's picture. Work-items beyond the right edge of the output do nothing.
 */

#define EIGENVALUE_LEAST 1e-5f /* of the slopes' squares: sums of fp32 are not more exact */

static inline int nearest(int4 s, int x, int y)
{
    return clamp(y - s.y, 0, s.w - 1) * s.z + clamp(x - s.x, 0, s.z - 1);
}

/*
 * The third number of a flow: 1: known; GUESSED: a flow to begin with, which may be anything; 0: none. A
 * pixel is known from the level on where its window is above the noise. On the levels up to LEVEL_NEAR, whose
 * windows are near the pixel, one must be: noise is less on each coarser level, but what a window of the
 * coarsest finds may be far away. At level 0, the finest, the window must not be flat. A window that does
 * not count decides nothing.
 */
#define GUESSED 0.5f
static inline float known_of(float known, int has_flow, int is_above, int counts, int level)
{
    if (is_above)
        return 1.0f;
    if (counts && level == LEVEL_NEAR)
        known = fmin(known, GUESSED);
    return has_flow ? fmax(known, GUESSED) : level == 0 ? 0.0f : known;
}

/* Halves a picture by the binomial filter of five: P. Burt, E. Adelson, "The Laplacian pyramid as
 * a compact image code", 1983. Pixels without weight do not count. */
kernel void halve(global const float2 *restrict from, int4 s, global float2 *restrict to, int4 t)
{
    const float k[5] = {1.0f, 4.0f, 6.0f, 4.0f, 1.0f};
    int x = get_global_id(0), y = get_global_id(1);
    if (x >= t.z)
        return;
    float sum = 0.0f, weight = 0.0f;
    for (int j = -2; j <= 2; j++)
        for (int i = -2; i <= 2; i++) {
            float2 p = from[nearest(s, 2 * (t.x + x) + i, 2 * (t.y + y) + j)];
            float w = k[i + 2] * k[j + 2] * p.y;
            sum += w * p.x;
            weight += w;
        }
    to[y * t.z + x] = (float2)(weight > 0.0f ? sum / weight : 0.0f, weight >= 128.0f ? 1.0f : 0.0f);
}

/* The flow of a level from that of the next coarser one, whose known neighbours count. */
kernel void enlarge(global const float4 *restrict coarse, int4 s, global float4 *restrict flow,
                    int4 t)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x >= t.z)
        return;
    int left = (t.x + x) >> 1, top = (t.y + y) >> 1;
    float across = 0.5f * (float)((t.x + x) & 1), down = 0.5f * (float)((t.y + y) & 1);
    float2 sum = 0.0f;
    float weight = 0.0f, known = 0.0f;
    for (int j = 0; j < 2; j++)
        for (int i = 0; i < 2; i++) {
            float4 f = coarse[nearest(s, left + i, top + j)];
            float w = (i ? across : 1.0f - across) * (j ? down : 1.0f - down);
            if (w == 0.0f || f.z == 0.0f)
                continue;
            sum += w * f.xy;
            weight += w;
            known = fmax(known, f.z);
        }
    flow[y * t.z + x] = weight > 0.0f ? (float4)(2.0f * sum / weight, known, 0.0f) : (float4)(0.0f);
}

/* The median of the known flow of SIDE x SIDE pixels that are `step` px apart. The pixel's own flow
 * stands for unknown ones. Of N/2 + 2 of the N values neither the least nor the largest is the
 * median: both are dropped, one more value is taken, until three are left. */
#if SIDE > 0
#define COUNT (SIDE * SIDE)
kernel void median(global const float4 *restrict from, int4 s, int step, global float4 *restrict to)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x >= s.z)
        return;
    float4 own = from[y * s.z + x];
    float2 v[COUNT];
#pragma unroll
    for (int k = 0; k < COUNT; k++) {
        float4 f = from[nearest(s, s.x + x + step * (k % SIDE - SIDE / 2),
                                s.y + y + step * (k / SIDE - SIDE / 2))];
        v[k] = f.z > 0.0f ? f.xy : own.xy;
    }
#pragma unroll
    for (int n = COUNT / 2 + 2; n >= 3; n--) {
        /* v[0] takes the least, v[n - 1] the largest of v[0] ... v[n - 1]. */
#pragma unroll
        for (int i = 1; i < n; i++) {
            float2 low = fmin(v[0], v[i]), high = fmax(v[0], v[i]);
            v[0] = low;
            v[i] = high;
        }
#pragma unroll
        for (int i = 1; i < n - 1; i++) {
            float2 low = fmin(v[i], v[n - 1]), high = fmax(v[i], v[n - 1]);
            v[i] = low;
            v[n - 1] = high;
        }
        if (n > 3)
            v[0] = v[2 * (COUNT / 2 + 2) - n];
    }
    to[y * s.z + x] = (float4)(v[1], own.zw);
}
#endif
