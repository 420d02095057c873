/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Look-ups by permutations of bytes (AVX-512 VBMI), in blocks of 64 values. */
#ifndef CLPWL__AVX512_BYTES_H
#define CLPWL__AVX512_BYTES_H

#define TARGET __attribute__((target("avx512f,avx512dq,avx512bw,avx512vl,avx512vbmi,avx2,fma")))
#include "cpu/avx512.h"

enum { BLOCK = 64 };

/* Bytes of a plane of `room`. A masked permutation keeps the indices of the other bytes for the next one. */
INLINE ints look_up(const unsigned char *at, ints index, __mmask64 upper, int room)
{
    ints a = _mm512_load_si512(at), b = _mm512_load_si512(at + 64);
    if (room == 128)
        return _mm512_permutex2var_epi8(a, index, b);
    ints c = _mm512_load_si512(at + 128), d = _mm512_load_si512(at + 192);
    index = _mm512_mask2_permutex2var_epi8(a, index, _knot_mask64(upper), b);
    return _mm512_mask2_permutex2var_epi8(c, index, upper, d);
}

/* The words of `number` of four planes. */
INLINE four words_at(const unsigned char *planes, ints number, int room)
{
    __mmask64 upper = room == 128 ? 0 : _mm512_movepi8_mask(number);
    ints bytes[4];
    EACH(q) bytes[q] = look_up(planes + q * room, number, upper, room);
    return join(bytes);
}

#endif
