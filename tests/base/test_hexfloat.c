/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include "base/hexfloat.h"
#include "support/suite.h"

/* Hexadecimal numbers, read and written, against the C library in its C locale: all kinds of bit
 * patterns. */
TEST(hex_floats_are_the_c_librarys)
{
    uint64_t state = 1;
    for (int i = 0; i < 200000; i++) {
        char text[CLPWL__HEX_ROOM], right[64];
        double x, back;
        state = state * UINT64_C(6364136223846793005) + 1442695040888963407u;
        uint64_t bits = state ^ state >> 29;
        if (i % 4 == 1)
            bits &= ~(UINT64_C(0x7ff) << 52); /* denormal */
        if (i % 4 == 2)
            bits &= ~UINT64_C(0xffffffffff); /* few digits */
        memcpy(&x, &bits, sizeof x);
        if (isnan(x))
            continue;
        clpwl__hex_write(x, text);
        snprintf(right, sizeof right, "%a", x);
        ck_assert_str_eq(text, right);
        ck_assert_msg(clpwl__hex_read(text, &back) == text + strlen(text), "%s", text);
        ck_assert_mem_eq(&back, &x, sizeof x);
    }
}

TEST(other_texts_are_no_hex_floats)
{
    static const char *const wrong[] = {
        "", "-", "1", "0x1", "0x1p+", "0x1p5", "0x2p+0", "0x1.p+0", "0x1.8p+1 ", " 0x1p+0",
        "0x10p+0", "0x1.8p+0x", "0x1.00000000000001p+0", "0x1p+1024", "0x1p-1023", "0x0p+1", "0x0.8p+0", "0X1p+0", "0x1.Ap+0",
        "+0x1p+0", "-nan", "0x1,8p+1", "0x1p+00001",
    };
    double x;
    const char *end;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        ck_assert_msg(!(end = clpwl__hex_read(wrong[i], &x)) || *end, "\"%s\"", wrong[i]);
    ck_assert(clpwl__hex_read("0x1.8000000000000p+1", &x) && x == 3); /* as Python writes them */
    ck_assert(clpwl__hex_read("-0x1.0000000000000p+2", &x) && x == -4);
    ck_assert(clpwl__hex_read("-inf", &x) && x == -INFINITY);
    ck_assert(clpwl__hex_read("-0x0p+0", &x) && x == 0 && signbit(x));
    ck_assert(clpwl__hex_read("nan", &x) && isnan(x));
}
