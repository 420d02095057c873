/* SPDX-License-Identifier: GPL-3.0-or-later */
/* AVX-512: sixteen values at a time. */
#ifndef CLPWL__AVX512_H
#define CLPWL__AVX512_H

#include <immintrin.h>

#ifndef TARGET
#define TARGET __attribute__((target("avx512f,avx512dq,avx512bw,avx512vl,avx2,fma")))
#endif
#define FLOATS(name) _mm512_##name##_ps
#define INTS(name) _mm512_##name
#define ROUND(x, how) _mm512_roundscale_ps(x, how)
#define COMPARE(a, b, how) _mm512_cmp_ps_mask(a, b, how)
#define CHOOSE(m, a, b) _mm512_mask_mov_ps(b, m, a)
typedef __m512 vec;
typedef __m512i ints;
typedef __mmask16 mask;
enum { WIDTH = 16 };
#define SIGNS(x) _mm512_movepi32_mask((ints)(x))

/* memcpy would take 20 ns more for an array. */
#define HAS_PARTS
#define PART(n) (mask)((1u << (n)) - 1)
#define load_part(from, n) _mm512_maskz_loadu_ps(PART(n), from)
#define store_part(to, n, v) _mm512_mask_storeu_ps(to, PART(n), v)
#include "cpu/x86.h"

/* The argument of tables in registers. The domain of one with a symmetry begins at 0. */
INLINE vec argument(const domain *d, vec x, float most, int from_0)
{
    if (!from_0)
        x = x - SET(d->grid.origin) + SET(d->planes.shift);
    return between(d->planes.least, x, most);
}

#define DOWN (_MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC)

/* Entries i of 32, of which t[0] and t[1] hold 16 each. */
INLINE vec pick32(const vec *t, ints i)
{
    return _mm512_permutex2var_ps(t[0], i, t[1]);
}

/* 0, 2, ... 30: the first parts of 16 pairs in two registers. */
INLINE ints even_places(void)
{
    return _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
}

INLINE ints odd_places(void)
{
    return _mm512_add_epi32(even_places(), _mm512_set1_epi32(1));
}

#endif
