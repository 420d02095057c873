/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The n-th call that concerns a file or a pipe fails: a library for LD_PRELOAD. Only
 * calls made from objects with "clpwl" in their file's name count, so that drivers and
 * their compilers work undisturbed, and so does the C library's own business.
 *
 *   CLPWL_IO_FAULT=N:K     call N fails with the K-th code of its kind; they come round
 *   CLPWL_IO_FAULT=N:-S    the process gets signal S right behind call N, and in the
 *                          middle of a write
 *   CLPWL_IO_REPORT=FILE   gets the name of the call and of the code, when it is met;
 *                          the number of calls and of descriptors left open, when the process ends; the name
 *                          of a file that is renamed and was not on the disk by then
 *
 * The C library's streams call its own read and write, out of reach: streams that are
 * opened here, and standard input and output, are made anew over functions that can
 * fail. They loop over short writes and give up at EINTR, as the C library's do.
 */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define EXPORT __attribute__((visibility("default")))
#define IS_OURS is_ours(__builtin_return_address(0))
#define REAL(type, name, ...)                                                  \
    static type (*real)(__VA_ARGS__);                                          \
    if (!real)                                                                 \
        *(void **)&real = dlsym(RTLD_NEXT, name)

enum { SHORT = -1, MOST_CODES = 5, DESCRIPTORS = 1024, MOST_SYNCED = 16 };

typedef struct kind {
    const char *name;
    int count, codes[MOST_CODES];
} kind;

static const kind opening = {"open", 3, {EIO, EMFILE, EINTR}};
static const kind creating = {"create", 3, {ENOSPC, EMFILE, EIO}};
static const kind reading = {"read", 3, {EIO, SHORT, EINTR}};
static const kind writing = {"write", 5, {ENOSPC, EIO, SHORT, EINTR, EPIPE}};
static const kind syncing = {"fsync", 2, {EIO, ENOSPC}};
static const kind closing = {"close", 3, {EIO, ENOSPC, EINTR}};
static const kind renaming = {"rename", 2, {EIO, ENOSPC}};
static const kind asking = {"stat", 1, {EIO}};
static const kind changing = {"chmod", 1, {EIO}};
static const kind folder = {"mkdir", 2, {ENOSPC, EIO}};
static const kind cutting = {"ftruncate", 1, {EIO}};
static const kind piping = {"pipe", 1, {EMFILE}};

static atomic_long calls;
static long turn;
static int choice;
static unsigned char opened[DESCRIPTORS];

static int is_ours(void *caller)
{
    Dl_info info;
    if (!dladdr(caller, &info) || !info.dli_fname)
        return 0;
    const char *slash = strrchr(info.dli_fname, '/');
    return strstr(slash ? slash + 1 : info.dli_fname, "clpwl") != NULL;
}

static void report(const char *what, const char *how)
{
    char line[300]; /* names of files have at most 255 */
    const char *path = getenv("CLPWL_IO_REPORT");
    int length = snprintf(line, sizeof line, "%s %s\n", what, how);
    int fd = path ? (int)syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_APPEND, 0666)
                  : -1;
    if (fd >= 0) {
        syscall(SYS_write, fd, line, (size_t)length);
        syscall(SYS_close, fd);
    }
}

/* 0: the call works; SHORT; -S: signal S is sent after it; otherwise the errno of its failure. */
static int fault(const kind *k)
{
    if (turn == 0 || atomic_fetch_add(&calls, 1) + 1 != turn)
        return 0;
    if (choice < 0) {
        report(k->name, strsignal(-choice));
        return choice - 1; /* beside SHORT */
    }
    int code = k->codes[choice % k->count];
    report(k->name, code == SHORT ? "short" : strerror(code));
    return code;
}

static void deliver(int code)
{
    if (code < SHORT) {
        int before = errno;
        kill(getpid(), -(code + 1));
        errno = before;
    }
}

/* Files as they were at their last fsync. A write by another program, gnuplot for example, makes
 * the file longer or later; a write from here removes it from the list. */
static struct stat synced[MOST_SYNCED];
static int synced_next;

static struct stat *find_synced(const struct stat *s)
{
    for (int i = 0; i < MOST_SYNCED; i++)
        if (synced[i].st_nlink && synced[i].st_ino == s->st_ino && synced[i].st_dev == s->st_dev)
            return &synced[i];
    return NULL;
}

