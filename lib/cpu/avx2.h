/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the AVX2 files share: moving x into the domain, and the loop over an array. All of it is
 * inlined with constant `tails`, so that a loop contains only what its table needs.
 */
#ifndef CLPWL__AVX2_H
#define CLPWL__AVX2_H

#include <immintrin.h>
#include <math.h>
#include <string.h>
#include "cpu/rows.h"

#define AVX2 __attribute__((target("avx2,fma")))
#define AVX2_INLINE AVX2 static inline __attribute__((always_inline))

typedef struct domain {
    __m256 lo, hi, origin, fill, period, left, right;
    __m256 zero, signs, law_least, law_most, left_beyond, fills;
    int mirror;
} domain;

AVX2_INLINE domain domain_of(const clpwl__pack *p)
{
    const law l = law_of(p);
    return (domain){
        .lo = _mm256_set1_ps(p->grid.lo),
        .hi = _mm256_set1_ps(p->grid.hi),
        .origin = _mm256_set1_ps(p->grid.origin),
        .fill = _mm256_set1_ps(p->extend == CLPWL_EXTEND_NAN ? NAN : 0),
        .period = _mm256_set1_ps(p->grid.period),
        .left = _mm256_set1_ps(p->grid.left[0]),
        .right = _mm256_set1_ps(p->grid.right[0]),
        .zero = _mm256_set1_ps(l.zero),
        .signs = _mm256_set1_ps(l.signs),
        .law_least = _mm256_set1_ps(l.least),
        .law_most = _mm256_set1_ps(l.most),
        .left_beyond = _mm256_set1_ps(-p->grid.left[0]),
        .fills = _mm256_castsi256_ps(_mm256_set1_epi32(p->extend == CLPWL_EXTEND_LINEAR ? 0 : -1)),
        .mirror = p->extend == CLPWL_EXTEND_MIRROR,
    };
}

/* Constants of a loop over a table in registers, computed without vectors. The place of x is
 * fma(x - origin, scale, offset), or fma(x, scale, offset) from 0: at the knots first, first + 1 ... */
typedef struct bounds {
    float offset, least, most;
} bounds;

/* The place of x remains between `above` and that of the last knot. */
static inline bounds bounds_of(const clpwl__pack *p, int from_0, float first, float above)
{
    float origin = from_0 ? 0 : p->grid.origin;
    float offset = (from_0 ? -p->planes.turn : p->grid.offset) + first;
    float least = fmaf(p->grid.lo - origin, p->grid.scale, offset);
    float most = fmaf(p->grid.hi - origin, p->grid.scale, offset);
    float end = (float)p->segments + first;
    return (bounds){offset, least > above ? least : above, most < end ? most : end};
}

AVX2_INLINE __m256 without_sign(__m256 x)
{
    return _mm256_andnot_ps(_mm256_set1_ps(-0.0f), x);
}

AVX2_INLINE __m256 outside(const domain *d, __m256 x) /* 0 for NaN */
{
    return _mm256_or_ps(_mm256_cmp_ps(x, d->lo, _CMP_LT_OQ), _mm256_cmp_ps(x, d->hi, _CMP_GT_OQ));
}

