/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Commands are killed by SIGKILL at random moments, from just after the start to just before the
 * end: a few dozen rounds, or CLPWL_KILL_ROUNDS. CLPWL_SEED chooses the moments. */
#include <dirent.h>
#include <inttypes.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "base/hash.h"
#include "faults/io/run.h"
#include "support/suite.h"
#include "tally.h"

#define CLPWL "tools/clpwl"
#define CACHES "../caches/clpwl"
enum { VALUES = 1 << 17, HEADER = 128, USUAL_ROUNDS = 40, CLEAN_EVERY = 8 };

static float *right; /* the values that eval writes */

/* The whole array, with the values of the table. AUTO chooses the method, and even weights of 8
 * bits are off by far less than this. */
static int values_are_whole(const char *path)
{
    bytes b = io_read(path);
    int whole = b.size == HEADER + VALUES * sizeof *right;
    for (size_t i = 0; whole && i < VALUES; i++) {
        float y;
        memcpy(&y, b.data + HEADER + i * sizeof y, sizeof y);
        whole = fabsf(y - right[i]) < 0.01f;
    }
    free(b.data);
    return whole;
}

static const work table = {"a table", CLPWL, .argv = {"design", "lorentzian", "-n", "300", "-o",
                           "table"}, .outputs = {"table"}};
static const work reference = {"values", CLPWL, .argv = {"eval", "table", "in.npy", "-m",
                               "host-scalar", "-o", "right.npy"}, .outputs = {"right.npy"}};
/* A proof of so many segments takes far more than the second that it may, on any machine: the answer
 * always says "measured". */
static const work victims[] = {
    {"design -o", CLPWL, .argv = {"design", "tanh", "-n", "200000", "-o", "new"},
     .outputs = {"new"}},
    {"eval -o, host", CLPWL, .argv = {"eval", "table", "in.npy", "-m", "host-scalar", "-o",
     "new.npy"}, .outputs = {"new.npy"}},
    {"caches", "tests/faults/io/clpwl_cache", .argv = {"20"}},
    {"eval -o, device, no caches", CLPWL, .argv = {"eval", "table", "in.npy", "-o", "new.npy"},
     .outputs = {"new.npy"}, .may_differ = 1, .is_whole = values_are_whole},
};
enum { VICTIMS = sizeof victims / sizeof *victims };

static uint64_t seed = 1;

static double uniform(void)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return (double)(seed >> 11) * 0x1p-53;
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* A cache's last line is the hash of the lines before. */
static int cache_is_whole(const char *path)
{
    enum { SUM = 17 };
    char sum[SUM + 1];
    bytes b = io_read(path);
    int whole = b.size > SUM;
    if (whole) {
        size_t body = b.size - SUM;
        snprintf(sum, sizeof sum, "%016" PRIx64 "\n",
                 clpwl__hash(CLPWL__HASH_START, b.data, body));
        whole = memcmp(b.data + body, sum, SUM) == 0;
    }
    free(b.data);
    return whole;
}

/* The number of files that are not whole. Removes temporary files, and the others if asked to. */
static int judge_caches(int remove_all, const char *how)
{
    char path[400];
    int wrong = 0;
    DIR *d = opendir(CACHES);
    for (struct dirent *e; d && (e = readdir(d));) {
        if (e->d_name[0] == '.')
            continue;
        snprintf(path, sizeof path, CACHES "/%s", e->d_name);
        int partial = strstr(e->d_name, ".part") != NULL;
        if (!partial && !cache_is_whole(path)) {
            printf("%s: %s is damaged\n", how, path);
            wrong++;
        }
        if (partial || remove_all)
            unlink(path);
    }
    if (d)
        closedir(d);
    return wrong;
}

static void write_input(void)
{
    char header[HEADER + 1];
    FILE *f = fopen("in.npy", "wb");
    ck_assert_ptr_nonnull(f);
    memset(header, ' ', sizeof header);
    int n = snprintf(header + 10, HEADER - 10,
                     "{'descr': '<f4', 'fortran_order': False, 'shape': (%d,), }", VALUES);
    header[10 + n] = ' ';
    memcpy(header, "\x93NUMPY\x01\x00\x76\x00", 10);
    header[HEADER - 1] = '\n';
    fwrite(header, 1, HEADER, f);
    for (int i = 0; i < VALUES; i++) {
        float x = 8.0f * (float)i / VALUES; /* within the domain */
        fwrite(&x, sizeof x, 1, f);
    }
    ck_assert_int_eq(fclose(f), 0);
}

