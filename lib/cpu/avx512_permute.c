/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Uniform tables in registers: a lookup is a permutation.
 *
 * One addition gives the index: rounded down, u + 1.5 2^23 has floor(u) in its low bits. By fused
 * multiply-adds u is not rounded:
 *     t = fma(r, scale, magic),  d = fma(r, scale, magic - t),  magic = 1.5 2^23,  r = x - a.
 * If the domain begins at 0, or contains 0 at an even number of segments from a, then r = x and
 * magic includes -a scale.
 *
 * Up to 32 segments: values and slopes, two registers each.
 *
 * 33 to 256 segments without AVX-512 VBMI (with it, see avx512_bytes.c): values only, those of
 * even knots in E, those of odd knots in O. Each segment has one even end, the even knot 2e
 * nearest to u, and one odd end, 2o + 1 with o = floor(u / 2):
 *     y = E[e] + w (O[o] - E[e]),  w = |u - 2e|.
 * That takes half the registers and half the permutations of values and slopes. magic is 1.5 2^24,
 * whose low bits count units of 2, and gives e rounded to nearest, o rounded down.
 */
#include "cpu/rows.h"
#if CLPWL__X86
#include "cpu/avx512.h"
#include "base/internal.h"

typedef struct slopes {
    __m512 scale, magic, value[2], slope[2];
} slopes;

AVX512_INLINE slopes slopes_of(const clpwl__pack *p, const bounds *b)
{
    const unsigned char *at = p->planes.bytes;
    return (slopes){
        .scale = _mm512_set1_ps(p->grid.scale),
        .magic = _mm512_set1_ps(b->magic),
        .value = {_mm512_load_ps(at), _mm512_load_ps(at + 64)},
        .slope = {_mm512_load_ps(at + 128), _mm512_load_ps(at + 192)},
    };
}

AVX512_INLINE __m512 lookup32(const slopes *s, __m512 x)
{
    __m512 t = _mm512_fmadd_round_ps(x, s->scale, s->magic, DOWN);
    __m512 d = _mm512_fmadd_ps(x, s->scale, _mm512_sub_ps(s->magic, t));
    __m512i i = _mm512_castps_si512(t);
    return _mm512_fmadd_ps(d, pick32(s->slope, i), pick32(s->value, i));
}

/* The knot at b has an entry of its own, and the low bits of magic count units of 2. */
static inline bounds knots_bounds_of(const clpwl__pack *p, enum from from)
{
    bounds b = bounds_of(p, from);
    b.most = p->planes.end;
    b.magic = 0x1.8p24f - p->planes.turn;
    return b;
}

/* values[k] to values[k + 15], with v(b) beyond b. */
AVX512_INLINE __m512 values_from(const clpwl__pack *p, size_t k)
{
    __m512 end = _mm512_set1_ps(p->values[p->segments]);
    if (k > p->segments)
        return end;
    size_t left = p->segments + 1 - k;
    __mmask16 there = left < 16 ? (__mmask16)((1u << left) - 1) : (__mmask16)0xffff;
    return _mm512_mask_loadu_ps(end, there, p->values + k);
}

typedef struct knots {
    __m512 scale, magic, even[8], odd[8];
    __m512 last; /* v(b): there is one more even knot than even[] holds */
} knots;

AVX512_INLINE knots knots_of(const clpwl__pack *p, const bounds *b, size_t room)
{
    knots k = {.scale = _mm512_set1_ps(p->grid.scale), .magic = _mm512_set1_ps(b->magic)};
    for (size_t r = 0; r < room / 32; r++) {
        __m512 low = values_from(p, 32 * r), high = values_from(p, 32 * r + 16);
        k.even[r] = _mm512_permutex2var_ps(low, even_places(), high);
        k.odd[r] = _mm512_permutex2var_ps(low, odd_places(), high);
    }
    k.last = _mm512_set1_ps(p->values[p->segments]);
    return k;
}

/* A masked permutation keeps the indices of the other lanes for the next one. */
AVX512_INLINE __m512 pick64(const __m512 *t, __m512i i)
{
    __mmask16 upper = _mm512_test_epi32_mask(i, _mm512_set1_epi32(32));
    __m512 y = _mm512_mask2_permutex2var_ps(t[0], i, _knot_mask16(upper), t[1]);
    return _mm512_mask2_permutex2var_ps(t[2], _mm512_castps_si512(y), upper, t[3]);
}

