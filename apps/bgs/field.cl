/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A Markov field makes the mask: neighbours attract each other, and p(background) pulls each pixel.
 * Mean field: q, from -1 (background) to 1, follows the evidence and the neighbours' q. tanh is
 * replaced by its tangent at 0, clamped, which leaves F as it is.
 */

/* Beyond this the evidence counts no more: densities are poor far from their samples. */
#define EVIDENCE_MOST 3.0f
/* The weights of a neighbour 1 and 2 px apart along an axis: a Gaussian of 1.5 px. */
#define WEIGHT_1 0.8007374f
#define WEIGHT_2 0.4111123f

static inline float pulled(float evidence)
{
    return clamp(0.5f * evidence, -1.0f, 1.0f);
}

/*
 *   threshold  the logarithm of its odds
 *   certain    above this the evidence is clamped: most pixels need no logarithm
 *   evidence   the odds of foreground, as a logarithm
 */
kernel void find_evidence(global const float *restrict posterior, float threshold, float certain,
                          global float *restrict evidence, global float *restrict q)
{
    int x = get_global_id(0), at = place(x, get_global_id(1));
    float p = clamp(posterior[at], 1e-6f, 1.0f - 1e-6f);
    float e = p > certain ? -EVIDENCE_MOST
                          : clamp(threshold + log((1.0f - p) / p), -EVIDENCE_MOST, EVIDENCE_MOST);
    if (x < WIDTH) {
        evidence[at] = e;
        q[at] = pulled(e);
    }
}

/* Outside the picture q is 0: no neighbour. */
static inline float sum_row(global const float *q)
{
    return q[0] + WEIGHT_1 * (q[-1] + q[1]) + WEIGHT_2 * (q[-2] + q[2]);
}

kernel void relax(global const float *restrict from, global const float *restrict evidence,
                  float weight, global float *restrict to, global uchar *restrict on)
{
    int x = get_global_id(0), at = place(x, get_global_id(1));
    global const float *q = from + at;
    float near = sum_row(q) - q[0] + WEIGHT_1 * (sum_row(q - PITCH) + sum_row(q + PITCH)) +
                 WEIGHT_2 * (sum_row(q - 2 * PITCH) + sum_row(q + 2 * PITCH));
    float pull = evidence[at] + weight * near;
    if (x < WIDTH) {
        to[at] = pulled(pull);
        on[at] = pull > 0.0f ? 255 : 0;
    }
}
