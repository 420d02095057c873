/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bayes' decision between two densities, and the learning of samples. */

/* p(background) between a density and its rival. What is certain is 1: the density may be a part
 * of its sum. */
kernel void decide(global const float *restrict background, global const float *restrict rival,
                   float threshold, int empty, global float *restrict posterior,
                   global uchar *restrict on)
{
    int x = get_global_id(0), at = place(x, get_global_id(1));
    float b = background[at], r = rival[at];
    float p = empty || b >= CERTAIN * r ? 1.0f : b / (b + r);
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
