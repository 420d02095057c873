/* SPDX-License-Identifier: GPL-3.0-or-later */
/* In the place of sharp.c where Arb is missing. */
#include "formula/sharp.h"

clpwl_status clpwl__sharp_create(clpwl__sharp **out, const char *formula)
{
    (void)formula;
    *out = NULL;
    return CLPWL_OK;
}

void clpwl__sharp_free(clpwl__sharp *s)
{
    (void)s;
}

void clpwl__sharpen(clpwl__sharp *s, double x, double *y)
{
    (void)s;
    (void)x;
    (void)y;
}
