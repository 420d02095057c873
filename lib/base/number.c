/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/number.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

clpwl__c_locale clpwl__c_locale_enter(void)
{
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    return (clpwl__c_locale){c, c ? uselocale(c) : (locale_t)0};
}

void clpwl__c_locale_leave(const clpwl__c_locale *l)
{
    if (!l->c)
        return;
    uselocale(l->old);
    freelocale(l->c);
}

double clpwl__number_parse(const char *text, char **end)
{
    CLPWL__C_LOCALE;
    return strtod(text, end);
}

void clpwl__number_format(char text[CLPWL__NUMBER_ROOM], double x)
{
    CLPWL__C_LOCALE;
    for (int digits = 6; digits <= 17; digits++) {
        snprintf(text, CLPWL__NUMBER_ROOM, "%.*g", digits, x);
        if (strtod(text, NULL) == x)
            break;
    }
}

/* x by that many digits, rounded up (1) or down (-1). */
static void print_rounded(char text[CLPWL__NUMBER_ROOM], int digits, double x, int up)
{
    double y = x, step = up * pow(10, -digits) * fabs(x); /* a unit of the last digit is 1 to 10 of these */
    do {
        snprintf(text, CLPWL__NUMBER_ROOM, "%.*g", digits, y);
        y += step;
    } while (up * (strtod(text, NULL) - x) < 0);
}

void clpwl__number_above(char text[CLPWL__NUMBER_ROOM], double x)
{
    CLPWL__C_LOCALE;
    print_rounded(text, 3, x, 1);
}

void clpwl__number_apart(char text[CLPWL__NUMBER_ROOM], double x, double other)
{
    CLPWL__C_LOCALE;
    snprintf(text, CLPWL__NUMBER_ROOM, "%g", other);
    double printed = strtod(text, NULL), said = printed;
    for (int digits = 3; digits <= 17 && (x > printed ? said <= printed : said >= printed); digits++) {
        print_rounded(text, digits, x, -1);
        said = strtod(text, NULL);
    }
}

void clpwl__number_literal(char text[CLPWL__NUMBER_ROOM], double x)
{
    CLPWL__C_LOCALE;
    float y = (float)x;
    for (int digits = 6; digits <= 9; digits++) {
        snprintf(text, CLPWL__NUMBER_ROOM - 4, "%.*g", digits, (double)y);
        if (strtof(text, NULL) == y)
            break;
    }
    /* "2f" is not a literal: it needs a point or an exponent. */
    strcat(text, strpbrk(text, ".e") ? "f" : ".0f");
}
