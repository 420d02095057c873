/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Uniform tables of at most 32 segments in registers: a lookup is a permutation.
 *
 * Around each odd knot c = 2k + 1 are two segments, a corner:
 *     y = V[k] + w (w < 0 ? L[k] : R[k]),  w = u - c,  -1 <= w <= 1.
 * That takes three tables of N / 2 entries, where values and slopes of segments would take two of
 * N, and the selection by the sign of w needs no mask. With v = u - 1, one addition gives k:
 *     t = v + magic,  w = v - (t - magic),  magic = 1.5 2^24,
 * as the low bits of t count units of 2. Between two corners both are right. At b a tie must give
 * the last corner: magic is larger by 2, so that ties go to the odd k, and v remains above -1,
 * whose tie would give a corner below a. The low bits are therefore k + 1.
 */
#include "cpu/rows.h"
#if CLPWL__X86
#include "cpu/avx2.h"

enum { HALF = 8 }; /* entries of a register */

typedef struct corners {
    __m256 scale, offset, least, most, magic;
    __m256i half; /* t of the last entry of the first registers */
    __m256 value[2], left[2], right[2];
} corners;

/* Constants of a loop, computed without vectors. v is fma(x - origin, scale, offset), or
 * fma(x, scale, offset) from 0. */
typedef struct bounds {
    float origin, offset, least, most;
} bounds;

static inline bounds bounds_of(const clpwl__pack *p, int from_0)
{
    float origin = from_0 ? 0 : p->grid.origin;
    float offset = (from_0 ? -p->planes.turn : p->grid.offset) - 1;
    float least = fmaf(p->grid.lo - origin, p->grid.scale, offset);
    float most = fmaf(p->grid.hi - origin, p->grid.scale, offset), end = (float)p->grid.last;
    float above_minus_1 = -1 + 0x1p-24f;
    return (bounds){origin, offset, least > above_minus_1 ? least : above_minus_1,
                    most < end ? most : end};
}

AVX2_INLINE corners corners_of(const clpwl__pack *p, int from_0)
{
    const bounds b = bounds_of(p, from_0);
    const float *value = p->planes.corners, *left = value + CLPWL__CORNERS;
    const float *right = left + CLPWL__CORNERS;
    __m256 magic = _mm256_set1_ps(0x1.8p24f + 2);
    /* Otherwise gcc makes -magic a constant of its own, and there are no registers left. */
    __asm__("" : "+x"(magic));
    return (corners){
        .scale = _mm256_set1_ps(p->grid.scale),
        .offset = _mm256_set1_ps(b.offset),
        .least = _mm256_set1_ps(b.least),
        .most = _mm256_set1_ps(b.most),
        .magic = magic,
        .half = _mm256_castps_si256(_mm256_set1_ps(0x1.8p24f + 2 * HALF)),
        .value = {_mm256_load_ps(value), _mm256_load_ps(value + HALF)},
        .left = {_mm256_load_ps(left), _mm256_load_ps(left + HALF)},
        .right = {_mm256_load_ps(right), _mm256_load_ps(right + HALF)},
    };
}

AVX2_INLINE corners corners_of_0(const clpwl__pack *p)
{
    return corners_of(p, 1);
}

AVX2_INLINE corners corners_of_a(const clpwl__pack *p)
{
    return corners_of(p, 0);
}

/* Entries t of one or two registers. A comparison of integers for the mask takes less than a
 * shift, as more units of a CPU have it. */
AVX2_INLINE __m256 pick(const __m256 *table, __m256i t, __m256i half, int room)
{
    __m256 first = _mm256_permutevar8x32_ps(table[0], t);
    if (room == 2 * HALF)
        return first;
    __m256 second = _mm256_permutevar8x32_ps(table[1], t);
    return _mm256_blendv_ps(first, second, _mm256_castsi256_ps(_mm256_cmpgt_epi32(t, half)));
}

AVX2_INLINE __m256 lookup(const corners *c, __m256 x, int room)
{
    __m256 v = between(c->least, _mm256_fmadd_ps(x, c->scale, c->offset), c->most);
    __m256 sum = _mm256_add_ps(v, c->magic);
    __m256 w = _mm256_sub_ps(v, _mm256_sub_ps(sum, c->magic));
    __m256i t = _mm256_castps_si256(sum);
    __m256 left = pick(c->left, t, c->half, room), right = pick(c->right, t, c->half, room);
    return _mm256_fmadd_ps(w, _mm256_blendv_ps(right, left, w), pick(c->value, t, c->half, room));
}

#define ROOM(room)                                                                                 \
    AVX2_INLINE __m256 lookup_from_0_##room(const domain *d, const corners *c, __m256 x)           \
    {                                                                                              \
        (void)d;                                                                                   \
        return lookup(c, x, room);                                                                 \
    }                                                                                              \
    AVX2_INLINE __m256 lookup_from_a_##room(const domain *d, const corners *c, __m256 x)           \
    {                                                                                              \
        return lookup(c, _mm256_sub_ps(x, d->origin), room);                                       \
    }                                                                                              \
    AVX2_LOOPS(from_0_##room, corners, corners_of_0, lookup_from_0_##room)                         \
    AVX2_LOOPS(from_a_##room, corners, corners_of_a, lookup_from_a_##room)
ROOM(16)
ROOM(32)

void clpwl__host_avx2_permute(const clpwl__pack *p, const float *x, float *y, size_t n)
{
    static clpwl__host_eval_fn *const loops[][2][LOOPS] = {
        {AVX2_ROW(from_a_16), AVX2_ROW(from_0_16)}, {AVX2_ROW(from_a_32), AVX2_ROW(from_0_32)}};
    loops[p->segments > 16][p->planes.from_0][tails_of(p)](p, x, y, n);
}
#endif
