/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Blocks of BLOCK x BLOCK pixels, matched by normalised cross correlation:
 *   NCC = sum (B0 - m0) (B1 - m1) / (|B0 - m0| |B1 - m1|)
 * As B0 - m0 sums to 0, m1 drops out of the numerator: a match is a dot product.
 */
#define PIXELS (BLOCK * BLOCK)
#define LOW (-(BLOCK / 2))
#define HIGH (BLOCK + LOW)
#define SHIFTS (2 * SEARCH_MOST + 1)
#define VARIANCE_LEAST 1e-8f /* grey^2: less is a mean of fp32 that is rounded */

/* Two planes: the grey, and 1 / |B1 - m1| of the block around each pixel; 0: no texture. */
kernel void deviations(global const float2 *restrict second, int4 s, global float *restrict out)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x >= s.z)
        return;
    float sum = 0.0f, squares = 0.0f;
    for (int j = LOW; j < HIGH; j++)
        for (int i = LOW; i < HIGH; i++)
            sum += second[nearest(s, s.x + x + i, s.y + y + j)].x;
    float mean = sum / PIXELS;
    for (int j = LOW; j < HIGH; j++)
        for (int i = LOW; i < HIGH; i++) {
            float d = second[nearest(s, s.x + x + i, s.y + y + j)].x - mean;
            squares += d * d;
        }
    out[y * s.z + x] = second[y * s.z + x].x;
    out[(s.w + y) * s.z + x] = squares > PIXELS * 1e-3f ? rsqrt(squares) : 0.0f;
}

/* The least eigenvalue of the mean of gradient * gradient' over the block, as of lk: 0 for stripes, which
 * have the same correlation along themselves, and where it is rounding. Pixels at the picture's border and
 * beside one without weight are left out. */
static inline float least_eigenvalue(global const float2 *first, int4 s, int2 size, int x, int y)
{
    float xx = 0.0f, xy = 0.0f, yy = 0.0f, n = 0.0f;
    for (int k = 0; k < PIXELS; k++) {
        int i = x + LOW + k % BLOCK, j = y + LOW + k / BLOCK;
        float2 l = first[nearest(s, i - 1, j)], r = first[nearest(s, i + 1, j)];
        float2 t = first[nearest(s, i, j - 1)], b = first[nearest(s, i, j + 1)];
        int is_inside = i > 0 && j > 0 && i < size.x - 1 && j < size.y - 1;
        float w = is_inside ? l.y * r.y * t.y * b.y : 0.0f;
        float dx = 0.5f * (r.x - l.x), dy = 0.5f * (b.x - t.x);
        xx += w * dx * dx;
        xy += w * dx * dy;
        yy += w * dy * dy;
        n += w;
    }
    float half_difference = 0.5f * (xx - yy);
    float least = 0.5f * (xx + yy) - sqrt(half_difference * half_difference + xy * xy);
    return least > EIGENVALUE_LEAST * (xx + yy) ? least / n : 0.0f;
}

/* The normalised block around (x, y): without its mean, of norm 1; 0 where a pixel has no weight.
 * *variance is its own, *is_whole is 1 if all pixels have a weight. */
static inline void normalised(global const float2 *first, int4 s, int x, int y,
                              private float *block, private float *variance,
                              private int *is_whole)
{
    float sum = 0.0f, weight = 0.0f, squares = 0.0f;
    for (int k = 0; k < PIXELS; k++) {
        float2 p = first[nearest(s, x + LOW + k % BLOCK, y + LOW + k / BLOCK)];
        sum += p.x * p.y;
        weight += p.y;
    }
    float mean = weight > 0.0f ? sum / weight : 0.0f;
    for (int k = 0; k < PIXELS; k++) {
        float2 p = first[nearest(s, x + LOW + k % BLOCK, y + LOW + k / BLOCK)];
        block[k] = (p.x - mean) * p.y;
        squares += block[k] * block[k];
    }
    *is_whole = weight == PIXELS;
    *variance = weight >= 0.5f * PIXELS && squares > weight * VARIANCE_LEAST ? squares / weight : 0.0f;
    float scale = squares > 0.0f ? rsqrt(squares) : 0.0f;
    for (int k = 0; k < PIXELS; k++)
        block[k] *= scale;
}

/* A block of which a part has weight: the second one's deviation is over the same pixels. */
static inline float matched_partly(private const float *block, global const float2 *first, int4 s,
                                   int2 at, global const float *second, int4 t, int x, int y)
{
    float sum = 0.0f, n = 0.0f, mean = 0.0f, squares = 0.0f;
    float middle = second[nearest(t, x, y)];
    for (int k = 0; k < PIXELS; k++) {
        int i = LOW + k % BLOCK, j = LOW + k / BLOCK;
        float w = first[nearest(s, at.x + i, at.y + j)].y;
        float v = second[nearest(t, x + i, y + j)] - middle;
        sum += block[k] * v;
        n += w;
        mean += w * v;
        squares += w * v * v;
    }
    squares -= mean * mean / n;
    return squares > n * 1e-3f ? sum * rsqrt(squares) : -1.0f;
}

