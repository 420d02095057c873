/* SPDX-License-Identifier: GPL-3.0-or-later */
/* AVX2: eight values at a time. */
#ifndef CLPWL__AVX2_H
#define CLPWL__AVX2_H

#include <immintrin.h>

#define TARGET __attribute__((target("avx2,fma")))
#define FLOATS(name) _mm256_##name##_ps
#define INTS(name) _mm256_##name
#define ROUND(x, how) _mm256_round_ps(x, how)
#define COMPARE(a, b, how) (ints)_mm256_cmp_ps(a, b, how)
#define CHOOSE(m, a, b) _mm256_blendv_ps(b, a, (vec)(m))
#define SIGNS(x) (ints)(x)
typedef __m256 vec;
typedef __m256i ints, mask;
enum { WIDTH = 8 };
#include "cpu/x86.h"

#endif
