/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows of `clpwl bench`, printed as a table for people or as JSON. */
#ifndef CLPWL_BENCH_ROWS_H
#define CLPWL_BENCH_ROWS_H

#include <jansson.h>
#include "bench/bench.h"

/* A measured table; or, for a yardstick, a function (segments 0). */
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
    const char *streaming_method, *in_kernel_method; /* the choices of auto; otherwise NULL */
    /* the time of auto over that of the best method; NaN: unknown */
    double streaming_of_best, in_kernel_of_best;
    /* of auto: the seconds of its first call, before other methods ran; NaN: unknown */
    double streaming_first, in_kernel_first;
    figure streaming, in_kernel, marginal;
    double error; /* linf as executed against f; of libm and GSL the worst seen; NaN: unknown */
} bench_row;

/* The fastest of some rows. method NULL: none. */
typedef struct bench_fastest {
    const char *method;
    double ns;
} bench_fastest;

typedef struct bench_report {
    json_t *root, *rows, *unsupported; /* NULL: text */
    char heading[512];                 /* text: the last one printed */
    char missing[256];                 /* text: the methods that were not measured under it */
    bench_row automatic;               /* text: auto's row; method NULL: none */
    int emulated;                      /* text: a CPU read an image of the table */
    size_t measured;                   /* rows */
    /* Text: of the tables under the heading, and of the function without a table. */
    bench_fastest table_arrays, table_kernel, function_arrays, function_kernel;
} bench_report;

/* `typed` is the command line. */
void bench_report_open(bench_report *r, const bench *b, int json, const char *typed);
void bench_report_row(bench_report *r, const bench *b, const bench_case *c, const bench_row *row);
void bench_report_unsupported(bench_report *r, const bench_case *c, const char *method,
                              const char *code, const char *reason);
/* Ends the rows of a case. Text: what was not measured, what auto took, and whether the table is
 * worth it. */
void bench_report_conclude(bench_report *r, const bench *b, const bench_case *c);
/* Prints the JSON and frees it. `code` is that of the run; an exit code. */
int bench_report_close(bench_report *r, const bench *b, int code);

enum { BENCH_FORCED_MOST = 32 };

/* What is measured of every table. */
typedef struct bench_job {
    bench *bench;
    bench_report *report;
    const char *const *methods;
    size_t method_count; /* 0: all */
    clpwl_storage storage; /* for methods that have a choice */
    int failed;          /* 1: a measurement failed */
    bench_row forced[BENCH_FORCED_MOST]; /* all but auto: exact ones, then tables */
    size_t exact_count, forced_count;
    double streaming_first, in_kernel_first; /* auto's, of this table */
} bench_job;

/*
 * Measures the methods that evaluate a table. Methods that the device or the table does not
 * support are reported; they are not failures. With `first`, measures the function itself before
 * them: exact, exact-native, and the host's yardsticks. 0 or an exit code.
 */
int bench_table_methods(bench_job *j, const clpwl_table *table, int first);

#endif
