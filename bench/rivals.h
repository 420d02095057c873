/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Alternatives to the host methods, compiled with flags of their own. */
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
void rival_expf8(const void *none, const float *x, float *y, size_t n); /* of AVX2 */
void rival_j0f(const void *none, const float *x, float *y, size_t n);
/* By hand with intrinsics: two gathers. rival_lanes is the number of lanes; 0: the CPU lacks those
 * instructions, and nothing is evaluated. */
void rival_gather8(const void *pairs, const float *x, float *y, size_t n);
void rival_gather16(const void *pairs, const float *x, float *y, size_t n);
int rival_lanes(void); /* 16, 8 or 0 */

#endif
