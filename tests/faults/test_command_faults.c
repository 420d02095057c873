/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Commands with one failing call for a file, a pipe or OpenCL, or with a signal right after a call: some
 * of each kind, with the codes in turn; with CLPWL_FAULTS=all each call, of commands on a device more. The
 * command then ends with 0 and the right results, or with 1 and one line, or by the signal. Each output is
 * the old file or the new one, and there are no other new files. It runs in a folder of its own.
 */
#include <fcntl.h>
#include <glob.h>
#include <inttypes.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include "base/cache.h"
#include "base/hash.h"
#include "clpwl_cl.h"
#include "support/suite.h"
#include "tally.h"

#define CACHE "clpwl/6b0462782e07a28e" /* the name is a hash of the identity */
#define CLPWL "tools/clpwl"
#define BGS "apps/clpwl-bgs"
#define FLOW "apps/clpwl-flow"
#define MESH "apps/clpwl-mesh"
#define OLD "what was there before\n"
enum { ARGUMENTS = 20, OUTPUTS = 4, OLD_MODE = 0640, NEVER = 1 << 30 };
enum { FILES, SIGNALS, ONCE, EVER, KINDS };
enum { CODES = 5 };

typedef struct kind {
    const char *name, *format; /* of CLPWL_IO_FAULT or CLPWL_FAULT */
    long some, of_device;      /* how many calls are tried; with CLPWL_FAULTS=all, of a command on a device */
    int codes[CODES];
} kind;

#define OPENCL_CODES {CL_OUT_OF_RESOURCES, CL_OUT_OF_HOST_MEMORY, CL_MEM_OBJECT_ALLOCATION_FAILURE, \
                      CL_BUILD_PROGRAM_FAILURE, CL_DEVICE_NOT_AVAILABLE}
static const kind kinds[KINDS] = {
    [FILES] = {"files", "%ld:%d", 12, 12, {0, 1, 2, 3, 4}},
    [SIGNALS] = {"signals", "%ld:%d", 6, 12, {-SIGKILL, -SIGTERM, -SIGINT, -SIGHUP, -SIGPIPE}},
    [ONCE] = {"OpenCL", "%ld %d", 2, 20, OPENCL_CODES},
    [EVER] = {"OpenCL, for good", "%ld %d ever", 0, 10, OPENCL_CODES},
};

/* A command. Its files are in its working directory. */
typedef struct work {
    const char *program;          /* in the build tree */
    const char *argv[ARGUMENTS];  /* after its name */
    const char *outputs[OUTPUTS]; /* the files that it writes; none: standard output */
    const char *input;            /* standard input, through a pipe; NULL: nothing */
    int device;                   /* it uses OpenCL, and its start takes long */
    int may_end; /* a stream that ends early and the files of its end are whole; a signal leaves FILE.part */
    int may_differ; /* after a success the file may be the old one, or another whole one */
} work;

