/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/parallel.h"
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
#include "base/internal.h"

typedef struct gang {
    const clpwl__loop *loop;
    atomic_size_t next, done;
    atomic_int is_stopped;
    pthread_mutex_t lock; /* of all that follows */
    clpwl_status status;  /* of the round `failed`, or CLPWL_OK */
    size_t failed;
    char message[CLPWL__MESSAGE_ROOM];
} gang;

typedef struct member {
    gang *all;
    unsigned t;
    int is_started;
    pthread_t thread;
} member;

static double read_clock(clockid_t clock)
{
    struct timespec t = {0, 0};
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double clpwl__thread_seconds(void)
{
    return read_clock(CLOCK_THREAD_CPUTIME_ID);
}

double clpwl__clock_seconds(void)
{
    return read_clock(CLOCK_MONOTONIC);
}

static size_t count_threads(void)
{
    const char *given = getenv("CLPWL_THREADS");
    int threads = given ? atoi(given) : 0;
    if (threads > 0)
        return (size_t)threads;
#ifdef CPU_COUNT
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0)
        return (size_t)CPU_COUNT(&set);
#endif
    long online = sysconf(_SC_NPROCESSORS_ONLN);
    return online > 0 ? (size_t)online : 1;
}

unsigned clpwl__loop_threads(unsigned most, size_t rounds)
{
    size_t count = most ? most : count_threads();
    count = count < rounds ? count : rounds;
    return count > 1 ? (unsigned)count : 1;
}

/* Takes the next round; 0: there is none. */
static int take_round(gang *g, size_t *i)
{
    return !g->is_stopped && (*i = g->next++) < g->loop->rounds;
}

/* Returns the number of rounds that have ended. */
static size_t end_round(gang *g, size_t i, clpwl_status status)
{
    if (status != CLPWL_OK) {
        g->is_stopped = 1;
        pthread_mutex_lock(&g->lock);
        if (g->status == CLPWL_OK || i < g->failed) {
            g->status = status;
            g->failed = i;
            snprintf(g->message, sizeof g->message, "%s", clpwl_last_message());
        }
        pthread_mutex_unlock(&g->lock);
    }
    return ++g->done;
}

static void *run_member(void *argument)
{
    const member *m = argument;
    const clpwl__loop *loop = m->all->loop;
    for (size_t i; take_round(m->all, &i);)
        end_round(m->all, i, loop->round(loop->user, m->t, i));
    if (loop->leave)
        loop->leave();
    return NULL;
}

/* Starts the threads 1, 2 ..., without signals: these are for the caller's threads. */
static void start_members(member *members, gang *g)
{
    sigset_t all, before;
    sigfillset(&all);
    if (pthread_sigmask(SIG_SETMASK, &all, &before) != 0)
        return;
    for (unsigned t = 1; t < g->loop->threads; t++) {
        members[t] = (member){.all = g, .t = t};
        members[t].is_started = pthread_create(&members[t].thread, NULL, run_member, &members[t]) == 0;
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

clpwl_status clpwl__loop_run(const clpwl__loop *loop)
{
    clpwl_status status = CLPWL_OK;
    gang g = {.loop = loop, .lock = PTHREAD_MUTEX_INITIALIZER};
    member *members = loop->threads > 1 ? clpwl__calloc(loop->threads, sizeof *members) : NULL;
    if (members)
        start_members(members, &g);
    for (size_t i; status == CLPWL_OK && take_round(&g, &i);) {
        size_t done = end_round(&g, i, loop->round(loop->user, 0, i));
        status = loop->watch && done < loop->rounds ? loop->watch(loop->user, done) : CLPWL_OK;
    }
    if (status != CLPWL_OK)
        g.is_stopped = 1;
    for (unsigned t = 1; members && t < loop->threads; t++)
        if (members[t].is_started)
            pthread_join(members[t].thread, NULL);
    clpwl__free(members);
    pthread_mutex_destroy(&g.lock);
    if (g.status != CLPWL_OK)
        return clpwl__fail(g.status, "%s", g.message);
    if (status == CLPWL_OK && loop->watch)
        status = loop->watch(loop->user, g.done);
    return status;
}
