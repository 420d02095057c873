/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A function with all places where it is not smooth. */
#ifndef CLPWL__BREAKS_H
#define CLPWL__BREAKS_H

#include "function/function.h"

typedef struct clpwl__broken {
    clpwl_function f; /* a copy with other kinks; the remaining members are borrowed */
    double *kinks;
} clpwl__broken;

/*
 * f on [a,b] with its kinks, which are searched for unless they are known. A jump is three
 * kinks: its abscissa and the numbers beside it, so that each piece between kinks has its own
 * limits as values at its ends. Free `out` after a failure too.
 *   found, count  kinks that were found before; NULL, 0: none
 * CLPWL_ERR_MEMORY.
 */
clpwl_status clpwl__broken_create(clpwl__broken *out, const clpwl_function *f, double a, double b,
                                  const clpwl_kink *found, size_t count);
void clpwl__broken_free(clpwl__broken *b);

#endif
