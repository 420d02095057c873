/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/number.h"
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Switches this thread to the C locale; leave_c_locale() restores the old one. "C" is built in
 * and needs no memory. Should it fail, the program's locale is used. */
static locale_t enter_c_locale(locale_t *old)
{
    locale_t c = newlocale(LC_NUMERIC_MASK, "C", (locale_t)0);
    *old = c ? uselocale(c) : (locale_t)0;
    return c;
}

static void leave_c_locale(locale_t c, locale_t old)
{
    if (!c)
        return;
    uselocale(old);
    freelocale(c);
}

double clpwl__number_parse(const char *text, char **end)
{
    locale_t old, c = enter_c_locale(&old);
    double x = strtod(text, end);
    leave_c_locale(c, old);
    return x;
}

void clpwl__number_format(char text[CLPWL__NUMBER_ROOM], double x)
{
    locale_t old, c = enter_c_locale(&old);
    for (int digits = 6; digits <= 17; digits++) {
        snprintf(text, CLPWL__NUMBER_ROOM, "%.*g", digits, x);
        if (strtod(text, NULL) == x)
            break;
    }
    leave_c_locale(c, old);
}

void clpwl__number_above(char text[CLPWL__NUMBER_ROOM], double x)
{
    locale_t old, c = enter_c_locale(&old);
    double above = x;
    do { /* a unit of the third digit is 1e-3 to 1e-2 of the number */
        snprintf(text, CLPWL__NUMBER_ROOM, "%.3g", above);
        above += 1e-3 * fabs(x);
    } while (strtod(text, NULL) < x);
    leave_c_locale(c, old);
}

void clpwl__number_apart(char text[CLPWL__NUMBER_ROOM], double x, double other)
{
    char printed[CLPWL__NUMBER_ROOM];
    locale_t old, c = enter_c_locale(&old);
    snprintf(printed, sizeof printed, "%g", other);
    for (int digits = 3; digits <= 17; digits++) {
        snprintf(text, CLPWL__NUMBER_ROOM, "%.*g", digits, x);
        if (strcmp(text, printed) != 0)
            break;
    }
    leave_c_locale(c, old);
}

void clpwl__number_literal(char text[CLPWL__NUMBER_ROOM], double x)
{
    locale_t old, c = enter_c_locale(&old);
    float y = (float)x;
    for (int digits = 6; digits <= 9; digits++) {
        snprintf(text, CLPWL__NUMBER_ROOM - 4, "%.*g", digits, (double)y);
        if (strtof(text, NULL) == y)
            break;
    }
    leave_c_locale(c, old);
    /* "2f" is not a literal: it needs a point or an exponent. */
    strcat(text, strpbrk(text, ".e") ? "f" : ".0f");
}