#define SCENE "scene", "--width=32", "--height=32", "--frames=3", "--empty=1", "--format=pnm", "."
#define VIDEO "in%06d.ppm", "--quiet"
#define MOTION "in000000.ppm", "in000001.ppm", "--quiet", "--levels=2", "--flow", "new.flo"
#define PARTS "body/model.off", "-k3", "--quiet", "--seg", "new.seg"
#define NUMBERS "eval", "table", "-m", "host-scalar"
#define OF(...) .argv = {__VA_ARGS__}
#define TO(...) .outputs = {__VA_ARGS__}
/* The first ones make input files of the others. */
static const work works[] = {
    {CLPWL, OF("design", "lorentzian", "-n", "300", "-p", "optimized", "-o", "table"), TO("table")},
    {CLPWL, OF("design", "exp", "-d", "1:1.0001", "-n", "2", "-o", "narrow"), TO("narrow")},
    {BGS, OF(SCENE), TO("in000000.ppm", "truth000002.pgm"), .may_end = 1},
    {FLOW, OF("scene", "pair", "--width", "32", "--height", "32"), TO("pair/truth.flo")},
#ifdef BUILD_MESH
    {MESH, OF("scene", "body", "--cells", "16"), TO("body/model.off", "body/truth.seg")},
    {MESH, OF("score", "body/truth.seg", "body/truth.seg")},
#endif
    {CLPWL, OF("design", "tanh", "-n", "400", "--json")},
    {CLPWL, OF("design", "--samples", "in.csv", "-n", "9", "-o", "new"), TO("new")},
    /* The CPU is unknown where its name cannot be read. */
    {CLPWL, OF("verify", "narrow", "--every", "-m", "host-scalar", "--json", "-o", "new"), TO("new"),
     .may_differ = 1},
    {CLPWL, OF("inspect", "table")},
    {CLPWL, OF(NUMBERS, "in.txt", "-o", "new"), TO("new")},
    {CLPWL, OF(NUMBERS), .input = "in.txt"},
    {CLPWL, OF(NUMBERS, "in.npy", "-o", "new.npy"), TO("new.npy")},
    {CLPWL, OF(NUMBERS), .input = "in.npy"},
    {CLPWL, OF("plot", "table", "-o", "new.svg"), TO("new.svg")},
    {BGS, OF("score", "in000000.ppm", "truth000000.pgm")},
    {FLOW, OF("score", "pair/truth.flo", "pair/truth.flo")},
    {"tests/faults/io/clpwl_cache", OF("writes"), TO(CACHE), .may_end = 1, .may_differ = 1},
    {CLPWL, OF("eval", "table", "in.npy", "-m", "buffer", "-o", "new.npy"), TO("new.npy"), .device = 1},
    {BGS, OF(VIDEO, "--model=median", "--median=3", "--masks", "new.y4m"), TO("new.y4m"),
     .device = 1, .may_end = 1},
    {BGS, OF(VIDEO, "--model=average", "--save-model", "new"), TO("new"), .device = 1, .may_end = 1},
    {BGS, OF(VIDEO, "--model=mog", "--background", "new.ppm", "--blobs", "new.csv", "--sheet", "sheet.ppm"),
     TO("new.ppm", "new.csv", "sheet.ppm"), .device = 1, .may_end = 1},
    {BGS, OF(VIDEO, "--masks", "new.y4m", "--samples=2", "--every=1", "--gaussian=table-q",
     "--method=buffer"), TO("new.y4m"), .device = 1, .may_end = 1},
    {FLOW, OF(MOTION, "--iterations=2", "--table-method=buffer", "--color", "new.ppm"),
     TO("new.flo", "new.ppm"), .device = 1},
    {FLOW, OF(MOTION, "--iterations=1", "--weights=exact", "--window=gauss", "--warp=image",
     "--brightness=off"), TO("new.flo"), .device = 1},
    {FLOW, OF(MOTION, "--method=ncc", "--check=1"), TO("new.flo"), .device = 1},
#ifdef BUILD_MESH
    {MESH, OF(PARTS, "--paths=full", "--angle=log", "--table-method=buffer", "--picture", "new.ppm"),
     TO("new.seg", "new.ppm"), .device = 1},
    {MESH, OF(PARTS, "--paths=half", "--bits=16"), TO("new.seg"), .device = 1},
    {MESH, OF(PARTS, "--paths=dijkstra", "--ply", "new.ply", "--off", "new.off"),
     TO("new.seg", "new.ply", "new.off"), .device = 1},
    {MESH, OF("body/model.off", "-k3", "--quiet", "--save-distances", "new.npy"), TO("new.npy"), .device = 1},
#endif
};
enum { WORKS = sizeof works / sizeof *works };

typedef struct bytes {
    char *data; /* NULL: no such file */
    size_t size;
} bytes;

typedef struct outcome {
    int status;           /* of wait() */
    char call[80];        /* the names of the call and of the code that it met; "": none */
    long calls, left_open; /* how many; descriptors, or references to OpenCL objects */
    char not_on_disk[80]; /* a file that was renamed before it was on the disk */
} outcome;

/* What the command leaves if nothing fails. */
typedef struct lesson {
    bytes outputs[OUTPUTS], text;
    long others; /* files but its outputs */
} lesson;

static char build[PATH_MAX], here[PATH_MAX + 40];

static bytes read_file(const char *path)
{
    bytes b = {0};
    struct stat there;
    FILE *f = fopen(path, "rb");
    if (!f)
        return b;
    ck_assert_int_eq(fstat(fileno(f), &there), 0);
    b.size = (size_t)there.st_size;
    b.data = calloc(b.size + 1, 1);
    ck_assert_ptr_nonnull(b.data);
    ck_assert_uint_eq(fread(b.data, 1, b.size, f), b.size);
    fclose(f);
    return b;
}

static int same(bytes a, bytes b)
{
    return a.data && b.data && a.size == b.size && memcmp(a.data, b.data, a.size) == 0;
}

