/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Medians over time of each byte. A work-item processes 16 bytes of a plane. The median of an even
 * number of values is the mean of the two middle ones, hence sums of two.
 */

/* The number of values, of `count`, that are at most v. */
static inline uchar16 at_most(global const uchar *from, int count, uchar16 v)
{
    uchar16 n = 0;
    for (int i = 0; i < count; i++)
        n -= as_uchar16(vload16(0, from + (size_t)i * 4 * PLANE) <= v);
    return n;
}

/* The k-th smallest value, k from 1, by bisection. It saturates at 2^bits - 1. */
static inline uchar16 smallest(global const uchar *from, int count, uchar k, int bits)
{
    uchar16 v = 0;
    for (int bit = 1 << (bits - 1); bit > 0; bit >>= 1) {
        uchar16 below = v + (uchar16)(uchar)(bit - 1);
        uchar16 enough = as_uchar16(at_most(from, count, below) >= k);
        v += (uchar16)(uchar)bit & ~enough;
    }
    return v;
}

/*
 * The same, searched from v: a median over time is rarely far from that of the last frame. What is not
 * found in four steps is found by bisection.
 *   upto   set to the number of values that are at most the result
 */
static inline uchar16 smallest_near(global const uchar *from, int count, uchar k, int bits, uchar16 v,
                                    uchar16 *upto)
{
    const uchar16 most = (uchar16)(uchar)((1 << bits) - 1);
    for (int step = 0;; step++) {
        uchar16 below = 0, n = 0;
        for (int i = 0; i < count; i++) {
            uchar16 w = vload16(0, from + (size_t)i * 4 * PLANE);
            below -= as_uchar16(w < v);
            n -= as_uchar16(w <= v);
        }
        uchar16 high = as_uchar16(below >= k), low = as_uchar16(n < k) & as_uchar16(v < most);
        if (!any(as_char16(high | low))) {
            *upto = n;
            return v;
        }
        v = step < 4 ? v + high - low : smallest(from, count, k, bits); /* 255 is -1 */
    }
}

/* The next larger value than v, or v if more than k values are at most v. */
static inline uchar16 after(global const uchar *from, int count, uchar16 v, uchar k)
{
    uchar16 next = 255, n = 0;
    for (int i = 0; i < count; i++) {
        uchar16 w = vload16(0, from + (size_t)i * 4 * PLANE);
        uchar16 more = as_uchar16(w > v);
        n -= ~more;
        next = min(next, w | ~more);
    }
    return select(next, v, as_char16(n > k));
}

static inline uchar16 second(global const uchar *from, int count, uchar16 first)
{
    return count % 2 ? first : after(from, count, first, (uchar)(count / 2));
}

/* One over the bandwidth, from twice the median of |difference|, clamped. Vectors of four:
 * compilers warn of wider ones as arguments where the CPU has no registers for them. */
static inline float4 inverse_bandwidth(uchar4 first, uchar4 second, float least, float most)
{
    float4 sum = convert_float4(first) + convert_float4(second);
    /* |difference| of two values of a normal law has the median 0.68 sqrt(2) sigma. */
    return 1.0f / clamp(sum * (0.5f / (0.68f * 1.41421356f)), least, most);
}

/*
 * The inverse bandwidths of 4 pixels, a plane a channel.
 *   median   of the last frame, and then of this one
 */
kernel void bandwidth(global const uchar *restrict moved, int count, int bits, float least,
                      float most, global uchar *restrict median, global float *restrict inverse)
{
    size_t at = 16 * (get_global_id(1) * get_global_size(0) + get_global_id(0));
    if (at + 16 > 4 * PLANE)
        return;
    global const uchar *from = moved + at;
    const uchar k = (uchar)((count + 1) / 2);
    uchar16 upto, a = smallest_near(from, count, k, bits, vload16(0, median + at), &upto);
    uchar16 b = all(as_char16(upto > k)) ? a : second(from, count, a);
    vstore16(a, 0, median + at);
    vstore4(inverse_bandwidth(a.s048c, b.s048c, least, most), at / 16, inverse);
    vstore4(inverse_bandwidth(a.s159d, b.s159d, least, most), at / 16, inverse + PLANE);
    vstore4(inverse_bandwidth(a.s26ae, b.s26ae, least, most), at / 16, inverse + 2 * PLANE);
}

kernel void median_of(global const uchar *restrict samples, int count,
                      global uchar *restrict median)
{
    size_t at = 16 * (get_global_id(1) * get_global_size(0) + get_global_id(0));
    if (at + 16 > 4 * PLANE)
        return;
    global const uchar *from = samples + at;
    uchar16 first = smallest(from, count, (uchar)((count + 1) / 2), 8);
    vstore16(rhadd(first, second(from, count, first)), 0, median + at);
}
