/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * AVX2: eight values at a time. Tables are read by gathers of pairs, four at a time: half as many
 * loads as by gathers of floats.
 */
#include "cpu/rows.h"
#if CLPWL__X86
#include <immintrin.h>
#include "base/internal.h"

#define AVX2 __attribute__((target("avx2,fma")))
#define AVX2_INLINE AVX2 static inline __attribute__((always_inline))

typedef struct table {
    const clpwl__pack *pack;
    __m256 lo, hi, origin, scale, offset, fill, period, left, right;
    __m256i last;
} table;

AVX2_INLINE table table_of(const clpwl__pack *p)
{
    return (table){
        .pack = p,
        .lo = _mm256_set1_ps(p->grid.lo),
        .hi = _mm256_set1_ps(p->grid.hi),
        .origin = _mm256_set1_ps(p->grid.origin),
        .scale = _mm256_set1_ps(p->grid.scale),
        .offset = _mm256_set1_ps(p->grid.offset),
        .fill = _mm256_set1_ps(p->extend == CLPWL_EXTEND_NAN ? NAN : 0),
        .period = _mm256_set1_ps(p->grid.period),
        .left = _mm256_set1_ps(p->grid.left[0]),
        .right = _mm256_set1_ps(p->grid.right[0]),
        .last = _mm256_set1_epi32(p->grid.last),
    };
}

AVX2_INLINE __m256 outside(const table *t, __m256 x) /* 0 for NaN */
{
    return _mm256_or_ps(_mm256_cmp_ps(x, t->lo, _CMP_LT_OQ), _mm256_cmp_ps(x, t->hi, _CMP_GT_OQ));
}

