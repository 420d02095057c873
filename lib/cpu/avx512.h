/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the AVX-512 files share: moving x into the domain, and the loop over an array. All of it
 * is inlined with constant `tails` and `from`, so that a loop contains only what its table needs.
 */
#ifndef CLPWL__AVX512_H
#define CLPWL__AVX512_H

#include <immintrin.h>
#include <math.h>
#include "cpu/rows.h"

#define AVX512 __attribute__((target("avx512f,avx512dq,avx512bw,avx512vl,avx2,fma")))
#define AVX512_INLINE AVX512 static inline __attribute__((always_inline))

/* The argument of a table's lookup. */
enum from {
    FROM_0, /* x */
    FROM_A  /* x - a */
};

/* Constants of a loop, computed without vectors. */
typedef struct bounds {
    float least, most; /* of the lookup's argument */
    float shift;       /* origin - a: 0 if a is a float */
    float magic;       /* of tables in registers, see avx512_permute.c */
} bounds;

/* Inlined, as it takes as long as fifty values. */
static inline bounds bounds_of(const clpwl__pack *p, enum from from)
{
    const clpwl__planes *s = &p->planes;
    if (s->bytes)
        return (bounds){s->least, s->most, s->shift, 0x1.8p23f - s->turn};
    bounds b = {.least = p->grid.lo, .most = p->grid.hi};
    if (from == FROM_A && p->grid.offset != 0)
        b.shift = p->grid.offset / p->grid.scale;
    if (from != FROM_0) {
        b.least = p->grid.lo - p->grid.origin + b.shift;
        b.least = b.least > 0 ? b.least : 0;
        b.most = p->grid.hi - p->grid.origin + b.shift;
    }
    return b;
}

typedef struct domain {
    __m512 lo, hi, origin, shift, least, most, fill, period, left, right;
    __m512 zero, signs, law_least, law_most, left_beyond;
    __mmask16 fills;
    int mirror;
} domain;

AVX512_INLINE domain domain_of(const clpwl__pack *p, const bounds *b)
{
    const law l = law_of(p);
    return (domain){
        .lo = _mm512_set1_ps(p->grid.lo),
        .hi = _mm512_set1_ps(p->grid.hi),
        .origin = _mm512_set1_ps(p->grid.origin),
        .shift = _mm512_set1_ps(b->shift),
        .least = _mm512_set1_ps(b->least),
        .most = _mm512_set1_ps(b->most),
        .fill = _mm512_set1_ps(p->extend == CLPWL_EXTEND_NAN ? NAN : 0),
        .period = _mm512_set1_ps(p->grid.period),
        .left = _mm512_set1_ps(p->grid.left[0]),
        .right = _mm512_set1_ps(p->grid.right[0]),
        .zero = _mm512_set1_ps(l.zero),
        .signs = _mm512_set1_ps(l.signs),
        .law_least = _mm512_set1_ps(l.least),
        .law_most = _mm512_set1_ps(l.most),
        .left_beyond = _mm512_set1_ps(-p->grid.left[0]),
        .fills = p->extend == CLPWL_EXTEND_LINEAR ? 0 : 0xffff,
        .mirror = p->extend == CLPWL_EXTEND_MIRROR,
    };
}

AVX512_INLINE __mmask16 outside(const domain *d, __m512 x) /* 0 for NaN */
{
    return _mm512_cmp_ps_mask(x, d->lo, _CMP_LT_OQ) | _mm512_cmp_ps_mask(x, d->hi, _CMP_GT_OQ);
}

