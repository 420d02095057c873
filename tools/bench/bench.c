/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench/bench.h"
#include <math.h>

enum { ROUNDS_MOST = 1 << 24 };
static const double LONG = 0.3, SHORT = 0.004; /* seconds of all runs; of one run of many rounds */

/* Abscissas of [a, b] in 2^24 steps, by an integer generator. */
static void fill_abscissas(const bench *b, float *x, size_t n)
{
    float lo = (float)b->a, step = (float)((b->b - b->a) * 0x1p-24);
    uint32_t state = 1;
    for (size_t i = 0; i < n; i++) {
        state = state * 1664525u + 1013904223u;
        x[i] = fmaf((float)(state >> 8), step, lo);
    }
}

int bench_domain(bench *b, double lo, double hi)
{
    int code = 0;
    if (b->a == lo && b->b == hi)
        return 0;
    b->a = lo;
    b->b = hi;
    fill_abscissas(b, b->x, b->values);
    fill_abscissas(b, b->cached_x, BENCH_CACHED);
    if (b->context)
        TRY_CL(clEnqueueWriteBuffer, (b->device.queue, b->device_x, CL_TRUE, 0,
                                      b->values * sizeof *b->x, b->x, 0, NULL, NULL));
done:
    return code;
}

typedef struct repeated {
    bench *b;
    const bench_work *w;
} repeated;

static int run_once(void *user, size_t unused, double seconds[2])
{
    const repeated *r = user;
    (void)unused;
    return r->w->once(r->b, r->w, seconds);
}

int bench_repeat(bench *b, bench_work *w, figure *out)
{
    app_times times[1][2];
    double seconds = 0;
    int code = 0;
    if (w->rounds)
        TRY(w->once(b, w, &seconds)); /* includes what is done once only */
    for (seconds = 0; w->rounds && w->rounds < ROUNDS_MOST;) {
        TRY(w->once(b, w, &seconds));
        if (seconds >= SHORT)
            break;
        w->rounds *= 2;
    }
    TRY(app_repeat(run_once, &(repeated){b, w}, 1, b->runs, LONG, times));
    *out = figure_by_value(times[0][0], (double)w->n * (w->rounds ? w->rounds : 1));
done:
    return code;
}

int bench_open(bench *b)
{
    int code = 0, is_gpu = b->context && clpwl_context_info(b->context)->kind == CLPWL_DEVICE_GPU;
    const bench_work none = {0};
    if (b->values == 0)
        b->values = is_gpu ? 1 << 24 : 1 << 22;
    b->x = malloc(b->values * sizeof *b->x);
    b->y = calloc(b->values, sizeof *b->y);
    b->cached_x = malloc(BENCH_CACHED * sizeof *b->cached_x);
    b->cached_y = calloc(BENCH_CACHED, sizeof *b->cached_y);
    CHECK(b->x && b->y && b->cached_x && b->cached_y,
          "no memory for %zu values: take fewer (--values)", b->values);
    if (b->context)
        TRY(bench_device_open(b));
    TRY(bench_domain(b, 0, 1));
    if (b->context) {
        TRY(bench_device(b, none, 0, &b->copy[BENCH_DEVICE]));
        TRY(bench_device(b, none, 1, &b->empty[BENCH_DEVICE]));
    }
    TRY(bench_host(b, none, 0, &b->copy[BENCH_HOST]));
    TRY(bench_host(b, none, 1, &b->empty[BENCH_HOST]));
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
