/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the AVX-512 files share: the way of x into the domain, and the loop over an
 * array. Everything is inlined with constant `tails` and `from`, so that a loop
 * holds what its table needs and nothing else.
 */
#ifndef CLPWL_HOST_AVX512_H
#define CLPWL_HOST_AVX512_H

#include <immintrin.h>
#include <math.h>
#include "cpu/rows.h"

#define AVX512 __attribute__((target("avx512f,avx512dq,avx512bw,avx512vl,avx2,fma")))
#define AVX512_INLINE AVX512 static inline __attribute__((always_inline))

enum tails {
    CLAMPED,
    FILLED, /* with zeros or NaN */
    FOLDED  /* repeat, mirror */
};

static inline enum tails tails_of(const clpwl__pack *p)
{
    return p->extend == CLPWL_EXTEND_CLAMP                                      ? CLAMPED
           : p->extend == CLPWL_EXTEND_ZERO || p->extend == CLPWL_EXTEND_NAN ? FILLED
                                                               : FOLDED;
}

/* What a table wants of x. */
enum from {
    FROM_0, /* x itself */
    FROM_A  /* x - a */
};

/* Worked out without vectors, so that no call stands between them and the loop. */
typedef struct bounds {
    float least, most; /* of what the table wants */
    float shift;       /* origin - a, where a is no float */
    float magic;       /* what tables with planes add: see avx512_permute.c */
} bounds;

/* Inlined: they take as long as fifty values do. */
static inline bounds bounds_of(const clpwl__pack *p, enum from from)
{
    const clpwl__planes *s = &p->planes;
    if (s->bytes)
        return (bounds){s->least, s->most, s->shift, 0x1.8p23f - s->turn};
    bounds b = {.least = p->lo, .most = p->hi};
    if (from == FROM_A && p->offset != 0)
        b.shift = p->offset / p->scale;
    if (from != FROM_0) {
        b.least = p->lo - p->origin + b.shift;
        b.least = b.least > 0 ? b.least : 0;
        b.most = p->hi - p->origin + b.shift;
    }
    return b;
}

typedef struct domain {
    __m512 lo, hi, origin, shift, least, most, fill, period;
    int mirror;
} domain;

AVX512_INLINE domain domain_of(const clpwl__pack *p, const bounds *b)
{
    return (domain){
        .lo = _mm512_set1_ps(p->lo),
        .hi = _mm512_set1_ps(p->hi),
        .origin = _mm512_set1_ps(p->origin),
        .shift = _mm512_set1_ps(b->shift),
        .least = _mm512_set1_ps(b->least),
        .most = _mm512_set1_ps(b->most),
        .fill = _mm512_set1_ps(p->extend == CLPWL_EXTEND_NAN ? NAN : 0),
        .period = _mm512_set1_ps(p->period),
        .mirror = p->extend == CLPWL_EXTEND_MIRROR,
    };
}

AVX512_INLINE __mmask16 outside(const domain *d, __m512 x) /* NaN is not */
{
    return _mm512_cmp_ps_mask(x, d->lo, _CMP_LT_OQ) | _mm512_cmp_ps_mask(x, d->hi, _CMP_GT_OQ);
}

/* As clpwl__fold, before its clamp. */
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

/* x clamped, from there; NaN stays: max and min give their second operand for one. */
AVX512_INLINE __m512 enter(const domain *d, __m512 x, enum tails tails, enum from from)
{
    if (tails == FOLDED)
        x = _mm512_mask_mov_ps(x, outside(d, x), fold(d, x));
    if (from == FROM_A)
        x = _mm512_add_ps(_mm512_sub_ps(x, d->origin), d->shift);
    return _mm512_min_ps(d->most, _mm512_max_ps(d->least, x));
}

AVX512_INLINE __m512 leave(const domain *d, __m512 x, __m512 y, enum tails tails)
{
    return tails == FILLED ? _mm512_mask_mov_ps(y, outside(d, x), d->fill) : y;
}

/*
 * Defines NAME(pack, x, y, n): for all x, y = LOOKUP(&table, x as FROM says), where
 * `table` is of type TABLE, made once by MAKE(pack, &bounds) from BOUNDS(pack, FROM).
 */
#define AVX512_LOOP(NAME, TABLE, BOUNDS, MAKE, LOOKUP, TAILS, FROM)                               \
    AVX512 static void NAME(const clpwl__pack *p, const float *x, float *y, size_t n)              \
    {                                                                                              \
        const bounds b = BOUNDS(p, FROM);                                                          \
        const domain d = domain_of(p, &b);                                                         \
        const TABLE table = MAKE(p, &b);                                                           \
        size_t i = 0;                                                                              \
        for (; i + 16 <= n; i += 16) {                                                             \
            __m512 at = _mm512_loadu_ps(x + i);                                                    \
            __m512 v = LOOKUP(&table, enter(&d, at, TAILS, FROM));                                \
            _mm512_storeu_ps(y + i, leave(&d, at, v, TAILS));                                      \
        }                                                                                          \
        if (i < n) {                                                                               \
            __mmask16 rest = (__mmask16)((1u << (n - i)) - 1);                                     \
            __m512 at = _mm512_maskz_loadu_ps(rest, x + i);                                        \
            __m512 v = LOOKUP(&table, enter(&d, at, TAILS, FROM));                                \
            _mm512_mask_storeu_ps(y + i, rest, leave(&d, at, v, TAILS));                           \
        }                                                                                          \
    }

/* The loops of tables with planes: by tails, then by from_0. */
#define AVX512_ROW(room)                                                                           \
    {                                                                                              \
        {clamped_from_a_##room, clamped_from_0_##room},                                            \
            {filled_from_a_##room, filled_from_0_##room},                                          \
            {folded_from_a_##room, folded_from_0_##room}                                           \
    }

#endif
