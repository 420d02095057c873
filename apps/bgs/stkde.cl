/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bayes' decision between two densities, and the learning of samples. */
#ifndef PRIOR_RADIUS
#define PRIOR_RADIUS 2
#endif

static inline int inside(int at, int size)
{
    return min(at + PRIOR_RADIUS, size - 1) - max(at - PRIOR_RADIUS, 0) + 1;
}

/* The prior of the foreground follows the posteriors of the last frame around the pixel. Outside
 * the picture the planes of posteriors are 1. */
kernel void decide(global const float *restrict background, global const float *restrict foreground,
                   global const float *restrict last, float least, float gain, float threshold,
                   int empty, global float *restrict posterior, global uchar *restrict on)
{
    int x = get_global_id(0), y = get_global_id(1), at = place(x, y);
    float was = 0.0f;
    for (int dy = -PRIOR_RADIUS; dy <= PRIOR_RADIUS; dy++)
        for (int dx = -PRIOR_RADIUS; dx <= PRIOR_RADIUS; dx++)
            was += 1.0f - last[at + dy * PITCH + dx];
    float prior = least + gain * was / (float)(inside(x, WIDTH) * inside(y, HEIGHT));
    float b = (1.0f - prior) * background[at], f = prior * foreground[at];
    float p = empty ? 1.0f : b / (b + f);
    if (x < WIDTH) {
        posterior[at] = p;
        on[at] = p < threshold ? 255 : 0;
    }
}

/* Compares the density with a fixed one. */
kernel void decide_alone(global const float *restrict background, float density, float threshold,
                         int empty, global float *restrict posterior, global uchar *restrict on)
{
    int x = get_global_id(0), at = place(x, get_global_id(1));
    float p = empty ? 1.0f : background[at] / (background[at] + density);
    if (x < WIDTH) {
        posterior[at] = p;
        on[at] = p < threshold ? 255 : 0;
    }
}

/* The number of frames for which a pixel has been foreground; it saturates. */
kernel void grow_old(global const uchar *restrict on, global ushort *restrict age)
{
    int x = get_global_id(0), at = place(x, get_global_id(1));
    if (x < WIDTH)
        age[at] = on[at] ? add_sat(age[at], (ushort)1) : 0;
}

/* Fills a slot of the background's samples. Foreground pixels keep the old sample, unless they
 * have been foreground for more than `absorb` frames; 0: all pixels are learned. */
kernel void learn(global const uint *restrict now, global const ushort *restrict age, int absorb,
                  global uint *restrict samples, int slot)
{
    int x = get_global_id(0), at = place(x, get_global_id(1));
    if (x < WIDTH && (age[at] == 0 || age[at] > absorb))
        samples[slot * PLANE + at] = now[at];
}

/* Fills a slot of the foreground's samples. */
kernel void remember(global const uint *restrict now, global const float *restrict posterior,
                     global uint *restrict samples, int slot)
{
    int x = get_global_id(0), at = place(x, get_global_id(1));
    if (x < WIDTH)
        samples[slot * PLANE + at] =
            (now[at] & 0xffffffu) |
            (uint)convert_uchar_sat_rte(255.0f * (1.0f - posterior[at])) << 24;
}