/* The NCC of the block around `at` with the one around (x, y); -1 where the second picture has
 * none. */
static inline float matched(private const float *block, int is_whole, global const float2 *first,
                            int4 s, int2 at, global const float *second, int4 t, int2 size, int x,
                            int y)
{
    if (x < 0 || y < 0 || x >= size.x || y >= size.y)
        return -1.0f;
    if (!is_whole)
        return matched_partly(block, first, s, at, second, t, x, y);
    float d = second[t.z * t.w + nearest(t, x, y)], sum = 0.0f;
    if (d == 0.0f)
        return -1.0f;
    int left = x + LOW - t.x, top = y + LOW - t.y;
    if (left >= 0 && top >= 0 && left + BLOCK <= t.z && top + BLOCK <= t.w) {
        for (int j = 0; j < BLOCK; j++)
            for (int i = 0; i < BLOCK; i++)
                sum += block[j * BLOCK + i] * second[(top + j) * t.z + left + i];
    } else {
        for (int k = 0; k < PIXELS; k++)
            sum += block[k] * second[nearest(t, x + LOW + k % BLOCK, y + LOW + k / BLOCK)];
    }
    return sum * d;
}

/* The vertex of the parabola through three values at -1, 0, 1, of which the middle is largest. */
static inline float vertex(float before, float middle, float after)
{
    float bend = before - 2.0f * middle + after;
    return bend < 0.0f ? clamp(0.5f * (before - after) / bend, -0.5f, 0.5f) : 0.0f;
}

/*
 * A work-item matches the block around the middle of a cell of STRIDE x STRIDE pixels, and all
 * pixels of the cell get its flow. A block without texture keeps its flow. Of noise of variance s the
 * NCC lacks s / variance, and the least eigenvalue of central differences has s / 2: the block is above the
 * noise if it is more than `texture` times this. The confidence is the NCC less the next largest one that is
 * not a neighbour of the peak.
 */
kernel void match(global const float2 *restrict first, int4 s, global const float *restrict second,
                  int4 t, int2 size, int search, float motion, float texture, float rounding,
                  int level, global float4 *restrict flow)
{
    int left = s.x + (int)get_global_id(0) * STRIDE, top = s.y + (int)get_global_id(1) * STRIDE;
    if (left >= s.x + s.z)
        return;
    int x = min(left + STRIDE / 2, size.x - 1), y = min(top + STRIDE / 2, size.y - 1);
    float block[PIXELS], score[SHIFTS * SHIFTS], variance;
    int is_whole;
    normalised(first, s, x, y, block, &variance, &is_whole);
    float least = variance > 0.0f ? least_eigenvalue(first, s, size, x, y) : 0.0f;
#define MATCHED(i, j) \
    matched(block, is_whole, first, s, (int2)(x, y), second, t, size, x + (i), y + (j))
    float4 f = flow[nearest(s, x, y)];
    int2 from = convert_int2(rint(f.xy));
    int side = 2 * search + 1, at = 0;
    f.w = 0.0f;
    int is_above = 0;
    if (variance > 0.0f) {
        for (int k = 0; k < side * side; k++) {
            score[k] = MATCHED(from.x + k % side - search, from.y + k / side - search);
            at = score[k] > score[at] ? k : at;
        }
        int i = at % side - search, j = at / side - search;
        float next = 0.0f, peak = score[at];
        for (int k = 0; k < side * side; k++)
            if (max(abs(k % side - search - i), abs(k / side - search - j)) > 1)
                next = fmax(next, score[k]);
        int2 v = from + (int2)(i, j);
        if (peak > 0.0f) {
            float2 part =
                (float2)(vertex(MATCHED(v.x - 1, v.y), peak, MATCHED(v.x + 1, v.y)),
                         vertex(MATCHED(v.x, v.y - 1), peak, MATCHED(v.x, v.y + 1)));
            f = (float4)(clamp(convert_float2(v) + part, -motion, motion), f.z, peak - next);
            is_above = least > 0.5f * texture * fmax(variance * (1.0f - peak), rounding);
        }
    }
    f.z = known_of(f.z, variance > 0.0f, is_above, 1, level);
    for (int j = top; j < min(top + STRIDE, s.y + s.w); j++)
        for (int i = left; i < min(left + STRIDE, s.x + s.z); i++)
            flow[(j - s.y) * s.z + i - s.x] = f;
}

/* out[0]: the iterations that ran, of `most`; out[1] is 0, which the compiler does not know. */
kernel void count(global int *restrict out, int most)
{
    int n = 0;
    while (n < most && out[1] == 0)
        n++;
    out[0] = n;
}
