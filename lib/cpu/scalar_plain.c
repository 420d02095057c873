/* SPDX-License-Identifier: GPL-3.0-or-later */
/* host-scalar for CPUs of x86-64 without FMA, to the bit. By fmaf, which is a call there, a value takes up to
 * 55 ns. */
#include <math.h>
#include <stdint.h>
#include <string.h>

/* The sum in double is rounded twice, which is wrong only if the first rounding gave the middle of two
 * floats; below the normal floats that lies elsewhere. */
static inline float fma_by_double(float a, float b, float c)
{
    const double sum = (double)a * (double)b + (double)c;
    uint64_t bits;
    memcpy(&bits, &sum, sizeof bits);
    const int is_middle = (bits & 0x1fffffff) == 0x10000000;
    return is_middle || (fabs(sum) < 0x1p-125 && sum != 0) ? fmaf(a, b, c) : (float)sum;
}
#define fmaf fma_by_double /* of clpwl/device.h, below */
#include "cpu/rows.h"
#if CLPWL__X86
#include "cpu/scalar.h"

void clpwl__host_scalar_plain(const clpwl__pack *p, const float *x, float *y, size_t n)
{
    eval(p, x, y, n);
}
#endif
