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
 * 33 to 128 segments without AVX-512 VBMI (with it, see avx512_bytes.c): values only, those of
 * even knots in E, those of odd knots in O. Each segment has one even end, the even knot 2e
 * nearest to u, and one odd end, 2o + 1 with o = floor(u / 2):
 *     y = E[e] + w (O[o] - E[e]),  w = |u - 2e|.
 * That takes half the registers and half the permutations of values and slopes. magic is 1.5 2^24,
 * whose low bits count units of 2, and gives e rounded to nearest, o rounded down.
 */
#include "cpu/rows.h"
#if CLPWL__X86
#include "cpu/avx512.h"

typedef struct slopes {
    vec value[2], slope[2];
} slopes;

INLINE slopes slopes_of(const clpwl__pack *p)
{
    const float *at = (const float *)(const void *)p->planes.bytes;
    return (slopes){{LOAD(at), LOAD(at + 16)}, {LOAD(at + 32), LOAD(at + 48)}};
}

INLINE vec lookup_slopes(const domain *d, const slopes *s, vec x, int from_0)
{
    vec scale = SET(d->grid.scale), magic = SET(0x1.8p23f - d->planes.turn);
    x = argument(d, x, d->planes.most, from_0);
    vec t = _mm512_fmadd_round_ps(x, scale, magic, DOWN);
    return FMA(FMA(x, scale, magic - t), pick32(s->slope, (ints)t), pick32(s->value, (ints)t));
}

/* values[k] to values[k + 15], with v(b) beyond b. */
INLINE vec values_from(const clpwl__pack *p, size_t k)
{
    vec end = SET(p->values[p->segments]);
    if (k > p->segments)
        return end;
    size_t left = p->segments + 1 - k;
    return _mm512_mask_loadu_ps(end, PART(left < 16 ? left : 16), p->values + k);
}

typedef struct knots {
    vec even[4], odd[4];
    vec last; /* v(b): there is one more even knot than even[] holds */
} knots;

INLINE knots knots_of(const clpwl__pack *p, size_t room)
{
    knots k = {.last = SET(p->values[p->segments])};
    for (size_t r = 0; r < room / 32; r++) {
        vec low = values_from(p, 32 * r), high = values_from(p, 32 * r + 16);
        k.even[r] = _mm512_permutex2var_ps(low, even_places(), high);
        k.odd[r] = _mm512_permutex2var_ps(low, odd_places(), high);
    }
    return k;
}

/* A masked permutation keeps the indices of the other lanes for the next one. */
INLINE vec pick64(const vec *t, ints i)
{
    mask upper = _mm512_test_epi32_mask(i, _mm512_set1_epi32(32));
    vec y = _mm512_mask2_permutex2var_ps(t[0], i, _knot_mask16(upper), t[1]);
    return _mm512_mask2_permutex2var_ps(t[2], (ints)y, upper, t[3]);
}

#define PICK(t, i, room) ((room) == 64 ? pick32(t, i) : pick64(t, i))

INLINE vec lookup_knots(const domain *d, const knots *k, vec x, int from_0, int room)
{
    vec scale = SET(d->grid.scale), magic = SET(0x1.8p24f - d->planes.turn);
    x = argument(d, x, d->planes.end, from_0); /* the knot at b has an entry of its own */
    vec te = FMA(x, scale, magic);
    ints e = (ints)te, o = (ints)_mm512_fmadd_round_ps(x, scale, magic, DOWN);
    vec w = ABS(FMA(x, scale, magic - te));
    mask past = _mm512_test_epi32_mask(e, _mm512_set1_epi32(room / 2));
    vec even = CHOOSE(past, k->last, PICK(k->even, e, room));
    return FMA(w, PICK(k->odd, o, room) - even, even);
}

VECTOR_LOOP(slopes_from_a, const slopes s = slopes_of(p), lookup_slopes(&d, &s, at, 0))
VECTOR_LOOP(slopes_from_0, const slopes s = slopes_of(p), lookup_slopes(&d, &s, at, 1))
VECTOR_LOOP(knots64_from_a, const knots k = knots_of(p, 64), lookup_knots(&d, &k, at, 0, 64))
VECTOR_LOOP(knots64_from_0, const knots k = knots_of(p, 64), lookup_knots(&d, &k, at, 1, 64))
VECTOR_LOOP(knots128_from_a, const knots k = knots_of(p, 128), lookup_knots(&d, &k, at, 0, 128))
VECTOR_LOOP(knots128_from_0, const knots k = knots_of(p, 128), lookup_knots(&d, &k, at, 1, 128))

void clpwl__host_avx512_permute(const clpwl__pack *p, const float *x, float *y, size_t n)
{
    static clpwl__host_eval_fn *const loops[][2] = {
        {slopes_from_a, slopes_from_0}, {knots64_from_a, knots64_from_0}, {knots128_from_a, knots128_from_0}};
    loops[(p->segments > 32) + (p->segments > 64)][p->planes.from_0](p, x, y, n);
}
#endif
