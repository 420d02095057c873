/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Halves by the CPU's instructions, eight at a time, or by the text of OpenCL's headers. All ways
 * give the same bits. */
#include "cpu/arrays.h"
#include <CL/cl_half.h> /* conversions alone: no call of OpenCL */
#include "cpu/rows.h"
#include "execution/storage.h"
#if CLPWL__X86
#include <immintrin.h>
#elif CLPWL__NEON
#include <arm_neon.h>
#endif

enum { LANES = 8 };

/* Convert whole vectors and return how many numbers these are. */
#if CLPWL__X86
__attribute__((target("avx,f16c"))) static size_t widen_vectors(const uint16_t *from, float *to,
                                                                size_t n)
{
    size_t i = 0;
    for (; i + LANES <= n; i += LANES)
        _mm256_storeu_ps(to + i, _mm256_cvtph_ps(_mm_loadu_si128((const __m128i *)(from + i))));
    return i;
}

__attribute__((target("avx,f16c"))) static size_t narrow_vectors(const float *from, uint16_t *to,
                                                                 size_t n)
{
    size_t i = 0;
    for (; i + LANES <= n; i += LANES)
        _mm_storeu_si128((__m128i *)(to + i), _mm256_cvtps_ph(_mm256_loadu_ps(from + i),
                                                              _MM_FROUND_TO_NEAREST_INT));
    return i;
}

static int has_vectors(void)
{
    return clpwl__x86_level >= 3;
}
#elif CLPWL__NEON
static size_t widen_vectors(const uint16_t *from, float *to, size_t n)
{
    size_t i = 0;
    for (; i + LANES <= n; i += LANES) {
        float16x8_t halves = vreinterpretq_f16_u16(vld1q_u16(from + i));
        vst1q_f32(to + i, vcvt_f32_f16(vget_low_f16(halves)));
        vst1q_f32(to + i + 4, vcvt_high_f32_f16(halves));
    }
    return i;
}

static size_t narrow_vectors(const float *from, uint16_t *to, size_t n)
{
    size_t i = 0;
    for (; i + LANES <= n; i += LANES) {
        float16x4_t low = vcvt_f16_f32(vld1q_f32(from + i));
        vst1q_u16(to + i, vreinterpretq_u16_f16(vcvt_high_f16_f32(low, vld1q_f32(from + i + 4))));
    }
    return i;
}

static int has_vectors(void)
{
    return 1;
}
#endif

void clpwl__floats_from_halves(const uint16_t *from, float *to, size_t n)
{
    size_t i = 0;
#if CLPWL__X86 || CLPWL__NEON
    i = has_vectors() ? widen_vectors(from, to, n) : 0;
#endif
    for (; i < n; i++)
        to[i] = clpwl__half_to_float(from[i]);
}

void clpwl__halves_from_floats(const float *from, uint16_t *to, size_t n)
{
    size_t i = 0;
#if CLPWL__X86 || CLPWL__NEON
    i = has_vectors() ? narrow_vectors(from, to, n) : 0;
#endif
    for (; i < n; i++)
        to[i] = cl_half_from_float(from[i], CL_HALF_RTE);
}
