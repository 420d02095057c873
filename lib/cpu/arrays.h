/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Arrays of floats, or of halves: IEEE 754 binary16 numbers. Large ones are evaluated by several
 * threads, with stores that bypass the caches.
 */
#ifndef CLPWL__ARRAYS_H
#define CLPWL__ARRAYS_H

#include <stdint.h>
#include "cpu/pack.h"

/* The numbers of an array. */
typedef enum clpwl__element { CLPWL__FLOATS, CLPWL__HALVES, CLPWL__ELEMENTS } clpwl__element;

static inline size_t clpwl__element_size(clpwl__element element)
{
    return element == CLPWL__HALVES ? sizeof(uint16_t) : sizeof(float);
}

/* What an evaluation reads and writes. */
typedef struct clpwl__arrays {
    clpwl__element element;
    const void *x; /* n numbers */
    void *y;       /* n for each look-up's value; may be x where a look-up has one */
    size_t n;
} clpwl__arrays;

static inline clpwl__arrays clpwl__floats(const float *x, float *y, size_t n)
{
    return (clpwl__arrays){CLPWL__FLOATS, x, y, n};
}

/* Arrays from x[at] on, of n numbers, where a look-up has `lanes` values. */
static inline clpwl__arrays clpwl__arrays_at(clpwl__arrays a, size_t lanes, size_t at, size_t n)
{
    size_t size = clpwl__element_size(a.element);
    return (clpwl__arrays){a.element, (const char *)a.x + at * size,
                           (char *)a.y + at * lanes * size, n};
}

/* Exact. NaN stays NaN. */
void clpwl__floats_from_halves(const uint16_t *from, float *to, size_t n);
/* To nearest, and in the middle to the one whose last bit is 0. From 65520 on infinity; NaN stays
 * NaN. */
void clpwl__halves_from_floats(const float *from, uint16_t *to, size_t n);

/* Evaluates n values on one thread. `how` is the caller's. */
typedef void clpwl__part_fn(const void *how, const clpwl__pack *pack, const float *x, float *y,
                            size_t n);

/* Evaluates arrays on at most `threads` threads (0: as many as they are worth), the caller's among
 * them. Halves are converted in blocks. Cannot fail: the caller's thread evaluates the parts of
 * threads that do not start. */
void clpwl__in_parts(clpwl__part_fn *evaluate, const void *how, const clpwl__pack *pack,
                     unsigned threads, clpwl__arrays arrays);

#endif