static void keep_synced(int fd, int is_on_disk)
{
    struct stat now;
    if (syscall(SYS_newfstatat, fd, "", &now, AT_EMPTY_PATH) != 0 || !S_ISREG(now.st_mode))
        return;
    struct stat *known = find_synced(&now);
    if (is_on_disk)
        *(known ? known : &synced[synced_next++ % MOST_SYNCED]) = now;
    else if (known)
        known->st_nlink = 0;
}

/* A file must be on disk before it is renamed, so that it is whole if the machine stops. */
static void look_at_renamed(const char *path)
{
    struct stat now;
    const char *slash = strrchr(path, '/');
    if (syscall(SYS_newfstatat, AT_FDCWD, path, &now, 0) != 0)
        return;
    struct stat *known = find_synced(&now);
    if (!known || known->st_size != now.st_size || known->st_mtim.tv_sec != now.st_mtim.tv_sec ||
        known->st_mtim.tv_nsec != now.st_mtim.tv_nsec)
        report("not-on-disk", slash ? slash + 1 : path);
}

/* Called before the call; the signal is sent after it. */
#define FAIL_OR_WORK(k, call)                                                  \
    int code = fault(k);                                                       \
    if (code > 0) {                                                            \
        errno = code;                                                          \
        return -1;                                                             \
    }                                                                          \
    int result = (call);                                                       \
    deliver(code);                                                             \
    return result

static void mark(int fd, int open)
{
    if (fd >= 0 && fd < DESCRIPTORS)
        opened[fd] = (unsigned char)open;
}

static int marked(int fd)
{
    mark(fd, 1);
    return fd;
}

static int open_any(const char *path, int flags, mode_t mode)
{
    FAIL_OR_WORK(flags & O_CREAT ? &creating : &opening,
                 marked((int)syscall(SYS_openat, AT_FDCWD, path, flags, mode)));
}

static ssize_t read_any(int fd, void *to, size_t n)
{
    int code = fault(&reading);
    if (code > 0) {
        errno = code;
        return -1;
    }
    ssize_t got = syscall(SYS_read, fd, to, code == SHORT && n > 1 ? (n + 1) / 2 : n);
    deliver(code);
    return got;
}

static ssize_t write_any(int fd, const void *from, size_t n)
{
    int code = fault(&writing);
    if (code > 0) {
        errno = code;
        return -1;
    }
    ssize_t done = syscall(SYS_write, fd, from, code != 0 && n > 1 ? n / 2 : n);
    keep_synced(fd, 0);
    deliver(code);
    return done;
}

static int close_any(int fd)
{
    mark(fd, 0);
    int code = fault(&closing);
    int result = (int)syscall(SYS_close, fd);
    deliver(code);
    if (code > 0) { /* it is closed anyway, as on Linux */
        errno = code;
        return -1;
    }
    return result;
}

/* Streams over the functions above. The cookie is the descriptor. */
static int descriptor(void *cookie)
{
    return (int)(intptr_t)cookie - 1;
}

static ssize_t stream_read(void *cookie, char *to, size_t n)
{
    return read_any(descriptor(cookie), to, n);
}

static ssize_t stream_write(void *cookie, const char *from, size_t n)
{
    size_t done = 0;
    while (done < n) {
        ssize_t part = write_any(descriptor(cookie), from + done, n - done);
        if (part < 0)
            break;
        done += (size_t)part;
    }
    return (ssize_t)done;
}

static int stream_seek(void *cookie, off64_t *offset, int whence)
{
    off64_t at = lseek(descriptor(cookie), *offset, whence);
    if (at < 0)
        return -1;
    *offset = at;
    return 0;
}

static FILE *streams[DESCRIPTORS];

static int stream_close(void *cookie)
{
    streams[descriptor(cookie)] = NULL;
    return close_any(descriptor(cookie));
}

static FILE *make_stream(int fd, const char *mode)
{
    static const cookie_io_functions_t functions = {stream_read, stream_write, stream_seek,
                                                    stream_close};
    FILE *f = fd < DESCRIPTORS ? fopencookie((void *)(intptr_t)(fd + 1), mode, functions)
                               : NULL;
    if (f)
        streams[fd] = f;
    return f;
}

EXPORT FILE *fdopen(int fd, const char *mode)
{
    REAL(FILE *, "fdopen", int, const char *);
    return IS_OURS ? make_stream(fd, mode) : real(fd, mode);
}

