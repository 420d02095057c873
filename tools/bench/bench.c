/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench/bench.h"
#include <math.h>
#include "common/message.h"

const char *bench_order_name(bench_order order)
{
    static const char *const names[] = { "random", "sorted", "constant" };
    return names[order];
}

/* Abscissas of [a, b] in 2^24 steps: by an integer generator, ascending, or all the same. */
static void fill_abscissas(const bench *b, float *x, size_t n)
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
    fill_abscissas(b, b->x, b->values);
    fill_abscissas(b, b->cached_x, BENCH_CACHED);
    if (!b->context)
        return 0;
    return bench_cl(clEnqueueWriteBuffer(clpwl_context_queue(b->context), b->device_x, CL_TRUE, 0,
                                         b->values * sizeof *b->x, b->x, 0, NULL, NULL),
                    "clEnqueueWriteBuffer");
}

static int make_arrays(bench *b)
{
    if (b->values == 0)
        b->values = b->context && clpwl_context_info(b->context)->kind == CLPWL_DEVICE_GPU
                        ? 1 << 24
                        : 1 << 22;
    b->x = malloc(b->values * sizeof *b->x);
    b->y = calloc(b->values, sizeof *b->y);
    b->cached_x = malloc(BENCH_CACHED * sizeof *b->cached_x);
    b->cached_y = calloc(BENCH_CACHED, sizeof *b->cached_y);
    if (b->x && b->y && b->cached_x && b->cached_y)
        return 0;
    return app_fail("no memory for %zu values: take fewer (--values)", b->values);
}

int bench_open(bench *b)
{
    int code = 0;
    TRY(make_arrays(b));
    if (b->context)
        TRY(bench_device_open(b));
    TRY(bench_domain(b, 0, 1));
    if (b->context) {
        TRY(bench_device_copy(b, &b->device_copy));
        TRY(bench_in_kernel(b, NULL, &b->device_loop));
    }
    TRY(bench_host_streaming(b, bench_run_copy, NULL, 1, &b->host_copy));
    TRY(bench_host_cached(b, bench_run_copy, NULL, &b->host_loop));
done:
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
