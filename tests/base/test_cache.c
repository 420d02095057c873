/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <fcntl.h>
#include <glob.h>
#include <math.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "base/cache.h"
#include "base/internal.h"
#include "support/suite.h"

static char folder[64], file[400];

static void make_folder(void)
{
    strcpy(folder, "/tmp/clpwl-cache-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    setenv("XDG_CACHE_HOME", folder, 1);
}

static void remove_folder(void)
{
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    ck_assert_int_eq(system(command), 0);
}

static void put(const char *key, const double *numbers, size_t n)
{
    clpwl__cache_write(NULL, "device", key, numbers, n);
}

static size_t get(const char *key, double *numbers, size_t most)
{
    return clpwl__cache_read(NULL, "device", key, numbers, most);
}

/* The files of the cache; the last one into `file`. */
static size_t find_file(void)
{
    char pattern[128];
    glob_t g;
    snprintf(pattern, sizeof pattern, "%s/clpwl/*", folder);
    ck_assert_int_eq(glob(pattern, 0, NULL, &g), 0);
    const size_t count = g.gl_pathc;
    snprintf(file, sizeof file, "%s", g.gl_pathv[count - 1]);
    globfree(&g);
    return count;
}

static void make_file(void)
{
    put("key", (double[]){1}, 1);
    ck_assert_uint_eq(find_file(), 1);
}

FIXTURE(make_folder, remove_folder)

TEST(numbers_come_back_to_the_bit)
{
    double in[] = {1.0 / 3, INFINITY, -0x1p-1074, 0}, out[8];
    ck_assert_uint_eq(get("key", out, 8), 0);
    put("key", in, 4);
    put("keys", in, 1);
    ck_assert_uint_eq(get("key", out, 8), 4);
    ck_assert_mem_eq(in, out, sizeof in);
    ck_assert_uint_eq(get("ke", out, 8), 0);
    ck_assert_uint_eq(clpwl__cache_read(NULL, "other", "key", out, 8), 0);
    in[0] = 7;
    put("key", in, 1);
    ck_assert_uint_eq(get("key", out, 8), 1);
    ck_assert(out[0] == 7);
    ck_assert_uint_eq(get("keys", out, 8), 1);
    ck_assert_uint_eq(find_file(), 1);
}

/* A file with any byte changed, or cut anywhere, is not read. The next write replaces it. */
TEST(a_damaged_file_is_empty_and_is_mended)
{
    double in[] = {1.5, 2.5}, out[2];
    char text[4096];
    put("key", in, 2);
    ck_assert_uint_eq(find_file(), 1);
    FILE *f = fopen(file, "rb");
    size_t n = fread(text, 1, sizeof text, f);
    fclose(f);
    for (size_t i = 0; i < 2 * n; i++) {
        text[i % n] ^= i < n;
        f = fopen(file, "wb");
        fwrite(text, 1, i < n ? n : i - n, f);
        fclose(f);
        text[i % n] ^= i < n;
        ck_assert_uint_eq(get("key", out, 2), 0);
    }
    put("key", in, 2);
    ck_assert_uint_eq(get("key", out, 2), 2);
}

/* Several processes write at once: lines may be lost, but the file is whole at every moment. */
TEST(several_processes_leave_a_whole_file)
{
    enum { WRITERS = 4, ROUNDS = 50 };
    double out = 1;
    for (int w = 0; w < WRITERS; w++)
        if (fork() == 0) {
            for (int i = 0; i < ROUNDS; i++) {
                const char key[] = {(char)('a' + w), (char)('a' + i % 26), '\0'};
                put(key, &out, 1);
            }
            _exit(get("last", &out, 1) > 1);
        }
    for (int w = 0; w < WRITERS; w++) {
        int status;
        wait(&status);
        ck_assert_int_eq(status, 0);
    }
    put("last", (double[]){3}, 1);
    ck_assert_uint_eq(get("last", &out, 1), 1);
    ck_assert_uint_eq(find_file(), 1); /* no temporary file is left either */
}

static void touch(const char *path, long seconds_ago)
{
    const struct timespec at = {.tv_sec = time(NULL) - seconds_ago};
    fclose(fopen(path, "w"));
    ck_assert_int_eq(utimensat(AT_FDCWD, path, (const struct timespec[]){at, at}, 0), 0);
}

/* The temporary file of a process that was killed long ago is removed; that of one that runs stays, and so do
 * files of others, which have other names. */
TEST(what_was_left_behind_is_removed)
{
    static const struct {
        const char *name;
        long age;
        int stays;
    } rows[] = {{"0123456789abcdef.123-0.part", 7200, 0}, {"0123456789abcdef.124-0.part", 60, 1},
                {"report.part", 7200, 1}, {"a.1-0.part", 7200, 1}, {"0123456789abcdef.1-0.parts", 7200, 1},
                {"0123456789abcdef.1-.part", 7200, 1}};
    enum { ROWS = sizeof rows / sizeof *rows };
    char path[512];
    make_file();
    for (size_t i = 0; i < 2 * ROWS; i++) {
        snprintf(path, sizeof path, "%s/clpwl/%s", folder, rows[i % ROWS].name);
        if (i < ROWS)
            touch(path, rows[i].age);
        else
            ck_assert_msg((access(path, F_OK) == 0) == rows[i % ROWS].stays, "%s", path);
        if (i == ROWS - 1)
            put("key", (double[]){1}, 1);
    }
}

/* In place of the file, neither a pipe, whose other end is not waited for, nor a link, which leads to a
 * file of the user, is read or written. */
TEST(what_is_no_file_stays)
{
    double out[1];
    char diary[128];
    struct stat s;
    snprintf(diary, sizeof diary, "%s/diary", folder);
    FILE *f = fopen(diary, "w");
    ck_assert(f && fputs("precious", f) >= 0 && fclose(f) == 0);
    for (int is_link = 0; is_link < 2; is_link++) {
        unlink(file);
        make_file();
        ck_assert_int_eq(unlink(file), 0);
        ck_assert_int_eq(is_link ? symlink(diary, file) : mkfifo(file, 0600), 0);
        ck_assert_uint_eq(get("key", out, 1), 0);
        put("key", (double[]){1}, 1);
        ck_assert(lstat(file, &s) == 0 && (is_link ? S_ISLNK(s.st_mode) : S_ISFIFO(s.st_mode)));
    }
    ck_assert(stat(diary, &s) == 0 && s.st_size == 8);
}
