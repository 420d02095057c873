/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The functions of the host methods, one file each. */
#ifndef CLPWL_HOST_ROWS_H
#define CLPWL_HOST_ROWS_H

#include <float.h>
#include <math.h>
#include "cpu/simd.h"

#if defined(__x86_64__) && defined(__GNUC__)
#define CLPWL__X86 1
#else
#define CLPWL__X86 0
#endif
#if defined(__aarch64__) && defined(__GNUC__) && !defined(__AARCH64EB__)
#define CLPWL__NEON 1
#else
#define CLPWL__NEON 0
#endif

#define HOST_METHOD(name, text, gives, supported, can, eval) clpwl__host_eval_fn eval;
#include "cpu/methods.def"

/* What a loop does beyond the domain; and whether it applies the law of a symmetry. */
enum tails {
    CLAMPED,
    FILLED, /* with zeros or NaN */
    FOLDED, /* repeat, mirror */
    LINED,  /* linear */
    MIRRORED
};

static inline int tails_of(const clpwl__pack *p)
{
    static const char tails[] = {
        [CLPWL_EXTEND_CLAMP] = CLAMPED, [CLPWL_EXTEND_ZERO] = FILLED, [CLPWL_EXTEND_NAN] = FILLED,
        [CLPWL_EXTEND_LINEAR] = LINED,  [CLPWL_EXTEND_REPEAT] = FOLDED, [CLPWL_EXTEND_MIRROR] = FOLDED};
    return tails[p->extend] + (p->symmetry ? MIRRORED : 0);
}

/* Calls an inline function with the tails of p as its last argument, a constant: each loop contains only
 * what its table needs. Tables that repeat have no symmetry. */
#define BY_TAILS(p, call, ...)                                                                     \
    switch (tails_of(p)) {                                                                         \
    case FILLED: call(__VA_ARGS__, FILLED); break;                                                 \
    case FOLDED: call(__VA_ARGS__, FOLDED); break;                                                 \
    case LINED: call(__VA_ARGS__, LINED); break;                                                   \
    case MIRRORED + CLAMPED: call(__VA_ARGS__, MIRRORED + CLAMPED); break;                         \
    case MIRRORED + FILLED: call(__VA_ARGS__, MIRRORED + FILLED); break;                           \
    case MIRRORED + LINED: call(__VA_ARGS__, MIRRORED + LINED); break;                             \
    default: call(__VA_ARGS__, CLAMPED);                                                           \
    }

/*
 * The law of a symmetry for vectors, the same operations for all laws. y is the value at |x|:
 *   0 if |x| is below `zero`; for x < 0 sign y plus x clamped to [least, most].
 */
typedef struct law {
    float zero, sign, least, most;
} law;

static inline law law_of(const clpwl__pack *p)
{
    switch (p->symmetry) {
    case CLPWL_SYMMETRY_ODD: return (law){FLT_TRUE_MIN, -1, 0, 0};
    case CLPWL_SYMMETRY_RAMP: return (law){0, 1, p->grid.lo, 0};
    case CLPWL_SYMMETRY_POINT: return (law){0, -1, p->grid.sum[0], p->grid.sum[0]};
    default: return (law){0, 1, 0, 0};
    }
}

#if CLPWL__X86
/*
 * The level of this CPU in the x86-64 psABI: 3 with AVX2, FMA and F16C, 4 with AVX-512 F, BW, DQ
 * and VL, else 1; and 5 for level 4 with AVX-512 VBMI. CLPWL_X86_LEVEL in the environment
 * lowers it, by which tests run the methods of older CPUs; 0 where that is no level. Constant once the
 * library is loaded.
 */
extern int clpwl__x86_level;
/* host-scalar below level 3. */
clpwl__host_eval_fn clpwl__host_scalar_plain;
/* Uniform tables that have corners or split records. */
clpwl__host_eval_fn clpwl__host_avx2_permute;
/* Uniform tables that have planes. */
#define CLPWL__KNOTS_MOST 128
clpwl__host_eval_fn clpwl__host_avx512_permute;
/* Planes of bytes, with AVX-512 VBMI. */
clpwl__host_eval_fn clpwl__host_avx512_bytes;
/* Optimised ones whose cells have planes, with AVX-512 VBMI. */
clpwl__host_eval_fn clpwl__host_avx512_cells;
/* Other optimised ones. */
#define CLPWL__SEARCH_MOST 32
clpwl__host_eval_fn clpwl__host_avx512_search;
#endif

#endif
