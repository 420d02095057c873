/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/cache.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include "base/outfile.h"
#include "base/hash.h"
#include "base/internal.h"

enum {
    MOST_BYTES = 1 << 20, /* a larger file counts as empty */
    STALE = 3600,         /* seconds; writing a file takes less */
};

static const char magic[] = "clpwl-cache 1\n";

static uint64_t hash_of(const char *text, size_t length)
{
    return clpwl__hash(CLPWL__HASH_START, text, length);
}

/* Appends the default folder and makes its parent. Returns 0 where no folder is known. */
static int append_default(clpwl__text *t)
{
    const char *base = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    if (base && base[0] == '/')
        clpwl__append(t, "%s", base);
    else if (home && home[0] == '/')
        clpwl__append(t, "%s/.cache", home);
    else
        return 0;
    if (!t->failed)
        (void)mkdir(t->text, 0777);
    clpwl__append(t, "/clpwl");
    return 1;
}

/* The path of the file of an identity; makes its folder. NULL where no folder is known. */
static char *make_path(const char *folder, const char *identity)
{
    clpwl__text t = {0};
    if (folder && !*folder)
        return NULL;
    if (folder)
        clpwl__append(&t, "%s", folder);
    else if (!append_default(&t))
        return NULL;
    if (!t.failed)
        (void)mkdir(t.text, 0777);
    clpwl__append(&t, "/%016" PRIx64, hash_of(identity, strlen(identity)));
    if (t.failed) {
        clpwl__free(t.text);
        return NULL;
    }
    return t.text;
}

/* The whole file as a string; NULL where it is missing, too large or not text. */
static char *read_text(const char *path, size_t *length)
{
    char *text = NULL;
    FILE *f = fopen(path, "rb");
    if (!f)
        return NULL;
    text = clpwl__alloc(MOST_BYTES + 1, 1);
    *length = text ? fread(text, 1, MOST_BYTES + 1, f) : 0;
    int whole = text && !ferror(f) && *length <= MOST_BYTES && !memchr(text, 0, *length);
    fclose(f);
    if (!whole) {
        clpwl__free(text);
        return NULL;
    }
    text[*length] = '\0';
    return text;
}

/* The lines of keys; NULL unless magic, identity and checksum match. */
static char *read_lines(const char *path, const char *identity)
{
    size_t length = 0, mark = strlen(magic), id = strlen(identity);
    enum { SUM = 17 }; /* 16 digits and a newline */
    char sum[SUM + 1], *lines = NULL;
    char *text = read_text(path, &length);
    if (text && length >= mark + id + 1 + SUM && memcmp(text, magic, mark) == 0 &&
        memcmp(text + mark, identity, id) == 0 && text[mark + id] == '\n') {
        size_t body = length - SUM;
        snprintf(sum, sizeof sum, "%016" PRIx64 "\n", hash_of(text, body));
        if (memcmp(text + body, sum, SUM) == 0) {
            text[body] = '\0';
            lines = clpwl__strdup(text + mark + id + 1);
        }
    }
    clpwl__free(text);
    return lines;
}

static const char *after_key(const char *line, const char *key)
{
    size_t n = strlen(key);
    return strncmp(line, key, n) == 0 && line[n] == ' ' ? line + n : NULL;
}

static const char *next_line(const char *line)
{
    const char *end = strchr(line, '\n');
    return end ? end + 1 : line + strlen(line);
}

size_t clpwl__cache_read(const char *folder, const char *identity, const char *key,
                         double *numbers, size_t room)
{
    size_t count = 0;
    char *path = make_path(folder, identity);
    char *lines = path ? read_lines(path, identity) : NULL;
    for (const char *line = lines; line && *line; line = next_line(line)) {
        const char *at = after_key(line, key);
        while (at && *at == ' ' && count < room) {
            char *end;
            numbers[count] = strtod(at, &end);
            if (end == at)
                break;
            at = end;
            count++;
        }
        if (at)
            break;
    }
    clpwl__free(lines);
    clpwl__free(path);
    return count;
}

/* Removes files that killed processes have left in the folder: NAME.PID-N.part. */
static void remove_leftovers(const char *path)
{
    struct stat s;
    char *folder = clpwl__strdup(path);
    DIR *d = NULL;
    if (folder) {
        *strrchr(folder, '/') = '\0';
        d = opendir(folder);
    }
    for (struct dirent *e; d && (e = readdir(d));) {
        const char *dot = strrchr(e->d_name, '.');
        if (dot && strcmp(dot, ".part") == 0 && fstatat(dirfd(d), e->d_name, &s, 0) == 0 &&
            time(NULL) - s.st_mtime > STALE)
            (void)unlinkat(dirfd(d), e->d_name, 0);
    }
    if (d)
        closedir(d);
    clpwl__free(folder);
}

static void write_file(const char *path, const clpwl__text *t)
{
    clpwl__outfile file;
    if (clpwl__outfile_open(&file, path) != CLPWL_OK)
        return;
    fwrite(t->text, 1, t->length, file.stream);
    fprintf(file.stream, "%016" PRIx64 "\n", hash_of(t->text, t->length));
    (void)clpwl__outfile_commit(&file);
}

void clpwl__cache_write(const char *folder, const char *identity, const char *key,
                        const double *numbers, size_t count)
{
    clpwl__text t = {0};
    char *path = make_path(folder, identity);
    char *lines = path ? read_lines(path, identity) : NULL;
    clpwl__append(&t, "%s%s\n%s", magic, identity, key);
    /* Hexadecimal: exact in any locale. */
    for (size_t i = 0; i < count; i++)
        clpwl__append(&t, " %a", numbers[i]);
    clpwl__append(&t, "\n");
    for (const char *line = lines; line && *line; line = next_line(line))
        if (!after_key(line, key) && t.length < MOST_BYTES / 2)
            clpwl__append(&t, "%.*s", (int)(next_line(line) - line), line);
    if (path && !t.failed) {
        write_file(path, &t);
        remove_leftovers(path);
    }
    clpwl__free(t.text);
    clpwl__free(lines);
    clpwl__free(path);
}
