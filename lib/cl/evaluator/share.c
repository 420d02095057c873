/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One evaluation by several evaluators: a thread for each takes chunks until all are done. */
#include <pthread.h>
#include <stdio.h>
#include "cl/evaluator/evaluator.h"
#include "base/array.h"
#include "base/door.h"
#include "base/parallel.h"

enum {
    /* Of a chunk, where so many are left. A launch on pocl takes some 50 us, a value 0.7 ns: below,
     * the launches would cost as much as the values. */
    LEAST = 1 << 16,
    /* Chunks begin at whole pages of y, so that no two devices write to one. */
    GRAIN = 1024
};

typedef struct chunk {
    size_t first, count;
} chunk;

/* What the threads share. */
typedef struct work {
    pthread_mutex_t lock;    /* of all members below */
    const float *x;
    float *y;
    size_t next, n;   /* the values from next on were never given out */
    chunk *failed;    /* chunks of evaluators that failed: each fails once at most */
    size_t failed_count, done;
    struct worker *worker;
    size_t workers;
} work;

typedef struct worker {
    work *all;
    clpwl_evaluator *evaluator;
    clpwl_share share;
    int is_started;
    pthread_t thread;
} worker;

/* Values a second, 0: not measured yet. */
static double speed_of(const clpwl_share *s)
{
    return s->seconds > 0 ? (double)s->values / s->seconds : 0;
}

/* Half of the worker's part of the rest, by the speeds so far: all end together, to the time of the
 * least chunks. The first chunk of a worker measures. */
static size_t size_of_chunk(const work *all, const worker *w)
{
    size_t left = all->n - all->next;
    double mine = speed_of(&w->share), sum = 0, part = 1.0 / 16;
    for (size_t k = 0; k < all->workers; k++)
        if (all->worker[k].share.status == CLPWL_OK)
            sum += speed_of(&all->worker[k].share);
    if (mine > 0)
        part = 0.5 * mine / sum;
    size_t size = (size_t)(part * (double)left) / GRAIN * GRAIN;
    size = size > LEAST ? size : LEAST;
    return size < left ? size : left;
}

/* 0: every chunk was given out. */
static int take_chunk(work *all, const worker *w, chunk *out)
{
    pthread_mutex_lock(&all->lock);
    int is_left = all->failed_count || all->next < all->n;
    if (all->failed_count) {
        *out = all->failed[--all->failed_count];
    } else if (is_left) {
        *out = (chunk){all->next, size_of_chunk(all, w)};
        all->next += out->count;
    }
    pthread_mutex_unlock(&all->lock);
    return is_left;
}

static void end_chunk(work *all, worker *w, chunk c, clpwl_status status, double seconds)
{
    pthread_mutex_lock(&all->lock);
    if (status == CLPWL_OK) {
        w->share.values += c.count;
        w->share.seconds += seconds;
        all->done += c.count;
    } else {
        w->share.status = status;
        snprintf(w->share.message, sizeof w->share.message, "%s", clpwl_last_message());
        all->failed[all->failed_count++] = c;
    }
    pthread_mutex_unlock(&all->lock);
}

static void *take_chunks(void *user)
{
    worker *w = user;
    work *all = w->all;
    clpwl_status status = w->share.status;
    chunk c;
    while (status == CLPWL_OK && take_chunk(all, w, &c)) {
        double began = clpwl__clock_seconds();
        status = clpwl_eval(w->evaluator, all->x + c.first,
                            all->y + c.first * w->evaluator->lanes, c.count);
        end_chunk(all, w, c, status, clpwl__clock_seconds() - began);
    }
    return NULL;
}

