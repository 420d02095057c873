/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Arrays of the host: in memory, by all CPUs; and in a core's cache, by one thread. */
#include "bench/bench.h"
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "common/clock.h"
#include "common/message.h"

enum { THREADS_MOST = 256, WORTH_THREADS = 1 << 16 };

unsigned bench_cpus(void)
{
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0)
        return (unsigned)CPU_COUNT(&set);
    long n = sysconf(_SC_NPROCESSORS_ONLN);
    return n > 0 ? (unsigned)n : 1;
}

void bench_cpu_name(char *out, size_t room)
{
    char line[512];
    FILE *file = fopen("/proc/cpuinfo", "r");
    snprintf(out, room, "unknown CPU");
    while (file && fgets(line, sizeof line, file)) {
        char *name = strstr(line, ": ");
        if (strncmp(line, "model name", 10) != 0 || !name)
            continue;
        line[strcspn(line, "\n")] = '\0';
        snprintf(out, room, "%s", name + 2);
        break;
    }
    if (file)
        fclose(file);
}

int bench_run_evaluator(const void *evaluator, const float *x, float *y, size_t n)
{
    return app_status(clpwl_eval((clpwl_evaluator *)(uintptr_t)evaluator, x, y, n));
}

int bench_run_copy(const void *unused, const float *x, float *y, size_t n)
{
    (void)unused;
    memcpy(y, x, n * sizeof *y);
    return 0;
}

/* A job on arrays, by threads or in rounds. */
typedef struct work {
    bench_host_run *run;
    const void *job;
    const float *x;
    float *y;
    size_t n;
    unsigned threads;
    uint32_t rounds;
    int code;
} work;

static void *run_part(void *part)
{
    work *w = part;
    w->code = w->run(w->job, w->x, w->y, w->n);
    return NULL;
}

/* The first part runs in the calling thread. */
static int run_parts(const work *w)
{
    work parts[THREADS_MOST];
    pthread_t threads[THREADS_MOST];
    unsigned count = w->threads, started = 1;
    int code = 0;
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
    run_part(&parts[0]);
    for (unsigned i = 1; i < started; i++)
        pthread_join(threads[i], NULL);
    for (unsigned i = 0; i < started; i++)
        code = code ? code : parts[i].code;
    return started == count ? code : app_fail("only %u thread%s can be started", started, app_s(started));
}

static int run_streaming(bench *b, void *job, double *seconds)
{
    const work *w = job;
    (void)b;
    double began = app_seconds();
    int code = w->threads > 1 ? run_parts(w) : w->run(w->job, w->x, w->y, w->n);
    *seconds = app_seconds() - began;
    return code;
}

int bench_host_streaming(bench *b, bench_host_run *run, const void *job, int threads, figure *out)
{
    unsigned cpus = bench_cpus();
    work w = { .run = run, .job = job, .x = b->x, .y = b->y, .n = b->values, .threads = 1 };
    if (threads && b->values >= WORTH_THREADS)
        w.threads = cpus < THREADS_MOST ? cpus : THREADS_MOST;
    return bench_repeat(b, run_streaming, &w, (double)b->values, out);
}

static int run_cached(bench *b, void *job, double *seconds)
{
    const work *w = job;
    int code = 0;
    (void)b;
    double began = app_seconds();
    for (uint32_t k = 0; k < w->rounds && code == 0; k++)
        code = w->run(w->job, w->x, w->y, w->n);
    *seconds = app_seconds() - began;
    return code;
}

int bench_host_cached(bench *b, bench_host_run *run, const void *job, figure *out)
{
    work w = { .run = run, .job = job, .x = b->cached_x, .y = b->cached_y, .n = BENCH_CACHED,
               .rounds = 1 };
    int code = bench_calibrate(b, run_cached, &w, &w.rounds);
    return code ? code : bench_repeat(b, run_cached, &w, (double)BENCH_CACHED * w.rounds, out);
}
