/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every call of a command for a file or a pipe fails once. */
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include "base/cache.h"
#include "base/hash.h"
#include "faults/io/run.h"
#include "support/suite.h"
#include "tally.h"

/* The name is a hash of the identity. */
#define CACHE "clpwl/6b0462782e07a28e"
#define CLPWL "tools/clpwl"
#define BGS "apps/clpwl-bgs"
#define FLOW "apps/clpwl-flow"
#define MESH "apps/clpwl-mesh"
#ifdef HAVE_PNG
#define FLOW_ENDING "png"
#else
#define FLOW_ENDING "pgm"
#endif
#define SCENE "scene", "--width=32", "--height=32", "--frames=2", "--empty=1", "--format=pnm"
enum { MOST_CALLS = 5000, CODES = 5 };

static int cache_is_whole(const char *path)
{
    double numbers[4];
    (void)path;
    size_t probe = clpwl__cache_read(NULL, "a device", "sampler", numbers, 4);
    size_t timing = clpwl__cache_read(NULL, "a device", "linear", numbers, 4);
    return (probe == 0 || probe == 3) && (timing == 0 || timing == 2) && probe + timing > 0;
}

/* After a signal the command ends the stream properly and saves the model of the frames until
 * then: a file that ends in its checksum. */
static int model_is_whole(const char *path)
{
    bytes b = io_read(path);
    uint64_t sum = 0;
    size_t body = b.size > sizeof sum ? b.size - sizeof sum : 0;
    if (body)
        memcpy(&sum, b.data + body, sizeof sum);
    int whole = body && sum == clpwl__hash(CLPWL__HASH_START, b.data, body);
    free(b.data);
    return whole;
}

/* The same for files that are written once, of the last frame: a picture of its size, whole
 * lines. */
static int last_frame_is_whole(const char *path)
{
    int width, height, head = 0, whole = 0;
    bytes b = io_read(path);
    if (b.size > 2 && memcmp(b.data, "P6", 2) == 0)
        whole = sscanf(b.data, "P6 %d %d 255%n", &width, &height, &head) == 2 && head > 0 &&
                b.size == (size_t)head + 1 + 3 * (size_t)width * (size_t)height;
    else
        whole = b.size > 0 && b.data[b.size - 1] == '\n';
    free(b.data);
    return whole;
}

/* Input files of the commands, which stay. */
static const work makers[] = {
    {"a table", CLPWL, .argv = {"design", "lorentzian", "-n", "300", "-p", "optimized", "-o",
     "table"}, .outputs = {"table"}},
    {"a narrow table", CLPWL, .argv = {"design", "exp", "-d", "1:1.0001", "-n", "2", "-o",
     "narrow"}, .outputs = {"narrow"}},
    {"a scene", BGS, .argv = {SCENE, "--seed", "2", "."}, .outputs = {"in000000.ppm"}},
    {"a pair", FLOW, .argv = {"scene", "pair", "--width", "32", "--height", "32", "--right", "1",
     "--rotation", "0"},
     .outputs = {"pair/truth.flo"}},
#ifdef BUILD_MESH
    {"a body", MESH, .argv = {"scene", "body", "--cells", "16"}, .outputs = {"body/truth.seg"}},
#endif
};
enum { MAKERS = sizeof makers / sizeof *makers };

