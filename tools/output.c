/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Output files that are there whole or not at all. */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "tool.h"

enum { TRIES = 100 };

/* The temporary file that a signal must remove. */
static char *volatile pending;

static const int ends[] = { SIGHUP, SIGINT, SIGTERM, SIGPIPE, SIGXFSZ };
enum { ENDS = sizeof ends / sizeof *ends };

/* The thread that makes files, and holds signals back meanwhile. Those of a driver would take
 * them at any time. */
static pthread_t maker;

static void remove_pending(int signal_number)
{
    if (!pthread_equal(pthread_self(), maker)) {
        pthread_kill(maker, signal_number);
        return;
    }
    if (pending)
        unlink(pending);
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

static void watch_signals(void)
{
    maker = pthread_self();
    for (size_t i = 0; i < ENDS; i++) {
        struct sigaction old, mine = { .sa_handler = remove_pending, .sa_flags = SA_RESTART };
        if (sigaction(ends[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN)
            sigaction(ends[i], &mine, NULL);
    }
}

void output_hold_signals(int hold)
{
    sigset_t set;
    if (hold)
        watch_signals();
    sigemptyset(&set);
    for (size_t i = 0; i < ENDS; i++)
        sigaddset(&set, ends[i]);
    sigprocmask(hold ? SIG_BLOCK : SIG_UNBLOCK, &set, NULL);
}

static int cannot_write(const output *o)
{
    return tool_fail("cannot write '%s': %s", o->name, strerror(errno));
}

/* A temporary file beside the final one, so that rename stays in one file system; named
 * as the library's are. open() and not mkstemp(): the mode is then the user's umask. */
static int create_temp(output *o)
{
    size_t room = strlen(o->path) + 48;
    int fd = -1;
    o->temp = malloc(room);
    if (!o->temp)
        return tool_fail("out of memory");
    for (int i = 0; i < TRIES && fd < 0; i++) {
        snprintf(o->temp, room, "%s.%ld-%d.part", o->path, (long)getpid(), i);
        fd = open(o->temp, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (fd < 0 && errno != EEXIST)
            break;
    }
    if (fd < 0) {
        free(o->temp);
        o->temp = NULL;
        return cannot_write(o);
    }
    pending = o->temp;
    o->file = fdopen(fd, "wb");
    if (!o->file)
        close(fd);
    return o->file ? 0 : tool_fail("out of memory");
}

static int open_temp(output *o, const struct stat *old)
{
    output_hold_signals(1);
    int code = create_temp(o);
    output_hold_signals(0);
    if (code == 0 && old && fchmod(fileno(o->file), old->st_mode & 07777) != 0)
        code = cannot_write(o);
    return code;
}

int output_open(output *o, const char *path)
{
    struct stat there;
    *o = (output){ .name = path };
    if (!path || strcmp(path, "-") == 0) {
        o->file = stdout;
        o->name = "standard output";
        return 0;
    }
    int exists = stat(path, &there) == 0;
    if (!exists && errno != ENOENT)
        return cannot_write(o);
    if (exists && S_ISDIR(there.st_mode))
        return tool_fail("cannot write '%s': it is a directory", path);
    if (exists && !S_ISREG(there.st_mode)) {
        o->file = fopen(path, "wb");
        return o->file ? 0 : cannot_write(o);
    }
    /* Through a symbolic link, the file that it names is replaced and not the link. */
    o->path = exists ? realpath(path, NULL) : strdup(path);
    int code = o->path ? open_temp(o, exists ? &there : NULL) : cannot_write(o);
    if (code)
        output_discard(o);
    return code;
}

int output_spares(const char *path, const char *read)
{
    struct stat a, b;
    if (!path || !read || stat(path, &a) != 0 || stat(read, &b) != 0 || !S_ISREG(a.st_mode) ||
        a.st_dev != b.st_dev || a.st_ino != b.st_ino)
        return 0;
    return tool_usage("--output: '%s' is what is read, and would be replaced", path);
}

int output_error(const output *o)
{
    return tool_fail("writing %s failed: %s", o->name, strerror(errno ? errno : EIO));
}

/* All that was written has reached the disk, where it is a file. 0, or an errno. */
static int finish(output *o)
{
    FILE *file = o->file;
    int error = 0;
    errno = 0;
    if (ferror(file) || fflush(file) != 0 || (o->temp && fsync(fileno(file)) != 0))
        error = errno ? errno : EIO;
    o->file = NULL;
    if (file != stdout && fclose(file) != 0 && !error)
        error = errno;
    return error;
}

int output_commit(output *o)
{
    int code = 0, error = finish(o);
    if (!error && o->temp && rename(o->temp, o->path) != 0)
        error = errno;
    if (error) {
        errno = error;
        code = output_error(o);
    } else {
        pending = NULL;
        free(o->temp);
        o->temp = NULL;
    }
    output_discard(o);
    return code;
}

void output_discard(output *o)
{
    if (o->file && o->file != stdout)
        fclose(o->file);
    if (o->temp) {
        unlink(o->temp);
        pending = NULL;
    }
    free(o->temp);
    free(o->path);
    *o = (output){ 0 };
}

int output_stdout(void)
{
    errno = 0;
    if (fflush(stdout) == 0 && !ferror(stdout))
        return 0;
    return tool_fail("writing standard output failed: %s",
                     errno ? strerror(errno) : "input/output error");
}
