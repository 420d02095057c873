/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The corpus of functions, and an independent measurement of tables. */
#ifndef CLPWL_BENCH_CORPUS_H
#define CLPWL_BENCH_CORPUS_H

#include "clpwl.h"

typedef struct corpus_entry {
    const char *group, *name;
    double a, b;
    clpwl_callback f; /* NULL: of the catalogue */
    size_t samples;   /* 0: f itself */
    double sigma;
    const char *formula; /* of f, which may be C alone; or NULL */
} corpus_entry;

const corpus_entry *corpus_entries(size_t *count);
/* The entry's function, which the caller frees. Ends the program if it cannot be made. */
clpwl_function *corpus_open(const corpus_entry *e);
/* Ends the program if the status is not CLPWL_OK. */
void corpus_check(clpwl_status status);

/* The error of the table as the method host-scalar evaluates it, in fp32: at midpoints of parts of
 * each segment, and for the largest error also at the knots and their float neighbours. `closer`
 * times as many midpoints as a smooth f needs. */
clpwl_error corpus_see(const clpwl_function *f, const clpwl_table *table, size_t closer);

int corpus_dp(void); /* corpus --dp */
int corpus_times(void); /* corpus --times */
int corpus_prove(const char *only); /* corpus --prove [GROUP | FUNCTION] */
int corpus_verify(int argc, char **argv); /* corpus --verify ... */

#endif
