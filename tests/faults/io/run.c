/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run.h"
#include <check.h>
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define OLD "what was there before\n"
enum { MOST_FILES = 64, NAME_ROOM = 256, OLD_MODE = 0640 };

static char build[4096];
static char known[MOST_FILES][NAME_ROOM];
static int known_count;
static int uses_layer;

bytes io_read(const char *path)
{
    bytes b = {0};
    struct stat there;
    FILE *f = fopen(path, "rb");
    if (!f)
        return b;
    ck_assert_int_eq(fstat(fileno(f), &there), 0);
    b.size = (size_t)there.st_size;
    b.data = malloc(b.size + 1);
    ck_assert_ptr_nonnull(b.data);
    ck_assert_uint_eq(fread(b.data, 1, b.size, f), b.size);
    b.data[b.size] = '\0';
    fclose(f);
    return b;
}

static void write_file(const char *path, const char *text)
{
    FILE *f = fopen(path, "wb");
    ck_assert_ptr_nonnull(f);
    fputs(text, f);
    ck_assert_int_eq(fclose(f), 0);
    ck_assert_int_eq(chmod(path, OLD_MODE), 0);
}

void io_begin(const char *name)
{
    char work_folder[sizeof build + 100], command[2 * sizeof work_folder + 300];
    const char *top = getenv("top_builddir");
    ck_assert_ptr_nonnull(realpath(top ? top : ".", build));
    snprintf(work_folder, sizeof work_folder, "%s/tests/%s.dir/work", build, name);
    snprintf(command, sizeof command, "rm -rf '%s/tests/%s.dir' && mkdir -p '%s'", build, name,
             work_folder);
    ck_assert_int_eq(system(command), 0);
    ck_assert_int_eq(chdir(work_folder), 0);
    unsetenv("CLPWL_DEVICE");
    unsetenv("CLPWL_METHOD");
    setenv("LC_ALL", "C", 1);
    known_count = 0;
}

void io_use_layer(void)
{
    uses_layer = 1;
}

static void each_file(void (*visit)(const char *path, void *user), void *user)
{
    static const char *const folders[] = {".", "clpwl"};
    char path[2 * NAME_ROOM + 16];
    for (int i = 0; i < 2; i++) {
        DIR *d = opendir(folders[i]);
        for (struct dirent *e; d && (e = readdir(d));) {
            struct stat s;
            snprintf(path, sizeof path, "%s%s%s", i ? folders[i] : "", i ? "/" : "", e->d_name);
            if (stat(path, &s) == 0 && !S_ISDIR(s.st_mode))
                visit(path, user);
        }
        if (d)
            closedir(d);
    }
}

static void know(const char *path, void *user)
{
    (void)user;
    ck_assert_int_lt(known_count, MOST_FILES);
    ck_assert_int_lt((int)strlen(path), NAME_ROOM);
    strcpy(known[known_count++], path);
}

void io_settle(void)
{
    known_count = 0;
    each_file(know, NULL);
}

typedef struct search {
    const work *w;
    const char *how;
    int killed, count;
} search;

static int is_partial(const char *path)
{
    size_t n = strlen(path);
    return n > 5 && strcmp(path + n - 5, ".part") == 0;
}

static int belongs(const char *path)
{
    for (int i = 0; i < known_count; i++)
        if (strcmp(path, known[i]) == 0)
            return 1;
    return 0;
}

static void judge_file(const char *path, void *user)
{
    search *s = user;
    if (belongs(path))
        return;
    for (int i = 0; i < OUTPUTS; i++)
        if (s->w->outputs[i] && strcmp(path, s->w->outputs[i]) == 0)
            return;
    if (!(s->killed && is_partial(path))) {
        printf("%s, %s: leaves %s behind\n", s->w->name, s->how, path);
        s->count++;
    }
    unlink(path);
}

int io_leftovers(const work *w, int killed, const char *how)
{
    search s = {w, how, killed, 0};
    each_file(judge_file, &s);
    return s.count;
}

void io_reset(const work *w, int with_old)
{
    unlink("../report");
    for (int i = 0; i < OUTPUTS && w->outputs[i]; i++)
        if (with_old)
            write_file(w->outputs[i], OLD);
        else
            unlink(w->outputs[i]);
}

