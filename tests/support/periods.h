/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Far arguments of periodic tables on [0,b], b an fp32 number, and the arguments of the domain that have
 * their values. */
#ifndef CLPWL_TEST_PERIODS_H
#define CLPWL_TEST_PERIODS_H

#include "rough.h"

/* Folding is exact for b <= |x| <= reach: 2^24 of the last bit of b (doc/theory.md), anywhere for b = 1. */
static const struct {
    float b, reach;
} periods[] = {{5, 0x1p24f}, {0.75f, 0x1p22f}, {3, 0x1p24f}, {0x1.921fb6p2f, 0x1p3f}, {1, 1e30f}};
enum { PERIODS = sizeof periods / sizeof *periods, FAR = 6000 };

/* The argument in [0,b] that x is folded to; fmod is exact. */
static inline float phase_of(float x, float b, clpwl_extend extend)
{
    if (x >= 0 && x <= b)
        return x;
    if (extend == CLPWL_EXTEND_REPEAT) {
        double t = fmod(x, b);
        return (float)(t < 0 ? t + b : t);
    }
    double t = fabs(fmod(x, 2.0 * b));
    return (float)(t > b ? 2.0 * b - t : t);
}

/* Arguments at random of each magnitude, multiples of b and their neighbours. */
static inline void fill_far(float *x, float *phase, size_t period, clpwl_extend extend)
{
    float b = periods[period].b, reach = periods[period].reach;
    uint32_t state = 7;
    for (int i = 0; i < FAR; i++) {
        double t = (2 * random_01(&state) - 1) * reach;
        if (i & 1)
            t *= exp2(-24 * random_01(&state));
        if (i & 2)
            t = rint(t / b) * b;
        x[i] = (float)t;
        if (i % 16 > 7)
            x[i] = nextafterf(x[i], i & 4 ? -INFINITY : INFINITY);
        if (fabsf(x[i]) > reach || (x[i] < 0 && x[i] > -b))
            x[i] = reach;
        phase[i] = phase_of(x[i], b, extend);
    }
}

static inline void check_far(const char *name, float b, clpwl_extend extend, const float *x,
                             const float *phase, const float *y, const float *right)
{
    for (int i = 0; i < FAR; i++)
        EXPECT(y[i] == right[i], "%s, %s on [0, %g]: v(%.9g) = %.9g, but v(%.9g) = %.9g", name,
               clpwl_extend_name(extend), b, x[i], y[i], phase[i], right[i]);
}

#endif
