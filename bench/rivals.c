/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Compiled with RIVAL_CFLAGS, by default -Ofast -march=native -mprefer-vector-width=512: expf in a
 * loop then is that of libmvec.
 */
#include "rivals.h"
#include <math.h>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

void rival_expf(const void *none, const float *restrict x, float *restrict y, size_t n)
{
    (void)none;
    for (size_t i = 0; i < n; i++)
        y[i] = expf(x[i]);
}

/* libmvec's function by the name that the vector ABI of x86-64 gives it, as a loop would be
 * compiled for the widest vectors of the CPU. */
#if defined(__AVX2__) && defined(__GLIBC__)
__m256 _ZGVdN8v_expf(__m256 x);
#endif

void rival_expf8(const void *none, const float *x, float *y, size_t n)
{
    (void)none;
#if defined(__AVX2__) && defined(__GLIBC__)
    for (size_t k = 0; k + 8 <= n; k += 8)
        _mm256_storeu_ps(y + k, _ZGVdN8v_expf(_mm256_loadu_ps(x + k)));
#else
    rival_expf(none, x, y, n);
#endif
}

void rival_j0f(const void *none, const float *restrict x, float *restrict y, size_t n)
{
    (void)none;
    for (size_t i = 0; i < n; i++)
        y[i] = j0f(x[i]);
}

int rival_lanes(void)
{
#if defined(__AVX512F__)
    return 16;
#elif defined(__AVX2__)
    return 8;
#else
    return 0;
#endif
}

void rival_gather8(const void *table, const float *x, float *y, size_t n)
{
#if defined(__AVX2__)
    const pairs *t = table;
    __m256 a = _mm256_set1_ps(t->a), b = _mm256_set1_ps(t->b), scale = _mm256_set1_ps(t->scale);
    __m256i last = _mm256_set1_epi32(t->segments - 1);
    for (size_t k = 0; k + 8 <= n; k += 8) {
        __m256 v = _mm256_min_ps(b, _mm256_max_ps(a, _mm256_loadu_ps(x + k)));
        __m256 u = _mm256_mul_ps(_mm256_sub_ps(v, a), scale);
        __m256i i = _mm256_min_epu32(last, _mm256_cvttps_epi32(u));
        __m256 d = _mm256_sub_ps(u, _mm256_cvtepi32_ps(i));
        __m256 value = _mm256_i32gather_ps(t->pairs, i, 8);
        __m256 slope = _mm256_i32gather_ps(t->pairs + 1, i, 8);
        _mm256_storeu_ps(y + k, _mm256_fmadd_ps(d, slope, value));
    }
#else
    (void)table, (void)x, (void)y, (void)n;
#endif
}

void rival_gather16(const void *table, const float *x, float *y, size_t n)
{
#if defined(__AVX512F__)
    const pairs *t = table;
    __m512 a = _mm512_set1_ps(t->a), b = _mm512_set1_ps(t->b), scale = _mm512_set1_ps(t->scale);
    __m512i last = _mm512_set1_epi32(t->segments - 1);
    for (size_t k = 0; k + 16 <= n; k += 16) {
        __m512 v = _mm512_min_ps(b, _mm512_max_ps(a, _mm512_loadu_ps(x + k)));
        __m512 u = _mm512_mul_ps(_mm512_sub_ps(v, a), scale);
        __m512i i = _mm512_min_epu32(last, _mm512_cvttps_epi32(u));
        __m512 d = _mm512_sub_ps(u, _mm512_cvtepi32_ps(i));
        __m512 value = _mm512_i32gather_ps(i, t->pairs, 8);
        __m512 slope = _mm512_i32gather_ps(i, t->pairs + 1, 8);
        _mm512_storeu_ps(y + k, _mm512_fmadd_ps(d, slope, value));
    }
#else
    (void)table, (void)x, (void)y, (void)n;
#endif
}