/* The driver's cache of kernels is in the folder too: a kill may meet it. */
static void make_inputs(void)
{
    static char caches[4200], kernels[4200];
    io_begin("kill");
    ck_assert_int_eq(mkdir("../caches", 0777) | mkdir("../kernels", 0777), 0);
    ck_assert_ptr_nonnull(realpath("../caches", caches));
    ck_assert_ptr_nonnull(realpath("../kernels", kernels));
    setenv("XDG_CACHE_HOME", caches, 1);
    setenv("POCL_CACHE_DIR", kernels, 1);
    write_input();
    ck_assert_int_eq(io_run(&table, NULL).status, 0);
    ck_assert_int_eq(io_run(&reference, NULL).status, 0);
    bytes b = io_read("right.npy");
    ck_assert_uint_eq(b.size, HEADER + VALUES * sizeof *right);
    right = malloc(VALUES * sizeof *right);
    ck_assert_ptr_nonnull(right);
    memcpy(right, b.data + HEADER, VALUES * sizeof *right);
    free(b.data);
    io_settle();
}

/* *seconds is the estimated run time. It is adapted so that most commands are killed. */
static void kill_once(tally *sum, const work *w, const lesson *l, double *seconds, int round)
{
    char how[80];
    outcome o = {0};
    int with_old = round & 1;
    double at = *seconds * uniform();
    snprintf(how, sizeof how, "round %d, killed after %.4f s", round, at);
    io_reset(w, with_old);
    int pid = io_start(w, NULL);
    usleep((useconds_t)(1e6 * at));
    kill(-pid, SIGKILL);
    ck_assert_int_eq(waitpid(pid, &o.status, 0), pid);
    int killed = WIFSIGNALED(o.status);
    *seconds *= killed ? 1.05 : 0.8;
    int wrong = io_judge(w, l, &o, with_old, SIGKILL, how);
    wrong += judge_caches(round & 2, how);
    sum->injected += killed;
    sum->refused += killed && wrong == 0;
    sum->wrong += wrong;
    sum->leaked += io_leftovers(w, 1, how);
    if (round % CLEAN_EVERY == 0) { /* the next command succeeds */
        io_reset(w, with_old);
        o = io_run(w, NULL);
        sum->wrong += io_judge(w, l, &o, with_old, 0, "afterwards") || o.status != 0;
        sum->leaked += io_leftovers(w, 0, "afterwards");
    }
}

/* The time without the library's caches but with the driver's kernels. */
static double time_of(const work *w)
{
    judge_caches(1, "before");
    io_reset(w, 0);
    double began = now();
    ck_assert_int_eq(io_run(w, NULL).status, 0);
    return now() - began;
}

START_TEST(kill_9_at_any_moment)
{
    const work *w = &victims[_i];
    const char *wish = getenv("CLPWL_KILL_ROUNDS"), *begin = getenv("CLPWL_SEED");
    uint64_t of = begin ? strtoull(begin, NULL, 0) : 0;
    int rounds = (wish ? atoi(wish) : USUAL_ROUNDS) / VICTIMS;
    tally sum = {0};
    lesson l;
    if (!right)
        make_inputs();
    if (!wish && w->is_whole) { /* otherwise the driver would compile its kernels again */
        printf("%s: with CLPWL_KILL_ROUNDS only\n", w->name);
        return;
    }
    seed = 0x9e3779b97f4a7c15u + of + (uint64_t)_i;
    io_learn(w, &l);
    double seconds = time_of(w);
    for (int round = 0; round < rounds; round++)
        kill_once(&sum, w, &l, &seconds, round);
    io_forget(w, &l);
    printf("seed %" PRIu64 ", %d rounds: ", of, rounds);
    tally_report(w->name, &sum);
}
END_TEST

Suite *suite(void)
{
    runs_in_one_process();
    setvbuf(stdout, NULL, _IOLBF, 0);
    Suite *s = suite_create("killed commands");
    TCase *t = tcase_create("kill");
    tcase_set_timeout(t, 7200);
    tcase_add_loop_test(t, kill_9_at_any_moment, 0, VICTIMS);
    suite_add_tcase(s, t);
    return s;
}
