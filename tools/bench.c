/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The arrays of a bench, and runs that are repeated. */
#include "bench.h"
#include <math.h>

enum { RUNS_LEAST = 3, ROUNDS_MOST = 1 << 24 };
static const double LONG = 0.3, SHORT = 0.004; /* seconds for all runs; for one of many rounds */

const char *bench_order_name(bench_order order)
{
    static const char *const names[] = { "random", "sorted", "constant" };
    return names[order];
}

int bench_repeat(bench *b, bench_once *once, void *job, double values, figure *out)
{
    double seconds[FIGURE_RUNS_MOST], total = 0;
    size_t n = 0;
    int code = once(b, job, &seconds[0]);
    while (code == 0 && n < b->runs && (n < RUNS_LEAST || total < LONG)) {
        code = once(b, job, &seconds[n]);
        total += seconds[n++];
    }
    if (code == 0)
        *out = figure_of(seconds, n, values);
    return code;
}

int bench_calibrate(bench *b, bench_once *once, void *job, uint32_t *rounds)
{
    double seconds = 0;
    int code = once(b, job, &seconds); /* pays for what is paid once */
    while (code == 0) {
        code = once(b, job, &seconds);
        if (seconds >= SHORT || *rounds >= ROUNDS_MOST)
            break;
        *rounds *= 2;
    }
    return code;
}

/* Abscissas of [lo, hi]: by an integer generator, in 2^24 steps; or ascending; or one. */
static void fill(const bench *b, float *x, size_t n)
{
    float lo = (float)b->a, step = (float)((b->b - b->a) * 0x1p-24);
    uint32_t state = 1;
    for (size_t i = 0; i < n; i++) {
        state = b->order == BENCH_RANDOM     ? state * 1664525u + 1013904223u
                : b->order == BENCH_SORTED   ? (uint32_t)((double)i / (double)n * 0x1p32)
                                             : 0x5eb85000u;
        x[i] = fmaf((float)(state >> 8), step, lo);
    }
}

int bench_domain(bench *b, double lo, double hi)
{
    if (b->a == lo && b->b == hi)
        return 0;
    b->a = lo;
    b->b = hi;
    fill(b, b->x, b->values);
    fill(b, b->cached_x, BENCH_CACHED);
    if (!b->context)
        return 0;
    cl_int code = clEnqueueWriteBuffer(clpwl_context_queue(b->context), b->device_x, CL_TRUE, 0,
                                       b->values * sizeof *b->x, b->x, 0, NULL, NULL);
    return code == CL_SUCCESS ? 0 : tool_fail("writing %zu abscissas: OpenCL error %d", b->values,
                                              (int)code);
}

static int make_arrays(bench *b)
{
    b->x = malloc(b->values * sizeof *b->x);
    b->y = calloc(b->values, sizeof *b->y);
    b->cached_x = malloc(BENCH_CACHED * sizeof *b->cached_x);
    b->cached_y = calloc(BENCH_CACHED, sizeof *b->cached_y);
    if (b->x && b->y && b->cached_x && b->cached_y)
        return 0;
    return tool_fail("no memory for %zu values: take fewer (--values)", b->values);
}

int bench_open(bench *b)
{
    int code = make_arrays(b);
    if (code == 0 && b->context)
        code = bench_device_open(b);
    if (code == 0)
        code = bench_domain(b, 0, 1);
    if (code == 0 && b->context)
        code = bench_device_copy(b, &b->device_copy);
    if (code == 0 && b->context)
        code = bench_in_kernel(b, NULL, &b->device_loop);
    if (code == 0)
        code = bench_host_streaming(b, bench_run_copy, NULL, 1, &b->host_copy);
    if (code == 0)
        code = bench_host_cached(b, bench_run_copy, NULL, &b->host_loop);
    return code;
}

void bench_close(bench *b)
{
    bench_device_close(b);
    clpwl_context_free(b->context);
    free(b->x);
    free(b->y);
    free(b->cached_x);
    free(b->cached_y);
}
