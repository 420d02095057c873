/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Measuring how fast tables are read, by three figures that answer different questions:
 *   streaming  read x, write y; what memory allows is the copy of the same arrays
 *   in kernel  many look-ups for each value loaded; on the host: arrays in the cache,
 *              one thread
 *   marginal   in kernel, less the same loop without the table
 */
#ifndef CLPWL_BENCH_H
#define CLPWL_BENCH_H

#include <stdint.h>
#include "figure.h"
#include "tool.h"

typedef enum bench_order { BENCH_RANDOM, BENCH_SORTED, BENCH_CONSTANT } bench_order;
const char *bench_order_name(bench_order order);

typedef struct bench_kernel bench_kernel; /* a kernel that was built, by its text */

/* Zero it but for the first four members to begin; bench_close frees. */
typedef struct bench {
    clpwl_context *context; /* NULL: the host alone; owned */
    bench_order order;
    size_t values;          /* in the streamed arrays */
    size_t runs;            /* wanted for each figure */
    double a, b;            /* of the abscissas at hand */
    float *x, *y;           /* `values` each */
    float *cached_x, *cached_y; /* BENCH_CACHED each */
    cl_mem device_x, device_y;  /* `values` each, or NULL without a context */
    cl_mem seeds, sums;         /* BENCH_LANES a work-item; one a work-item */
    size_t items;
    int clocked;            /* the device keeps no times: the host's clock was used */
    bench_kernel *kernels;
    figure device_copy, device_loop, host_copy, host_loop; /* the limits, and the empty loops */
} bench;

enum { BENCH_CACHED = 4096, BENCH_GROUP = 256, BENCH_LANES = 4 };

/* Makes the arrays and measures the four figures above. 0 or an exit code, as all here. */
int bench_open(bench *b);
void bench_close(bench *b);
/* Fills the arrays with abscissas of [lo, hi]. */
int bench_domain(bench *b, double lo, double hi);

/*
 * One run of a job, which sets the seconds it took; and its figure over some runs: as
 * many as b wants, or fewer, but at least three, when they are long. One run more comes
 * first and does not count.
 */
typedef int bench_once(bench *b, void *job, double *seconds);
int bench_repeat(bench *b, bench_once *once, void *job, double values, figure *out);
/* Rounds for which a job takes a few milliseconds, from `rounds` on, by doubling. */
int bench_calibrate(bench *b, bench_once *once, void *job, uint32_t *rounds);

/* The device's part of the arrays; bench_open and bench_close call these. */
int bench_device_open(bench *b);
void bench_device_close(bench *b);
/* Waits for the event and releases it: seconds by the device's clock, or else by ours. */
int bench_finish(bench *b, cl_event event, double began, double *seconds);
/* The kernel of a name in bench.cl with a text before it; kept and borrowed. */
int bench_kernel_get(bench *b, const char *name, const char *text, cl_kernel *out);
void bench_kernels_free(bench *b);
int bench_cl_fail(const char *call, cl_int error); /* EXIT_FAILURE */

/* A device method on device buffers. */
int bench_device_streaming(bench *b, clpwl_evaluator *e, figure *out);
/* A table's source in the loop of bench.cl; e NULL: the loop alone. */
int bench_in_kernel(bench *b, clpwl_evaluator *e, figure *out);
int bench_device_copy(bench *b, figure *out);

/* Work on arrays of the host: y = job(x). */
typedef int bench_host_run(const void *job, const float *x, float *y, size_t n);
/* By all CPUs at once where `threads` is 1 (the job is called in several threads), or
 * else by one call. */
int bench_host_streaming(bench *b, bench_host_run *run, const void *job, int threads,
                         figure *out);
int bench_host_cached(bench *b, bench_host_run *run, const void *job, figure *out);
/* Jobs: a host evaluator (b of the evaluator's threads), and a plain copy. */
int bench_run_evaluator(const void *evaluator, const float *x, float *y, size_t n);
int bench_run_copy(const void *unused, const float *x, float *y, size_t n);
unsigned bench_cpus(void);
void bench_cpu_name(char *out, size_t room);

/* What else people call on the host for a function of the catalogue, parameters at
 * their defaults: tools/yardsticks.def. */
typedef struct bench_yardstick {
    const char *function;
    void (*run)(const float *x, float *y, size_t n);
} bench_yardstick;
typedef struct bench_yardsticks {
    const char *name;    /* "libm" */
    const char *missing; /* why a function may not be among the rows */
    const bench_yardstick *rows;
    size_t count;
} bench_yardsticks;
extern const bench_yardsticks bench_libm, bench_vector, bench_gsl;
const bench_yardstick *bench_yardstick_find(const bench_yardsticks *all, const char *function);
int bench_run_yardstick(const void *yardstick, const float *x, float *y, size_t n);

#endif