/* The program itself and not libtool's script: the fault would meet the shell. */
static void find_program(const work *w, char path[PROGRAMS_ROOM])
{
    const char *slash = strrchr(w->program, '/');
    int n = slash ? (int)(slash - w->program) : 0;
    snprintf(path, PROGRAMS_ROOM, "%s/%.*s/.libs/%s", build, n, w->program,
             slash ? slash + 1 : w->program);
    if (access(path, X_OK) != 0)
        snprintf(path, PROGRAMS_ROOM, "%s/%s", build, w->program);
}

/* The environment of a command: this process's, the library or the layer, and the fault. */
static void set_environment(const char *fault)
{
    char text[PROGRAMS_ROOM];
    const char *more = getenv("LD_LIBRARY_PATH");
    if (!more || strncmp(more, build, strlen(build)) != 0) {
        snprintf(text, sizeof text, "%s/.libs%s%s", build, more ? ":" : "", more ? more : "");
        setenv("LD_LIBRARY_PATH", text, 1);
    }
    unsetenv("LD_PRELOAD");
    unsetenv("CLPWL_IO_FAULT");
    unsetenv("OPENCL_LAYERS");
    unsetenv("CLPWL_FAULT");
    if (!fault)
        return;
    if (uses_layer) {
        snprintf(text, sizeof text, "%s/tests/faults/layer/.libs/fault.so", build);
        setenv("OPENCL_LAYERS", text, 1);
        setenv("CLPWL_FAULT", fault, 1);
        setenv("CLPWL_FAULT_REPORT", "../report", 1);
        return;
    }
    snprintf(text, sizeof text, "%s/tests/faults/io/.libs/fault_io.so", build);
    setenv("LD_PRELOAD", text, 1);
    setenv("CLPWL_IO_FAULT", fault, 1);
    setenv("CLPWL_IO_REPORT", "../report", 1);
    setenv("ASAN_OPTIONS", "verify_asan_link_order=0", 0);
}

/* A pipe with the whole file in it, and its writing end closed. */
static int pipe_of(const char *path)
{
    int ends[2];
    bytes b = io_read(path);
    ck_assert_ptr_nonnull(b.data);
    ck_assert_int_eq(pipe(ends), 0);
    ck_assert_int_eq(write(ends[1], b.data, b.size), (long)b.size);
    close(ends[1]);
    free(b.data);
    return ends[0];
}

int io_start(const work *w, const char *fault)
{
    extern char **environ;
    char path[PROGRAMS_ROOM];
    char *argv[ARGUMENTS + 2];
    pid_t pid;
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    sigset_t none, usual;
    int in = w->input ? pipe_of(w->input) : open("/dev/null", O_RDONLY);
    find_program(w, path);
    argv[0] = path;
    for (int i = 0; i <= ARGUMENTS; i++)
        argv[i + 1] = i < ARGUMENTS ? (char *)w->argv[i] : NULL;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, in, STDIN_FILENO);
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "../stdout",
                                     O_WRONLY | O_CREAT | O_TRUNC, 0666);
    posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "../stderr",
                                     O_WRONLY | O_CREAT | O_TRUNC, 0666);
    sigemptyset(&none);
    sigfillset(&usual);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF |
                                              POSIX_SPAWN_SETPGROUP);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &usual);
    set_environment(fault);
    int failed = posix_spawn(&pid, path, &files, &attributes, argv, environ);
    set_environment(NULL);
    ck_assert_msg(failed == 0, "%s: %s", path, strerror(failed));
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attributes);
    close(in);
    return pid;
}

static void read_report(outcome *o)
{
    char line[300];
    FILE *f = fopen("../report", "r");
    while (f && fgets(line, sizeof line, f)) {
        line[strcspn(line, "\n")] = '\0';
        if (sscanf(line, "left-open %d", &o->left_open) == 1)
            continue;
        if (sscanf(line, "not-on-disk %79s", o->not_on_disk) == 1)
            continue;
        o->met = 1;
        snprintf(o->call, sizeof o->call, "%.79s", line);
    }
    if (f)
        fclose(f);
}

outcome io_run(const work *w, const char *fault)
{
    outcome o = {0};
    int pid = io_start(w, fault);
    ck_assert_int_eq(waitpid(pid, &o.status, 0), pid);
    read_report(&o);
    return o;
}

