/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Uniform tables of at most 32 segments: a lookup is a permutation, of floats or of bytes.
 *
 * Up to 16 segments. Around each odd knot c = 2k + 1 are two segments, a corner:
 *     y = V[k] + w (w < 0 ? L[k] : R[k]),  w = u - c,  -1 <= w <= 1.
 * That takes three tables of N / 2 entries, where values and slopes of segments would take two of
 * N, and the selection by the sign of w needs no mask. With v = u - 1, one addition gives k:
 *     t = v + magic,  w = v - (t - magic),  magic = 1.5 2^24,
 * as the low bits of t count units of 2. Between two corners both are right. At b a tie must give
 * the last corner: magic is larger by 2, so that ties go to the odd k, and v remains above -1,
 * whose tie would give a corner below a. The low bits are therefore k + 1.
 *
 * From 17 segments on, 32 values at a time. vpshufb looks up one byte for each of 32 values in 16 bytes, or
 * gives 0. Sixteen of them give values and slopes; corners would take 24 permutations of floats, at half the
 * rate (AMD Zen 3). Indices are packed within 128-bit lanes, so that the four bytes of a number (see pack.h)
 * are in order after unpacking within the same lanes. 32 values take about as many cycles from x to y as
 * they occupy the CPU: the loop has two stages, which work on two blocks. It is unrolled, as otherwise a
 * stage is copied into the other.
 */
#include "cpu/rows.h"
#if CLPWL__X86
#include "cpu/avx2.h"

/* Constants of a loop. The place of x is fma(x - origin, scale, offset), or fma(x, scale, offset) from 0: at
 * the knots first, first + 1 ... */
typedef struct bounds {
    float offset, least, most;
} bounds;

/* The place of x remains between `above` and that of the last knot. */
static inline bounds bounds_of(const clpwl__pack *p, int from_0, float first, float above)
{
    float origin = from_0 ? 0 : p->grid.origin;
    float offset = (from_0 ? -p->planes.turn : p->grid.offset) + first;
    float least = fmaf(p->grid.lo - origin, p->grid.scale, offset);
    float most = fmaf(p->grid.hi - origin, p->grid.scale, offset);
    float end = (float)p->segments + first;
    return (bounds){offset, least > above ? least : above, most < end ? most : end};
}

INLINE vec place_of(const domain *d, const bounds *b, vec x, int from_0)
{
    vec from = from_0 ? x : (vec)(x - SET(d->grid.origin));
    return between(b->least, FMA(from, SET(d->grid.scale), SET(b->offset)), b->most);
}

typedef struct corners {
    bounds bounds;
    vec magic, value, left, right;
} corners;

INLINE corners corners_of(const clpwl__pack *p, int from_0)
{
    const float *value = p->planes.corners, *left = value + CLPWL__CORNERS;
    vec magic = SET(0x1.8p24f + 2);
    /* Otherwise gcc makes -magic a constant of its own. */
    __asm__("" : "+x"(magic));
    return (corners){bounds_of(p, from_0, -1, -1 + 0x1p-24f), magic, LOAD(value), LOAD(left),
                     LOAD(left + CLPWL__CORNERS)};
}

INLINE vec lookup(const domain *d, const corners *c, vec x, int from_0)
{
    vec v = place_of(d, &c->bounds, x, from_0), t = v + c->magic, w = v - (t - c->magic);
    ints i = (ints)t;
    vec left = _mm256_permutevar8x32_ps(c->left, i), right = _mm256_permutevar8x32_ps(c->right, i);
    return FMA(w, CHOOSE(w, left, right), _mm256_permutevar8x32_ps(c->value, i));
}

VECTOR_LOOP(from_a, const corners c = corners_of(p, 0), lookup(&d, &c, at, 0))
VECTOR_LOOP(from_0, const corners c = corners_of(p, 1), lookup(&d, &c, at, 1))

enum { BLOCK = 32 };