/* By what a format says of its size: masks of 32 x 32 in a y4m, a picture, a model that ends in its checksum,
 * whole lines. */
static int is_whole(const char *path, bytes b)
{
    enum { FRAME = 6 + 32 * 32 };
    int width, height, head = 0;
    uint64_t sum = 0;
    double numbers[4];
    const char *line = b.size ? memchr(b.data, '\n', b.size) : NULL;
    if (strcmp(path, CACHE) == 0)
        return clpwl__cache_read(NULL, "a device", "sampler", numbers, 4) == 3 ||
               clpwl__cache_read(NULL, "a device", "linear", numbers, 4) == 2;
    if (!line || b.size <= sizeof sum)
        return 0;
    if (strstr(path, ".y4m")) {
        const size_t frames = b.size - (size_t)(line + 1 - b.data);
        return frames > 0 && frames % FRAME == 0 && memcmp(b.data, "YUV4MPEG2 ", 10) == 0;
    }
    if (b.data[0] == 'P')
        return sscanf(b.data + 1, "%*d %d %d 255%n", &width, &height, &head) == 2 && head &&
               b.size == (size_t)head + 2 + (b.data[1] == '6' ? 3U : 1U) * (size_t)width * (size_t)height;
    memcpy(&sum, b.data + b.size - sizeof sum, sizeof sum);
    return b.data[b.size - 1] == '\n' ||
           sum == clpwl__hash(CLPWL__HASH_START, b.data, b.size - sizeof sum);
}

/* The command's process: standard input is a pipe with the whole file in it. */
_Noreturn static void become(const work *w, const kind *k, const char *fault)
{
    char text[2 * PATH_MAX], *argv[ARGUMENTS + 2] = {text};
    const char *slash = strrchr(w->program, '/'), *more = getenv("LD_LIBRARY_PATH");
    const int of_files = k < &kinds[ONCE];
    int ends[2];
    bytes b = w->input ? read_file(w->input) : (bytes){0};
    if (pipe(ends) != 0 || write(ends[1], b.data, b.size) != (long)b.size || close(ends[1]) != 0 ||
        dup2(ends[0], STDIN_FILENO) < 0 || !freopen("../stdout", "w", stdout) ||
        !freopen("../stderr", "w", stderr))
        _exit(99);
    close(ends[0]);
    free(b.data);
    snprintf(text, sizeof text, "%s/.libs%s%s", build, more ? ":" : "", more ? more : "");
    setenv("LD_LIBRARY_PATH", text, 1);
    snprintf(text, sizeof text, "%s/tests/faults/%s/.libs/fault%s.so", build, of_files ? "io" : "layer",
             of_files ? "_io" : "");
    setenv(of_files ? "LD_PRELOAD" : "OPENCL_LAYERS", text, 1);
    setenv(of_files ? "CLPWL_IO_FAULT" : "CLPWL_FAULT", fault, 1);
    setenv(of_files ? "CLPWL_IO_REPORT" : "CLPWL_FAULT_REPORT", "../report", 1);
    setenv("LC_ALL", "C", 1);
    unsetenv("CLPWL_DEVICE");
    unsetenv("CLPWL_METHOD");
    /* Caches are in the folder, too; measurements from disk would meet no fault of OpenCL. */
    setenv("XDG_CACHE_HOME", of_files ? here : "/dev/null", 1);
    for (int i = 0; i < ARGUMENTS; i++)
        argv[i + 1] = (char *)w->argv[i];
    /* The program itself and not libtool's script: the fault would meet the shell. */
    snprintf(text, sizeof text, "%s/%.*s/.libs%s", build, (int)(slash - w->program), w->program, slash);
    execv(text, argv);
    snprintf(text, sizeof text, "%s/%s", build, w->program);
    execv(text, argv);
    _exit(99);
}

static outcome run(const work *w, const kind *k, long n, int code)
{
    outcome o = {0};
    char fault[40], line[300];
    snprintf(fault, sizeof fault, k->format, n, code);
    unlink("../report");
    pid_t pid = fork();
    ck_assert_int_ge(pid, 0);
    if (pid == 0)
        become(w, k, fault);
    ck_assert_int_eq(waitpid(pid, &o.status, 0), pid);
    FILE *f = fopen("../report", "r");
    while (f && fgets(line, sizeof line, f))
        if (sscanf(line, "calls %ld", &o.calls) != 1 && sscanf(line, "left-open %ld", &o.left_open) != 1 &&
            sscanf(line, "not-on-disk %79s", o.not_on_disk) != 1)
            snprintf(o.call, sizeof o.call, "%.*s", (int)strcspn(line, "\n"), line);
    if (f)
        fclose(f);
    return o;
}

