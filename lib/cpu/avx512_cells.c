/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Optimised tables of 33 to 256 segments and at most 512 cells, by permutations of bytes (AVX-512 VBMI).
 *
 * A table of bytes has for each cell the number of its knot, or of the last knot before it (see
 * register_tables.c). Four planes have the bytes of the knots, four those of the values, and four those of
 * the slopes: that of the segment before the knot where x is left of it. Each cell as computed holds one knot
 * at most (cells.c).
 */
#include "cpu/rows.h"
#if CLPWL__X86
#include "cpu/avx512_bytes.h"

/* Bytes of four registers of words from 0 to 255, by 128-bit lanes in turn. */
INLINE ints pack_words(const ints *w)
{
    return _mm512_packus_epi16(_mm512_packs_epi32(w[0], w[1]), _mm512_packs_epi32(w[2], w[3]));
}

/* The numbers of the knots of cells, of which there are at most 2 room. */
INLINE ints numbers_of(const unsigned char *numbers, const ints *cell, int room)
{
    ints low[4], high[4];
    EACH(q)
    {
        low[q] = room == 128 ? cell[q] : _mm512_and_si512(cell[q], _mm512_set1_epi32(255));
        high[q] = _mm512_srli_epi32(cell[q], 8);
    }
    ints index = pack_words(low), above = pack_words(high);
    __mmask64 upper = _mm512_movepi8_mask(index);
    ints number = look_up(numbers, index, upper, 256);
    if (room == 128)
        return number;
    return _mm512_mask_mov_epi8(number, _mm512_test_epi8_mask(above, above),
                                look_up(numbers + 256, index, upper, 256));
}

/* 1 for words whose sign is set. */
INLINE __mmask64 signs_of(const vec *w)
{
    ints first = _mm512_packs_epi32((ints)(w[0]), (ints)(w[1]));
    ints second = _mm512_packs_epi32((ints)(w[2]), (ints)(w[3]));
    return _mm512_movepi8_mask(_mm512_packs_epi16(first, second));
}

INLINE void evaluate_blocks(const clpwl__pack *p, const float *x, float *y, size_t n, int room, int tails)
{
    const domain from = domain_of(p);
    const unsigned char *numbers = p->planes.cells, *knots = numbers + 2 * room;
    for (size_t i = 0; i < n; i += BLOCK, x += BLOCK, y += BLOCK) {
        vec at[4], d[4], u;
        ints cell[4];
        EACH(q)
        {
            at[q] = between(from.grid.lo, enter(&from, LOAD(x + 16 * q), tails), from.grid.hi);
            cell[q] = locate(&from, at[q], &u);
        }
        ints number = numbers_of(numbers, cell, room);
        four knot = words_at(knots, number, room), value = words_at(knots + 4 * room, number, room);
        EACH(q) d[q] = at[q] - knot.v[q];
        number = _mm512_mask_sub_epi8(number, signs_of(d), number, _mm512_set1_epi8(1));
        four slope = words_at(knots + 8 * room, number, room);
        EACH(q) STORE(y + 16 * q, leave(&from, LOAD(x + 16 * q), FMA(d[q], slope.v[q], value.v[q]), tails));
    }
}

#define LOOP(name, room)                                                                           \
    TARGET static void name(const clpwl__pack *p, const float *x, float *y, size_t n)              \
    {                                                                                              \
        BY_TAILS(p, evaluate_blocks, p, x, y, n, room)                                             \
    }
LOOP(cells128, 128)
LOOP(cells256, 256)

void clpwl__host_avx512_cells(const clpwl__pack *p, const float *x, float *y, size_t n)
{
    in_blocks(p->planes.cells_room == 256 ? cells256 : cells128, BLOCK, p, x, y, n);
}
#endif
