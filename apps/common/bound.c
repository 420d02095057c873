/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "common/bound.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

const char *app_bound(char text[APP_BOUND_ROOM], double bound, int digits)
{
    /* 0.1 to 1 units of the last digit. */
    double above = bound, step = isfinite(bound) ? fabs(bound) * pow(10, -digits) : 0;
    do {
        snprintf(text, APP_BOUND_ROOM, "%.*g", digits, above);
        above += step;
    } while (strtod(text, NULL) < bound);
    return text;
}

const char *app_bound_within(char text[APP_BOUND_ROOM], double bound, int digits, double most)
{
    do
        app_bound(text, bound, digits);
    while (bound <= most && strtod(text, NULL) > most && digits++ < 17);
    return text;
}
