/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/hexfloat.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/number.h"

void clpwl__hex_write(double x, char text[CLPWL__HEX_ROOM])
{
    CLPWL__C_LOCALE;
    snprintf(text, CLPWL__HEX_ROOM, "%a", isnan(x) ? fabs(x) : x);
}

const char *clpwl__hex_read(const char *text, double *x)
{
    char *end, same[CLPWL__HEX_ROOM];
    *x = clpwl__number_parse(text, &end);
    clpwl__hex_write(*x, same);
    const size_t digits = strcspn(same, "p"), power = strlen(same) - digits;
    if (strncmp(same, text, digits) != 0)
        return NULL;
    text += digits;
    if (power > 0) { /* zeros may end the digits */
        text += !memchr(same, '.', digits) && strncmp(text, ".0", 2) == 0;
        text += strspn(text, "0");
    }
    return power == (size_t)(end - text) && strncmp(same + digits, text, power) == 0 ? end : NULL;
}
