/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The same functions by SLEEF, within 1.0 ulp (erfc 1.5), in vectors of AVX-512, AVX2 or NEON. */
#ifndef LANES
#include "bench/yardsticks.h"
#include <string.h>

#if HAVE_SLEEF && defined(__x86_64__)
#pragma GCC push_options
#pragma GCC target("avx512f")
#include <sleef.h>
#define LANES 16
#define VECTOR __m512
#define ROWS rows_avx512
#include "bench/sleef.c"
#pragma GCC pop_options
#undef LANES
#undef VECTOR
#undef ROWS
#pragma GCC push_options
#pragma GCC target("avx2,fma")
#define LANES 8
#define VECTOR __m256
#define ROWS rows_avx2
#include "bench/sleef.c"
#pragma GCC pop_options
#elif HAVE_SLEEF && defined(__aarch64__)
#include <sleef.h>
#define LANES 4
#define VECTOR float32x4_t
#define ROWS rows_neon
#include "bench/sleef.c"
#endif

const bench_yardstick *bench_sleef(void)
{
    static const bench_yardstick none = {NULL, NULL, NULL};
#if HAVE_SLEEF && defined(__x86_64__)
    if (__builtin_cpu_supports("avx512f"))
        return rows_avx512;
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        return rows_avx2;
#elif HAVE_SLEEF && defined(__aarch64__)
    return rows_neon;
#endif
    return &none;
}

#else /* the loops for one width */
#define EXPANDED(a, b, c) a##b##c
#define JOINED(a, b, c) EXPANDED(a, b, c)
#define OF(name, limit) JOINED(Sleef_##name##f, LANES, limit)
#define acosf OF(acos, _u10)
#define asinf OF(asin, _u10)
#define atanf OF(atan, _u10)
#define cosf OF(cos, _u10)
#define erff OF(erf, _u10)
#define erfcf OF(erfc, _u15)
#define expf OF(exp, _u10)
#define expm1f OF(expm1, _u10)
#define logf OF(log, _u10)
#define log1pf OF(log1p, _u10)
#define powf(x, a) OF(pow, _u10)(x, (VECTOR){0} + (a))
#define sinf OF(sin, _u10)
#define sqrtf OF(sqrt, _u05)
#define tanf OF(tan, _u10)
#define tanhf OF(tanh, _u10)

#define FUNCTION(name) JOINED(name, _, LANES)
#define SCALAR(name, expression)
#define GSL(name, expression)
#undef LIBM_BUT_AT_0
#define LIBM_BUT_AT_0(name, at_0, expression) LIBM(name, expression)
#define LIBM(name, expression)                                                    \
    static void FUNCTION(name)(const float *restrict from, float *restrict to, size_t n) \
    {                                                                             \
        VECTOR x = {0}, y;                                                        \
        for (; n >= LANES; n -= LANES, from += LANES, to += LANES) {              \
            memcpy(&x, from, sizeof x);                                           \
            y = expression;                                                       \
            memcpy(to, &y, sizeof y);                                             \
        }                                                                         \
        memcpy(&x, from, n * sizeof *from);                                       \
        y = expression;                                                           \
        memcpy(to, &y, n * sizeof *to);                                           \
    }
#include "bench/yardsticks.def"
#undef LIBM

static const bench_yardstick ROWS[] = {
#define LIBM(name, expression) {"sleef", #name, FUNCTION(name)},
#include "bench/yardsticks.def"
    {NULL, NULL, NULL},
};
#undef LIBM
#undef LIBM_BUT_AT_0
#undef SCALAR
#undef GSL
#endif
