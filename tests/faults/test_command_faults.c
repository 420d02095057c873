/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every OpenCL call of the applications fails, once or for good. The codes take turns. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include "clpwl_cl.h"
#include "faults/io/run.h"
#include "support/suite.h"
#include "tally.h"

#define BGS "apps/clpwl-bgs"
#define FLOW "apps/clpwl-flow"
#define MESH "apps/clpwl-mesh"
#ifdef HAVE_PNG
#define PAIR "first.png", "second.png"
#else
#define PAIR "first.pgm", "second.pgm"
#endif
enum { MOST_CALLS = 5000, STRIDE = 61 };

static const work makers[] = {
    {"frames", BGS, .argv = {"scene", "--width=32", "--height=32", "--frames=3", "--empty=1",
     "--format=pnm", "."}},
    {"a pair", FLOW, .argv = {"scene", ".", "--width=32", "--height=32", "--right=1"}},
#ifdef BUILD_MESH
    {"a body", MESH, .argv = {"scene", ".", "--cells=16"}},
#endif
};
enum { MAKERS = sizeof makers / sizeof *makers };

#define VIDEO "in%06d.ppm", "--quiet", "--masks", "new.y4m"
#define MOTION PAIR, "--quiet", "--flow", "new.flo", "--levels=2"
#define PARTS "model.off", "-k3", "--quiet", "--seg", "new.seg"
static const work works[] = {
    {"bgs median", BGS, .argv = {VIDEO, "--model=median", "--median=3"}, .outputs = {"new.y4m"},
     .is_whole = io_frames_are_whole},
    {"bgs average", BGS, .argv = {VIDEO, "--model=average"}, .outputs = {"new.y4m"},
     .is_whole = io_frames_are_whole},
    {"bgs mog", BGS, .argv = {VIDEO, "--model=mog"}, .outputs = {"new.y4m"},
     .is_whole = io_frames_are_whole},
    {"bgs stkde", BGS, .argv = {VIDEO, "--samples=2", "--every=1", "--gaussian=table-q",
     "--method=buffer"}, .outputs = {"new.y4m"}, .is_whole = io_frames_are_whole},
    {"flow lk", FLOW, .argv = {MOTION, "--iterations=2", "--table-method=buffer"},
     .outputs = {"new.flo"}},
    {"flow lk, gauss, image", FLOW, .argv = {MOTION, "--iterations=1", "--table-method=buffer",
     "--window=gauss", "--warp=image", "--brightness=off"}, .outputs = {"new.flo"}},
    {"flow ncc", FLOW, .argv = {MOTION, "--method=ncc", "--check=1"}, .outputs = {"new.flo"}},
#ifdef BUILD_MESH
    {"mesh full", MESH, .argv = {PARTS, "--paths=full", "--angle=log", "--table-method=buffer"},
     .outputs = {"new.seg"}},
    {"mesh half, 16 bits", MESH, .argv = {PARTS, "--paths=half", "--bits=16"},
     .outputs = {"new.seg"}},
    {"mesh dijkstra", MESH, .argv = {PARTS, "--paths=dijkstra"}, .outputs = {"new.seg"}},
    {"mesh auto", MESH, .argv = {PARTS}, .outputs = {"new.seg"}},
#endif
};
enum { WORKS = sizeof works / sizeof *works };

static void make_inputs(void)
{
    static int is_made;
    if (is_made++)
        return;
    io_begin("command_faults");
    io_use_layer();
    /* The library's cache has no folder: measurements from disk would meet no fault. */
    unsetenv("HOME");
    unsetenv("XDG_CACHE_HOME");
    for (size_t i = 0; i < MAKERS; i++)
        ck_assert_int_eq(io_run(&makers[i], NULL).status, 0);
    io_settle();
}

/* The line names OpenCL's code, or the call. */
static int names_opencl(void)
{
    bytes err = io_read("../stderr");
    const int names = err.data && (strstr(err.data, "OpenCL") || strstr(err.data, "CL_") ||
                                    strstr(err.data, "clBuildProgram"));
    free(err.data);
    return names;
}

/* One fault. Returns 0 if no call met it. */
static int step(tally *sum, const work *w, const lesson *l, long n, const char *how)
{
    static const int codes[] = {CL_OUT_OF_RESOURCES, CL_OUT_OF_HOST_MEMORY,
                                CL_MEM_OBJECT_ALLOCATION_FAILURE, CL_BUILD_PROGRAM_FAILURE,
                                CL_DEVICE_NOT_AVAILABLE};
    enum { CODES = sizeof codes / sizeof *codes };
    char fault[40], what[160];
    const int with_old = n % 2 == 0;
    snprintf(fault, sizeof fault, "%ld %d %s", n, codes[n % CODES], how);
    io_reset(w, with_old);
    const outcome o = io_run(w, fault);
    const int done = WIFEXITED(o.status) && WEXITSTATUS(o.status) == 0;
    snprintf(what, sizeof what, "call %ld, %s %s", n, o.call, how);
    sum->injected += o.met;
    sum->refused += o.met && !done;
    sum->tolerated += o.met && done;
    sum->wrong += io_judge(w, l, &o, with_old, 0, what);
    sum->leaked += io_leftovers(w, 0, what);
    if (!done && !names_opencl()) {
        printf("%s, %s: the message names no call of OpenCL\n", w->name, what);
        sum->wrong++;
    }
    if (o.left_open) {
        printf("%s, %s: %d references to objects are left\n", w->name, what, o.left_open);
        sum->leaked++;
    }
    return o.met;
}

static void sweep(const work *w, const char *how)
{
    char what[80];
    long n = 1;
    tally sum = {0};
    lesson l;
    make_inputs();
    io_learn(w, &l);
    while (n <= MOST_CALLS && step(&sum, w, &l, n, how))
        n += tally_all() ? 1 : STRIDE;
    ck_assert_msg(n <= MOST_CALLS, "%s: still faults after %d calls", w->name, MOST_CALLS);
    io_forget(w, &l);
    snprintf(what, sizeof what, "%s, %s", w->name, how);
    tally_report(what, &sum);
}

START_TEST(every_call_fails_once)
{
    sweep(&works[_i], "once");
}
END_TEST

START_TEST(a_device_that_stays_lost)
{
    if (tally_all())
        sweep(&works[_i], "ever");
}
END_TEST

Suite *suite(void)
{
    runs_in_one_process();
    setvbuf(stdout, NULL, _IOLBF, 0);
    Suite *s = suite_create("OpenCL faults of commands");
    TCase *t = tcase_create("commands");
    tcase_set_timeout(t, 3600);
    tcase_add_loop_test(t, every_call_fails_once, 0, WORKS);
    tcase_add_loop_test(t, a_device_that_stays_lost, 0, WORKS);
    suite_add_tcase(s, t);
    return s;
}
