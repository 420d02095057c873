/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench/bench.h"

enum { ROUNDS_MOST = 1 << 24 };
static const double LONG = 0.3, SHORT = 0.004; /* seconds of all runs; of one run of many rounds */

typedef struct repeated {
    bench *b;
    bench_once *once;
    void *job;
} repeated;

static int run_once(void *user, size_t unused, double seconds[2])
{
    const repeated *r = user;
    (void)unused;
    return r->once(r->b, r->job, seconds);
}

int bench_repeat(bench *b, bench_once *once, void *job, double values, figure *out)
{
    app_times seconds[1][2];
    int code = app_repeat(run_once, &(repeated){ b, once, job }, 1, b->runs, LONG, seconds);
    if (code == 0)
        *out = figure_by_value(seconds[0][0], values);
    return code;
}

int bench_calibrate(bench *b, bench_once *once, void *job, uint32_t *rounds)
{
    double seconds = 0;
    int code = once(b, job, &seconds); /* includes what is done once only */
    while (code == 0) {
        code = once(b, job, &seconds);
        if (seconds >= SHORT || *rounds >= ROUNDS_MOST)
            break;
        *rounds *= 2;
    }
    return code;
}
