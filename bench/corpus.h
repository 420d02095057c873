/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The corpus of functions and of designs, and an independent measurement of tables. */
#ifndef BENCH_CORPUS_H
#define BENCH_CORPUS_H

#include "functions.h"

/* The first after e, or of all after NULL, that `only` names; NULL: no more. */
const entry *corpus_next(const entry *e, const char *only);

/* Norms, partitions, the interpolant and the norm's best fit, and targets. */
enum { CORPUS_DESIGNS = 3 * 4 * 5, CORPUS_QUICK = 6 };
clpwl_design_options corpus_design(const entry *e, int k);
#define CORPUS_COLUMNS "group\tfunction\ta\tb\tnorm\tpartition\tfit\ttarget"
void corpus_print(const entry *e, const clpwl_design_options *o);

/* The error of the table as the method host-scalar evaluates it, in fp32: at midpoints of parts of
 * each segment, and for the largest error also at the knots and their float neighbours. `closer`
 * times as many midpoints as a smooth f needs. */
clpwl_error corpus_see(const clpwl_function *f, const clpwl_table *table, size_t closer);

int corpus_times(void);                   /* corpus --times */
int corpus_values(const char *only);      /* corpus --values [GROUP | FUNCTION] */
int corpus_prove(const char *only);       /* corpus --prove [GROUP | FUNCTION] */
int corpus_verify(int argc, char **argv); /* corpus --verify ... */

#endif
