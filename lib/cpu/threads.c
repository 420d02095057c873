/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cpu/arrays.h"
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
#define PAST_CACHES ((size_t)1 << 24) /* bytes */
#define BLOCK 1024 /* values that stay in L1 until they are stored */

typedef struct part {
    clpwl__part_fn *evaluate;
    const void *how;
    const clpwl__pack *pack;
    clpwl__arrays arrays;
    int stream;
    size_t share; /* of each part; the last one takes the rest */
} part;

static void store_past_caches(char *y, const char *block, size_t bytes)
{
    size_t i = 0;
#if CLPWL__X86
    size_t head = -(uintptr_t)y % 16;
    i = head < bytes ? head : bytes;
    memcpy(y, block, i);
    for (; i + 16 <= bytes; i += 16)
        _mm_stream_si128((__m128i *)(void *)(y + i),
                         _mm_loadu_si128((const __m128i *)(const void *)(block + i)));
#endif
    memcpy(y + i, block + i, bytes - i);
}

static void evaluate_block(const part *p, clpwl__arrays a)
{
    float block[BLOCK] __attribute__((aligned(64)));
    uint16_t halves[BLOCK] __attribute__((aligned(64)));
    int is_half = a.element == CLPWL__HALVES;
    if (is_half)
        clpwl__floats_from_halves(a.x, block, a.n);
    p->evaluate(p->how, p->pack, is_half ? block : a.x, block, a.n);
    if (is_half)
        clpwl__halves_from_floats(block, p->stream ? halves : a.y, a.n);
    if (p->stream)
        store_past_caches(a.y, is_half ? (const char *)halves : (const char *)block,
                          a.n * clpwl__element_size(a.element));
}

static void evaluate_blocks(const part *p)
{
    clpwl__arrays a = p->arrays;
    /* Every block but the first begins at a cache line of y. */
    size_t size = BLOCK - (uintptr_t)a.y % 64 / clpwl__element_size(a.element);
    for (size_t i = 0; i < a.n; i += size, size = BLOCK) {
        size = size < a.n - i ? size : a.n - i;
        evaluate_block(p, clpwl__arrays_at(a, 1, i, size));
    }
#if CLPWL__X86
    if (p->stream)
        _mm_sfence();
#endif
}

static void evaluate_whole(const part *p)
{
    const clpwl__arrays *a = &p->arrays;
    if (p->stream || a->element == CLPWL__HALVES)
        evaluate_blocks(p);
    else
        p->evaluate(p->how, p->pack, a->x, a->y, a->n);
}

static clpwl_status evaluate_part(void *user, unsigned t, size_t i)
{
    part p = *(const part *)user;
    size_t from = i * p.share, left = p.arrays.n - from;
    (void)t;
    p.arrays = clpwl__arrays_at(p.arrays, 1, from, p.share < left ? p.share : left);
    evaluate_whole(&p);
    return CLPWL_OK;
}

void clpwl__in_parts(clpwl__part_fn *evaluate, const void *how, const clpwl__pack *pack,
                     unsigned threads, clpwl__arrays a)
{
    size_t worth = a.n / (threads ? LEAST_PART : WORTH_A_THREAD);
    unsigned count = worth > 1 ? clpwl__loop_threads(threads, worth) : 1;
    int is_large = CLPWL__X86 && a.n * clpwl__element_size(a.element) >= PAST_CACHES;
    part whole = {.evaluate = evaluate, .how = how, .pack = pack, .arrays = a,
                  .stream = is_large && a.x != a.y};
    if (count == 1) {
        evaluate_whole(&whole);
        return;
    }
    whole.share = (a.n / count + LEAST_PART - 1) / LEAST_PART * LEAST_PART;
    clpwl__loop_run(&(clpwl__loop){.rounds = (a.n + whole.share - 1) / whole.share,
                                   .threads = count, .round = evaluate_part, .user = &whole});
}