EXPORT FILE *fopen(const char *path, const char *mode)
{
    REAL(FILE *, "fopen", const char *, const char *);
    if (!IS_OURS)
        return real(path, mode);
    int flags = mode[0] == 'r' ? O_RDONLY : O_WRONLY | O_CREAT | O_TRUNC;
    int fd = open_any(path, flags, 0666);
    return fd < 0 ? NULL : make_stream(fd, mode);
}

EXPORT int fileno(FILE *f)
{
    REAL(int, "fileno", FILE *);
    for (int fd = 0; fd < DESCRIPTORS; fd++)
        if (streams[fd] == f)
            return fd;
    return real(f);
}

EXPORT int open(const char *path, int flags, ...)
{
    va_list args;
    va_start(args, flags);
    mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(args, mode_t) : 0;
    va_end(args);
    return IS_OURS ? open_any(path, flags, mode)
                   : (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}

EXPORT ssize_t read(int fd, void *to, size_t n)
{
    REAL(ssize_t, "read", int, void *, size_t);
    return IS_OURS ? read_any(fd, to, n) : real(fd, to, n);
}

EXPORT ssize_t write(int fd, const void *from, size_t n)
{
    REAL(ssize_t, "write", int, const void *, size_t);
    return IS_OURS ? write_any(fd, from, n) : real(fd, from, n);
}

EXPORT int close(int fd)
{
    REAL(int, "close", int);
    return IS_OURS ? close_any(fd) : real(fd);
}

/* A function of the C library, with its arguments in brackets; `look` comes first and `work` is the call,
 * where it is ours and does not fail. */
#define FAILING(name, kind, arguments, look, work, ...)                        \
    EXPORT int name(__VA_ARGS__)                                               \
    {                                                                          \
        REAL(int, #name, __VA_ARGS__);                                         \
        if (!IS_OURS)                                                          \
            return real arguments;                                             \
        look;                                                                  \
        FAIL_OR_WORK(&kind, work);                                             \
    }
FAILING(stat, asking, (path, out), , real(path, out), const char *path, struct stat *out)
FAILING(fstat, asking, (fd, out), , real(fd, out), int fd, struct stat *out)
FAILING(fchmod, changing, (fd, mode), , real(fd, mode), int fd, mode_t mode)
FAILING(mkdir, folder, (path, mode), , real(path, mode), const char *path, mode_t mode)
FAILING(fsync, syncing, (fd), , real(fd) ? -1 : (keep_synced(fd, 1), 0), int fd)
FAILING(rename, renaming, (from, to), look_at_renamed(from), real(from, to), const char *from,
        const char *to)
FAILING(ftruncate, cutting, (fd, length), , real(fd, length) ? -1 : (keep_synced(fd, 0), 0), int fd,
        off_t length)
FAILING(pipe2, piping, (ends, flags), , real(ends, flags) ? -1 : (marked(ends[0]), marked(ends[1]), 0),
        int ends[2], int flags)

EXPORT char *realpath(const char *path, char *out)
{
    REAL(char *, "realpath", const char *, char *);
    int code = IS_OURS ? fault(&asking) : 0;
    errno = code > 0 ? code : errno;
    char *result = code > 0 ? NULL : real(path, out);
    deliver(code);
    return result;
}

__attribute__((constructor)) static void begin(void)
{
    const char *wish = getenv("CLPWL_IO_FAULT");
    char program[4096];
    ssize_t n = readlink("/proc/self/exe", program, sizeof program - 1);
    program[n > 0 ? n : 0] = '\0';
    const char *slash = strrchr(program, '/');
    if (!wish || !slash || !strstr(slash, "clpwl") || sscanf(wish, "%ld:%d", &turn, &choice) != 2)
        return;
    unsetenv("LD_PRELOAD"); /* gnuplot fails with the sanitizers' libraries */
    stdin = make_stream(STDIN_FILENO, "r");
    stdout = make_stream(STDOUT_FILENO, "w");
}

__attribute__((destructor)) static void end(void)
{
    char number[24];
    int left = 0;
    for (int fd = STDERR_FILENO + 1; fd < DESCRIPTORS; fd++)
        left += opened[fd];
    if (!turn)
        return;
    snprintf(number, sizeof number, "%d", left);
    report("left-open", number);
    snprintf(number, sizeof number, "%ld", atomic_load(&calls));
    report("calls", number);
}
