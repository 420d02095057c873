/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers to and from text with a decimal point in any locale: in many, strtod and printf use
 * a comma. */
#ifndef CLPWL__NUMBER_H
#define CLPWL__NUMBER_H

#include <locale.h>
#include <math.h>
#include <stddef.h>

/* The C locale, which is built in and needs no memory, for this thread until the end of the scope. Should it
 * fail, the program's locale is used. */
typedef struct clpwl__c_locale {
    locale_t c, old;
} clpwl__c_locale;
clpwl__c_locale clpwl__c_locale_enter(void);
void clpwl__c_locale_leave(const clpwl__c_locale *locale);
#define CLPWL__C_LOCALE                                                                            \
    const clpwl__c_locale clpwl__locale __attribute__((cleanup(clpwl__c_locale_leave))) =          \
        clpwl__c_locale_enter()

/* strtod in the C locale. */
double clpwl__number_parse(const char *text, char **end);

/* A short decimal that reads back as the same double ("0.1", "20", "1e-30"). */
enum { CLPWL__NUMBER_ROOM = 40 };
void clpwl__number_format(char text[CLPWL__NUMBER_ROOM], double x);

/* Three digits, rounded up: an error that a message offers can then be met. */
void clpwl__number_above(char text[CLPWL__NUMBER_ROOM], double x);

/* x, rounded down, by as many digits as it takes to be on the same side of `other`, which is printed by "%g";
 * three at least. */
void clpwl__number_apart(char text[CLPWL__NUMBER_ROOM], double x, double other);

/* A short float literal of OpenCL C and C ("0.5f", "-2.0f", "1e-30f"). */
void clpwl__number_literal(char text[CLPWL__NUMBER_ROOM], double x);

/* The largest float that is at most x, and the least that is at least x. */
static inline double clpwl__float_at_most(double x)
{
    float y = (float)x;
    return (double)(y > x ? nextafterf(y, -INFINITY) : y);
}

static inline double clpwl__float_at_least(double x)
{
    return -clpwl__float_at_most(-x);
}

#endif
