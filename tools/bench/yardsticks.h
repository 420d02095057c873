/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Other implementations on the host of the catalogue's functions, parameters at their defaults:
 * yardsticks.def. */
#ifndef CLPWL_BENCH_YARDSTICKS_H
#define CLPWL_BENCH_YARDSTICKS_H

#include <stddef.h>

typedef struct bench_yardstick {
    const char *name, *function; /* "libm", "gsl", "libm-vector" or "sleef"; NULL: no more rows */
    void (*run)(const float *x, float *y, size_t n);
} bench_yardstick;
extern const bench_yardstick bench_scalars[], bench_vectors[];
const bench_yardstick *bench_sleef(void); /* by the widest vectors of this CPU; no rows without SLEEF */

#define LIBM_BUT_AT_0(name, at_0, expression) LIBM(name, x == 0.0f ? at_0 : expression)

/* A plain loop, one value at a time. */
#define BENCH_LOOP(list, name, expression)                                                         \
    static void list##_##name(const float *restrict x_, float *restrict y, size_t n)               \
    {                                                                                              \
        for (size_t i = 0; i < n; i++) {                                                           \
            float x = x_[i];                                                                       \
            y[i] = (float)(expression);                                                            \
        }                                                                                          \
    }

#endif
