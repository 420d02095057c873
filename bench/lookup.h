/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Look-ups of one value, the library's and one by hand, in loops that are compiled for more than one CPU. */
#ifndef BENCH_LOOKUP_H
#define BENCH_LOOKUP_H

#include "clpwl_lookup.h"

enum { ARGUMENTS = 4096 };

/* What a programmer writes: equal knots from a to b, and one record more than there are segments. */
typedef struct hand {
    float a, b, scale;
    const clpwl_lookup_record *records;
} hand;

/* What the loops read: one table, and ARGUMENTS arguments. */
typedef struct reads {
    const float *x;
    clpwl_lookup_table table;
    hand hand;
} reads;

/*   sum    values that do not depend on each other
 *   chain  the argument of each depends on the value before */
typedef double loop_fn(const void *reads);
typedef struct lookup_loops {
    const char *name;
    loop_fn *sum, *sum_by_hand, *chain, *chain_by_hand;
} lookup_loops;

extern const lookup_loops loops_plain, loops_fused;

#endif
