/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Models with one value a pixel: the temporal median, and the running Gaussian. Their score
 * replaces p(background): 1 at the model's value, 0.5 at the threshold.
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

/*
 * The running Gaussian: C. Wren et al., "Pfinder: real-time tracking of the human body",
 * IEEE PAMI 19(7), 1997, with the full covariance of the channels. Leaves and shadows change the
 * three channels together, by far more than a change of hue. A test of each channel alone could
 * not distinguish the two.
 *
 * spread: the variances (rr, gg, bb), and in the second plane (rg, rb, gb).
 */

/* Added to each variance, as 8 bits do not show a standard deviation of 0. */
#define LEAST_VARIANCE 4.0f

/* d' (C + LEAST_VARIANCE I)^-1 d, by C = L D L'. */
static inline float mahalanobis(float3 d, float3 own, float3 mixed)
{
    float3 v = own + LEAST_VARIANCE;
    float l21 = mixed.x / v.x, l31 = mixed.y / v.x;
    float d2 = v.y - l21 * mixed.x, c = mixed.z - l21 * mixed.y, l32 = c / d2;
    float d3 = v.z - l31 * mixed.y - l32 * c;
    float y = d.y - l21 * d.x, z = d.z - l31 * d.x - l32 * y;
    return d.x * d.x / v.x + y * y / d2 + z * z / d3;
}

kernel void decide_average(global const uint *restrict now, global const float4 *restrict mean,
                           global const float4 *restrict spread, float deviations, int empty,
                           global float *restrict posterior, global uchar *restrict on)
{
    int x = get_global_id(0), at = place(x, get_global_id(1));
    float3 d = colour(now[at]) - mean[at].xyz;
    /* At least 0: the covariance of a model in a file need not be positive. */
    float apart = fmax(mahalanobis(d, spread[at].xyz, spread[PLANE + at].xyz), 0.0f);
    float limit = deviations * deviations;
    if (x < WIDTH)
        decided(empty ? 1.0f : limit / (limit + apart), at, posterior, on);
}

/* Learns background, and foreground that has stayed for more than `absorb` frames. */
kernel void learn_average(global const uint *restrict now, global const ushort *restrict age,
                          int absorb, float rate, global float4 *restrict mean,
                          global float4 *restrict spread)
{
    int x = get_global_id(0), at = place(x, get_global_id(1));
    if (x >= WIDTH || (age[at] > 0 && age[at] <= absorb))
        return;
    float3 m = mean[at].xyz, d = colour(now[at]) - m;
    float4 own = (float4)(d * d, 0.0f), mixed = (float4)(d.x * d.y, d.x * d.z, d.y * d.z, 0.0f);
    mean[at] = (float4)(m + rate * d, 0.0f);
    spread[at] = (1.0f - rate) * (spread[at] + rate * own);
    spread[PLANE + at] = (1.0f - rate) * (spread[PLANE + at] + rate * mixed);
}

kernel void picture_of_mean(global const float4 *restrict mean, global uint *restrict image)
{
    int x = get_global_id(0), at = place(x, get_global_id(1));
    if (x < WIDTH)
        image[at] = as_uint(convert_uchar4_sat_rte(mean[at]));
}
