/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the vector methods share: moving x into the domain, laws of symmetries, what lies outside, and the
 * loop over an array. The header of an instruction set includes it, behind its own
 *   TARGET           the attribute of its functions
 *   vec, mask        WIDTH floats; a truth value for each
 *   SET, LOAD, STORE, MIN, MAX, ABS, FMA, FLOOR, NEAREST
 *                    MIN(a, b) and MAX(a, b) are b, or NaN, where one is NaN
 *   LESS             false for NaN
 *   CHOOSE(m, a, b)  a where m is true, else b
 */
#ifndef CLPWL__VECTORS_H
#define CLPWL__VECTORS_H

#include <string.h>
#include "cpu/rows.h"

#define INLINE TARGET static inline __attribute__((always_inline))

/* The first n floats, and zeros. */
#ifndef HAS_PARTS
INLINE vec load_part(const float *from, size_t n)
{
    float rest[WIDTH] = {0};
    memcpy(rest, from, n * sizeof *from);
    return LOAD(rest);
}

INLINE void store_part(float *to, size_t n, vec v)
{
    float rest[WIDTH];
    STORE(rest, v);
    memcpy(to, rest, n * sizeof *to);
}
#endif

/* Copies of a pack's numbers: stores to y do not change them. */
typedef struct domain {
    const clpwl__pack *pack;
    clpwl_grid grid;
    clpwl__planes planes;
    law law;
    float fill;
    int is_mirror;
} domain;

INLINE domain domain_of(const clpwl__pack *p)
{
    return (domain){p, p->grid, p->planes, law_of(p), p->extend == CLPWL_EXTEND_NAN ? NAN : 0,
                    p->extend == CLPWL_EXTEND_MIRROR};
}

/* lo <= x <= hi. NaN remains. */
INLINE vec between(float lo, vec x, float hi)
{
    return MIN(SET(hi), MAX(SET(lo), x));
}

INLINE mask outside(const domain *d, vec x)
{
    return LESS(x, SET(d->grid.lo)) | LESS(SET(d->grid.hi), x);
}

/* As clpwl_fold, to the rounding of its formula. */
INLINE vec fold(const domain *d, vec x)
{
    vec period = SET(-d->grid.period), from = x - SET(d->grid.origin), periods = from / SET(d->grid.period);
    from = d->is_mirror ? ABS(FMA(2 * NEAREST(0.5f * periods), period, from))
                        : FMA(FLOOR(periods), period, from);
    return SET(d->grid.origin) + from;
}

/* x, or x folded, or |x|. */
INLINE vec enter(const domain *d, vec x, int tails)
{
    if (tails == FOLDED)
        return CHOOSE(outside(d, x), fold(d, x), x);
    return tails & MIRRORED ? ABS(x) : x;
}

/* y + slope length, or y where the slope is 0: the length may be infinite. */
INLINE vec rise(vec y, float slope, vec length)
{
    return slope != 0 ? FMA(SET(slope), length, y) : y;
}

/* The value at x, where y is that at what enter gave: by the law and the tails. */
INLINE vec leave(const domain *d, vec x, vec y, int tails)
{
    if (tails & MIRRORED) {
        y = CHOOSE(LESS(ABS(x), SET(d->law.zero)), SET(0), y);
        vec left = FMA(y, SET(d->law.sign), between(d->law.least, x, d->law.most));
        y = CHOOSE(LESS(x, SET(0)), left, y);
    }
    if (tails % MIRRORED == FILLED)
        y = CHOOSE(outside(d, x), SET(d->fill), y);
    if (tails % MIRRORED == LINED) {
        y = rise(y, d->grid.left[0], MIN(x - SET(d->grid.lo), SET(0)));
        y = rise(y, d->grid.right[0], MAX(x - SET(d->grid.hi), SET(0)));
    }
    return y;
}

/*
 * Defines NAME(pack, x, y, n): y = LOOKUP for all x, an expression of the domain d and of the argument `at`
 * in it, with the declaration TABLE before the loop. Without unrolling, a short loop takes a quarter longer
 * at some addresses (AMD Zen 5).
 */
#define VECTOR_LOOP(NAME, TABLE, LOOKUP)                                                           \
    INLINE void NAME##_by(const clpwl__pack *p, const float *x, float *y, size_t n, int tails)     \
    {                                                                                              \
        const domain d = domain_of(p);                                                             \
        size_t i = 0;                                                                              \
        TABLE;                                                                                     \
        _Pragma("GCC unroll 4") for (; i + WIDTH <= n; i += WIDTH)                                 \
        {                                                                                          \
            vec given = LOAD(x + i), at = enter(&d, given, tails);                                 \
            STORE(y + i, leave(&d, given, LOOKUP, tails));                                         \
        }                                                                                          \
        if (i < n) {                                                                               \
            vec given = load_part(x + i, n - i), at = enter(&d, given, tails);                     \
            store_part(y + i, n - i, leave(&d, given, LOOKUP, tails));                             \
        }                                                                                          \
    }                                                                                              \
    TARGET static void NAME(const clpwl__pack *p, const float *x, float *y, size_t n)              \
    {                                                                                              \
        BY_TAILS(p, NAME##_by, p, x, y, n)                                                         \
    }

/* Evaluates n values by a loop over whole blocks. */
static inline void in_blocks(clpwl__host_eval_fn *loop, size_t block, const clpwl__pack *p,
                             const float *x, float *y, size_t n)
{
    enum { MOST = 64 };
    const size_t whole = n / block * block;
    float rest[MOST] = {0};
    if (whole > 0)
        loop(p, x, y, whole);
    if (whole < n) {
        memcpy(rest, x + whole, (n - whole) * sizeof *x);
        loop(p, rest, rest, block);
        memcpy(y + whole, rest, (n - whole) * sizeof *y);
    }
}

#endif