static const work works[] = {
    {"design", CLPWL, .argv = {"design", "tanh", "-n", "40", "-o", "new"}, .outputs = {"new"}},
    {"design --json", CLPWL, .argv = {"design", "tanh", "-n", "400", "--json"}},
    {"design of samples", CLPWL, .argv = {"design", "--samples", "in.csv", "-n", "9", "-o", "new"},
     .outputs = {"new"}},
    {"design by a weight", CLPWL, .argv = {"design", "tanh", "-n", "9", "-d", "0:8", "--weight",
     "in.csv", "-o", "new"}, .outputs = {"new"}},
    {"functions", CLPWL, .argv = {"functions"}},
    /* Its first line has the CPU, if the name can be read. */
    {"verify", CLPWL, .argv = {"verify", "table", "-D", "host", "-m", "host-scalar", "-n", "100"},
     .has_times = 1},
    /* One line, in which the CPU is unknown where its name cannot be read. */
    {"verify --every", CLPWL, .argv = {"verify", "narrow", "--every", "-m", "host-scalar", "--json",
     "-o", "new"}, .outputs = {"new"}, .may_differ = 1, .is_whole = last_frame_is_whole},
    {"inspect", CLPWL, .argv = {"inspect", "table"}},
    {"inspect --json", CLPWL, .argv = {"inspect", "table", "--json"}},
    {"export", CLPWL, .argv = {"export", "table", "--lang", "c", "-o", "new"},
     .outputs = {"new"}},
    {"export to a pipe", CLPWL, .argv = {"export", "table", "--lang", "opencl"}},
    {"eval text", CLPWL, .argv = {"eval", "table", "in.txt", "-m", "host-scalar", "-o", "new"},
     .outputs = {"new"}},
    {"eval text by pipes", CLPWL, .argv = {"eval", "table", "-m", "host-scalar"}, .input = "in.txt"},
    {"eval npy", CLPWL, .argv = {"eval", "table", "in.npy", "-m", "host-scalar", "-o", "new.npy"},
     .outputs = {"new.npy"}},
    {"eval npy by pipes", CLPWL, .argv = {"eval", "table", "-m", "host-scalar"}, .input = "in.npy"},
    {"plot", CLPWL, .argv = {"plot", "table", "-o", "new.svg"}, .outputs = {"new.svg"},
     .needs = "gnuplot"},
    {"bgs scene", BGS, .argv = {SCENE, "."}, .outputs = {"in000000.ppm"}, .keeps_part = 1},
    {"bgs score", BGS, .argv = {"score", "in000000.ppm", "truth000000.pgm"}},
    {"bgs masks", BGS, .argv = {"--model", "average", "--quiet", "--masks", "new.y4m",
     "in%06d.ppm"}, .outputs = {"new.y4m"}, .keeps_part = 1, .is_slow = 1,
     .is_whole = io_frames_are_whole},
    {"bgs model", BGS, .argv = {"--model", "average", "--quiet", "--save-model", "new",
     "in%06d.ppm"}, .outputs = {"new"}, .keeps_part = 1, .is_slow = 1,
     .is_whole = model_is_whole},
    {"bgs pictures", BGS, .argv = {"--model", "average", "--quiet", "--background", "new.ppm",
     "--blobs", "new.csv", "--sheet", "sheet.ppm", "in%06d.ppm"}, .outputs = {"new.ppm", "new.csv",
     "sheet.ppm"}, .keeps_part = 1, .is_slow = 1, .is_whole = last_frame_is_whole},
    {"flow scene", FLOW, .argv = {"scene", ".", "--width", "32", "--height", "32"},
     .outputs = {"first." FLOW_ENDING, "second." FLOW_ENDING, "truth.flo"}},
    {"flow compare", FLOW, .argv = {"compare", "--knots", "8"}, .has_times = 1, .is_slow = 1},
    {"flow score", FLOW, .argv = {"score", "pair/truth.flo", "pair/truth.flo"}},
    {"flow", FLOW, .argv = {"in000000.ppm", "in000001.ppm", "--quiet", "--weights", "exact",
     "--flow", "new.flo", "--color", "new.ppm"}, .outputs = {"new.flo", "new.ppm"}, .is_slow = 1},
#ifdef BUILD_MESH
    {"mesh scene", MESH, .argv = {"scene", ".", "--cells", "16"},
     .outputs = {"model.off", "truth.seg"}},
    {"mesh bench", MESH, .argv = {"bench", "64", "--rounds", "1"}, .has_times = 1, .is_slow = 1},
    {"mesh copies", MESH, .argv = {"in.off", "-k", "2", "--quiet", "--ply", "new.ply", "--off",
     "new.off", "--save-distances", "new.npy"}, .outputs = {"new.ply", "new.off", "new.npy"},
     .is_slow = 1},
    {"mesh score", MESH, .argv = {"score", "body/truth.seg", "body/truth.seg"}},
    {"mesh", MESH, .argv = {"body/model.off", "-k", "3", "--quiet", "--seg", "new.seg", "--picture",
     "new.ppm"}, .outputs = {"new.seg", "new.ppm"}, .is_slow = 1},
#endif
    {"eval on a device", CLPWL, .argv = {"eval", "table", "in.npy", "-m", "buffer", "-o",
     "new.npy"}, .outputs = {"new.npy"}, .is_slow = 1},
    {"a cache", "tests/faults/io/clpwl_cache", .argv = {"2"}, .outputs = {CACHE}, .keeps_part = 1,
     .may_differ = 1, .is_whole = cache_is_whole},
};
enum { WORKS = sizeof works / sizeof *works };

static void write_inputs(void)
{
    const char header[] = "\x93NUMPY\x01\x00\x76\x00{'descr': '<f4', 'fortran_order': False, "
                          "'shape': (3000,), }";
    FILE *text = fopen("in.txt", "w"), *csv = fopen("in.csv", "w"), *npy = fopen("in.npy", "wb"),
         *off = fopen("in.off", "w");
    ck_assert(text && csv && npy && off);
    fputs("OFF\n4 4 6\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 2 1\n3 0 1 3\n3 0 3 2\n3 1 2 3\n", off);
    fwrite(header, 1, sizeof header - 1, npy);
    fprintf(npy, "%*s", 128 - (int)sizeof header + 1, "\n");
    for (int i = 0; i < 3000; i++) {
        float x = i / 375.0f; /* within the domain, and samples that 9 segments approximate */
        fprintf(text, "%.9g\n", (double)x);
        fwrite(&x, sizeof x, 1, npy);
        fprintf(csv, "%d,%d\n", i, i * i);
    }
    fclose(text);
    fclose(csv);
    fclose(npy);
    fclose(off);
}

