/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Measurements of how fast tables are evaluated. Two figures answer different questions:
 *   streaming  reads x from memory and writes y; the copy of the same arrays is its limit
 *   in kernel  many evaluations for each value loaded; on the host: arrays in the cache, one
 *              thread
 * From bottom to top: figure, host and device, bench; then rows (rows.h).
 */
#ifndef CLPWL_BENCH_H
#define CLPWL_BENCH_H

#include <stdint.h>
#include "bench/figure.h"
#include "bench/yardsticks.h"
#include "common/device.h"

/* Where it runs. On the host in its own cache, or in a device's kernel, is "in kernel". */
enum { BENCH_HOST, BENCH_DEVICE };

/* Zeroed but for the first three members; bench_close frees. */
typedef struct bench {
    clpwl_context *context; /* NULL: the host alone; owned */
    size_t values;          /* in the streamed arrays; 0: 2^22, or 2^24 on a GPU */
    size_t runs;            /* of each figure */
    double a, b;            /* the interval of the abscissas */
    float *x, *y;           /* `values` each */
    float *cached_x, *cached_y; /* BENCH_CACHED each */
    app_device device;
    cl_mem device_x, device_y;  /* `values` each, or NULL without a context */
    cl_mem sums;                /* one a work-item */
    size_t items;
    int clocked;            /* the device keeps no times: the host's clock was used */
    cl_kernel loop, copier; /* without a table */
    figure copy[2], empty[2]; /* of the host and of the device: the limits, and the empty loops */
} bench;

enum { BENCH_CACHED = 4096, BENCH_GROUP = 256 };

/* What is timed: an evaluator, or a yardstick on the host, or neither: the copy and the empty loop. */
typedef struct bench_work bench_work;
struct bench_work {
    clpwl_evaluator *evaluator;
    const bench_yardstick *yardstick;
    int (*once)(bench *b, const bench_work *w, double *seconds); /* set by the functions below */
    cl_kernel kernel;
    const float *x;
    float *y;
    size_t n, group;
    unsigned threads;
    uint32_t rounds; /* 0: one, and no more */
};

/* Functions that return int: 0 or an exit code after a message. */

/* bench.c. Makes the arrays and measures the four figures of the struct. */
int bench_open(bench *b);
void bench_close(bench *b);
/* Fills the arrays with abscissas of [lo, hi]. */
int bench_domain(bench *b, double lo, double hi);
/* Times some runs, of so many rounds that one takes a few milliseconds: b->runs, or fewer if they are
 * long. The figure is that of one value, of w->n a round. */
int bench_repeat(bench *b, bench_work *w, figure *out);

/* device.c. Arrays in device memory; or a table's source in the loop of bench.cl. */
int bench_device_open(bench *b);
void bench_device_close(bench *b);
int bench_device(bench *b, bench_work w, int in_kernel, figure *out);

/* host.c. Evaluators have threads of their own; other work is streamed by all CPUs. */
int bench_host(bench *b, bench_work w, int in_cache, figure *out);
unsigned bench_cpus(void);
enum { BENCH_CPU = 256 };
void bench_cpu_name(char out[BENCH_CPU]);

#endif
