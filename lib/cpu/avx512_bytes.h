/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Look-ups by permutations of bytes (AVX-512 VBMI), in blocks of 64 values. */
#ifndef CLPWL__AVX512_BYTES_H
#define CLPWL__AVX512_BYTES_H

#include <string.h>
#include "cpu/avx512.h"

#define VBMI __attribute__((target("avx512f,avx512dq,avx512bw,avx512vl,avx512vbmi,avx2,fma")))
#define VBMI_INLINE VBMI static inline __attribute__((always_inline))
#define EACH(q) _Pragma("GCC unroll 4") for (int q = 0; q < 4; q++)

enum { BLOCK = 64 };

/* Bytes of a plane of `room`. A masked permutation keeps the indices of the other bytes for the next one. */
VBMI_INLINE __m512i look_up(const unsigned char *at, __m512i index, __mmask64 upper, int room)
{
    __m512i a = _mm512_load_si512(at), b = _mm512_load_si512(at + 64);
    if (room == 128)
        return _mm512_permutex2var_epi8(a, index, b);
    __m512i c = _mm512_load_si512(at + 128), d = _mm512_load_si512(at + 192);
    index = _mm512_mask2_permutex2var_epi8(a, index, _knot_mask64(upper), b);
    return _mm512_mask2_permutex2var_epi8(c, index, upper, d);
}

/* Words of which four planes have the bytes, by 128-bit lanes. */
typedef struct four {
    __m512 v[4];
} four;

VBMI_INLINE four join(const __m512i *plane)
{
    __m512i low01 = _mm512_unpacklo_epi8(plane[0], plane[1]);
    __m512i high01 = _mm512_unpackhi_epi8(plane[0], plane[1]);
    __m512i low23 = _mm512_unpacklo_epi8(plane[2], plane[3]);
    __m512i high23 = _mm512_unpackhi_epi8(plane[2], plane[3]);
    return (four){{_mm512_castsi512_ps(_mm512_unpacklo_epi16(low01, low23)),
                   _mm512_castsi512_ps(_mm512_unpackhi_epi16(low01, low23)),
                   _mm512_castsi512_ps(_mm512_unpacklo_epi16(high01, high23)),
                   _mm512_castsi512_ps(_mm512_unpackhi_epi16(high01, high23))}};
}

/* Evaluates n values by a loop over whole blocks. */
static inline void evaluate_all(clpwl__host_eval_fn *loop, const clpwl__pack *p, const float *x, float *y,
                                size_t n)
{
    size_t whole = n / BLOCK * BLOCK;
    float rest[BLOCK] = {0};
    if (whole > 0)
        loop(p, x, y, whole / BLOCK);
    if (whole < n) {
        memcpy(rest, x + whole, (n - whole) * sizeof *x);
        loop(p, rest, rest, 1);
        memcpy(y + whole, rest, (n - whole) * sizeof *y);
    }
}

#endif
