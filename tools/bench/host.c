/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Arrays of the host: in memory, by all CPUs; and in a core's cache, by one thread. */
#include "bench/bench.h"
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include "common/clock.h"

enum { THREADS_MOST = 256, WORTH_THREADS = 1 << 16 };

unsigned bench_cpus(void)
{
    cpu_set_t set;
    return sched_getaffinity(0, sizeof set, &set) == 0 ? (unsigned)CPU_COUNT(&set) : 1;
}

void bench_cpu_name(char out[BENCH_CPU])
{
    char line[512];
    FILE *file = fopen("/proc/cpuinfo", "r");
    snprintf(out, BENCH_CPU, "unknown CPU");
    while (file && fgets(line, sizeof line, file) &&
           sscanf(line, "model name : %255[^\n]", out) != 1) {
    }
    if (file)
        fclose(file);
}

static void *run_part(void *part)
{
    const bench_work *w = part;
    for (uint32_t k = 0; k == 0 || k < w->rounds; k++)
        if (w->evaluator && app_status(clpwl_eval(w->evaluator, w->x, w->y, w->n)))
            return part; /* not NULL: it failed */
        else if (w->yardstick)
            w->yardstick->run(w->x, w->y, w->n);
        else if (!w->evaluator)
            memcpy(w->y, w->x, w->n * sizeof *w->y);
    return NULL;
}

/* The first part runs in the calling thread. */
static int run_parts(bench *b, const bench_work *w, double *seconds)
{
    bench_work parts[THREADS_MOST];
    pthread_t threads[THREADS_MOST];
    unsigned count = w->threads, started = 1;
    void *failed;
    (void)b;
    double began = app_seconds();
    for (unsigned i = 0; i < count; i++) {
        size_t from = w->n / count * i, to = i + 1 < count ? w->n / count * (i + 1) : w->n;
        parts[i] = *w;
        parts[i].x += from;
        parts[i].y += from;
        parts[i].n = to - from;
    }
    while (started < count &&
           pthread_create(&threads[started], NULL, run_part, &parts[started]) == 0)
        started++;
    failed = run_part(&parts[0]);
    for (unsigned i = 1; i < started; i++)
        pthread_join(threads[i], NULL);
    *seconds = app_seconds() - began;
    if (started < count)
        return app_fail("only %u thread%s can be started", started, app_s(started));
    return failed ? EXIT_FAILURE : 0;
}

int bench_host(bench *b, bench_work w, int in_cache, figure *out)
{
    unsigned cpus = bench_cpus();
    w.once = run_parts;
    w.x = in_cache ? b->cached_x : b->x;
    w.y = in_cache ? b->cached_y : b->y;
    w.n = in_cache ? BENCH_CACHED : b->values;
    w.rounds = in_cache ? 1 : 0;
    w.threads = in_cache || w.evaluator || w.n < WORTH_THREADS ? 1
                : cpus < THREADS_MOST                          ? cpus
                                                               : THREADS_MOST;
    return bench_repeat(b, &w, out);
}