static int have_one_table(const clpwl_evaluator *a, const clpwl_evaluator *b)
{
    int is_same = a->tables == b->tables && a->quantity == b->quantity;
    for (size_t k = 0; is_same && k < a->tables; k++) {
        size_t n = clpwl_table_segments(a->table[k]) + 1;
        clpwl_tails in_a = clpwl_table_tails(a->table[k]), in_b = clpwl_table_tails(b->table[k]);
        int is_linear = clpwl_table_extend(a->table[k]) == CLPWL_EXTEND_LINEAR;
        is_same = clpwl_table_segments(b->table[k]) + 1 == n &&
                  clpwl_table_shaper(a->table[k]) == clpwl_table_shaper(b->table[k]) &&
                  clpwl_table_extend(a->table[k]) == clpwl_table_extend(b->table[k]) &&
                  clpwl_table_symmetry(a->table[k]) == clpwl_table_symmetry(b->table[k]) &&
                  (!is_linear || (in_a.left == in_b.left && in_a.right == in_b.right)) &&
                  memcmp(clpwl_table_knots(a->table[k]), clpwl_table_knots(b->table[k]),
                         n * sizeof(double)) == 0 &&
                  memcmp(clpwl_table_values(a->table[k]), clpwl_table_values(b->table[k]),
                         n * sizeof(double)) == 0;
    }
    return is_same;
}

static clpwl_status check_evaluators(clpwl_evaluator *const *e, size_t count, const float *x,
                                     const float *y, size_t n)
{
    clpwl_status status = CLPWL_OK;
    CHECK(e && count > 0 && (n == 0 || (x && y)), CLPWL_ERR_ARGUMENT,
          "clpwl_eval_shared: evaluators, x or y is NULL, or count is 0");
    TRY(clpwl__check_count("clpwl_eval_shared", "count", count, sizeof(clpwl_share)));
    for (size_t k = 0; k < count; k++) {
        CHECK(e[k], CLPWL_ERR_ARGUMENT, "clpwl_eval_shared: evaluator %zu is NULL", k);
        for (size_t j = 0; j < k; j++)
            CHECK(e[j] != e[k], CLPWL_ERR_ARGUMENT,
                  "clpwl_eval_shared: evaluators %zu and %zu are one; each needs its own", j, k);
        CHECK(have_one_table(e[0], e[k]), CLPWL_ERR_ARGUMENT,
              "clpwl_eval_shared: evaluator %zu has another table or quantity than evaluator 0", k);
    }
    TRY(clpwl__check_count("clpwl_eval_shared", "n", n, e[0]->lanes * sizeof *y));
    CHECK(!clpwl__parts_overlap((uintptr_t)x, (uintptr_t)y, n * sizeof *x, e[0]->lanes),
          CLPWL_ERR_ARGUMENT, "clpwl_eval_shared: x and y overlap");
done:
    return status;
}

static void run_workers(work *all)
{
    for (size_t k = 1; k < all->workers; k++) {
        worker *w = &all->worker[k];
        w->is_started = pthread_create(&w->thread, NULL, take_chunks, w) == 0;
    }
    take_chunks(&all->worker[0]); /* on the caller's thread */
    for (size_t k = 1; k < all->workers; k++)
        if (all->worker[k].is_started)
            pthread_join(all->worker[k].thread, NULL);
}

clpwl_status clpwl_eval_shared(clpwl_evaluator *const *evaluators, size_t count, const float *x,
                               float *y, size_t n, clpwl_share *shares)
{
    CLPWL__DOOR;
    clpwl_status status = CLPWL_OK;
    work all = {.lock = PTHREAD_MUTEX_INITIALIZER, .x = x, .y = y, .n = n, .workers = count};
    TRY(check_evaluators(evaluators, count, x, y, n));
    if (shares)
        memset(shares, 0, count * sizeof *shares);
    all.worker = clpwl__calloc(count, sizeof *all.worker);
    CHECK_MEMORY(all.worker);
    all.failed = clpwl__calloc(count, sizeof *all.failed);
    CHECK_MEMORY(all.failed);
    for (size_t k = 0; k < count; k++) {
        all.worker[k].all = &all;
        all.worker[k].evaluator = evaluators[k];
    }
    /* Others take the chunks of one that fails: each round but the last has one that does. */
    for (size_t round = 0; round < count && all.done < n; round++)
        run_workers(&all);
    for (size_t k = 0; shares && k < count; k++)
        shares[k] = all.worker[k].share;
    CHECK(all.done == n, all.worker[0].share.status,
          "clpwl_eval_shared: every evaluator failed; the first: %s", all.worker[0].share.message);
done:
    clpwl__free(all.failed);
    clpwl__free(all.worker);
    return status;
}
