/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "function/defined.h"
#include <float.h>
#include <stdio.h>
#include "base/internal.h"

enum { PLACES = 256, LEAST = 4 /* places of an interval; fewer may be single places */ };

/* The end of the finite values between a place with one and a place without; 0 in the place of less than
 * floats resolve. */
static double find_end(const clpwl_function *f, double finite, double other)
{
    enum { HALVINGS = 1100 }; /* to the least number beside 0 */
    for (int i = 0; i < HALVINGS; i++) {
        double x = finite + (other - finite) / 2;
        if (x == finite || x == other)
            break;
        *(isfinite(clpwl__function_raw(f, x)) ? &finite : &other) = x;
    }
    return fabs(finite) < FLT_MIN ? 0 : finite;
}

void clpwl__explain_undefined(const clpwl_function *f, double a, double b)
{
    double x[PLACES + 1], y[PLACES + 1];
    size_t from = 0, to = 0; /* the longest run of values that are not finite */
    for (size_t i = 0; i <= PLACES; i++)
        x[i] = i < PLACES ? a + (b - a) * ((double)i / PLACES) : b;
    clpwl__values_raw(f, x, y, PLACES + 1);
    for (size_t i = 0, begin = 0; i <= PLACES; i++) {
        if (isfinite(y[i])) {
            begin = i + 1;
        } else if (i + 1 - begin > to - from) {
            from = begin;
            to = i + 1;
        }
    }
    if (to - from < LEAST)
        return;
    double l = from > 0 ? find_end(f, x[from - 1], x[from]) : a;
    double r = to <= PLACES ? find_end(f, x[to], x[to - 1]) : b;
    char where[80];
    if (from == 0 && to <= PLACES)
        snprintf(where, sizeof where, "below x = %.9g", r);
    else if (from > 0 && to > PLACES)
        snprintf(where, sizeof where, "above x = %.9g", l);
    else
        snprintf(where, sizeof where, "from x = %.9g to x = %.9g", l, r);
    (void)clpwl__fail(CLPWL_ERR_NOT_FINITE, "%s: the value is %s %s; choose a domain without these x",
                      clpwl_function_name(f), isnan(y[from]) ? "nan" : y[from] > 0 ? "inf" : "-inf", where);
}
