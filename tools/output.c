/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Output files that are there whole or not at all. */
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "tool.h"

/* The temporary file that a signal must remove. */
static char *volatile pending;

static void remove_pending(int signal_number)
{
    if (pending)
        unlink(pending);
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

static void watch_signals(void)
{
    static const int ends[] = { SIGHUP, SIGINT, SIGTERM, SIGPIPE, SIGXFSZ };
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        struct sigaction old, mine = { .sa_handler = remove_pending };
        if (sigaction(ends[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN)
            sigaction(ends[i], &mine, NULL);
    }
}

/* The mode of a new file. */
static mode_t usual_mode(void)
{
    mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

/* A temporary file beside the final one, so that rename stays in one file system. */
static int open_temp(output *o, mode_t mode)
{
    static const char suffix[] = ".XXXXXX";
    size_t length = strlen(o->path);
    o->temp = malloc(length + sizeof suffix);
    if (!o->temp)
        return tool_fail("out of memory");
    memcpy(o->temp, o->path, length);
    memcpy(o->temp + length, suffix, sizeof suffix);
    watch_signals();
    int fd = mkstemp(o->temp);
    if (fd < 0) {
        free(o->temp);
        o->temp = NULL;
        return tool_fail("cannot write '%s': %s", o->name, strerror(errno));
    }
    pending = o->temp;
    fchmod(fd, mode); /* mkstemp's files are private */
    o->file = fdopen(fd, "wb");
    if (!o->file)
        close(fd);
    return o->file ? 0 : tool_fail("out of memory");
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
    if (exists && S_ISDIR(there.st_mode))
        return tool_fail("cannot write '%s': it is a directory", path);
    if (exists && !S_ISREG(there.st_mode)) {
        o->file = fopen(path, "wb");
        return o->file ? 0 : tool_fail("cannot write '%s': %s", path, strerror(errno));
    }
    /* Through a symbolic link, the file that it names is replaced and not the link. */
    o->path = exists ? realpath(path, NULL) : strdup(path);
    int code = o->path ? open_temp(o, exists ? there.st_mode & 07777 : usual_mode())
                       : tool_fail("cannot write '%s': %s", path, strerror(errno));
    if (code)
        output_discard(o);
    return code;
}

int output_error(const output *o)
{
    return tool_fail("writing %s failed: %s", o->name, strerror(errno ? errno : EIO));
}

int output_commit(output *o)
{
    int code = 0;
    FILE *file = o->file;
    o->file = NULL;
    errno = 0;
    int failed = ferror(file);
    failed |= file == stdout ? fflush(file) : fclose(file);
    if (failed || (o->temp && rename(o->temp, o->path) != 0))
        code = output_error(o);
    else
        pending = NULL;
    if (!code) {
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
