/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Large arrays: several threads, stores that bypass the caches. */
#ifndef CLPWL__THREADS_H
#define CLPWL__THREADS_H

#include "cpu/pack.h"

/* Evaluates n values on one thread. `how` is the caller's. */
typedef void clpwl__part_fn(const void *how, const clpwl__pack *pack, const float *x, float *y,
                            size_t n);

/* Evaluates n values on at most `threads` threads (0: as many as n is worth), the caller's among
 * them. Cannot fail: the caller's thread evaluates the parts of threads that do not start. */
void clpwl__in_parts(clpwl__part_fn *evaluate, const void *how, const clpwl__pack *pack,
                     unsigned threads, const float *x, float *y, size_t n);

#endif
