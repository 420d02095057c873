/* SPDX-License-Identifier: GPL-3.0-or-later */
/* AVX-512: sixteen values at a time. Tables that are too large for registers are in memory. */
#include "cpu/rows.h"
#if CLPWL__X86
#include "cpu/avx512.h"
#include "base/internal.h"

/* The index of u > -1. NaN gives the last index, so that every gather is inside its table. */
AVX512_INLINE __m512i index_of(__m512 u, __m512i last)
{
    return _mm512_min_epu32(last, _mm512_cvttps_epi32(u));
}

typedef struct pair {
    __m512 first, second;
} pair;

/* The first and the second parts of pairs i. A gather of eight pairs takes no longer than one of
 * eight floats. */
AVX512_INLINE pair gather(const void *pairs, __m512i i)
{
    __m512d none = _mm512_setzero_pd();
    __m512 low = _mm512_castpd_ps(
        _mm512_mask_i32gather_pd(none, 0xff, _mm512_castsi512_si256(i), pairs, 8));
    __m512 high = _mm512_castpd_ps(
        _mm512_mask_i32gather_pd(none, 0xff, _mm512_extracti64x4_epi64(i, 1), pairs, 8));
    return (pair){
        _mm512_permutex2var_ps(low, even_places(), high),
        _mm512_permutex2var_ps(low, odd_places(), high),
    };
}

typedef struct records {
    __m512 scale;
    __m512i last;
    const clpwl__record *records;
    const float *knots;
    size_t segments;
} records;

AVX512_INLINE records records_of(const clpwl__pack *p, const bounds *b)
{
    (void)b;
    return (records){
        .scale = _mm512_set1_ps(p->grid.scale),
        .last = _mm512_set1_epi32((int)p->segments - 1),
        .records = p->records,
        .knots = p->knots,
        .segments = p->segments,
    };
}

AVX512_INLINE __m512 lookup_uniform(const records *r, __m512 x)
{
    __m512 u = _mm512_mul_ps(x, r->scale);
    __m512i i = index_of(u, r->last);
    pair record = gather(r->records, i);
    __m512 d = _mm512_sub_ps(u, _mm512_cvtepi32_ps(i));
    return _mm512_fmadd_ps(d, record.second, record.first);
}

/* The search of clpwl__locate, sixteen at a time. */
AVX512_INLINE __m512 lookup_sorted(const records *r, __m512 x)
{
    __m512i i = _mm512_setzero_si512();
    __m512 none = _mm512_setzero_ps();
    for (size_t length = r->segments; length > 1;) {
        size_t half = length / 2;
        __m512i middle = _mm512_add_epi32(i, _mm512_set1_epi32((int)half));
        __m512 knot = _mm512_mask_i32gather_ps(none, 0xffff, middle, r->knots, 4);
        i = _mm512_mask_mov_epi32(i, _mm512_cmp_ps_mask(knot, x, _CMP_LE_OQ), middle);
        length -= half;
    }
    __m512 d = _mm512_sub_ps(x, _mm512_mask_i32gather_ps(none, 0xffff, i, r->knots, 4));
    pair record = gather(r->records, i);
    return _mm512_fmadd_ps(d, record.second, record.first);
}

typedef struct cells {
    __m512 origin, scale, offset;
    __m512i last;
    const clpwl__cell *cells;
} cells;

AVX512_INLINE cells cells_of(const clpwl__pack *p, const bounds *b)
{
    (void)b;
    return (cells){
        .origin = _mm512_set1_ps(p->grid.origin),
        .scale = _mm512_set1_ps(p->grid.scale),
        .offset = _mm512_set1_ps(p->grid.offset),
        .last = _mm512_set1_epi32((int)p->cell_count - 1),
        .cells = p->cells,
    };
}

/* Cells i[0] and i[4], one in each 128-bit lane. */
AVX512_INLINE __m256 two_cells(const clpwl__cell *from, const int32_t *i)
{
    __m256 y = _mm256_castps128_ps256(_mm_loadu_ps(&from[i[0]].x));
    return _mm256_insertf128_ps(y, _mm_loadu_ps(&from[i[4]].x), 1);
}

