/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench/bench.h"

enum { RUNS_LEAST = 3, ROUNDS_MOST = 1 << 24 };
static const double LONG = 0.3, SHORT = 0.004; /* seconds of all runs; of one run of many rounds */

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
    int code = once(b, job, &seconds); /* includes what is done once only */
    while (code == 0) {
        code = once(b, job, &seconds);
        if (seconds >= SHORT || *rounds >= ROUNDS_MOST)
            break;
        *rounds *= 2;
    }
    return code;
}
