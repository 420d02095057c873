/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * AVX2: eight values at a time. Tables that are too large for registers are in memory. Eight loads
 * of pairs and their shuffles take 0.6 of the time of gathers of pairs, and 0.4 of that of gathers
 * of floats (bench/results).
 */
#include "cpu/rows.h"
#if CLPWL__X86
#include "cpu/avx2.h"
#include "base/internal.h"

/* The index of u > -1. NaN gives the last index, so that every load is inside its table. */
AVX2_INLINE __m256i index_of(__m256 u, __m256i last)
{
    return _mm256_min_epu32(last, _mm256_cvttps_epi32(u));
}

typedef struct pair {
    __m256 first, second;
} pair;

/* The records of two indices, the first of which is in the low half. */
AVX2_INLINE __m128 two_records(const clpwl__record *records, int64_t two)
{
    __m128 low = _mm_castsi128_ps(_mm_loadl_epi64((const __m128i *)&records[(uint32_t)two]));
    return _mm_loadh_pi(low, (const __m64 *)&records[(uint64_t)two >> 32]);
}

/* Values and slopes of records i. */
AVX2_INLINE pair load_pairs(const clpwl__record *records, __m256i i)
{
    __m128i low = _mm256_castsi256_si128(i), high = _mm256_extracti128_si256(i, 1);
    __m128 r01 = two_records(records, _mm_cvtsi128_si64(low));
    __m128 r23 = two_records(records, _mm_extract_epi64(low, 1));
    __m128 r45 = two_records(records, _mm_cvtsi128_si64(high));
    __m128 r67 = two_records(records, _mm_extract_epi64(high, 1));
    __m256 r0145 = _mm256_insertf128_ps(_mm256_castps128_ps256(r01), r45, 1);
    __m256 r2367 = _mm256_insertf128_ps(_mm256_castps128_ps256(r23), r67, 1);
    return (pair){_mm256_shuffle_ps(r0145, r2367, 0x88), _mm256_shuffle_ps(r0145, r2367, 0xdd)};
}

typedef struct memory {
    const clpwl__pack *pack;
    __m256 scale, offset;
    __m256i last;
} memory;

AVX2_INLINE memory memory_of(const clpwl__pack *p)
{
    return (memory){
        .pack = p,
        .scale = _mm256_set1_ps(p->grid.scale),
        .offset = _mm256_set1_ps(p->grid.offset),
        .last = _mm256_set1_epi32(p->grid.last),
    };
}

AVX2_INLINE __m256 position(const domain *d, const memory *m, __m256 x)
{
    return _mm256_fmadd_ps(_mm256_sub_ps(x, d->origin), m->scale, m->offset);
}

AVX2_INLINE __m256 lookup_uniform(const domain *d, const memory *m, __m256 x)
{
    __m256 u = position(d, m, between(d->lo, x, d->hi));
    __m256i i = index_of(u, m->last);
    pair record = load_pairs(m->pack->records, i);
    return _mm256_fmadd_ps(_mm256_sub_ps(u, _mm256_cvtepi32_ps(i)), record.second, record.first);
}

/* The search of clpwl__segment, eight at a time. */
AVX2_INLINE __m256 lookup_sorted(const domain *d, const memory *m, __m256 x)
{
    __m256i i = _mm256_setzero_si256();
    const float *knots = m->pack->knots;
    x = between(d->lo, x, d->hi);
    for (size_t length = m->pack->segments; length > 1;) {
        size_t half = length / 2;
        __m256i middle = _mm256_add_epi32(i, _mm256_set1_epi32((int)half));
        __m256 above = _mm256_cmp_ps(_mm256_i32gather_ps(knots, middle, 4), x, _CMP_LE_OQ);
        i = _mm256_blendv_epi8(i, middle, _mm256_castps_si256(above));
        length -= half;
    }
    __m256 from = _mm256_sub_ps(x, _mm256_i32gather_ps(knots, i, 4));
    pair record = load_pairs(m->pack->records, i);
    return _mm256_fmadd_ps(from, record.second, record.first);
}

/* Cells i[0] and i[4], one in each 128-bit lane. */
AVX2_INLINE __m256 two_cells(const clpwl__cell *cells, const int32_t *i)
{
    __m256 y = _mm256_castps128_ps256(_mm_loadu_ps(&cells[i[0]].x));
    return _mm256_insertf128_ps(y, _mm_loadu_ps(&cells[i[4]].x), 1);
}

/* Eight loads of whole cells and a transposition take half as long as gathers. */
AVX2_INLINE __m256 lookup_cells(const domain *d, const memory *m, __m256 x)
{
    int32_t i[8] __attribute__((aligned(32)));
    const clpwl__cell *cells = m->pack->cells;
    x = between(d->lo, x, d->hi);
    _mm256_store_si256((__m256i *)i, index_of(position(d, m, x), m->last));
    __m256 r0 = two_cells(cells, i), r1 = two_cells(cells, i + 1);
    __m256 r2 = two_cells(cells, i + 2), r3 = two_cells(cells, i + 3);
    __m256 xy01 = _mm256_unpacklo_ps(r0, r1), xy23 = _mm256_unpacklo_ps(r2, r3);
    __m256 lr01 = _mm256_unpackhi_ps(r0, r1), lr23 = _mm256_unpackhi_ps(r2, r3);
    __m256 from = _mm256_sub_ps(x, _mm256_shuffle_ps(xy01, xy23, 0x44));
    __m256 y = _mm256_shuffle_ps(xy01, xy23, 0xee);
    __m256 left = _mm256_shuffle_ps(lr01, lr23, 0x44), right = _mm256_shuffle_ps(lr01, lr23, 0xee);
    return _mm256_fmadd_ps(from, _mm256_blendv_ps(right, left, from), y);
}

AVX2_LOOPS(uniform, memory, memory_of, lookup_uniform)
AVX2_LOOPS(sorted, memory, memory_of, lookup_sorted)
AVX2_LOOPS(cells, memory, memory_of, lookup_cells)

void clpwl__host_avx2(const clpwl__pack *p, const float *x, float *y, size_t n)
{
    static clpwl__host_eval_fn *const loops[][LOOPS] = {AVX2_ROW(uniform), AVX2_ROW(sorted),
                                                        AVX2_ROW(cells)};
    if (p->planes.corners || p->planes.split)
        clpwl__host_avx2_permute(p, x, y, n);
    else
        loops[p->cells ? 2 : p->knots ? 1 : 0][tails_of(p)](p, x, y, n);
}
#endif