/* As clpwl_fold, to the rounding of its formula. */
AVX512_INLINE __m512 fold(const domain *d, __m512 x)
{
    __m512 t = _mm512_sub_ps(x, d->origin), periods = _mm512_div_ps(t, d->period);
    if (d->mirror) {
        periods = _mm512_mul_ps(periods, _mm512_set1_ps(0.5f));
        periods = _mm512_roundscale_ps(periods, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
        periods = _mm512_mul_ps(periods, _mm512_set1_ps(2));
        t = _mm512_abs_ps(_mm512_fnmadd_ps(periods, d->period, t));
    } else {
        periods = _mm512_roundscale_ps(periods, _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC);
        t = _mm512_fnmadd_ps(periods, d->period, t);
    }
    return _mm512_add_ps(d->origin, t);
}

/* The lookup's argument. NaN remains, as max and min return their second operand for it. */
AVX512_INLINE __m512 enter(const domain *d, __m512 x, enum tails tails, enum from from)
{
    if (is_mirrored(tails)) /* the domain of the lookup begins at 0 */
        return _mm512_min_ps(d->most, _mm512_abs_ps(x));
    if (tails == FOLDED)
        x = _mm512_mask_mov_ps(x, outside(d, x), fold(d, x));
    if (from == FROM_A)
        x = _mm512_add_ps(_mm512_sub_ps(x, d->origin), d->shift);
    return _mm512_min_ps(d->most, _mm512_max_ps(d->least, x));
}

/* slope times length, or 0 where the slope is 0: the length may be infinite. */
AVX512_INLINE __m512 product(__m512 slope, __m512 length)
{
    __mmask16 some = _mm512_cmp_ps_mask(slope, _mm512_setzero_ps(), _CMP_NEQ_OQ);
    return _mm512_maskz_mul_ps(some, slope, length);
}

/* What a linear tail adds at x; for NaN 0, as min and max return their second operand. */
AVX512_INLINE __m512 rise(const domain *d, __m512 x)
{
    __m512 none = _mm512_setzero_ps();
    __m512 below = _mm512_min_ps(_mm512_sub_ps(x, d->lo), none);
    __m512 above = _mm512_max_ps(_mm512_sub_ps(x, d->hi), none);
    return _mm512_add_ps(product(d->left, below), product(d->right, above));
}

/* The value at x by the law, where y is that at |x|, and the tails. */
AVX512_INLINE __m512 reflect(const domain *d, __m512 x, __m512 y, enum tails tails)
{
    __m512 right = _mm512_abs_ps(x), none = _mm512_setzero_ps();
    __mmask16 left = _mm512_movepi32_mask(_mm512_castps_si512(x));
    __mmask16 some = _mm512_cmp_ps_mask(right, d->zero, _CMP_NEQ_UQ);
    y = _mm512_maskz_xor_ps(some, y, _mm512_and_ps(x, d->signs));
    y = _mm512_mask_add_ps(y, left, y, _mm512_max_ps(d->law_least, _mm512_min_ps(x, d->law_most)));
    if (tails == MIRRORED)
        return y;
    __mmask16 out = _mm512_cmp_ps_mask(right, d->hi, _CMP_GT_OQ);
    __m512 slope = _mm512_mask_mov_ps(d->right, left, d->left_beyond);
    __mmask16 rises = _mm512_mask_cmp_ps_mask(out, slope, none, _CMP_NEQ_OQ);
    __m512 rise = _mm512_mul_ps(slope, _mm512_sub_ps(right, d->hi));
    y = _mm512_mask_add_ps(y, rises, y, rise);
    return _mm512_mask_mov_ps(y, out & d->fills, d->fill);
}

/* y, or the fill for x outside, or the line there. */
AVX512_INLINE __m512 leave(const domain *d, __m512 x, __m512 y, enum tails tails)
{
    if (is_mirrored(tails))
        return reflect(d, x, y, tails);
    if (tails == LINED)
        return _mm512_add_ps(y, rise(d, x));
    return tails == FILLED ? _mm512_mask_mov_ps(y, outside(d, x), d->fill) : y;
}

#define DOWN (_MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC)

/* Entries i of 32, of which t[0] and t[1] hold 16 each. */
AVX512_INLINE __m512 pick32(const __m512 *t, __m512i i)
{
    return _mm512_permutex2var_ps(t[0], i, t[1]);
}

/* 0, 2, ... 30: the first parts of 16 pairs in two registers. */
AVX512_INLINE __m512i even_places(void)
{
    return _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
}

AVX512_INLINE __m512i odd_places(void)
{
    return _mm512_add_epi32(even_places(), _mm512_set1_epi32(1));
}

/*
 * Defines NAME(pack, x, y, n): y = LOOKUP(&table, argument) for all x. The table has type TABLE
 * and comes from MAKE(pack, &bounds), the bounds from BOUNDS(pack, FROM).
 */
#define AVX512_LOOP(NAME, TABLE, BOUNDS, MAKE, LOOKUP, TAILS, FROM)                                \
    AVX512 static void NAME(const clpwl__pack *p, const float *x, float *y, size_t n)              \
    {                                                                                              \
        const bounds b = BOUNDS(p, FROM);                                                          \
        const domain d = domain_of(p, &b);                                                         \
        const TABLE table = MAKE(p, &b);                                                           \
        size_t i = 0;                                                                              \
        for (; i + 16 <= n; i += 16) {                                                             \
            __m512 at = _mm512_loadu_ps(x + i);                                                    \
            __m512 v = LOOKUP(&table, enter(&d, at, TAILS, FROM));                                 \
            _mm512_storeu_ps(y + i, leave(&d, at, v, TAILS));                                      \
        }                                                                                          \
        if (i < n) {                                                                               \
            __mmask16 rest = (__mmask16)((1u << (n - i)) - 1);                                     \
            __m512 at = _mm512_maskz_loadu_ps(rest, x + i);                                        \
            __m512 v = LOOKUP(&table, enter(&d, at, TAILS, FROM));                                 \
            _mm512_mask_storeu_ps(y + i, rest, leave(&d, at, v, TAILS));                           \
        }                                                                                          \
    }

/* The loops of a room of tables in registers: by tails, then by from_0. */
#define AVX512_ROW(room)                                                                           \
    {                                                                                              \
        {clamped_from_a_##room, clamped_from_0_##room},                                            \
            {filled_from_a_##room, filled_from_0_##room},                                          \
            {folded_from_a_##room, folded_from_0_##room},                                          \
            {lined_from_a_##room, lined_from_0_##room},                                            \
            {mirrored_from_0_##room, mirrored_from_0_##room},                                      \
            {mirrored_tailed_from_0_##room, mirrored_tailed_from_0_##room}                         \
    }

#endif
