/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/outfile.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/internal.h"

#define CHECK_IO(condition)                                                                        \
    CHECK(condition, CLPWL_ERR_IO, "cannot write '%s': %s", path, strerror(errno))

/* Whether what is written to a standard stream goes to that file, which a rename would replace. */
static int is_of_stream(const struct stat *file)
{
    struct stat s;
    for (int fd = STDOUT_FILENO; fd <= STDERR_FILENO; fd++)
        if (fstat(fd, &s) == 0 && s.st_dev == file->st_dev && s.st_ino == file->st_ino)
            return 1;
    return 0;
}

clpwl_status clpwl__file_write(const char *path, const char *bytes, size_t length)
{
    enum { TRIES = 100, LONGEST = 200 }; /* the names of a folder end at 255 bytes */
    clpwl_status status = CLPWL_OK;
    struct stat old;
    char *real = NULL; /* allocated by realpath */
    const char *target = path;
    clpwl__text beside = {0};
    const int there = stat(path, &old) == 0;
    int fd = -1, is_beside = 0, is_closed;
    CHECK_IO(there || errno == ENOENT);
    CHECK(there || lstat(path, &old) != 0, CLPWL_ERR_IO,
          "cannot write '%s': a symbolic link to a file that does not exist", path);
    const int is_file = !there || S_ISREG(old.st_mode);
    CHECK(!there || !is_file || !is_of_stream(&old), CLPWL_ERR_IO,
          "cannot write '%s': the file of standard output or standard error would be replaced", path);
    /* A rename asks for the folder's permission alone. */
    CHECK_IO(!there || faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) == 0);
    if (there && is_file) /* the target of a link is replaced, not the link */
        CHECK_IO((target = real = realpath(path, NULL)));
    if (!is_file)
        fd = open(path, O_WRONLY | O_CLOEXEC); /* /dev/stdout must not be renamed over */
    /* By open() and not by mkstemp(): the mode of the file then follows the user's umask. */
    for (int i = 0; i < TRIES && is_file && fd < 0 && (i == 0 || errno == EEXIST); i++) {
        const char *slash = strrchr(target, '/'), *last = slash ? slash + 1 : target;
        clpwl__free(beside.text);
        beside = (clpwl__text){0};
        clpwl__append(&beside, "%.*s.%ld-%d.part", (int)(last - target) + (int)strnlen(last, LONGEST), target,
                      (long)getpid(), i);
        CHECK(!beside.failed, CLPWL_ERR_MEMORY, "out of memory: the name of a file");
        fd = open(beside.text, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    }
    CHECK_IO(fd >= 0);
    is_beside = is_file;
    CHECK_IO(!there || !is_file || fchmod(fd, old.st_mode & 07777) == 0);
    for (ssize_t n; length > 0; bytes += n, length -= (size_t)n)
        CHECK_IO((n = write(fd, bytes, length)) > 0);
    CHECK_IO(!is_file || fsync(fd) == 0); /* pipes and terminals refuse that */
    is_closed = close(fd) == 0;
    fd = -1;
    CHECK_IO(is_closed && (!is_file || rename(beside.text, target) == 0));
    is_beside = 0;
done:
    if (fd >= 0)
        close(fd);
    if (is_beside)
        unlink(beside.text);
    clpwl__free(beside.text);
    free(real);
    return status;
}
