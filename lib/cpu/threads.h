/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Large arrays by several threads, and past the caches. */
#ifndef CLPWL_HOST_PARTS_H
#define CLPWL_HOST_PARTS_H

#include "cpu/pack.h"

/* Evaluates n values on one thread; how is the caller's. */
typedef void clpwl__part_fn(const void *how, const clpwl__pack *pack, const float *x, float *y,
                            size_t n);

/* Evaluates by at most `threads` threads (0: by size), the caller's among them. Cannot
 * fail: what no thread could be had for, the caller's own does. */
void clpwl__in_parts(clpwl__part_fn *evaluate, const void *how, const clpwl__pack *pack,
                     unsigned threads, const float *x, float *y, size_t n);

#endif