/* As clpwl_fold, to the rounding of its formula. */
AVX2_INLINE __m256 fold(const table *t, __m256 x)
{
    __m256 from = _mm256_sub_ps(x, t->origin), periods = _mm256_div_ps(from, t->period);
    if (t->pack->extend == CLPWL_EXTEND_MIRROR) {
        periods = _mm256_mul_ps(periods, _mm256_set1_ps(0.5f));
        periods = _mm256_round_ps(periods, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
        periods = _mm256_mul_ps(periods, _mm256_set1_ps(2));
        from = _mm256_fnmadd_ps(periods, t->period, from);
        from = _mm256_andnot_ps(_mm256_set1_ps(-0.0f), from);
    } else {
        from = _mm256_fnmadd_ps(_mm256_floor_ps(periods), t->period, from);
    }
    return _mm256_add_ps(t->origin, from);
}

/* x in the domain. NaN remains, as max and min return their second operand for it. */
AVX2_INLINE __m256 enter(const table *t, __m256 x, int folded)
{
    if (folded)
        x = _mm256_blendv_ps(x, fold(t, x), outside(t, x));
    return _mm256_min_ps(t->hi, _mm256_max_ps(t->lo, x));
}

/* slope d, or 0 where the slope is 0: d may be infinite. */
AVX2_INLINE __m256 product(__m256 slope, __m256 d)
{
    return _mm256_mul_ps(slope, _mm256_and_ps(d, _mm256_cmp_ps(slope, _mm256_setzero_ps(), _CMP_NEQ_OQ)));
}

/* What a linear tail adds at x; for NaN 0, as min and max return their second operand. */
AVX2_INLINE __m256 rise(const table *t, __m256 x)
{
    __m256 none = _mm256_setzero_ps();
    __m256 below = _mm256_min_ps(_mm256_sub_ps(x, t->lo), none);
    __m256 above = _mm256_max_ps(_mm256_sub_ps(x, t->hi), none);
    return _mm256_add_ps(product(t->left, below), product(t->right, above));
}

/* The index of u > -1. NaN gives the last index, so that every gather is inside its table. */
AVX2_INLINE __m256i index_of(__m256 u, __m256i last)
{
    return _mm256_min_epu32(last, _mm256_cvttps_epi32(u));
}

typedef struct pair {
    __m256 first, second;
} pair;

/* The first and the second parts of pairs i. */
AVX2_INLINE pair gather(const void *pairs, __m256i i)
{
    __m256d none = _mm256_setzero_pd(), all = _mm256_castsi256_pd(_mm256_set1_epi64x(-1));
    __m256 low = _mm256_castpd_ps(
        _mm256_mask_i32gather_pd(none, pairs, _mm256_castsi256_si128(i), all, 8));
    __m256 high = _mm256_castpd_ps(
        _mm256_mask_i32gather_pd(none, pairs, _mm256_extracti128_si256(i, 1), all, 8));
    /* Shuffles within 128-bit lanes give 0 1 4 5 2 3 6 7; a permutation restores the order. */
    __m256d first = _mm256_castps_pd(_mm256_shuffle_ps(low, high, 0x88));
    __m256d second = _mm256_castps_pd(_mm256_shuffle_ps(low, high, 0xdd));
    return (pair){
        _mm256_castpd_ps(_mm256_permute4x64_pd(first, 0xd8)),
        _mm256_castpd_ps(_mm256_permute4x64_pd(second, 0xd8)),
    };
}

AVX2_INLINE __m256 lookup_uniform(const table *t, __m256 x)
{
    __m256 u = _mm256_fmadd_ps(_mm256_sub_ps(x, t->origin), t->scale, t->offset);
    __m256i i = index_of(u, t->last);
    pair record = gather(t->pack->records, i);
    __m256 d = _mm256_sub_ps(u, _mm256_cvtepi32_ps(i));
    return _mm256_fmadd_ps(d, record.second, record.first);
}

/* The search of clpwl__segment, eight at a time. */
AVX2_INLINE __m256 lookup_sorted(const table *t, __m256 x)
{
    __m256i i = _mm256_setzero_si256();
    const float *knots = t->pack->knots;
    for (size_t length = t->pack->segments; length > 1;) {
        size_t half = length / 2;
        __m256i middle = _mm256_add_epi32(i, _mm256_set1_epi32((int)half));
        __m256 above = _mm256_cmp_ps(_mm256_i32gather_ps(knots, middle, 4), x, _CMP_LE_OQ);
        i = _mm256_blendv_epi8(i, middle, _mm256_castps_si256(above));
        length -= half;
    }
    __m256 d = _mm256_sub_ps(x, _mm256_i32gather_ps(knots, i, 4));
    pair record = gather(t->pack->records, i);
    return _mm256_fmadd_ps(d, record.second, record.first);
}

/* Cells i[0] and i[4], one in each 128-bit lane. */
AVX2_INLINE __m256 two_cells(const clpwl__cell *cells, const int32_t *i)
{
    __m256 y = _mm256_castps128_ps256(_mm_loadu_ps(&cells[i[0]].x));
    return _mm256_insertf128_ps(y, _mm_loadu_ps(&cells[i[4]].x), 1);
}

/* Eight loads of whole cells and a transposition take half as long as gathers. */
AVX2_INLINE __m256 lookup_cells(const table *t, __m256 x)
{
    int32_t i[8] __attribute__((aligned(32)));
    __m256 u = _mm256_fmadd_ps(_mm256_sub_ps(x, t->origin), t->scale, t->offset);
    _mm256_store_si256((__m256i *)i, index_of(u, t->last));
    __m256 r0 = two_cells(t->pack->cells, i), r1 = two_cells(t->pack->cells, i + 1);
    __m256 r2 = two_cells(t->pack->cells, i + 2), r3 = two_cells(t->pack->cells, i + 3);
    __m256 xy01 = _mm256_unpacklo_ps(r0, r1), xy23 = _mm256_unpacklo_ps(r2, r3);
    __m256 lr01 = _mm256_unpackhi_ps(r0, r1), lr23 = _mm256_unpackhi_ps(r2, r3);
    __m256 d = _mm256_sub_ps(x, _mm256_shuffle_ps(xy01, xy23, 0x44));
    __m256 y = _mm256_shuffle_ps(xy01, xy23, 0xee);
    __m256 left = _mm256_shuffle_ps(lr01, lr23, 0x44), right = _mm256_shuffle_ps(lr01, lr23, 0xee);
    return _mm256_fmadd_ps(d, _mm256_blendv_ps(right, left, d), y);
}

/* Defines NAME, a loop of LOOKUP over an array. Less than eight values are padded. */
#define LOOP(NAME, LOOKUP, FOLDED)                                                                 \
    AVX2_INLINE __m256 at_##NAME(const table *t, __m256 x)                                         \
    {                                                                                              \
        __m256 v = LOOKUP(t, enter(t, x, FOLDED));                                                 \
        if (t->pack->extend == CLPWL_EXTEND_LINEAR)                                                \
            v = _mm256_add_ps(v, rise(t, x));                                                      \
        int filled = t->pack->extend == CLPWL_EXTEND_ZERO || t->pack->extend == CLPWL_EXTEND_NAN;                \
        return filled ? _mm256_blendv_ps(v, t->fill, outside(t, x)) : v;                           \
    }                                                                                              \
    AVX2 static void NAME(const clpwl__pack *p, const float *x, float *y, size_t n)                \
    {                                                                                              \
        table t = table_of(p);                                                                     \
        float rest[8] = {0};                                                                       \
        size_t i = 0;                                                                              \
        for (; i + 8 <= n; i += 8)                                                                 \
            _mm256_storeu_ps(y + i, at_##NAME(&t, _mm256_loadu_ps(x + i)));                        \
        if (i < n) {                                                                               \
            memcpy(rest, x + i, (n - i) * sizeof *x);                                              \
            _mm256_storeu_ps(rest, at_##NAME(&t, _mm256_loadu_ps(rest)));                          \
            memcpy(y + i, rest, (n - i) * sizeof *y);                                              \
        }                                                                                          \
    }
LOOP(uniform, lookup_uniform, 0)
LOOP(uniform_folded, lookup_uniform, 1)
LOOP(sorted, lookup_sorted, 0)
LOOP(sorted_folded, lookup_sorted, 1)
LOOP(cells, lookup_cells, 0)
LOOP(cells_folded, lookup_cells, 1)

void clpwl__host_avx2(const clpwl__pack *p, const float *x, float *y, size_t n)
{
    static clpwl__host_eval_fn *const loops[][2] = {
        {uniform, uniform_folded}, {sorted, sorted_folded}, {cells, cells_folded}};
    int folded = p->extend == CLPWL_EXTEND_REPEAT || p->extend == CLPWL_EXTEND_MIRROR;
    loops[p->cells ? 2 : p->knots ? 1 : 0][folded](p, x, y, n);
}
#endif