INLINE bounds split_bounds_of(const clpwl__pack *p, int from_0)
{
    bounds b = bounds_of(p, from_0, 0, 0);
    b.most = fminf(fmaf(p->planes.most, p->grid.scale, -p->planes.turn), CLPWL__PLANES_OF_FLOATS - 0x1p-19f);
    return b;
}

/* First stage: d, and the indices of the four registers, by 128-bit lanes in turn. */
typedef struct placed {
    vec d[4];
    ints index;
} placed;

INLINE placed place(const domain *d, const bounds *b, const float *x, int from_0, int tails)
{
    placed p;
    ints i[4];
    EACH(q)
    {
        vec u = place_of(d, b, enter(d, LOAD(x + 8 * q), tails), from_0);
        i[q] = _mm256_cvttps_epi32(u);
        p.d[q] = u - _mm256_cvtepi32_ps(i[q]);
    }
    p.index = _mm256_packs_epi16(_mm256_packs_epi32(i[0], i[1]), _mm256_packs_epi32(i[2], i[3]));
    return p;
}

/* Entries of a plane: `low` and `high` have bit 7 where the index is not in that half. */
INLINE ints look_up(const unsigned char *plane, ints low, ints high)
{
    ints first = _mm256_broadcastsi128_si256(_mm_load_si128((const __m128i *)plane));
    ints second = _mm256_broadcastsi128_si256(_mm_load_si128((const __m128i *)plane + 1));
    return _mm256_or_si256(_mm256_shuffle_epi8(first, low), _mm256_shuffle_epi8(second, high));
}

INLINE four look_up_floats(const unsigned char *planes, ints low, ints high)
{
    ints plane[4];
    EACH(q) plane[q] = look_up(planes + CLPWL__PLANES_OF_FLOATS * q, low, high);
    return join(plane);
}

/* Second stage. */
INLINE four read_at(const unsigned char *planes, const placed *p)
{
    ints low = _mm256_add_epi8(p->index, _mm256_set1_epi8(0x70));
    ints high = _mm256_add_epi8(_mm256_xor_si256(p->index, _mm256_set1_epi8(0x10)), _mm256_set1_epi8(0x70));
    four slope = look_up_floats(planes + 4 * CLPWL__PLANES_OF_FLOATS, low, high);
    four value = look_up_floats(planes, low, high), y;
    EACH(q) y.v[q] = FMA(p->d[q], slope.v[q], value.v[q]);
    return y;
}

/* Evaluates whole blocks. The stage ahead of the last block repeats the current one. */
INLINE void evaluate_blocks(const clpwl__pack *p, const float *x, float *y, size_t n, int from_0, int tails)
{
    const domain d = domain_of(p);
    const bounds b = split_bounds_of(p, from_0);
    const unsigned char *planes = p->planes.split;
    placed at = place(&d, &b, x, from_0, tails);
    _Pragma("GCC unroll 2") for (size_t i = 0; i < n; i += BLOCK) {
        placed next = place(&d, &b, x + (i + BLOCK < n ? i + BLOCK : i), from_0, tails);
        four v = read_at(planes, &at);
        EACH(q)
        {
            size_t j = i + 8 * (size_t)q;
            STORE(y + j, leave(&d, LOAD(x + j), v.v[q], tails));
        }
        at = next;
    }
}

TARGET static void split_from_a(const clpwl__pack *p, const float *x, float *y, size_t n)
{
    BY_TAILS(p, evaluate_blocks, p, x, y, n, 0)
}

TARGET static void split_from_0(const clpwl__pack *p, const float *x, float *y, size_t n)
{
    BY_TAILS(p, evaluate_blocks, p, x, y, n, 1)
}

void clpwl__host_avx2_permute(const clpwl__pack *p, const float *x, float *y, size_t n)
{
    if (p->planes.corners)
        (p->planes.from_0 ? from_0 : from_a)(p, x, y, n);
    else
        in_blocks(p->planes.from_0 ? split_from_0 : split_from_a, BLOCK, p, x, y, n);
}
#endif
