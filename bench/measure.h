/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the programs of bench/ share: the end at a failure, tables, and entrants that take turns. */
#ifndef BENCH_MEASURE_H
#define BENCH_MEASURE_H

#include <stdint.h>
#include "bench/figure.h"

void fail(const char *what); /* ends the program with a line */
void check(clpwl_status status);
void check_cl(cl_int code, const char *what);
void *memory(size_t bytes); /* zeros, at a multiple of 64 */
double draw(uint64_t *state); /* from 0 to 1 */
float *random_floats(size_t n, double a, double b);

clpwl_table *table_of(const char *function, const clpwl_design_options *o);
/* NULL: the device or the table has no such method. */
clpwl_evaluator *evaluator_of(clpwl_context *context, const clpwl_table *table, const char *method,
                              clpwl_storage storage);
/* The name of the m-th row of methods; NULL for the other kind, and for a second row of a method. */
const char *method_of(size_t m, int host);
cl_mem buffer(clpwl_context *context, size_t bytes, void *from);
/* Prints the command, and what ran it. */
void heading(char **argv, clpwl_context *context);

enum { RUNS = 31 };

/* `run` gives the seconds by the device's clock; 0 or less: it has none, and the clock here counts. */
typedef struct entrant {
    double (*run)(const void *state);
    const void *state;
    double seconds[RUNS];
} entrant;

/* Each runs once a turn, so that a change of the clock or of the load affects all: untimed for 5 ms, and then
 * as often as takes 100 us at least. The time is `clock`'s. */
void take_turns(entrant *list, size_t count, double (*clock)(void));
/* The median of the turns' a / b. */
double ratio_of(const entrant *a, const entrant *b);

#endif
