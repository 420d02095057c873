/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files that appear whole, by rename. */
#include "file.h"
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "message.h"

/* Pipes and devices are written in place; a link's target is replaced, not the link. */
static int name_it(bgs_file *file, const char *path, int *mode)
{
    int code = 0;
    struct stat s;
    int there = stat(path, &s) == 0;
    BGS_CHECK(there || errno == ENOENT, "cannot write '%s': %s", path, strerror(errno));
    file->path = there ? realpath(path, NULL) : strdup(path);
    BGS_CHECK(file->path, "cannot write '%s': %s", path, strerror(errno));
    if (there && !S_ISREG(s.st_mode))
        goto done;
    *mode = there ? (int)(s.st_mode & 07777) : -1;
    size_t size = strlen(file->path) + sizeof ".part";
    file->part = malloc(size);
    BGS_CHECK(file->part, "out of memory: a file's name");
    snprintf(file->part, size, "%s.part", file->path);
done:
    return code;
}

int bgs_file_open(bgs_file *out, const char *path)
{
    int code = 0, mode = -1;
    *out = (bgs_file){0};
    if (strcmp(path, "-") == 0) {
        out->f = stdout;
        return 0;
    }
    BGS_TRY(name_it(out, path, &mode));
    out->f = fopen(out->part ? out->part : out->path, "wb");
    BGS_CHECK(out->f, "cannot write '%s': %s", path, strerror(errno));
    BGS_CHECK(mode < 0 || fchmod(fileno(out->f), (mode_t)mode) == 0, "cannot write '%s': %s", path,
              strerror(errno));
    return 0;
done:
    if (out->f) {
        fclose(out->f);
        unlink(out->part);
    }
    free(out->part);
    free(out->path);
    *out = (bgs_file){0};
    return code;
}

int bgs_file_mark(bgs_file *file)
{
    int code = 0;
    BGS_CHECK(fflush(file->f) == 0 && !ferror(file->f), "cannot write '%s': %s",
              file->path ? file->path : "standard output", strerror(errno));
    if (file->part)
        file->whole = ftell(file->f);
    file->marked = 1;
done:
    return code;
}

/* Cut behind what is whole, forced to the disk, and only then renamed. 0, or an errno. */
static int put_in_place(const bgs_file *file)
{
    int error = 0, fd = open(file->part, O_WRONLY | O_CLOEXEC);
    if (fd < 0)
        return errno;
    if (ftruncate(fd, file->whole) != 0 || fsync(fd) != 0)
        error = errno;
    if (close(fd) != 0 && !error)
        error = errno;
    if (!error && rename(file->part, file->path) != 0)
        error = errno;
    return error;
}

static int keep(bgs_file *file)
{
    int code = 0, error = put_in_place(file);
    BGS_CHECK(!error, "cannot write '%s': %s", file->path, strerror(error));
done:
    if (code)
        unlink(file->part);
    return code;
}

/* Of a file that failed before, the end in the middle of a frame may fail too. */
static int end(bgs_file *file)
{
    int code = 0, failed_before = ferror(file->f);
    BGS_CHECK(file->f == stdout || fclose(file->f) == 0 || failed_before, "cannot write '%s': %s",
              file->path, strerror(errno));
done:
    return code;
}

int bgs_file_close(bgs_file *file)
{
    int code = 0;
    if (!file->f)
        return 0;
    code = end(file);
    if (code == 0 && file->part && file->marked)
        code = keep(file);
    else if (file->part)
        unlink(file->part);
    free(file->part);
    free(file->path);
    *file = (bgs_file){0};
    return code;
}
