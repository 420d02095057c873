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
VBMI_INLINE __m512i pack_words(const __m512i *w)
{
    return _mm512_packus_epi16(_mm512_packs_epi32(w[0], w[1]), _mm512_packs_epi32(w[2], w[3]));
}

/* The numbers of the knots of cells, of which there are at most 2 room. */
VBMI_INLINE __m512i numbers_of(const unsigned char *numbers, const __m512i *cell, int room)
{
    __m512i low[4], high[4];
    EACH(q)
    {
        low[q] = room == 128 ? cell[q] : _mm512_and_si512(cell[q], _mm512_set1_epi32(255));
        high[q] = _mm512_srli_epi32(cell[q], 8);
    }
    __m512i index = pack_words(low), above = pack_words(high);
    __mmask64 upper = _mm512_movepi8_mask(index);
    __m512i number = look_up(numbers, index, upper, 256);
    if (room == 128)
        return number;
    return _mm512_mask_mov_epi8(number, _mm512_test_epi8_mask(above, above),
                                look_up(numbers + 256, index, upper, 256));
}

/* 1 for words whose sign is set. */
VBMI_INLINE __mmask64 signs_of(const __m512 *w)
{
    __m512i first = _mm512_packs_epi32(_mm512_castps_si512(w[0]), _mm512_castps_si512(w[1]));
    __m512i second = _mm512_packs_epi32(_mm512_castps_si512(w[2]), _mm512_castps_si512(w[3]));
    return _mm512_movepi8_mask(_mm512_packs_epi16(first, second));
}

VBMI_INLINE four words_at(const unsigned char *planes, __m512i number, int room)
{
    __mmask64 upper = room == 128 ? 0 : _mm512_movepi8_mask(number);
    __m512i bytes[4];
    EACH(q) bytes[q] = look_up(planes + q * room, number, upper, room);
    return join(bytes);
}

VBMI_INLINE void evaluate_blocks(const clpwl__pack *p, const float *x, float *y, size_t count, int room,
                                 enum tails tails)
{
    const bounds b = bounds_of(p, FROM_0);
    const domain from = domain_of(p, &b);
    const __m512 scale = _mm512_set1_ps(p->grid.scale), offset = _mm512_set1_ps(p->grid.offset);
    const __m512i last = _mm512_set1_epi32(p->grid.last);
    const unsigned char *numbers = p->planes.cells, *knots = numbers + 2 * room;
    for (size_t i = 0; i < count; i++, x += BLOCK, y += BLOCK) {
        __m512 at[4], d[4];
        __m512i cell[4];
        EACH(q)
        {
            at[q] = enter(&from, _mm512_loadu_ps(x + 16 * q), tails, FROM_0);
            __m512 u = _mm512_fmadd_ps(_mm512_sub_ps(at[q], from.origin), scale, offset);
            cell[q] = _mm512_min_epu32(last, _mm512_cvttps_epi32(u));
        }
        __m512i number = numbers_of(numbers, cell, room);
        four knot = words_at(knots, number, room), value = words_at(knots + 4 * room, number, room);
        EACH(q) d[q] = _mm512_sub_ps(at[q], knot.v[q]);
        number = _mm512_mask_sub_epi8(number, signs_of(d), number, _mm512_set1_epi8(1));
        four slope = words_at(knots + 8 * room, number, room);
        EACH(q)
        {
            __m512 v = _mm512_fmadd_ps(d[q], slope.v[q], value.v[q]);
            _mm512_storeu_ps(y + 16 * q, leave(&from, _mm512_loadu_ps(x + 16 * q), v, tails));
        }
    }
}

#define LOOP(name, room, tails)                                                                              \
    VBMI static void name##_##room(const clpwl__pack *p, const float *x, float *y, size_t count)             \
    {                                                                                                        \
        evaluate_blocks(p, x, y, count, room, tails);                                                        \
    }
#define ALL_LOOPS(room)                                                                                      \
    LOOP(clamped, room, CLAMPED)                                                                             \
    LOOP(filled, room, FILLED)                                                                               \
    LOOP(folded, room, FOLDED)                                                                               \
    LOOP(lined, room, LINED)                                                                                 \
    LOOP(mirrored, room, MIRRORED)                                                                           \
    LOOP(mirrored_tailed, room, MIRRORED_TAILED)
#define ROW(room)                                                                                            \
    {                                                                                                        \
        clamped_##room, filled_##room, folded_##room, lined_##room, mirrored_##room, mirrored_tailed_##room  \
    }
ALL_LOOPS(128)
ALL_LOOPS(256)

void clpwl__host_avx512_cells(const clpwl__pack *p, const float *x, float *y, size_t n)
{
    static clpwl__host_eval_fn *const loops[][LOOPS] = {ROW(128), ROW(256)};
    evaluate_all(loops[p->planes.cells_room == 256][tails_of(p)], p, x, y, n);
}
#endif
