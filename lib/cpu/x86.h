/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What AVX2 and AVX-512 share: avx2.h and avx512.h include it, behind
 *   FLOATS(name), INTS(name)  an instruction of vec, of ints
 *   ROUND, COMPARE, CHOOSE, SIGNS
 */
#ifndef CLPWL__X86_H
#define CLPWL__X86_H

#define SET(f) FLOATS(set1)(f)
#define LOAD(from) FLOATS(loadu)(from)
#define STORE(to, v) FLOATS(storeu)(to, v)
#define MIN(a, b) FLOATS(min)(a, b)
#define MAX(a, b) FLOATS(max)(a, b)
#define ABS(x) FLOATS(andnot)(SET(-0.0f), x)
#define FMA(a, b, c) FLOATS(fmadd)(a, b, c)
#define FLOOR(x) ROUND(x, _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC)
#define NEAREST(x) ROUND(x, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC)
#define LESS(a, b) COMPARE(a, b, _CMP_LT_OQ)
#include "cpu/vectors.h"

/* Four registers at once. */
#define EACH(q) _Pragma("GCC unroll 4") for (int q = 0; q < 4; q++)
typedef struct four {
    vec v[4];
} four;

/* Words of which four planes have the bytes, by 128-bit lanes. */
INLINE four join(const ints *plane)
{
    ints low01 = INTS(unpacklo_epi8)(plane[0], plane[1]), high01 = INTS(unpackhi_epi8)(plane[0], plane[1]);
    ints low23 = INTS(unpacklo_epi8)(plane[2], plane[3]), high23 = INTS(unpackhi_epi8)(plane[2], plane[3]);
    return (four){{(vec)INTS(unpacklo_epi16)(low01, low23), (vec)INTS(unpackhi_epi16)(low01, low23),
                   (vec)INTS(unpacklo_epi16)(high01, high23), (vec)INTS(unpackhi_epi16)(high01, high23)}};
}

/* The place of x among steps of the grid, and its index, u > -1. NaN gives the last index, so that every
 * load is inside its table. */
INLINE ints locate(const domain *d, vec x, vec *u)
{
    *u = FMA(x - SET(d->grid.origin), SET(d->grid.scale), SET(d->grid.offset));
    return INTS(min_epu32)(INTS(set1_epi32)(d->grid.last), INTS(cvttps_epi32)(*u));
}

/* Cells i[0] and i[4]. */
INLINE __m256 two_cells(const clpwl__cell *cells, const int32_t *i)
{
    __m256 y = _mm256_castps128_ps256(_mm_loadu_ps(&cells[i[0]].x));
    return _mm256_insertf128_ps(y, _mm_loadu_ps(&cells[i[4]].x), 1);
}

#endif