/* Cells i[0], i[4], i[8], i[12]. */
AVX512_INLINE __m512 every_fourth(const clpwl__cell *from, const int32_t *i)
{
    return _mm512_insertf32x8(_mm512_castps256_ps512(two_cells(from, i)), two_cells(from, i + 8),
                              1);
}

/* Sixteen loads of whole cells and a transposition take half as long as gathers. */
AVX512_INLINE __m512 lookup_cells(const cells *c, __m512 x)
{
    int32_t i[16] __attribute__((aligned(64)));
    __m512 u = _mm512_fmadd_ps(_mm512_sub_ps(x, c->origin), c->scale, c->offset);
    _mm512_store_si512(i, index_of(u, c->last));
    __m512 r0 = every_fourth(c->cells, i), r1 = every_fourth(c->cells, i + 1);
    __m512 r2 = every_fourth(c->cells, i + 2), r3 = every_fourth(c->cells, i + 3);
    __m512 xy01 = _mm512_unpacklo_ps(r0, r1), xy23 = _mm512_unpacklo_ps(r2, r3);
    __m512 lr01 = _mm512_unpackhi_ps(r0, r1), lr23 = _mm512_unpackhi_ps(r2, r3);
    __m512 d = _mm512_sub_ps(x, _mm512_shuffle_ps(xy01, xy23, 0x44));
    __m512 y = _mm512_shuffle_ps(xy01, xy23, 0xee);
    __mmask16 left = _mm512_movepi32_mask(_mm512_castps_si512(d));
    __m512 slope = _mm512_shuffle_ps(lr01, lr23, 0xee);
    slope = _mm512_mask_shuffle_ps(slope, left, lr01, lr23, 0x44);
    return _mm512_fmadd_ps(d, slope, y);
}

#define ALL_LOOPS(name, table, make, lookup, from)                                                   \
    AVX512_LOOP(clamped_##name, table, bounds_of, make, lookup, CLAMPED, from)                     \
    AVX512_LOOP(filled_##name, table, bounds_of, make, lookup, FILLED, from)                       \
    AVX512_LOOP(folded_##name, table, bounds_of, make, lookup, FOLDED, from)                       \
    AVX512_LOOP(lined_##name, table, bounds_of, make, lookup, LINED, from)                         \
    AVX512_LOOP(mirrored_##name, table, bounds_of, make, lookup, MIRRORED, from)                   \
    AVX512_LOOP(mirrored_tailed_##name, table, bounds_of, make, lookup, MIRRORED_TAILED, from)
#define ROW(name)                                                                                  \
    {                                                                                              \
        clamped_##name, filled_##name, folded_##name, lined_##name, mirrored_##name,               \
            mirrored_tailed_##name                                                                 \
    }
ALL_LOOPS(uniform, records, records_of, lookup_uniform, FROM_A)
ALL_LOOPS(sorted, records, records_of, lookup_sorted, FROM_0)
ALL_LOOPS(cells, cells, cells_of, lookup_cells, FROM_0)

void clpwl__host_avx512(const clpwl__pack *p, const float *x, float *y, size_t n)
{
    static clpwl__host_eval_fn *const loops[][LOOPS] = {ROW(uniform), ROW(sorted), ROW(cells)};
    int by_bytes = p->planes.room > CLPWL__PLANES_OF_FLOATS && clpwl__x86_level >= 5;
    if (p->planes.bytes && by_bytes)
        clpwl__host_avx512_bytes(p, x, y, n);
    else if (p->planes.bytes)
        clpwl__host_avx512_permute(p, x, y, n);
    else if (p->planes.cells && clpwl__x86_level >= 5)
        clpwl__host_avx512_cells(p, x, y, n);
    else if (p->partition == CLPWL_PARTITION_OPTIMIZED && p->segments <= CLPWL__SEARCH_MOST)
        clpwl__host_avx512_search(p, x, y, n);
    else
        loops[p->cells ? 2 : p->knots ? 1 : 0][tails_of(p)](p, x, y, n);
}
#endif
