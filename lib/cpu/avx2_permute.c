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

typedef struct corners {
    __m256 scale, offset, least, most, magic, value, left, right;
} corners;

AVX2_INLINE corners corners_of(const clpwl__pack *p, int from_0)
{
    const bounds b = bounds_of(p, from_0, -1, -1 + 0x1p-24f);
    const float *value = p->planes.corners, *left = value + CLPWL__CORNERS;
    __m256 magic = _mm256_set1_ps(0x1.8p24f + 2);
    /* Otherwise gcc makes -magic a constant of its own. */
    __asm__("" : "+x"(magic));
    return (corners){
        .scale = _mm256_set1_ps(p->grid.scale),
        .offset = _mm256_set1_ps(b.offset),
        .least = _mm256_set1_ps(b.least),
        .most = _mm256_set1_ps(b.most),
        .magic = magic,
        .value = _mm256_load_ps(value),
        .left = _mm256_load_ps(left),
        .right = _mm256_load_ps(left + CLPWL__CORNERS),
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

AVX2_INLINE __m256 lookup_from_0(const domain *d, const corners *c, __m256 x)
{
    (void)d;
    __m256 v = between(c->least, _mm256_fmadd_ps(x, c->scale, c->offset), c->most);
    __m256 sum = _mm256_add_ps(v, c->magic);
    __m256 w = _mm256_sub_ps(v, _mm256_sub_ps(sum, c->magic));
    __m256i t = _mm256_castps_si256(sum);
    __m256 left = _mm256_permutevar8x32_ps(c->left, t);
    __m256 right = _mm256_permutevar8x32_ps(c->right, t);
    return _mm256_fmadd_ps(w, _mm256_blendv_ps(right, left, w),
                           _mm256_permutevar8x32_ps(c->value, t));
}

AVX2_INLINE __m256 lookup_from_a(const domain *d, const corners *c, __m256 x)
{
    return lookup_from_0(d, c, _mm256_sub_ps(x, d->origin));
}

AVX2_LOOPS(from_0, corners, corners_of_0, lookup_from_0)
AVX2_LOOPS(from_a, corners, corners_of_a, lookup_from_a)

#define EACH(q) _Pragma("GCC unroll 4") for (int q = 0; q < 4; q++)

enum { BLOCK = 32 };

typedef struct table {
    const unsigned char *planes;
    __m256 scale, offset, least, most;
    domain domain;
} table;

AVX2_INLINE table table_of(const clpwl__pack *p, int from_0)
{
    const bounds b = bounds_of(p, from_0, 0, 0);
    float most = fmaf(p->planes.most, p->grid.scale, -p->planes.turn);
    float below_room = CLPWL__PLANES_OF_FLOATS - 0x1p-19f;
    return (table){
        .planes = p->planes.split,
        .scale = _mm256_set1_ps(p->grid.scale),
        .offset = _mm256_set1_ps(b.offset),
        .least = _mm256_set1_ps(b.least),
        .most = _mm256_set1_ps(most < below_room ? most : below_room),
        .domain = domain_of(p),
    };
}

/* First stage: d, and the indices of the four registers, by 128-bit lanes in turn. */
typedef struct placed {
    __m256 d[4];
    __m256i index;
} placed;

AVX2_INLINE placed place(const table *k, const float *x, enum tails tails, int from_0)
{
    placed p;
    __m256i i[4];
    EACH(q)
    {
        __m256 from = enter(&k->domain, _mm256_loadu_ps(x + 8 * q), tails);
        if (!from_0)
            from = _mm256_sub_ps(from, k->domain.origin);
        __m256 u = between(k->least, _mm256_fmadd_ps(from, k->scale, k->offset), k->most);
        i[q] = _mm256_cvttps_epi32(u);
        p.d[q] = _mm256_sub_ps(u, _mm256_cvtepi32_ps(i[q]));
    }
    p.index = _mm256_packs_epi16(_mm256_packs_epi32(i[0], i[1]), _mm256_packs_epi32(i[2], i[3]));
    return p;
}

/* Entries of a plane: `low` and `high` have bit 7 where the index is not in that half. */
AVX2_INLINE __m256i look_up(const unsigned char *plane, __m256i low, __m256i high)
{
    __m256i first = _mm256_broadcastsi128_si256(_mm_load_si128((const __m128i *)plane));
    __m256i second = _mm256_broadcastsi128_si256(_mm_load_si128((const __m128i *)plane + 1));
    return _mm256_or_si256(_mm256_shuffle_epi8(first, low), _mm256_shuffle_epi8(second, high));
}

typedef struct four {
    __m256 v[4];
} four;

AVX2_INLINE four look_up_floats(const unsigned char *planes, __m256i low, __m256i high)
{
    __m256i plane[4];
    EACH(q) plane[q] = look_up(planes + CLPWL__PLANES_OF_FLOATS * q, low, high);
    __m256i low01 = _mm256_unpacklo_epi8(plane[0], plane[1]);
    __m256i high01 = _mm256_unpackhi_epi8(plane[0], plane[1]);
    __m256i low23 = _mm256_unpacklo_epi8(plane[2], plane[3]);
    __m256i high23 = _mm256_unpackhi_epi8(plane[2], plane[3]);
    return (four){{_mm256_castsi256_ps(_mm256_unpacklo_epi16(low01, low23)),
                   _mm256_castsi256_ps(_mm256_unpackhi_epi16(low01, low23)),
                   _mm256_castsi256_ps(_mm256_unpacklo_epi16(high01, high23)),
                   _mm256_castsi256_ps(_mm256_unpackhi_epi16(high01, high23))}};
}

/* Second stage. */
AVX2_INLINE four read_at(const table *k, const placed *p)
{
    __m256i low = _mm256_add_epi8(p->index, _mm256_set1_epi8(0x70));
    __m256i high = _mm256_add_epi8(_mm256_xor_si256(p->index, _mm256_set1_epi8(0x10)),
                                   _mm256_set1_epi8(0x70));
    four slope = look_up_floats(k->planes + 4 * CLPWL__PLANES_OF_FLOATS, low, high);
    four value = look_up_floats(k->planes, low, high), y;
    EACH(q) y.v[q] = _mm256_fmadd_ps(p->d[q], slope.v[q], value.v[q]);
    return y;
}

/* Evaluates `count` whole blocks. The stage ahead of the last block repeats the current one. */
AVX2_INLINE void evaluate_blocks(const clpwl__pack *p, const float *x, float *y, size_t count,
                                 enum tails tails, int from_0)
{
    const table k = table_of(p, from_0);
    placed at = place(&k, x, tails, from_0);
    _Pragma("GCC unroll 2") for (size_t i = 0; i < count; i++) {
        size_t ahead = i + 1 < count ? i + 1 : i;
        placed next = place(&k, x + BLOCK * ahead, tails, from_0);
        four v = read_at(&k, &at);
        EACH(q)
        {
            size_t j = BLOCK * i + 8 * (size_t)q;
            _mm256_storeu_ps(y + j, leave(&k.domain, _mm256_loadu_ps(x + j), v.v[q], tails));
        }
        at = next;
    }
}

/* Less than 32 values are padded. */
#define BLOCKS(NAME, TAILS, FROM_0)                                                                  \
    AVX2 static void NAME(const clpwl__pack *p, const float *x, float *y, size_t n)                \
    {                                                                                              \
        size_t whole = n / BLOCK * BLOCK;                                                          \
        float rest[BLOCK] = {0};                                                                   \
        if (whole > 0)                                                                             \
            evaluate_blocks(p, x, y, whole / BLOCK, TAILS, FROM_0);                                \
        if (whole < n) {                                                                           \
            memcpy(rest, x + whole, (n - whole) * sizeof *x);                                      \
            evaluate_blocks(p, rest, rest, 1, TAILS, FROM_0);                                      \
            memcpy(y + whole, rest, (n - whole) * sizeof *y);                                      \
        }                                                                                          \
    }
#define ALL_BLOCKS(name, from_0)                                                                   \
    BLOCKS(clamped_##name, CLAMPED, from_0)                                                        \
    BLOCKS(filled_##name, FILLED, from_0)                                                          \
    BLOCKS(folded_##name, FOLDED, from_0)                                                          \
    BLOCKS(lined_##name, LINED, from_0)                                                            \
    BLOCKS(mirrored_##name, MIRRORED, from_0)                                                      \
    BLOCKS(mirrored_tailed_##name, MIRRORED_TAILED, from_0)
ALL_BLOCKS(split_from_a, 0)
ALL_BLOCKS(split_from_0, 1)

void clpwl__host_avx2_permute(const clpwl__pack *p, const float *x, float *y, size_t n)
{
    static clpwl__host_eval_fn *const by_floats[][LOOPS] = {AVX2_ROW(from_a), AVX2_ROW(from_0)};
    static clpwl__host_eval_fn *const by_bytes[][LOOPS] = {AVX2_ROW(split_from_a), AVX2_ROW(split_from_0)};
    (p->planes.corners ? by_floats : by_bytes)[p->planes.from_0][tails_of(p)](p, x, y, n);
}
#endif
