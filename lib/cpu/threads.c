/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cpu/threads.h"
#include <pthread.h>
#include <sched.h>
#include <unistd.h>
#include "cpu/rows.h"
#include "base/internal.h"
#if CLPWL__X86
#include <emmintrin.h>
#endif

/* Starting a thread takes as long as evaluating about 10^5 values. */
#define WORTH_A_THREAD ((size_t)1 << 18)
#define LEAST_PART 64
/* Arrays of this size do not fit the caches. A plain store would read each line of y before
 * overwriting it, half as much traffic again. */
#define PAST_CACHES ((size_t)1 << 22)
#define BLOCK 1024 /* values of y that stay in L1 until they are stored */

typedef struct part {
    clpwl__part_fn *evaluate;
    const void *how;
    const clpwl__pack *pack;
    const float *x;
    float *y;
    size_t n;
    int stream;
    int started;
    pthread_t thread;
} part;

#if CLPWL__X86
static void store_past_caches(float *y, const float *block, size_t n)
{
    size_t i = 0;
    for (; i < n && (uintptr_t)(y + i) % 16 != 0; i++)
        y[i] = block[i];
    for (; i + 4 <= n; i += 4)
        _mm_stream_ps(y + i, _mm_loadu_ps(block + i));
    for (; i < n; i++)
        y[i] = block[i];
}

static void evaluate_past_caches(const part *p)
{
    float block[BLOCK] __attribute__((aligned(64)));
    /* Every block but the first begins at a cache line of y. */
    size_t size = BLOCK - (uintptr_t)p->y % 64 / sizeof(float);
    for (size_t i = 0; i < p->n; i += size, size = BLOCK) {
        size = size < p->n - i ? size : p->n - i;
        p->evaluate(p->how, p->pack, p->x + i, block, size);
        store_past_caches(p->y + i, block, size);
    }
    _mm_sfence();
}
#endif

static void *evaluate_part(void *argument)
{
    const part *p = argument;
#if CLPWL__X86
    if (p->stream) {
        evaluate_past_caches(p);
        return NULL;
    }
#endif
    p->evaluate(p->how, p->pack, p->x, p->y, p->n);
    return NULL;
}

size_t clpwl__count_cpus(void)
{
#ifdef CPU_COUNT
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0)
        return (size_t)CPU_COUNT(&set);
#endif
    long online = sysconf(_SC_NPROCESSORS_ONLN);
    return online > 0 ? (size_t)online : 1;
}

static size_t count_parts(unsigned threads, size_t n)
{
    size_t worth = n / (threads ? LEAST_PART : WORTH_A_THREAD);
    if (worth < 2)
        return 1;
    size_t most = threads ? threads : clpwl__count_cpus();
    return most < worth ? most : worth;
}

void clpwl__in_parts(clpwl__part_fn *evaluate, const void *how, const clpwl__pack *pack,
                     unsigned threads, const float *x, float *y, size_t n)
{
    size_t count = count_parts(threads, n);
    int stream = n >= PAST_CACHES && x != y;
    if (count == 1 && !stream) {
        evaluate(how, pack, x, y, n);
        return;
    }
    part whole = {.evaluate = evaluate, .how = how, .pack = pack, .x = x, .y = y, .n = n,
                  .stream = stream};
    part *parts = count > 1 ? clpwl__alloc(count, sizeof *parts) : NULL;
    if (!parts) {
        evaluate_part(&whole);
        return;
    }
    size_t share = (n / count + LEAST_PART - 1) / LEAST_PART * LEAST_PART, from = 0;
    for (size_t k = 0; k < count; k++) {
        size_t to = k + 1 < count && from + share < n ? from + share : n;
        parts[k] = whole;
        parts[k].x += from;
        parts[k].y += from;
        parts[k].n = to - from;
        parts[k].started = k > 0 && parts[k].n > 0 &&
                           pthread_create(&parts[k].thread, NULL, evaluate_part, &parts[k]) == 0;
        from = to;
    }
    for (size_t k = 0; k < count; k++)
        if (!parts[k].started)
            evaluate_part(&parts[k]);
    for (size_t k = 0; k < count; k++)
        if (parts[k].started)
            pthread_join(parts[k].thread, NULL);
    clpwl__free(parts);
}
