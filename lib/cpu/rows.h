/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The functions of the host methods, one file each. */
#ifndef CLPWL_HOST_ROWS_H
#define CLPWL_HOST_ROWS_H

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
#if CLPWL__X86
#define X86_METHOD HOST_METHOD
#else
#define X86_METHOD(name, text, gives, supported, can, eval)
#endif
#if CLPWL__NEON
#define NEON_METHOD HOST_METHOD
#else
#define NEON_METHOD(name, text, gives, supported, can, eval)
#endif
#include "cpu/methods.def"
#undef HOST_METHOD
#undef X86_METHOD
#undef NEON_METHOD

/* What a method does beyond the domain. */
enum tails {
    CLAMPED,
    FILLED, /* with zeros or NaN */
    FOLDED, /* repeat, mirror */
    LINED,  /* linear */
    TAILS,
    /* In loops that apply the law of a symmetry: */
    MIRRORED = TAILS, /* as CLAMPED */
    MIRRORED_TAILED,  /* as FILLED or LINED */
    LOOPS
};

static inline enum tails tails_of(const clpwl__pack *p)
{
    if (p->symmetry)
        return p->extend == CLPWL_EXTEND_CLAMP ? MIRRORED : MIRRORED_TAILED;
    return p->extend == CLPWL_EXTEND_CLAMP                                      ? CLAMPED
           : p->extend == CLPWL_EXTEND_ZERO || p->extend == CLPWL_EXTEND_NAN ? FILLED
           : p->extend == CLPWL_EXTEND_LINEAR                                ? LINED
                                                                             : FOLDED;
}

static inline int is_mirrored(enum tails tails)
{
    return tails == MIRRORED || tails == MIRRORED_TAILED;
}

/*
 * The law of a symmetry for vectors, the same operations for all laws. y is the value at |x|:
 *   0 if |x| is `zero`; the sign of x in `signs` changes that of y; for x < 0 add x clamped to
 *   [least, most].
 */
typedef struct law {
    float zero, signs, least, most;
} law;

static inline law law_of(const clpwl__pack *p)
{
    switch (p->symmetry) {
    case CLPWL_SYMMETRY_ODD: return (law){0, -0.0f, 0, 0};
    case CLPWL_SYMMETRY_RAMP: return (law){NAN, 0, p->grid.lo, 0};
    case CLPWL_SYMMETRY_POINT: return (law){NAN, -0.0f, p->grid.sum[0], p->grid.sum[0]};
    default: return (law){NAN, 0, 0, 0};
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
/* Uniform tables that have corners or split records. */
clpwl__host_eval_fn clpwl__host_avx2_permute;
/* Uniform tables that have planes. */
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
