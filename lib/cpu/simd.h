/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Packs evaluated on arrays by the host's CPU: one row for each instruction set.
 *
 * All rows compute v(x) of the pack, tails by its extend mode, NaN for NaN. With
 * eps = 2^-24, rise_i = values[i+1] - values[i] and x in segment i they are within
 *
 *     4 (i + 1) eps |rise_i|                    uniform: the coordinate, or
 *     eps (4 + 2 |x| / h_i) |rise_i|            optimised
 *     + 4 eps max(|values[i]|, |values[i+1]|)
 *
 * of it, so that two rows differ by twice that at most; for repeat and mirror, of
 * v(x') where x' is x folded back, with |x' - x as folded exactly| at most
 * 4 eps (|x| + |origin| + period): fp32 abscissas far out are that coarse.
 * Neither x nor y need be aligned; y may be x, but may not overlap it otherwise.
 */
#ifndef CLPWL_HOST_SIMD_H
#define CLPWL_HOST_SIMD_H

#include <stddef.h>
#include "cpu/arrays.h"
#include "cpu/pack.h"

typedef void clpwl__host_eval_fn(const clpwl__pack *pack, const float *x, float *y, size_t n);

typedef struct clpwl__host_row {
    const char *name;                    /* "host-avx2" */
    int (*supported)(void);              /* 1: this CPU can run it */
    int (*can)(const clpwl__pack *pack); /* 1: for this table */
    clpwl__host_eval_fn *eval;           /* one thread, y written by plain stores */
} clpwl__host_row;

/* The rows that this build has, slowest first; borrowed, constant. The first, scalar,
 * runs everywhere and can evaluate every pack. */
const clpwl__host_row *clpwl__host_rows(size_t *count);
/* By name; NULL: this build has none of that name. */
const clpwl__host_row *clpwl__host_row_named(const char *name);

/*
 * y[i] = v(x[i]) by the row, which must be supported.
 *   threads  at most so many, each with 64 values or more; 0: as many as there are
 *            CPUs for arrays that are worth it, else one
 * Blocks. Arrays larger than the caches are written past them.
 */
void clpwl__host_eval(const clpwl__host_row *row, const clpwl__pack *pack, unsigned threads,
                      clpwl__arrays arrays);

/*
 * The same as a linear image filter of `bits` fractional bits would read the table
 * (1 to 23; 0: as the scalar row): the weight between two nodal values, the
 * position of x in its segment, is rounded to the nearest multiple of 2^-bits before
 * it is used. (CUDA C++ Programming Guide, "Linear Filtering": 8 bits.)
 */
void clpwl__host_emulate(const clpwl__pack *pack, unsigned bits, unsigned threads,
                         clpwl__arrays arrays);

#endif
