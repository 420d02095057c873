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
    const char *streaming_method, *in_kernel_method; /* what auto chose; else NULL */
    figure streaming, in_kernel, marginal;
    int in_kernel_known;              /* 0: no figure, as the method is not for kernels */
    double error;                     /* linf as executed against f; NaN: unknown */
} bench_row;

typedef struct bench_report {
    json_t *root, *rows, *unsupported; /* NULL: text */
    bench_case last;                   /* text: of the heading above */
    int headed;
} bench_report;

void bench_report_open(bench_report *r, const bench *b, int json, int argc, char **argv);
void bench_report_row(bench_report *r, const bench_case *c, const bench_row *row);
void bench_report_unsupported(bench_report *r, const bench_case *c, const char *method,
                              const char *code, const char *reason);
/* Prints what is left, and frees; an exit code. `code` is that of the run. */
int bench_report_close(bench_report *r, const bench *b, int code);

#endif
