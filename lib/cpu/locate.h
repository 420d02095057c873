/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Where a single x falls in a pack: the arithmetic that the vector rows repeat, one
 * value at a time. Inlined into each caller, so that fmaf becomes one instruction
 * where the caller's target has it.
 */
#ifndef CLPWL_HOST_LOCATE_H
#define CLPWL_HOST_LOCATE_H

#include <math.h>
#include "cpu/pack.h"
#include "table/shaper.h"

#if defined(__GNUC__)
#define CLPWL__INLINE static inline __attribute__((always_inline))
#else
#define CLPWL__INLINE static inline
#endif

/* x outside the domain, brought into it: repeated, mirrored or clamped. An infinity
 * has no place in a period: inf - inf makes it NaN. */
CLPWL__INLINE float clpwl__fold(const clpwl__pack *p, float x)
{
    float t = x - p->origin;
    if (p->extend == CLPWL_EXTEND_REPEAT)
        x = p->origin + fmaf(-floorf(t / p->period), p->period, t);
    else if (p->extend == CLPWL_EXTEND_MIRROR)
        x = p->origin + fabsf(fmaf(-2 * rintf(t / p->period / 2), p->period, t));
    return x < p->lo ? p->lo : x > p->hi ? p->hi : x; /* keeps NaN */
}

/* The segment of x, lo <= x <= hi, and the position in it: in segments for a uniform
 * partition, in units of x for an optimised one. */
CLPWL__INLINE size_t clpwl__locate(const clpwl__pack *p, float x, float *d)
{
    if (p->partition == CLPWL_PARTITION_UNIFORM) {
        float g = p->shaper == CLPWL_SHAPER_NONE ? x : clpwl__shaper_float(p->shaper, x);
        float u = fmaf(g - p->origin, p->scale, p->offset);
        size_t i = u > 0 ? (size_t)u : 0;
        if (i >= p->segments)
            i = p->segments - 1;
        *d = u - (float)i;
        return i;
    }
    size_t i = 0;
    for (size_t length = p->segments; length > 1;) { /* knots[i] <= x, or i is 0 */
        size_t half = length / 2;
        i = p->knots[i + half] <= x ? i + half : i;
        length -= half;
    }
    *d = x - p->knots[i];
    return i;
}

#endif
