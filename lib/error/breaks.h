/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A function with all places where it is not smooth. */
#ifndef CLPWL__BREAKS_H
#define CLPWL__BREAKS_H

#include "function/proxy.h"

typedef struct clpwl__broken {
    clpwl_function f; /* a copy with other kinks and seams; the remaining members are borrowed */
    double *kinks;
    clpwl__proxy proxy; /* by which they were found */
} clpwl__broken;

/*
 * f on [a,b] with the kinks and seams of a proxy, its own or one for which f is asked at doubles. A jump is
 * three kinks: its abscissa and the numbers beside it, so that each piece between kinks has its own limits as
 * values at its ends. Where f has too many to be found, or is noise, those that f was given remain. Free
 * `out` after a failure too.
 * CLPWL_ERR_NOT_FINITE, CLPWL_ERR_MEMORY.
 */
clpwl_status clpwl__broken_create(clpwl__broken *out, const clpwl_function *f, double a, double b);
void clpwl__broken_free(clpwl__broken *b);

#endif
