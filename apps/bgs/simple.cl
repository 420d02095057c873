/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Models with one value a pixel: the temporal median, and the running Gaussian. Their
 * score stands where other models have p(background): 1 at the model's value, 0.5 at the
 * threshold.
 */

static inline void decided(float score, int at, global float *posterior,
                           global uchar *on)
{
    posterior[at] = score;
    on[at] = score < 0.5f ? 255 : 0;
}

kernel void decide_median(global const uint *restrict now, global const uint *restrict median,
                          float distance, int empty, global float *restrict posterior,
                          global uchar *restrict on)
{
    int x = get_global_id(0), at = place(x, get_global_id(1));
    float3 d = fabs(colour(now[at]) - colour(median[at]));
    float most = fmax(d.x, fmax(d.y, d.z));
    if (x < WIDTH)
        decided(empty || most == 0.0f ? 1.0f : distance / (distance + most), at, posterior, on);
}

kernel void sample(global const uint *restrict now, global uint *restrict samples, int slot)
{
    int x = get_global_id(0), at = place(x, get_global_id(1));
    if (x < WIDTH)
        samples[slot * PLANE + at] = now[at];
}

/* A deviation of no level at all is not known from 8 bits. */
#define LEAST_VARIANCE 4.0f

/* mean: the channels'; spread: their variances. */
kernel void decide_average(global const uint *restrict now, global const float4 *restrict mean,
                           global const float4 *restrict spread, float deviations, int empty,
                           global float *restrict posterior, global uchar *restrict on)
{
    int x = get_global_id(0), at = place(x, get_global_id(1));
    float3 d = colour(now[at]) - mean[at].xyz;
    float3 r = d * d / fmax(spread[at].xyz, LEAST_VARIANCE);
    float most = fmax(r.x, fmax(r.y, r.z)), limit = deviations * deviations;
    if (x < WIDTH)
        decided(empty ? 1.0f : limit / (limit + most), at, posterior, on);
}

/* Background only, and what has stayed for longer than `absorb` frames. */
kernel void learn_average(global const uint *restrict now, global const ushort *restrict age,
                          int absorb, float rate, global float4 *restrict mean,
                          global float4 *restrict spread)
{
    int x = get_global_id(0), at = place(x, get_global_id(1));
    if (x >= WIDTH || (age[at] > 0 && age[at] <= absorb))
        return;
    float3 m = mean[at].xyz, v = spread[at].xyz, d = colour(now[at]) - m;
    mean[at] = (float4)(m + rate * d, 0.0f);
    spread[at] = (float4)((1.0f - rate) * (v + rate * d * d), 0.0f);
}

kernel void picture_of_mean(global const float4 *restrict mean, global uint *restrict image)
{
    int x = get_global_id(0), at = place(x, get_global_id(1));
    if (x < WIDTH)
        image[at] = as_uint(convert_uchar4_sat_rte(mean[at]));
}
