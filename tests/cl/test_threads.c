/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Eight threads share one context and two tables. Each creates evaluators by every method, lists
 * devices, probes, and fails on purpose. `build-aux/check sanitize` runs it with
 * ThreadSanitizer. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include "base/internal.h"
#include "cl/cl_suite.h"

enum { THREADS = 8, ROUNDS = 6, N = 2000 };

typedef struct shared {
    clpwl_table *table[2];
    atomic_int next_method, evaluated;
    atomic_int failures; /* only the main thread may use Check's assertions */
} shared;

static void complain(shared *s, const char *what, const char *method)
{
    fprintf(stderr, "%s: %s: %s\n", method, what, clpwl_last_message());
    atomic_fetch_add(&s->failures, 1);
}

/* Each thread creates, uses and frees evaluators, in an order of its own. */
static void one_evaluator(shared *s, const clpwl_table *table, const char *method)
{
    clpwl_evaluator *e = NULL;
    clpwl_evaluator_options options = CLPWL_EVALUATOR_INIT;
    float x[N], y[N];
    options.method = method;
    clpwl_status status = clpwl_evaluator_create(&e, context, table, &options);
    if (status == CLPWL_ERR_UNSUPPORTED)
        return;
    if (status != CLPWL_OK) {
        complain(s, "create", method);
        return;
    }
    for (int i = 0; i < N; i++)
        x[i] = (float)i / N;
    double bound = clpwl_evaluator_error(e).linf;
    for (int round = 0; round < ROUNDS; round++) {
        if (clpwl_eval(e, x, y, N) != CLPWL_OK) {
            complain(s, "eval", method);
            break;
        }
        for (int i = 0; i < N && strncmp(method, "exact", 5) != 0; i++)
            if (!(fabs(y[i] - clpwl_table_value(table, x[i])) <= bound))
                complain(s, "wrong value", method);
    }
    atomic_fetch_add(&s->evaluated, 1);
    clpwl_evaluator_free(e);
}

static void *work(void *user)
{
    shared *s = user;
    clpwl_sampler_info sampler;
    int most = (int)(2 * clpwl_method_count()), i;
    while ((i = atomic_fetch_add(&s->next_method, 1)) < 2 * most) {
        char name[32];
        clpwl_function *f;
        snprintf(name, sizeof name, "nothing%d", i);
        if (clpwl_function_from_catalogue(&f, name) != CLPWL_ERR_UNKNOWN_NAME ||
            !strstr(clpwl_last_message(), name))
            complain(s, "another thread's message", name);
        if (clpwl_context_sampler(context, CLPWL_STORAGE_FLOAT32, &sampler) != CLPWL_OK)
            complain(s, "sampler", "");
        one_evaluator(s, s->table[i % 2], clpwl_method((size_t)(i % most / 2))->name);
    }
    return NULL;
}

DEVICE_FIXTURE(NULL, NULL)

TEST(eight_threads_share_a_context_and_a_table)
{
    pthread_t threads[THREADS];
    long blocks = clpwl__live_blocks();
    shared s = {0};
    for (int p = 0; p < 2; p++)
        s.table[p] = make_table(0, 1, 64, (clpwl_partition)p, CLPWL_EXTEND_CLAMP);
    open_context();
    for (int i = 0; i < THREADS; i++)
        ck_assert_int_eq(pthread_create(&threads[i], NULL, work, &s), 0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    ck_assert_int_eq(atomic_load(&s.failures), 0);
    ck_assert_int_gt(atomic_load(&s.evaluated), THREADS);
    close_context();
    clpwl_table_free(s.table[0]);
    clpwl_table_free(s.table[1]);
    ck_assert_int_eq(clpwl__live_blocks(), blocks);
}