/* As clpwl_fold, to the rounding of its formula. */
AVX2_INLINE __m256 fold(const domain *d, __m256 x)
{
    __m256 from = _mm256_sub_ps(x, d->origin), periods = _mm256_div_ps(from, d->period);
    if (d->mirror) {
        periods = _mm256_mul_ps(periods, _mm256_set1_ps(0.5f));
        periods = _mm256_round_ps(periods, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
        periods = _mm256_mul_ps(periods, _mm256_set1_ps(2));
        from = _mm256_fnmadd_ps(periods, d->period, from);
        from = without_sign(from);
    } else {
        from = _mm256_fnmadd_ps(_mm256_floor_ps(periods), d->period, from);
    }
    return _mm256_add_ps(d->origin, from);
}

/* x, or |x|, or x folded. */
AVX2_INLINE __m256 enter(const domain *d, __m256 x, enum tails tails)
{
    if (is_mirrored(tails))
        return without_sign(x);
    return tails == FOLDED ? _mm256_blendv_ps(x, fold(d, x), outside(d, x)) : x;
}

/* from <= x <= to. NaN remains, as max and min return their second operand for it. */
AVX2_INLINE __m256 between(__m256 from, __m256 x, __m256 to)
{
    return _mm256_min_ps(to, _mm256_max_ps(from, x));
}

/* slope times length, or 0 where the slope is 0: the length may be infinite. */
AVX2_INLINE __m256 product(__m256 slope, __m256 length)
{
    __m256 some = _mm256_cmp_ps(slope, _mm256_setzero_ps(), _CMP_NEQ_OQ);
    return _mm256_mul_ps(slope, _mm256_and_ps(length, some));
}

/* What a linear tail adds at x; for NaN 0, as min and max return their second operand. */
AVX2_INLINE __m256 rise(const domain *d, __m256 x)
{
    __m256 none = _mm256_setzero_ps();
    __m256 below = _mm256_min_ps(_mm256_sub_ps(x, d->lo), none);
    __m256 above = _mm256_max_ps(_mm256_sub_ps(x, d->hi), none);
    return _mm256_add_ps(product(d->left, below), product(d->right, above));
}

/* The value at x by the law, where y is that at |x|, and the tails. */
AVX2_INLINE __m256 reflect(const domain *d, __m256 x, __m256 y, enum tails tails)
{
    __m256 right = without_sign(x), none = _mm256_setzero_ps();
    __m256 left = _mm256_castsi256_ps(_mm256_srai_epi32(_mm256_castps_si256(x), 31));
    __m256 some = _mm256_cmp_ps(right, d->zero, _CMP_NEQ_UQ);
    y = _mm256_and_ps(some, _mm256_xor_ps(y, _mm256_and_ps(x, d->signs)));
    y = _mm256_add_ps(y, _mm256_and_ps(left, between(d->law_least, x, d->law_most)));
    if (tails == MIRRORED)
        return y;
    __m256 out = _mm256_cmp_ps(right, d->hi, _CMP_GT_OQ);
    __m256 slope = _mm256_blendv_ps(d->right, d->left_beyond, x);
    __m256 rises = _mm256_and_ps(out, _mm256_cmp_ps(slope, none, _CMP_NEQ_OQ));
    __m256 rise = _mm256_mul_ps(slope, _mm256_sub_ps(right, d->hi));
    y = _mm256_add_ps(y, _mm256_and_ps(rises, rise));
    return _mm256_blendv_ps(y, d->fill, _mm256_and_ps(out, d->fills));
}

/* y, or the fill for x outside, or the line there. */
AVX2_INLINE __m256 leave(const domain *d, __m256 x, __m256 y, enum tails tails)
{
    if (is_mirrored(tails))
        return reflect(d, x, y, tails);
    if (tails == LINED)
        return _mm256_add_ps(y, rise(d, x));
    return tails == FILLED ? _mm256_blendv_ps(y, d->fill, outside(d, x)) : y;
}

/*
 * Defines NAME(pack, x, y, n): y = LOOKUP(&domain, &table, x) for all x, with a table of type TABLE
 * from MAKE(pack). Less than eight values are padded. Without unrolling, a short loop takes a
 * quarter longer at some addresses (AMD Zen 5).
 */
#define AVX2_LOOP(NAME, TABLE, MAKE, LOOKUP, TAILS)                                                \
    AVX2_INLINE __m256 at_##NAME(const domain *d, const TABLE *t, __m256 x)                        \
    {                                                                                              \
        return leave(d, x, LOOKUP(d, t, enter(d, x, TAILS)), TAILS);                               \
    }                                                                                              \
    AVX2 static void NAME(const clpwl__pack *p, const float *x, float *y, size_t n)                \
    {                                                                                              \
        const domain d = domain_of(p);                                                             \
        const TABLE t = MAKE(p);                                                                   \
        float rest[8] = {0};                                                                       \
        size_t i = 0;                                                                              \
        _Pragma("GCC unroll 4") for (; i + 8 <= n; i += 8)                                         \
            _mm256_storeu_ps(y + i, at_##NAME(&d, &t, _mm256_loadu_ps(x + i)));                    \
        if (i < n) {                                                                               \
            memcpy(rest, x + i, (n - i) * sizeof *x);                                              \
            _mm256_storeu_ps(rest, at_##NAME(&d, &t, _mm256_loadu_ps(rest)));                      \
            memcpy(y + i, rest, (n - i) * sizeof *y);                                              \
        }                                                                                          \
    }

/* A loop for each kind of tails, and their names in that order. */
#define AVX2_LOOPS(name, table, make, lookup)                                                      \
    AVX2_LOOP(clamped_##name, table, make, lookup, CLAMPED)                                        \
    AVX2_LOOP(filled_##name, table, make, lookup, FILLED)                                          \
    AVX2_LOOP(folded_##name, table, make, lookup, FOLDED)                                          \
    AVX2_LOOP(lined_##name, table, make, lookup, LINED)                                            \
    AVX2_LOOP(mirrored_##name, table, make, lookup, MIRRORED)                                      \
    AVX2_LOOP(mirrored_tailed_##name, table, make, lookup, MIRRORED_TAILED)
#define AVX2_ROW(name)                                                                             \
    {                                                                                              \
        clamped_##name, filled_##name, folded_##name, lined_##name, mirrored_##name,               \
            mirrored_tailed_##name                                                                 \
    }

#endif
