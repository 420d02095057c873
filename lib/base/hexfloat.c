/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/hexfloat.h"
#include <stdio.h>
#include "base/internal.h"

enum { MANTISSA_DIGITS = 13, BIAS = 1023, LEAST = -1022 };

static const uint64_t mantissa_mask = (UINT64_C(1) << 52) - 1;

void clpwl__hex_write(double x, char text[CLPWL__HEX_ROOM])
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    uint64_t mantissa = bits & mantissa_mask;
    int exponent = (int)(bits >> 52 & 0x7ff);
    const char *sign = bits >> 63 ? "-" : "";
    if (exponent == 0x7ff) {
        snprintf(text, CLPWL__HEX_ROOM, "%s", mantissa ? "nan" : *sign ? "-inf" : "inf");
        return;
    }
    char fraction[MANTISSA_DIGITS + 2] = ".";
    int digits = 0, lead = exponent > 0;
    for (uint64_t left = mantissa << 12; left; left <<= 4)
        fraction[++digits] = "0123456789abcdef"[left >> 60];
    fraction[digits ? digits + 1 : 0] = '\0';
    int power = lead ? exponent - BIAS : digits > 0 ? LEAST : 0;
    snprintf(text, CLPWL__HEX_ROOM, "%s0x%d%sp%+d", sign, lead, fraction, power);
}

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* The fraction after "0x1" or "0x0": ".8" and so on, or nothing. */
static int read_fraction(const char **text, uint64_t *mantissa)
{
    int digits = 0, d;
    *mantissa = 0;
    if (**text != '.')
        return 1;
    for (++*text; (d = hex_digit(**text)) >= 0; ++*text) {
        if (++digits > MANTISSA_DIGITS)
            return 0;
        *mantissa = *mantissa << 4 | (uint64_t)d;
    }
    *mantissa <<= 4 * (MANTISSA_DIGITS - digits);
    return digits > 0;
}

/* The exponent after "p": a sign and one to four digits, to the end of the text. */
static int read_power(const char *text, int *power)
{
    int minus = *text == '-', digits = 0;
    if (*text != '-' && *text != '+')
        return 0;
    *power = 0;
    for (text++; *text >= '0' && *text <= '9'; text++) {
        if (++digits > 4)
            return 0;
        *power = 10 * *power + (*text - '0');
    }
    if (minus)
        *power = -*power;
    return digits > 0 && *text == '\0';
}

int clpwl__hex_read(const char *text, double *x)
{
    uint64_t mantissa, bits;
    int power, minus = *text == '-';
    text += minus;
    if (strcmp(text, "nan") == 0 || strcmp(text, "inf") == 0) {
        *x = *text == 'n' ? (double)NAN : minus ? -HUGE_VAL : HUGE_VAL;
        return !(minus && *text == 'n');
    }
    if (strncmp(text, "0x", 2) != 0 || (text[2] != '0' && text[2] != '1'))
        return 0;
    int lead = text[2] - '0';
    text += 3;
    if (!read_fraction(&text, &mantissa) || *text++ != 'p' || !read_power(text, &power))
        return 0;
    if (lead ? power < LEAST || power > BIAS : mantissa ? power != LEAST : power != 0)
        return 0;
    bits = (uint64_t)minus << 63 | (uint64_t)(lead ? power + BIAS : 0) << 52 | mantissa;
    memcpy(x, &bits, sizeof bits);
    return 1;
}
