/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loops whose rounds are independent, on several threads. */
#ifndef CLPWL__PARALLEL_H
#define CLPWL__PARALLEL_H

#include <stddef.h>
#include "clpwl/status.h"

typedef struct clpwl__loop {
    size_t rounds;
    unsigned threads; /* of clpwl__loop_threads */
    /* Round i < rounds, on thread t < threads. t is 0 on the caller's thread alone. No two rounds run at
     * a time with one t. */
    clpwl_status (*round)(void *user, unsigned t, size_t i);
    /* The caller's thread calls it after each of its rounds, and after the last of all; `done` rounds
     * have ended, of all threads. The place for progress. NULL: none. */
    clpwl_status (*watch)(void *user, size_t done);
    void (*leave)(void); /* each thread but the caller's calls it last; NULL: none */
    void *user;
} clpwl__loop;

/* The processor time of this thread, in seconds since some moment. */
double clpwl__thread_seconds(void);
/* The time, in seconds since some moment. */
double clpwl__clock_seconds(void);

/* The threads that so many rounds are worth: at most `most`; 0: the environment's CLPWL_THREADS, or one for
 * each CPU on which this process may run. At least 1. */
unsigned clpwl__loop_threads(unsigned most, size_t rounds);

/*
 * Runs each round once; the rounds begin in their order. The caller's thread runs rounds, too, and all
 * of them where no other thread can be had. Behind an error a thread begins one more at most. The result
 * and the message are then those of the first round that failed, whatever the number of threads is; those
 * of `watch` where no round failed. A round must not depend on what other rounds write. The other threads
 * take no signals. A callback of the user belongs into `watch`.
 */
clpwl_status clpwl__loop_run(const clpwl__loop *loop);

#endif
