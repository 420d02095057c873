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

typedef struct pair {
    vec first, second;
} pair;

/* The records of two indices, the first of which is in the low half. */
INLINE __m128 two_records(const clpwl__record *records, int64_t two)
{
    __m128 low = _mm_castsi128_ps(_mm_loadl_epi64((const __m128i *)&records[(uint32_t)two]));
    return _mm_loadh_pi(low, (const __m64 *)&records[(uint64_t)two >> 32]);
}

/* Values and slopes of records i. */
INLINE pair load_pairs(const clpwl__record *records, ints i)
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

#define GATHER(floats, i) _mm256_i32gather_ps(floats, i, 4)
#define load_cells two_cells
#include "cpu/x86_memory.h"

void clpwl__host_avx2(const clpwl__pack *p, const float *x, float *y, size_t n)
{
    (p->planes.corners || p->planes.split ? clpwl__host_avx2_permute : read_memory)(p, x, y, n);
}
#endif
