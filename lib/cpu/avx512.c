/* SPDX-License-Identifier: GPL-3.0-or-later */
/* AVX-512: sixteen values at a time. Tables that are too large for registers are in memory. */
#include "cpu/rows.h"
#if CLPWL__X86
#include "cpu/avx512.h"

typedef struct pair {
    vec first, second;
} pair;

/* The first and the second parts of pairs i. A gather of eight pairs takes no longer than one of
 * eight floats. */
INLINE pair load_pairs(const void *pairs, ints i)
{
    __m512d none = _mm512_setzero_pd();
    vec low = _mm512_castpd_ps(
        _mm512_mask_i32gather_pd(none, 0xff, _mm512_castsi512_si256(i), pairs, 8));
    vec high = _mm512_castpd_ps(
        _mm512_mask_i32gather_pd(none, 0xff, _mm512_extracti64x4_epi64(i, 1), pairs, 8));
    return (pair){
        _mm512_permutex2var_ps(low, even_places(), high),
        _mm512_permutex2var_ps(low, odd_places(), high),
    };
}

/* Cells i[0], i[4], i[8], i[12]. */
INLINE vec load_cells(const clpwl__cell *from, const int32_t *i)
{
    return _mm512_insertf32x8(_mm512_castps256_ps512(two_cells(from, i)), two_cells(from, i + 8), 1);
}

#define GATHER(floats, i) _mm512_i32gather_ps(i, floats, 4)
#include "cpu/x86_memory.h"

void clpwl__host_avx512(const clpwl__pack *p, const float *x, float *y, size_t n)
{
    const int by_bytes = clpwl__x86_level >= 5;
    clpwl__host_eval_fn *read = read_memory;
    if (p->planes.bytes && p->planes.room > CLPWL__PLANES_OF_FLOATS && by_bytes)
        read = clpwl__host_avx512_bytes;
    else if (p->planes.bytes && p->segments <= CLPWL__KNOTS_MOST)
        read = clpwl__host_avx512_permute;
    else if (p->planes.cells && by_bytes)
        read = clpwl__host_avx512_cells;
    else if (p->partition == CLPWL_PARTITION_OPTIMIZED && p->segments <= CLPWL__SEARCH_MOST)
        read = clpwl__host_avx512_search;
    read(p, x, y, n);
}
#endif
