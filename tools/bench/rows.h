/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows of `clpwl bench`: one list of names, one loop that measures them, printed as a table for people
 * or as JSON. */
#ifndef CLPWL_BENCH_ROWS_H
#define CLPWL_BENCH_ROWS_H

#include <jansson.h>
#include "bench/bench.h"

enum { BENCH_USES = 2 }; /* streaming, in kernel */

typedef struct bench_job {
    bench bench;
    const char *const *methods;
    size_t method_count;   /* 0: all */
    clpwl_storage storage; /* for methods that have a choice */
    json_t *root, *list, *unsupported; /* NULL: text */
    const clpwl_table *table;
    int is_function;   /* the function itself is measured, without its table */
    char missing[256]; /* text: the methods that were not measured */
    int is_headed;
    int failed; /* 1: a measurement failed */
    size_t measured;
} bench_job;

/* The i-th name for --methods; NULL: no more. A method of two partitions has two. */
const char *bench_name(size_t i, const void *unused);
/*
 * Measures the methods that evaluate a table. Methods that the device or the table does not
 * support are reported; they are not failures. With `first`, measures the function itself before
 * them: exact, exact-native, and the host's yardsticks. 0 or an exit code.
 */
int bench_table(bench_job *j, const clpwl_table *table, int first);

/* `typed` is the command line. */
void bench_print_head(bench_job *j, int json, const char *typed);
/* Prints the JSON and frees it. `code` is that of the run; an exit code. */
int bench_print_json(bench_job *j, int code);

#endif
