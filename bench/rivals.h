/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the host methods are measured against, compiled with flags of its own. */
#ifndef CLPWL_BENCH_RIVALS_H
#define CLPWL_BENCH_RIVALS_H

#include <stddef.h>

/* A table of (value, slope) pairs, clamped ends. */
typedef struct pairs {
    float a, b, scale;
    int segments;
    const float *pairs;
} pairs;

void rival_expf(const void *none, const float *x, float *y, size_t n); /* vectorised */
void rival_j0f(const void *none, const float *x, float *y, size_t n);
/* What one writes by hand with intrinsics: two gathers. Without those instructions they
 * evaluate nothing; rival_lanes says how many they have. */
void rival_gather8(const void *pairs, const float *x, float *y, size_t n);
void rival_gather16(const void *pairs, const float *x, float *y, size_t n);
int rival_lanes(void); /* 16, 8 or 0 */

#endif