void io_learn(const work *w, lesson *l)
{
    io_reset(w, 0);
    outcome o = io_run(w, NULL);
    bytes err = io_read("../stderr");
    ck_assert_msg(o.status == 0, "%s: status %x without a fault: %s", w->name, o.status,
                  err.data);
    l->text = io_read("../stdout");
    for (int i = 0; i < OUTPUTS; i++) {
        l->outputs[i] = w->outputs[i] ? io_read(w->outputs[i]) : (bytes){0};
        ck_assert_msg(!w->outputs[i] || l->outputs[i].data, "%s has not written %s", w->name,
                      w->outputs[i]);
    }
    ck_assert_int_eq(io_leftovers(w, 0, "no fault"), 0);
    free(err.data);
}

void io_forget(const work *w, lesson *l)
{
    io_reset(w, 0);
    if (w->outputs[0] && belongs(w->outputs[0]))
        ck_assert_int_eq(io_run(w, NULL).status, 0);
    for (int i = 0; i < OUTPUTS; i++)
        free(l->outputs[i].data);
    free(l->text.data);
    *l = (lesson){0};
}

int io_frames_are_whole(const char *path)
{
    enum { FRAME = 6 + 32 * 32 };
    bytes b = io_read(path);
    char *end = memchr(b.data, '\n', b.size);
    size_t frames = end ? b.size - (size_t)(end + 1 - b.data) : 0;
    int whole = frames > 0 && frames % FRAME == 0 && memcmp(b.data, "YUV4MPEG2 ", 10) == 0;
    free(b.data);
    return whole;
}

static int same(bytes a, bytes b)
{
    return a.data && b.data && a.size == b.size && memcmp(a.data, b.data, a.size) == 0;
}

/* The old file or the new one, whole, with the mode of the old one. */
static const char *output_fault(const work *w, const lesson *l, int i, int done, int with_old)
{
    const char *what = NULL;
    struct stat s = {0};
    if (!w->outputs[i])
        return NULL;
    bytes now = io_read(w->outputs[i]), old = {(char[]){OLD}, sizeof OLD - 1};
    stat(w->outputs[i], &s);
    int is_old = with_old ? same(now, old) : !now.data;
    int is_new = same(now, l->outputs[i]);
    int is_whole = is_new || (w->is_whole && now.data && w->is_whole(w->outputs[i]));
    if (!is_old && !is_whole)
        what = "the file is neither the old one nor the new one";
    else if (done && !is_new && !w->may_differ)
        what = "it succeeds without the new file";
    else if (with_old && (s.st_mode & 0777) != OLD_MODE)
        what = "the file has another mode than before";
    free(now.data);
    return what;
}

static size_t count_lines(bytes text)
{
    size_t lines = 0;
    for (size_t i = 0; i < text.size; i++)
        lines += text.data[i] == '\n';
    return lines;
}

/* The output of a failed command to a pipe may be anything. */
static const char *text_fault(const work *w, const lesson *l, int done)
{
    bytes text = io_read("../stdout");
    int right = !done || (w->has_times ? count_lines(text) == count_lines(l->text)
                                       : same(text, l->text));
    free(text.data);
    return right ? NULL : "standard output is wrong";
}

static const char *message_fault(int done, int signal)
{
    bytes err = io_read("../stderr");
    const char *end = memchr(err.data, '\n', err.size), *what = NULL;
    if (done && err.size > 0)
        what = "it succeeds and complains";
    else if (!done && !signal && (!end || end + 1 != err.data + err.size))
        what = "it fails, and does not say why in one line";
    free(err.data);
    return what;
}

int io_judge(const work *w, const lesson *l, const outcome *o, int with_old, int signal,
             const char *how)
{
    int done = WIFEXITED(o->status) && WEXITSTATUS(o->status) == 0;
    int ended = signal && WIFSIGNALED(o->status) && WTERMSIG(o->status) == signal;
    int refused = WIFEXITED(o->status) && WEXITSTATUS(o->status) == 1;
    enum { OTHERS = 3 };
    const char *faults[OTHERS + OUTPUTS] = {
        text_fault(w, l, done), message_fault(done, signal),
        done || ended || refused ? NULL : "it ends neither with 0 nor 1"};
    int count = 0;
    for (int i = 0; i < OUTPUTS; i++)
        faults[OTHERS + i] = output_fault(w, l, i, done, with_old);
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
        if (faults[i]) {
            bytes err = io_read("../stderr");
            printf("%s, %s: %s (status %x): %s\n", w->name, how, faults[i], o->status, err.data);
            free(err.data);
            count++;
        }
    return count;
}
