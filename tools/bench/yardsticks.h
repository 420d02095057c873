/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Other implementations on the host of the catalogue's functions, parameters at their defaults:
 * yardsticks.def. */
#ifndef CLPWL_BENCH_YARDSTICKS_H
#define CLPWL_BENCH_YARDSTICKS_H

#include <stddef.h>

typedef struct bench_yardstick {
    const char *function;
    void (*run)(const float *x, float *y, size_t n);
} bench_yardstick;
typedef struct bench_yardsticks {
    const char *name;    /* "libm" */
    const char *missing; /* why a function may be missing */
    const bench_yardstick *rows;
    size_t count;
} bench_yardsticks;
extern const bench_yardsticks bench_libm, bench_vector, bench_gsl;

const bench_yardstick *bench_yardstick_find(const bench_yardsticks *all, const char *function);
int bench_run_yardstick(const void *yardstick, const float *x, float *y, size_t n);

#endif
