/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Adaptive mixture of Gaussians: Z. Zivkovic, "Improved adaptive Gaussian mixture model
 * for background subtraction", ICPR 2004; the shadow test is that of A. Prati et al.,
 * IEEE PAMI 25(7), 2003. Component i of a pixel is modes[i * PLANE + at], its mean and
 * the common variance of its channels, and weights[i * PLANE + at]. Weights descend.
 */
#ifndef COMPONENTS
#define COMPONENTS 5
#endif

typedef struct mixture {
    float4 mode[COMPONENTS];
    float weight[COMPONENTS];
    int count;
} mixture;

/* Limits of the variances, in levels squared. */
#define VARIANCE_FIRST 15.0f
#define VARIANCE_LEAST 4.0f
#define VARIANCE_MOST 75.0f
/* A component matches colours within three standard deviations. */
#define OWN 9.0f

static inline float squares(float3 d)
{
    return d.x * d.x + d.y * d.y + d.z * d.z;
}

/* The least squared distance to a background component, in units of its variance. */
static inline float from_background(const mixture *m, float3 c, float share)
{
    float least = 1e30f, total = 0.0f;
    for (int i = 0; i < m->count && total < share; i++) {
        least = fmin(least, squares(c - m->mode[i].xyz) / m->mode[i].w);
        total += m->weight[i];
    }
    return least;
}

/* Whether c is a darker version of a background component. */
static inline int is_shadow(const mixture *m, float3 c, float share, float darkest, float limit)
{
    float total = 0.0f;
    for (int i = 0; i < m->count && total < share; i++) {
        float3 mean = m->mode[i].xyz;
        float norm = squares(mean), bright = c.x * mean.x + c.y * mean.y + c.z * mean.z;
        if (norm > 0.0f && bright <= norm && bright >= darkest * norm) {
            float a = bright / norm;
            if (squares(a * mean - c) < limit * m->mode[i].w * a * a)
                return 1;
        }
        total += m->weight[i];
    }
    return 0;
}

static inline void rise(mixture *m, int i)
{
    for (; i > 0 && m->weight[i] > m->weight[i - 1]; i--) {
        float4 mode = m->mode[i];
        float weight = m->weight[i];
        m->mode[i] = m->mode[i - 1];
        m->weight[i] = m->weight[i - 1];
        m->mode[i - 1] = mode;
        m->weight[i - 1] = weight;
    }
}

/* The first component that matches c learns it. */
static inline void take_in(mixture *m, float3 c, float rate)
{
    for (int i = 0; i < m->count; i++) {
        float3 d = c - m->mode[i].xyz;
        float apart = squares(d), v = m->mode[i].w;
        if (apart >= OWN * v)
            continue;
        m->weight[i] += rate;
        float k = rate / m->weight[i];
        m->mode[i].xyz += k * d;
        m->mode[i].w = clamp(v + k * (apart - v), VARIANCE_LEAST, VARIANCE_MOST);
        rise(m, i);
        return;
    }
    /* No component matches: adds one, or replaces the last, which has the least weight. */
    int last = m->count < COMPONENTS ? m->count++ : COMPONENTS - 1;
    m->mode[last] = (float4)(c, VARIANCE_FIRST);
    m->weight[last] = rate;
    rise(m, last);
}

/* Weights decay. Components whose weight becomes negative end. */
static inline void fade(mixture *m, float rate, float complexity)
{
    int left = 0;
    for (int i = 0; i < m->count; i++) {
        float w = (1.0f - rate) * m->weight[i] - rate * complexity;
        if (w <= 0.0f)
            continue;
        m->mode[left] = m->mode[i];
        m->weight[left++] = w;
    }
    m->count = left;
}

static inline void normalise(mixture *m)
{
    float total = 0.0f;
    for (int i = 0; i < m->count; i++)
        total += m->weight[i];
    for (int i = 0; i < m->count; i++)
        m->weight[i] /= total;
}

static inline void load(mixture *m, global const float4 *modes, global const float *weights,
                        int at)
{
    m->count = 0;
    for (int i = 0; i < COMPONENTS; i++) {
        m->mode[i] = modes[i * PLANE + at];
        m->weight[i] = weights[i * PLANE + at];
        m->count += m->weight[i] > 0.0f;
    }
}

kernel void mog(global const uint *restrict now, float rate, float limit, float share,
                float complexity, float darkest, global float4 *restrict modes,
                global float *restrict weights, global float *restrict posterior,
                global uchar *restrict on)
{
    int x = get_global_id(0), at = place(x, get_global_id(1));
    if (x >= WIDTH)
        return;
    mixture m;
    load(&m, modes, weights, at);
    float3 c = colour(now[at]);
    float score = m.count ? limit / (limit + from_background(&m, c, share)) : 1.0f;
    if (score < 0.5f && darkest < 1.0f && is_shadow(&m, c, share, darkest, limit))
        score = 0.5f;
    decided(score, at, posterior, on);
    fade(&m, rate, complexity);
    take_in(&m, c, rate);
    normalise(&m);
    for (int i = 0; i < COMPONENTS; i++) {
        modes[i * PLANE + at] = m.mode[i];
        weights[i * PLANE + at] = i < m.count ? m.weight[i] : 0.0f;
    }
}