/* The files that are none of its outputs. Those of an unfinished output are removed. */
static long count_others(const work *w, long *parts)
{
    glob_t g;
    long count = 0;
    glob("*", 0, NULL, &g);
    glob("*/*", GLOB_APPEND, NULL, &g);
    for (size_t i = 0; i < g.gl_pathc; i++) {
        const char *path = g.gl_pathv[i];
        int is_output = 0, is_part = strstr(path, ".part") != NULL;
        for (int k = 0; k < OUTPUTS; k++)
            is_output |= w->outputs[k] && strcmp(path, w->outputs[k]) == 0;
        *parts += is_part;
        count += !is_output && !is_part;
        if (is_part)
            unlink(path);
    }
    globfree(&g);
    return count;
}

/* The outputs are old ones, or absent. */
static void reset(const work *w, int with_old)
{
    for (int i = 0; i < OUTPUTS && w->outputs[i]; i++) {
        unlink(w->outputs[i]);
        FILE *f = with_old ? fopen(w->outputs[i], "wb") : NULL;
        if (with_old)
            ck_assert(f && fputs(OLD, f) >= 0 && fclose(f) == 0 && chmod(w->outputs[i], OLD_MODE) == 0);
    }
}

/* Returns the number of calls. */
static long learn(const work *w, const kind *k, lesson *l)
{
    long parts = 0;
    reset(w, 0);
    outcome o = run(w, k, NEVER, k->codes[0]);
    bytes err = read_file("../stderr");
    ck_assert_msg(o.status == 0 && !err.size, "%s %s: status %x without a fault: %s", w->program, w->argv[0],
                  o.status, err.data);
    l->text = read_file("../stdout");
    for (int i = 0; i < OUTPUTS; i++) {
        l->outputs[i] = w->outputs[i] ? read_file(w->outputs[i]) : (bytes){0};
        ck_assert_msg(!w->outputs[i] || l->outputs[i].data, "%s was not written", w->outputs[i]);
    }
    l->others = count_others(w, &parts);
    ck_assert_int_eq(parts, 0);
    free(err.data);
    return o.calls;
}

/* The old file or the new one, with the mode of the old one. NULL: right. */
static const char *output_fault(const work *w, const lesson *l, int i, int done, int with_old)
{
    struct stat s = {0};
    bytes now = read_file(w->outputs[i]), old = {(char[]){OLD}, sizeof OLD - 1};
    stat(w->outputs[i], &s);
    int is_old = with_old ? same(now, old) : !now.data, is_new = same(now, l->outputs[i]);
    int others = (w->may_end || w->may_differ) && now.data && is_whole(w->outputs[i], now);
    free(now.data);
    return !is_old && !is_new && !others           ? "a file is neither the old one nor the new one"
           : done && !is_new && !w->may_differ     ? "it succeeds without the new file"
           : with_old && (s.st_mode & 0777) != OLD_MODE ? "the file has another mode than before"
                                                   : NULL;
}

/* What is wrong with how it ended, or NULL. The output of a failed command to a pipe may be anything. */
static const char *ending_fault(const lesson *l, const outcome *o, int signal, int of_opencl)
{
    const int done = o->status == 0;
    const int killed = signal && WIFSIGNALED(o->status) && WTERMSIG(o->status) == signal;
    bytes err = read_file("../stderr"), text = read_file("../stdout");
    const char *end = strchr(err.data, '\n'), *what = NULL;
    if (!done && !killed && !(WIFEXITED(o->status) && WEXITSTATUS(o->status) == 1))
        what = "it ends neither with 0 nor 1";
    else if (done && err.size > 0)
        what = "it succeeds and complains";
    else if (!done && !signal && (!end || end[1]))
        what = "it fails, and does not say why in one line";
    else if (!done && of_opencl && !strstr(err.data, "CL_") && !strstr(err.data, "OpenCL") &&
             !strstr(err.data, "clBuildProgram"))
        what = "the message names no call of OpenCL";
    else if (done && !same(text, l->text))
        what = "standard output is wrong";
    if (what)
        printf("%s", err.data);
    free(err.data);
    free(text.data);
    return what;
}

