/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cpu/threads.h"
#include "base/internal.h"
#include "base/parallel.h"
#include "cpu/rows.h"
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
    size_t share; /* of each part; the last one takes the rest */
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

static clpwl_status evaluate_part(void *user, unsigned t, size_t i)
{
    part p = *(const part *)user;
    size_t from = i * p.share;
    (void)t;
    p.x += from;
    p.y += from;
    p.n = p.share < p.n - from ? p.share : p.n - from;
#if CLPWL__X86
    if (p.stream) {
        evaluate_past_caches(&p);
        return CLPWL_OK;
    }
#endif
    p.evaluate(p.how, p.pack, p.x, p.y, p.n);
    return CLPWL_OK;
}

void clpwl__in_parts(clpwl__part_fn *evaluate, const void *how, const clpwl__pack *pack,
                     unsigned threads, const float *x, float *y, size_t n)
{
    size_t worth = n / (threads ? LEAST_PART : WORTH_A_THREAD);
    unsigned count = worth > 1 ? clpwl__loop_threads(threads, worth) : 1;
    part whole = {.evaluate = evaluate, .how = how, .pack = pack, .x = x, .y = y, .n = n,
                  .stream = n >= PAST_CACHES && x != y};
    if (count == 1 && !whole.stream) {
        evaluate(how, pack, x, y, n);
        return;
    }
    whole.share = ((n + count - 1) / count + LEAST_PART - 1) / LEAST_PART * LEAST_PART;
    clpwl__loop_run(&(clpwl__loop){.rounds = (n + whole.share - 1) / whole.share, .threads = count,
                                   .round = evaluate_part, .user = &whole});
}
