/* SPDX-License-Identifier: GPL-3.0-or-later */
/* IEEE 754 binary16 in long double, from its definition; shares no code with the library. */
#ifndef CLPWL_TEST_HALVES_H
#define CLPWL_TEST_HALVES_H

#include <math.h>
#include <stdint.h>

enum { HALVES = 1 << 16, HALF_SIGN = 0x8000, HALF_INFINITY = 0x7c00 };

/* The sign, 5 bits of exponent, 10 of fraction. */
static inline long double half_value(uint16_t bits)
{
    int exponent = bits >> 10 & 31, fraction = bits & 1023;
    long double size = exponent == 31 ? (fraction ? (long double)NAN : (long double)INFINITY)
                       : exponent     ? ldexpl(1024 + fraction, exponent - 25)
                                      : ldexpl(fraction, -24);
    return bits & HALF_SIGN ? -size : size;
}

static inline int half_is_nan(uint16_t bits)
{
    return (bits & 0x7fff) > HALF_INFINITY;
}

/* The nearest half; of two the one with an even last bit. The next number beyond the largest would
 * be 65536: what is nearer to it is infinite. Codes of positive halves ascend with their values, and a number
 * of 1024 to 2048 units of its last place is a code. */
static inline uint16_t half_of(long double v)
{
    const uint16_t sign = signbit(v) ? HALF_SIGN : 0;
    const long double size = fabsl(v);
    if (isnan(v))
        return HALF_INFINITY | 0x200;
    if (size >= 65520)
        return sign | HALF_INFINITY;
    const int exponent = size < 0x1p-14L ? -14 : ilogbl(size);
    return (uint16_t)(sign + ((exponent + 14) << 10) + (int)rintl(ldexpl(size, 10 - exponent)));
}

#endif
