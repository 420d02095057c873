/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Measurements of how fast tables are evaluated. Three figures answer different questions:
 *   streaming  reads x from memory and writes y; the copy of the same arrays is its limit
 *   in kernel  many evaluations for each value loaded; on the host: arrays in the cache, one
 *              thread
 *   marginal   in kernel, less the same loop without the table
 * From bottom to top: figure, repeat, device and host, bench; then rows and methods (rows.h).
 */
#ifndef CLPWL_BENCH_H
#define CLPWL_BENCH_H

#include <stdint.h>
#include "bench/figure.h"
#include "clpwl.h"

typedef enum bench_order { BENCH_RANDOM, BENCH_SORTED, BENCH_CONSTANT } bench_order;

/* Zeroed but for the first four members; bench_close frees. */
typedef struct bench {
    clpwl_context *context; /* NULL: the host alone; owned */
    bench_order order;
    size_t values;          /* in the streamed arrays; 0: 2^22, or 2^24 on a GPU */
    size_t runs;            /* of each figure */
    double a, b;            /* the interval of the abscissas */
    float *x, *y;           /* `values` each */
    float *cached_x, *cached_y; /* BENCH_CACHED each */
    cl_mem device_x, device_y;  /* `values` each, or NULL without a context */
    cl_mem seeds, sums;         /* BENCH_LANES a work-item; one a work-item */
    size_t items;
    int clocked;            /* the device keeps no times: the host's clock was used */
    cl_kernel loop; /* without a table */
    figure device_copy, device_loop, host_copy, host_loop; /* the limits, and the empty loops */
} bench;

enum { BENCH_CACHED = 4096, BENCH_GROUP = 256, BENCH_LANES = 4 };

/* Functions that return int: 0 or an exit code after a message. */

/* repeat.c. One run of a job, which sets its seconds; and the figure of app_repeat: b->runs, or
 * fewer if they are long. */
typedef int bench_once(bench *b, void *job, double *seconds);
int bench_repeat(bench *b, bench_once *once, void *job, double values, figure *out);
/* Doubles the rounds of a job until it takes a few milliseconds. */
int bench_calibrate(bench *b, bench_once *once, void *job, uint32_t *rounds);

/* device.c. Arrays in device memory. */
int bench_cl(cl_int error, const char *call); /* 0 for CL_SUCCESS */
int bench_device_open(bench *b);
void bench_device_close(bench *b);
int bench_device_copy(bench *b, figure *out);
int bench_device_streaming(bench *b, clpwl_evaluator *e, figure *out);

/* A table's source in the loop of bench.cl; e NULL: the loop alone. */
int bench_in_kernel(bench *b, clpwl_evaluator *e, figure *out);

/* host.c. Work on arrays of the host: y = job(x). */
typedef int bench_host_run(const void *job, const float *x, float *y, size_t n);
/* With `threads` by all CPUs at once, so that the job is called in several threads; otherwise by
 * one call. */
int bench_host_streaming(bench *b, bench_host_run *run, const void *job, int threads,
                         figure *out);
int bench_host_cached(bench *b, bench_host_run *run, const void *job, figure *out);
/* Jobs: a host evaluator, with its own threads, and a plain copy. */
int bench_run_evaluator(const void *evaluator, const float *x, float *y, size_t n);
int bench_run_copy(const void *unused, const float *x, float *y, size_t n);
unsigned bench_cpus(void);
void bench_cpu_name(char *out, size_t room);

/* bench.c. Makes the arrays and measures the four figures of the struct. */
int bench_open(bench *b);
void bench_close(bench *b);
/* Fills the arrays with abscissas of [lo, hi]. */
int bench_domain(bench *b, double lo, double hi);
const char *bench_order_name(bench_order order);

#endif