AVX512_INLINE __m512 pick128(const __m512 *t, __m512i i)
{
    __mmask16 upper = _mm512_test_epi32_mask(i, _mm512_set1_epi32(64));
    return _mm512_mask_mov_ps(pick64(t, i), upper, pick64(t + 4, i));
}

#define PICK(t, i, room)                                                                           \
    ((room) == 64 ? pick32(t, i) : (room) == 128 ? pick64(t, i) : pick128(t, i))

AVX512_INLINE __m512 lookup(const knots *k, __m512 x, int room)
{
    __m512 te = _mm512_fmadd_ps(x, k->scale, k->magic);
    __m512i e = _mm512_castps_si512(te);
    __m512i o = _mm512_castps_si512(_mm512_fmadd_round_ps(x, k->scale, k->magic, DOWN));
    __m512 w = _mm512_abs_ps(_mm512_fmadd_ps(x, k->scale, _mm512_sub_ps(k->magic, te)));
    __mmask16 past = _mm512_test_epi32_mask(e, _mm512_set1_epi32(room / 2));
    __m512 even = _mm512_mask_mov_ps(PICK(k->even, e, room), past, k->last);
    return _mm512_fmadd_ps(w, _mm512_sub_ps(PICK(k->odd, o, room), even), even);
}

#define ROOM(room)                                                                                 \
    AVX512_INLINE knots knots_of##room(const clpwl__pack *p, const bounds *b)                      \
    {                                                                                              \
        return knots_of(p, b, room);                                                               \
    }                                                                                              \
    AVX512_INLINE __m512 lookup##room(const knots *k, __m512 x)                                    \
    {                                                                                              \
        return lookup(k, x, room);                                                                 \
    }
ROOM(64)
ROOM(128)
ROOM(256)

#define ALL_LOOPS(room, table, bounds, make)                                                       \
    AVX512_LOOP(clamped_from_0_##room, table, bounds, make, lookup##room, CLAMPED, FROM_0)         \
    AVX512_LOOP(clamped_from_a_##room, table, bounds, make, lookup##room, CLAMPED, FROM_A)         \
    AVX512_LOOP(filled_from_0_##room, table, bounds, make, lookup##room, FILLED, FROM_0)           \
    AVX512_LOOP(filled_from_a_##room, table, bounds, make, lookup##room, FILLED, FROM_A)           \
    AVX512_LOOP(folded_from_0_##room, table, bounds, make, lookup##room, FOLDED, FROM_0)           \
    AVX512_LOOP(folded_from_a_##room, table, bounds, make, lookup##room, FOLDED, FROM_A)           \
    AVX512_LOOP(lined_from_0_##room, table, bounds, make, lookup##room, LINED, FROM_0)             \
    AVX512_LOOP(lined_from_a_##room, table, bounds, make, lookup##room, LINED, FROM_A)             \
    AVX512_LOOP(mirrored_from_0_##room, table, bounds, make, lookup##room, MIRRORED, FROM_0)       \
    AVX512_LOOP(mirrored_tailed_from_0_##room, table, bounds, make, lookup##room, MIRRORED_TAILED, \
                FROM_0)
ALL_LOOPS(32, slopes, bounds_of, slopes_of)
ALL_LOOPS(64, knots, knots_bounds_of, knots_of64)
ALL_LOOPS(128, knots, knots_bounds_of, knots_of128)
ALL_LOOPS(256, knots, knots_bounds_of, knots_of256)

void clpwl__host_avx512_permute(const clpwl__pack *p, const float *x, float *y, size_t n)
{
    static clpwl__host_eval_fn *const loops[][LOOPS][2] = {AVX512_ROW(32), AVX512_ROW(64),
                                                       AVX512_ROW(128), AVX512_ROW(256)};
    int room = (p->segments > 32) + (p->segments > 64) + (p->segments > 128);
    loops[room][tails_of(p)][p->planes.from_0](p, x, y, n);
}
#endif