/* One fault, with and without old files in turn. */
static void step(tally *sum, const work *w, const kind *k, const lesson *l, long n, int code)
{
    const int with_old = n % 2 == 0, signal = k == &kinds[SIGNALS] ? -code : 0;
    long parts = 0;
    reset(w, with_old);
    const outcome o = run(w, k, n, code);
    const int met = o.call[0] != '\0', done = o.status == 0;
    const char *wrong = ending_fault(l, &o, signal, k >= &kinds[ONCE]), *leaked = NULL;
    for (int i = 0; i < OUTPUTS && !wrong; i++)
        wrong = w->outputs[i] ? output_fault(w, l, i, done, with_old) : NULL;
    if (!wrong && o.not_on_disk[0])
        wrong = "a file is renamed before it is on the disk";
    const long others = count_others(w, &parts);
    if (others != l->others || (parts && !(signal && (signal == SIGKILL || w->may_end))))
        leaked = "a file is left behind";
    if (o.left_open && !signal)
        leaked = "a descriptor or an object is left open";
    if (wrong || leaked)
        printf("%s %s: call %ld, %s, %s: %s (status %x)\n", w->program, w->argv[0], n, o.call,
               with_old ? "over a file" : "new", wrong ? wrong : leaked, o.status);
    sum->injected += met;
    sum->refused += met && !done;
    sum->tolerated += met && done;
    sum->wrong += wrong != NULL;
    sum->leaked += leaked != NULL;
}

static void sweep(tally *sum, const work *w, const kind *k, int turn)
{
    lesson l;
    const long calls = learn(w, k, &l), most = !tally_all() ? k->some : w->device ? k->of_device : calls;
    const long stride = most ? (calls + most - 1) / most : 1;
    for (long n = 1 + turn % stride; n <= calls; n += stride)
        step(sum, w, k, &l, n, k->codes[(n / stride + turn) % CODES]);
    reset(w, 0);
    ck_assert_int_eq(run(w, k, NEVER, k->codes[0]).status, 0); /* others read its files */
    for (int i = 0; i < OUTPUTS; i++)
        free(l.outputs[i].data);
    free(l.text.data);
}

static void make_inputs(void)
{
    char command[2 * sizeof here + 30];
    const char *top = getenv("top_builddir");
    ck_assert_ptr_nonnull(realpath(top ? top : ".", build));
    snprintf(here, sizeof here, "%s/tests/command_faults.dir/work", build);
    snprintf(command, sizeof command, "rm -rf '%s' && mkdir -p '%s'", here, here);
    ck_assert_int_eq(system(command), 0);
    ck_assert_int_eq(chdir(here), 0);
    setenv("XDG_CACHE_HOME", here, 1);
    FILE *text = fopen("in.txt", "w"), *csv = fopen("in.csv", "w"), *npy = fopen("in.npy", "wb");
    ck_assert(text && csv && npy);
    fputs("\x93NUMPY\x01", npy);
    fwrite("\0\x76\0", 1, 3, npy);
    fprintf(npy, "%-117s\n", "{'descr': '<f4', 'fortran_order': False, 'shape': (3000,), }");
    for (int i = 0; i < 3000; i++) {
        float x = i / 375.0f; /* within the domain, and samples that 9 segments approximate */
        fprintf(text, "%.9g\n", (double)x);
        fwrite(&x, sizeof x, 1, npy);
        fprintf(csv, "%d,%d\n", i, i * i);
    }
    ck_assert(fclose(text) == 0 && fclose(csv) == 0 && fclose(npy) == 0);
}

AT_START(prepare)
{
    setvbuf(stdout, NULL, _IOLBF, 0);
}

ONE_PROCESS

TESTS(every_command, WORKS)
{
    const work *w = &works[_i];
    if (_i == 0)
        make_inputs();
    const int first = tally_all() || !w->device ? FILES : ONCE;
    const int end = !w->device ? ONCE : tally_all() ? KINDS : EVER;
    if (strcmp(w->argv[0], "plot") == 0 && system("command -v gnuplot >/dev/null 2>&1") != 0)
        return;
    for (int k = first; k < end; k++) {
        char what[80];
        tally sum = {0};
        sweep(&sum, w, &kinds[k], _i);
        snprintf(what, sizeof what, "%d %.12s %.9s, %s", _i, w->program, w->argv[0], kinds[k].name);
        tally_report(what, &sum, 1);
    }
}
