/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files that appear whole, by rename. */
#include "file.h"
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "message.h"

/* Pipes and devices are written in place; a link's target is replaced, not the link. */
static int name_it(bgs_file *file, const char *path)
{
    int code = 0;
    struct stat s;
    int there = stat(path, &s) == 0;
    file->path = there ? realpath(path, NULL) : strdup(path);
    BGS_CHECK(file->path, "cannot write '%s': %s", path, strerror(errno));
    if (there && !S_ISREG(s.st_mode))
        goto done;
    size_t size = strlen(file->path) + sizeof ".part";
    file->part = malloc(size);
    BGS_CHECK(file->part, "out of memory: a file's name");
    snprintf(file->part, size, "%s.part", file->path);
done:
    return code;
}

int bgs_file_open(bgs_file *out, const char *path)
{
    int code = 0;
    *out = (bgs_file){0};
    if (strcmp(path, "-") == 0) {
        out->f = stdout;
        return 0;
    }
    BGS_TRY(name_it(out, path));
    out->f = fopen(out->part ? out->part : out->path, "wb");
    BGS_CHECK(out->f, "cannot write '%s': %s", path, strerror(errno));
    return 0;
done:
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

static int keep(bgs_file *file)
{
    int code = 0;
    BGS_CHECK(truncate(file->part, file->whole) == 0 && rename(file->part, file->path) == 0,
              "cannot write '%s': %s", file->path, strerror(errno));
done:
    return code;
}

int bgs_file_close(bgs_file *file)
{
    int code = 0;
    if (!file->f)
        return 0;
    if (file->f != stdout)
        fclose(file->f);
    if (file->part && file->marked)
        code = keep(file);
    else if (file->part)
        unlink(file->part);
    free(file->part);
    free(file->path);
    *file = (bgs_file){0};
    return code;
}
