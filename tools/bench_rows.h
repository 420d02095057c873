/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows of `clpwl bench`, and where they go: a table for people, or JSON. */
#ifndef CLPWL_BENCH_ROWS_H
#define CLPWL_BENCH_ROWS_H

#include "bench.h"
#include "json.h"

/* What is measured: a table, or, for a yardstick, a function (segments 0). */
typedef struct bench_case {
    const char *function;
    double a, b;
    size_t segments;
    clpwl_partition partition;
} bench_case;

typedef struct bench_row {
    const char *method;
    const char *place;                /* "device" or "host" */
    clpwl_storage storage;
    const char *streaming_method, *in_kernel_method; /* what auto chose; else NULL */
    /* auto's time by the best method's; NaN: unknown */
    double streaming_of_best, in_kernel_of_best;
    figure streaming, in_kernel, marginal;
    double error; /* linf as executed against f; of libm and GSL the worst seen; NaN: unknown */
} bench_row;

typedef struct bench_report {
    json_t *root, *rows, *unsupported; /* NULL: text */
    char heading[512];                 /* text: the last one */
} bench_report;

/* `typed` is the command line, for the record. */
void bench_report_open(bench_report *r, const bench *b, int json, const char *typed);
void bench_report_row(bench_report *r, const bench_case *c, const bench_row *row);
void bench_report_unsupported(bench_report *r, const bench_case *c, const char *method,
                              const char *code, const char *reason);
/* Prints what is left, and frees; an exit code. `code` is that of the run. */
int bench_report_close(bench_report *r, const bench *b, int code);

enum { BENCH_FORCED_MOST = 32 };

/* What is wanted of every table. */
typedef struct bench_job {
    bench *bench;
    bench_report *report;
    const char *const *methods;
    size_t method_count; /* 0: all */
    clpwl_storage storage; /* wanted of the methods that have a choice */
    int failed;          /* set to 1 when a measurement failed */
    bench_row forced[BENCH_FORCED_MOST]; /* what auto is compared with: exact ones, then tables */
    size_t exact_count, forced_count;
} bench_job;

/*
 * Measures the methods that read a table; what the device or the table does not support
 * is reported, and no failure. With `first`, before them the function itself: exact,
 * exact-native, and the host's yardsticks. 0 or an exit code.
 */
int bench_table_methods(bench_job *j, const clpwl_table *table, int first);

#endif
