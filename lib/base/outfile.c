/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/outfile.h"
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

enum { TRIES = 100 };

static clpwl_status fail_io(const char *path, int error)
{
    return clpwl__fail(CLPWL_ERR_IO, "cannot write '%s': %s", path, strerror(error));
}

/* Creates a file beside the target, by open() and not by mkstemp(): the mode of the file then
 * follows the user's umask. */
static clpwl_status create_beside(clpwl__outfile *file, int *fd)
{
    const char *slash = strrchr(file->target, '/'), *last = slash ? slash + 1 : file->target;
    /* The names of a folder end at 255 bytes. */
    int kept = (int)(last - file->target) + (int)strnlen(last, 200);
    for (int i = 0; i < TRIES; i++) {
        clpwl__text name = {0};
        clpwl__append(&name, "%.*s.%ld-%d.part", kept, file->target, (long)getpid(), i);
        if (name.failed)
            return clpwl__fail(CLPWL_ERR_MEMORY, "out of memory: the name of a file");
        *fd = open(name.text, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (*fd >= 0) {
            file->temporary = name.text;
            return CLPWL_OK;
        }
        clpwl__free(name.text);
        if (errno != EEXIST)
            break;
    }
    return fail_io(file->path, errno);
}

/* Follows the links of path: the target of a link is replaced, not the link. realpath
 * allocates with malloc. */
static clpwl_status follow_links(clpwl__outfile *file)
{
    clpwl_status status = CLPWL_OK;
    char *real = realpath(file->path, NULL);
    if (!real)
        return fail_io(file->path, errno);
    file->target = clpwl__strdup(real);
    CHECK_MEMORY(file->target);
done:
    free(real);
    return status;
}

/* Whether what is written to a standard stream goes to that file, which a rename would replace. */
static int is_of_stream(const struct stat *file)
{
    struct stat s;
    for (int fd = STDOUT_FILENO; fd <= STDERR_FILENO; fd++)
        if (fstat(fd, &s) == 0 && s.st_dev == file->st_dev && s.st_ino == file->st_ino)
            return 1;
    return 0;
}

clpwl_status clpwl__outfile_open(clpwl__outfile *file, const char *path)
{
    clpwl_status status = CLPWL_OK;
    struct stat old;
    int fd = -1;
    memset(file, 0, sizeof *file);
    file->path = path;
    int there = stat(path, &old) == 0;
    if (!there && errno != ENOENT)
        TRY(fail_io(path, errno));
    CHECK(there || lstat(path, &old) != 0, CLPWL_ERR_IO,
          "cannot write '%s': a symbolic link to a file that does not exist", path);
    CHECK(!there || !S_ISREG(old.st_mode) || !is_of_stream(&old), CLPWL_ERR_IO,
          "cannot write '%s': the file of standard output or standard error would be replaced", path);
    /* A rename asks for the folder's permission alone. */
    if (there && faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) != 0)
        TRY(fail_io(path, errno));
    if (there && !S_ISREG(old.st_mode)) {
        fd = open(path, O_WRONLY | O_CLOEXEC); /* /dev/stdout must not be renamed over */
        if (fd < 0)
            status = fail_io(path, errno);
    } else {
        if (there)
            TRY(follow_links(file));
        else
            CHECK((file->target = clpwl__strdup(path)), CLPWL_ERR_MEMORY,
                  "out of memory: the name of a file");
        status = create_beside(file, &fd);
        if (fd >= 0 && there && fchmod(fd, old.st_mode & 07777) != 0)
            status = fail_io(path, errno);
    }
    TRY(status);
    file->stream = fdopen(fd, "w");
    CHECK(file->stream, CLPWL_ERR_MEMORY, "out of memory: a stream for %s", path);
    fd = -1;
    errno = 0;
done:
    if (fd >= 0)
        close(fd);
    if (status != CLPWL_OK)
        clpwl__outfile_discard(file);
    return status;
}

clpwl_status clpwl__outfile_commit(clpwl__outfile *file)
{
    clpwl_status status = CLPWL_OK;
    int error = 0;
    /* errno is that of a failed write, if any: open cleared it. */
    if (ferror(file->stream) || fflush(file->stream) != 0)
        error = errno ? errno : EIO;
    /* Pipes and terminals refuse fsync, and do not need it. */
    if (!error && file->temporary && fsync(fileno(file->stream)) != 0)
        error = errno;
    if (fclose(file->stream) != 0 && !error)
        error = errno;
    file->stream = NULL;
    if (!error && file->temporary) {
        if (rename(file->temporary, file->target) != 0) {
            error = errno;
        } else {
            clpwl__free(file->temporary);
            file->temporary = NULL;
        }
    }
    if (error)
        status = fail_io(file->path, error);
    clpwl__outfile_discard(file);
    return status;
}

void clpwl__outfile_discard(clpwl__outfile *file)
{
    if (file->stream)
        fclose(file->stream);
    if (file->temporary)
        unlink(file->temporary);
    clpwl__free(file->temporary);
    clpwl__free(file->target);
    memset(file, 0, sizeof *file);
}
