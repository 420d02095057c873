/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loops on several threads: each round once, errors, the place of callbacks, memory that lacks. */
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include "base/internal.h"
#include "base/parallel.h"
#include "support/suite.h"

enum { ROUNDS = 1000, MOST = 8 };

typedef struct record {
    atomic_int runs[ROUNDS], inside[MOST], left, elsewhere, signals;
    pthread_t caller;
    size_t fails_from, fails_every; /* rounds that fail */
    size_t cancel_at, watched;
} record;

static atomic_int leaves;

static void count_leave(void)
{
    atomic_fetch_add(&leaves, 1);
}

static clpwl_status run_round(void *user, unsigned t, size_t i)
{
    record *r = user;
    int is_caller = pthread_equal(pthread_self(), r->caller) != 0;
    sigset_t now;
    if (is_caller != (t == 0) || t >= MOST || atomic_fetch_add(&r->inside[t], 1) != 0)
        atomic_store(&r->elsewhere, 1);
    pthread_sigmask(SIG_SETMASK, NULL, &now);
    if (t > 0 && !sigismember(&now, SIGINT))
        atomic_store(&r->signals, 1);
    atomic_fetch_add(&r->runs[i], 1);
    atomic_fetch_sub(&r->inside[t], 1);
    if (r->fails_every && i >= r->fails_from && i % r->fails_every == 0)
        return clpwl__fail(CLPWL_ERR_NUMERIC, "round %zu fails", i);
    return CLPWL_OK;
}

static clpwl_status watch_rounds(void *user, size_t done)
{
    record *r = user;
    ck_assert(pthread_equal(pthread_self(), r->caller));
    ck_assert_uint_ge(done, r->watched);
    r->watched = done;
    return r->cancel_at && done >= r->cancel_at ? clpwl__fail(CLPWL_ERR_CANCELLED, "enough") : CLPWL_OK;
}

static clpwl__loop loop_of(record *r, unsigned threads)
{
    r->caller = pthread_self();
    return (clpwl__loop){.rounds = ROUNDS, .threads = threads, .round = run_round,
                         .watch = watch_rounds, .leave = count_leave, .user = r};
}

TEST(each_round_runs_once)
{
    for (unsigned threads = 1; threads <= MOST; threads++) {
        record r = {0};
        clpwl__loop loop = loop_of(&r, threads);
        atomic_store(&leaves, 0);
        OK(clpwl__loop_run(&loop));
        for (int i = 0; i < ROUNDS; i++)
            EXPECT(r.runs[i] == 1, "round %d ran %d times on %u threads", i, r.runs[i], threads);
        ck_assert_int_eq(r.elsewhere, 0);
        ck_assert_int_eq(r.signals, 0);
        ck_assert_uint_eq(r.watched, ROUNDS);
        ck_assert_int_eq(leaves, (int)threads - 1);
    }
}

/* Later rounds fail, too, and may do so earlier. */
TEST(the_first_error_counts)
{
    for (unsigned threads = 1; threads <= MOST; threads++)
        for (size_t from = 1; from < ROUNDS - 3; from += 97) {
            record r = {.fails_from = from, .fails_every = 3};
            clpwl__loop loop = loop_of(&r, threads);
            char message[40];
            snprintf(message, sizeof message, "round %zu fails", (from + 2) / 3 * 3);
            FAILS(CLPWL_ERR_NUMERIC, message, clpwl__loop_run(&loop));
            for (size_t i = 0; i <= from; i++)
                EXPECT(r.runs[i] == 1, "round %zu ran %d times", i, r.runs[i]);
        }
}

TEST(the_caller_can_end_the_loop)
{
    record r = {.cancel_at = 10};
    clpwl__loop loop = loop_of(&r, 1);
    FAILS(CLPWL_ERR_CANCELLED, "enough", clpwl__loop_run(&loop));
    ck_assert_int_eq(r.runs[9], 1);
    ck_assert_int_eq(r.runs[10], 0);
}

TEST(a_loop_needs_no_other_thread)
{
    record r = {0};
    clpwl__loop loop = loop_of(&r, 4);
    clpwl__fault_allocation(1);
    OK(clpwl__loop_run(&loop));
    clpwl__fault_allocation(0);
    ck_assert_uint_eq(r.watched, ROUNDS);
    loop.rounds = r.watched = 0;
    OK(clpwl__loop_run(&loop));
}
