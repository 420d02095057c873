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
#include "base/hash.h"
#include "base/hexfloat.h"
#include "base/internal.h"
#include "base/outfile.h"

enum {
    MOST_BYTES = 1 << 20, /* of a larger file the checksum is cut off */
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

/* Opens a regular file for reading. Anything else counts as missing: opening a pipe would wait for
 * its other end. */
static FILE *open_regular(const char *path)
{
    struct stat s;
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    FILE *f = fd >= 0 && fstat(fd, &s) == 0 && S_ISREG(s.st_mode) ? fdopen(fd, "rb") : NULL;
    if (fd >= 0 && !f)
        close(fd);
    return f;
}

/* The lines of keys; NULL unless magic, identity and checksum match. */
static char *read_lines(const char *path, const char *identity)
{
    enum { SUM = 17 }; /* 16 digits and a newline */
    const size_t mark = strlen(magic), id = strlen(identity), head = mark + id + 1;
    FILE *f = open_regular(path);
    char sum[SUM + 1], *text = f ? clpwl__alloc(MOST_BYTES + 1, 1) : NULL;
    size_t length = text ? fread(text, 1, MOST_BYTES, f) : 0, body = length < head + SUM ? 0 : length - SUM;
    if (body) {
        text[length] = '\0';
        snprintf(sum, sizeof sum, "%016" PRIx64 "\n", hash_of(text, body));
    }
    if (body && strcmp(text + body, sum) == 0 && strncmp(text, magic, mark) == 0 &&
        strncmp(text + mark, identity, id) == 0 && text[head - 1] == '\n') {
        text[body] = '\0';
        memmove(text, text + head, body - head + 1);
    } else {
        clpwl__free(text);
        text = NULL;
    }
    if (f)
        fclose(f);
    return text;
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
        if (!at)
            continue;
        while (count < room && *at == ' ' && (at = clpwl__hex_read(at + 1, &numbers[count])))
            count++;
        break;
    }
    clpwl__free(lines);
    clpwl__free(path);
    return count;
}

/* Whether a name is HASH.PID-N.part: that of a file of write_file before its rename. */
static int is_leftover(const char *name)
{
    int hash = 0, all = 0;
    (void)sscanf(name, "%*16[0-9a-f]%n.%*[0-9]-%*[0-9].part%n", &hash, &all);
    return hash == 16 && all > 0 && !name[all];
}

/* Removes files that killed processes have left in the folder. */
static void remove_leftovers(const char *path)
{
    struct stat s;
    char *folder = clpwl__strdup(path);
    DIR *d = NULL;
    if (folder) {
        *strrchr(folder, '/') = '\0';
        d = opendir(folder);
    }
    for (struct dirent *e; d && (e = readdir(d));)
        if (is_leftover(e->d_name) &&
            fstatat(dirfd(d), e->d_name, &s, AT_SYMLINK_NOFOLLOW) == 0 &&
            time(NULL) - s.st_mtime > STALE)
            (void)unlinkat(dirfd(d), e->d_name, 0);
    if (d)
        closedir(d);
    clpwl__free(folder);
}

void clpwl__cache_write(const char *folder, const char *identity, const char *key,
                        const double *numbers, size_t count)
{
    clpwl__text t = {0};
    struct stat s;
    char *path = make_path(folder, identity);
    char *lines = path ? read_lines(path, identity) : NULL;
    clpwl__append(&t, "%s%s\n%s", magic, identity, key);
    for (size_t i = 0; i < count; i++) {
        char number[CLPWL__HEX_ROOM];
        clpwl__hex_write(numbers[i], number);
        clpwl__append(&t, " %s", number);
    }
    clpwl__append(&t, "\n");
    for (const char *line = lines; line && *line; line = next_line(line))
        if (!after_key(line, key) && t.length < MOST_BYTES / 2)
            clpwl__append(&t, "%.*s", (int)(next_line(line) - line), line);
    clpwl__append(&t, "%016" PRIx64 "\n", t.failed ? 0 : hash_of(t.text, t.length));
    /* Anything but a regular file stays: a link would lead to another file. */
    if (path && !t.failed && (lstat(path, &s) != 0 || S_ISREG(s.st_mode))) {
        (void)clpwl__file_write(path, t.text, t.length);
        remove_leftovers(path);
    }
    clpwl__free(t.text);
    clpwl__free(lines);
    clpwl__free(path);
}
