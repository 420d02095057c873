/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "common/differ.h"
#include <string.h>
#include <sys/stat.h>
#include "common/message.h"

/* Where a file is or will be: its folder, and its name there. */
typedef struct place {
    dev_t device;
    ino_t folder;
    char *text;       /* the path; of a symbolic link the target, which an output replaces */
    const char *name; /* the end of `text`; NULL: there is no such folder */
} place;

static place find_place(const char *path)
{
    place p = {0};
    struct stat s;
    char *target = realpath(path, NULL);
    p.text = target ? target : strdup(path);
    if (!p.text)
        return p;
    const char *slash = strrchr(p.text, '/');
    const size_t length = slash ? (size_t)(slash - p.text) + 1 : 0;
    char *folder = length ? strndup(p.text, length) : strdup(".");
    if (folder && stat(folder, &s) == 0) {
        p.device = s.st_dev;
        p.folder = s.st_ino;
        p.name = p.text + length;
    }
    free(folder);
    return p;
}

static int are_one(const char *path, const char *other)
{
    place a = find_place(path), b = find_place(other);
    const int one = a.name && b.name && a.device == b.device && a.folder == b.folder &&
                    strcmp(a.name, b.name) == 0;
    free(a.text);
    free(b.text);
    return one;
}

static int is_file(const app_named_file *f)
{
    return f->path && strcmp(f->path, "-") != 0;
}

int app_files_differ(const app_named_file *files, size_t count)
{
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < count; j++) {
            const app_named_file *out = &files[i], *other = &files[j];
            if (out->is_input || (!other->is_input && j >= i) || !is_file(out) || !is_file(other) ||
                !are_one(out->path, other->path))
                continue;
            return app_usage("%s '%s' would be written over %s, %s '%s'", out->role, out->path,
                             other->is_input ? "an input" : "another output", other->role,
                             other->path);
        }
    return 0;
}