static void make_inputs(void)
{
    static char here[PATH_MAX];
    if (here[0])
        return;
    io_begin("io");
    setenv("XDG_CACHE_HOME", realpath(".", here), 1); /* caches are in the folder too */
    write_inputs();
    io_settle();
    for (size_t i = 0; i < MAKERS; i++) {
        ck_assert_int_eq(io_run(&makers[i], NULL).status, 0);
        io_settle();
    }
}

/* One fault. Returns 0 if no call met it. */
static int step(tally *sum, const work *w, const lesson *l, long n, int choice)
{
    char fault[40], how[160];
    int with_old = n % 2 == 0, signal = choice < 0 ? -choice : 0;
    snprintf(fault, sizeof fault, "%ld:%d", n, choice);
    io_reset(w, with_old);
    outcome o = io_run(w, fault);
    snprintf(how, sizeof how, "call %ld, %s, %s", n, o.call, with_old ? "over a file" : "new");
    if (o.met && strstr(o.call, " -"))
        return 1; /* a kind with fewer codes */
    int done = WIFEXITED(o.status) && WEXITSTATUS(o.status) == 0;
    sum->injected += o.met;
    sum->refused += o.met && !done;
    sum->tolerated += o.met && done;
    sum->wrong += io_judge(w, l, &o, with_old, signal, how);
    sum->leaked += io_leftovers(w, signal == SIGKILL || (signal && w->keeps_part), how);
    if (o.left_open && !signal) {
        printf("%s, %s: descriptor %d is left open\n", w->name, how, o.left_open);
        sum->leaked++;
    }
    if (o.not_on_disk[0]) {
        printf("%s, %s: %s is renamed before it is on the disk\n", w->name, how, o.not_on_disk);
        sum->wrong++;
    }
    return o.met;
}

static int in_path(const char *program)
{
    char command[80];
    snprintf(command, sizeof command, "command -v %s >/dev/null 2>&1", program);
    return system(command) == 0;
}

/* The codes take turns from call to call. */
static void sweep(tally *sum, const work *w, const lesson *l, const int *choices, int count)
{
    long n = 1;
    while (n <= MOST_CALLS && step(sum, w, l, n, choices[n % count]))
        n++;
    ck_assert_msg(n <= MOST_CALLS, "%s: still faults after %d calls", w->name, MOST_CALLS);
}

static void sweep_all(tally *sum, const work *w, const int *choices, int count)
{
    lesson l;
    make_inputs();
    if (w->needs && !in_path(w->needs)) {
        printf("%s: no %s here: not tried\n", w->name, w->needs);
        return;
    }
    if (w->is_slow && !tally_all()) {
        printf("%s: with CLPWL_FAULTS=all only\n", w->name);
        return;
    }
    io_learn(w, &l);
    if (!tally_all())
        sweep(sum, w, &l, choices, count);
    for (int i = 0; tally_all() && i < count; i++)
        sweep(sum, w, &l, choices + i, 1);
    io_forget(w, &l);
}

static tally total;

START_TEST(every_call_fails_once)
{
    tally sum = {0};
    static const int all[] = {0, 1, 2, 3, 4}, some[] = {5, 6, 7, 8, 9};
    sweep_all(&sum, &works[_i], tally_all() ? all : some, CODES);
    tally_add(&total, &sum);
    if (sum.injected)
        tally_report(works[_i].name, &sum);
}
END_TEST

/* Right after every call, and in the middle of every write. */
START_TEST(a_signal_at_every_call)
{
    static const int signals[] = {-SIGTERM, -SIGKILL, -SIGINT, -SIGHUP, -SIGPIPE};
    char what[80];
    tally sum = {0};
    sweep_all(&sum, &works[_i], signals, tally_all() ? 5 : 2);
    tally_add(&total, &sum);
    snprintf(what, sizeof what, "%s, signals", works[_i].name);
    if (sum.injected)
        tally_report(what, &sum);
}
END_TEST

START_TEST(in_all)
{
    tally_report("in all", &total);
}
END_TEST

Suite *suite(void)
{
    runs_in_one_process();
    setvbuf(stdout, NULL, _IOLBF, 0);
    Suite *s = suite_create("file faults");
    TCase *t = tcase_create("io");
    tcase_set_timeout(t, 3600);
    tcase_add_loop_test(t, every_call_fails_once, 0, WORKS);
    tcase_add_loop_test(t, a_signal_at_every_call, 0, WORKS);
    tcase_add_test(t, in_all);
    suite_add_tcase(s, t);
    return s;
}
