/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Uniform tables that live in registers: a lookup is a permutation.
 *
 * One addition rounds and makes an index at once: the low bits of u + 1.5 2^23,
 * rounded down, are floor(u). In a fused multiply-add u itself is never rounded:
 *     t = fma(x, scale, 1.5 2^23),  d = fma(x, scale, 1.5 2^23 - t).
 *
 * Up to 32 segments: values and slopes, two registers each.
 *
 * Above: values only, those of even knots (E) apart from those of odd ones (O). In
 * any segment one end is the even knot nearest to u, 2e, and the other is the odd
 * knot 2o + 1, o = floor(u / 2), so that
 *     y = E[e] + w (O[o] - E[e]),  w = |u - 2e|
 * needs half the registers and half the permutations of values and slopes. Here
 * 1.5 2^24, whose unit is 2, gives both halves of u.
 */
#include "host/rows.h"
#if CLPWL__X86
#include "host/avx512.h"

#define DOWN (_MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC)

/* Indices wrap: d.most must not reach past the last knot by its rounding; nor touch
 * it, where it is strict. */
static float most_within(float most, float scale, size_t segments, int strict)
{
    double last = (double)segments;
    while ((double)most * scale > last || (strict && (double)most * scale == last))
        most = nextafterf(most, 0);
    return most;
}

typedef struct slopes {
    __m512 scale, value[2], slope[2];
} slopes;

AVX512_INLINE slopes slopes_of(const clpwl__pack *p, domain *d)
{
    /* A last entry of slope 0 is v(b); a full table has none, so its last slope is
     * stretched to meet v(b) from just below. */
    float value[33] = {0}, slope[33] = {0};
    size_t n = p->segments;
    for (size_t i = 0; i < n; i++) {
        value[i] = p->records[i].value;
        slope[i] = p->records[i].slope;
    }
    value[n] = p->values[n];
    if (n == 32) {
        float hi = most_within(_mm512_cvtss_f32(d->most), p->scale, 32, 0);
        float below = most_within(hi, p->scale, 32, 1);
        d->most = _mm512_set1_ps(below);
        slope[31] *= (float)(((double)hi * p->scale - 31) / ((double)below * p->scale - 31));
    }
    return (slopes){
        .scale = _mm512_set1_ps(p->scale),
        .value = {_mm512_loadu_ps(value), _mm512_loadu_ps(value + 16)},
        .slope = {_mm512_loadu_ps(slope), _mm512_loadu_ps(slope + 16)},
    };
}

AVX512_INLINE __m512 lookup32(const slopes *s, __m512 x)
{
    __m512 magic = _mm512_set1_ps(0x1.8p23f);
    __m512 t = _mm512_fmadd_round_ps(x, s->scale, magic, DOWN);
    __m512 d = _mm512_fmadd_ps(x, s->scale, _mm512_sub_ps(magic, t));
    __m512i i = _mm512_castps_si512(t);
    return _mm512_fmadd_ps(d, _mm512_permutex2var_ps(s->slope[0], i, s->slope[1]),
                           _mm512_permutex2var_ps(s->value[0], i, s->value[1]));
}

typedef struct knots {
    __m512 scale, even[8], odd[8];
    __m512 last; /* even knots are one more than odd ones */
} knots;

AVX512_INLINE knots knots_of(const clpwl__pack *p, domain *d, int room)
{
    float even[129], odd[128];
    size_t n = p->segments;
    knots k = {.scale = _mm512_set1_ps(p->scale)};
    for (size_t i = 0; i <= (size_t)room; i++)
        *(i % 2 ? &odd[i / 2] : &even[i / 2]) = p->values[i < n ? i : n];
    for (int r = 0; r < room / 32; r++) {
        k.even[r] = _mm512_loadu_ps(even + 16 * r);
        k.odd[r] = _mm512_loadu_ps(odd + 16 * r);
    }
    k.last = _mm512_set1_ps(even[room / 2]);
    d->most = _mm512_set1_ps(most_within(_mm512_cvtss_f32(d->most), p->scale, n, 0));
    return k;
}

AVX512_INLINE __m512 pick32(const __m512 *t, __m512i i)
{
    return _mm512_permutex2var_ps(t[0], i, t[1]);
}

/* A masked permutation leaves the other lanes' indices for the next one to find. */
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
    __m512 magic = _mm512_set1_ps(0x1.8p24f);
    __m512 te = _mm512_fmadd_ps(x, k->scale, magic);
    __m512i e = _mm512_castps_si512(te);
    __m512i o = _mm512_castps_si512(_mm512_fmadd_round_ps(x, k->scale, magic, DOWN));
    __m512 w = _mm512_abs_ps(_mm512_fmadd_ps(x, k->scale, _mm512_sub_ps(magic, te)));
    __mmask16 past = _mm512_test_epi32_mask(e, _mm512_set1_epi32(room / 2));
    __m512 even = _mm512_mask_mov_ps(PICK(k->even, e, room), past, k->last);
    return _mm512_fmadd_ps(w, _mm512_sub_ps(PICK(k->odd, o, room), even), even);
}

#define ROOM(room)                                                                                 \
    AVX512_INLINE knots knots_of##room(const clpwl__pack *p, domain *d)                            \
    {                                                                                              \
        return knots_of(p, d, room);                                                               \
    }                                                                                              \
    AVX512_INLINE __m512 lookup##room(const knots *k, __m512 x)                                    \
    {                                                                                              \
        return lookup(k, x, room);                                                                 \
    }
ROOM(64)
ROOM(128)
ROOM(256)

/* A shift of 0 costs an addition: only the commonest tails do without. */
#define LOOPS(room, table, make)                                                                   \
    AVX512_LOOP(clamped##room, table, make, lookup##room, CLAMPED, FROM_ORIGIN)                              \
    AVX512_LOOP(shifted##room, table, make, lookup##room, CLAMPED, FROM_A)                              \
    AVX512_LOOP(filled##room, table, make, lookup##room, FILLED, FROM_A)                                \
    AVX512_LOOP(folded##room, table, make, lookup##room, FOLDED, FROM_A)
LOOPS(32, slopes, slopes_of)
LOOPS(64, knots, knots_of64)
LOOPS(128, knots, knots_of128)
LOOPS(256, knots, knots_of256)

void clpwl__host_avx512_permute(const clpwl__pack *p, const float *x, float *y, size_t n)
{
    static clpwl__host_eval_fn *const loops[][4] = {
        {clamped32, filled32, folded32, shifted32},
        {clamped64, filled64, folded64, shifted64},
        {clamped128, filled128, folded128, shifted128},
        {clamped256, filled256, folded256, shifted256},
    };
    int room = (p->segments > 32) + (p->segments > 64) + (p->segments > 128);
    enum tails tails = tails_of(p);
    loops[room][tails == CLAMPED && p->offset != 0 ? 3 : (int)tails](p, x, y, n);
}

#endif
