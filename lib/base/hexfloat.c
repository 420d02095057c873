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
    return strlen(same) == (size_t)(end - text) && strncmp(same, text, strlen(same)) == 0 ? end : NULL;
}
