/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <dirent.h>
#include <fcntl.h>
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

/* The one file of the cache, into `file`. */
static int find_file(void)
{
    char path[128];
    int count = 0;
    snprintf(path, sizeof path, "%s/clpwl", folder);
    DIR *d = opendir(path);
    ck_assert_ptr_nonnull(d);
    for (struct dirent *e; (e = readdir(d)) != NULL;)
        if (e->d_name[0] != '.') {
            snprintf(file, sizeof file, "%s/%s", path, e->d_name);
            count++;
        }
    closedir(d);
    return count;
}

static void make_file(void)
{
    put("key", (double[]){1}, 1);
    ck_assert_int_eq(find_file(), 1);
}

START_TEST(numbers_come_back_to_the_bit)
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
    ck_assert_int_eq(find_file(), 1);
}
END_TEST

/* A file with any byte changed, or cut anywhere, is not read. The next write replaces it. */
START_TEST(a_damaged_file_is_empty_and_is_mended)
{
    double in[] = {1.5, 2.5}, out[2];
    char text[4096];
    put("key", in, 2);
    ck_assert_int_eq(find_file(), 1);
    FILE *f = fopen(file, "rb");
    size_t n = fread(text, 1, sizeof text, f);
    fclose(f);
    for (size_t i = 0; i < 2 * n; i++) {
        size_t length = i < n ? n : i - n;
        if (i < n)
            text[i] ^= 1;
        f = fopen(file, "wb");
        fwrite(text, 1, length, f);
        fclose(f);
        ck_assert_uint_eq(get("key", out, 2), 0);
        if (i < n)
            text[i] ^= 1;
    }
    put("key", in, 2);
    ck_assert_uint_eq(get("key", out, 2), 2);
}
END_TEST

START_TEST(without_a_place_nothing_is_kept_and_nothing_fails)
{
    double in[] = {1}, out[1];
    setenv("XDG_CACHE_HOME", "/proc/nowhere", 1);
    put("key", in, 1);
    ck_assert_uint_eq(get("key", out, 1), 0);
    unsetenv("XDG_CACHE_HOME");
    unsetenv("HOME");
    put("key", in, 1);
    ck_assert_uint_eq(get("key", out, 1), 0);
}
END_TEST

/* Several processes write at once: lines may be lost, but the file is whole at every moment. */
START_TEST(several_processes_leave_a_whole_file)
{
    enum { WRITERS = 4, ROUNDS = 50 };
    double out[1];
    for (int w = 0; w < WRITERS; w++)
        if (fork() == 0) {
            for (int i = 0; i < ROUNDS; i++) {
                char key[32];
                double value = w;
                snprintf(key, sizeof key, "key%d-%d", w, i);
                put(key, &value, 1);
                if (get(key, &value, 1) > 1)
                    _exit(1);
            }
            _exit(0);
        }
    for (int w = 0; w < WRITERS; w++) {
        int status;
        wait(&status);
        ck_assert_int_eq(status, 0);
    }
    out[0] = 3;
    put("last", out, 1);
    ck_assert_uint_eq(get("last", out, 1), 1);
    ck_assert_int_eq(find_file(), 1); /* no temporary file is left either */
}
END_TEST

static void touch(const char *path, long seconds_ago)
{
    struct timespec times[2];
    ck_assert_int_eq(clock_gettime(CLOCK_REALTIME, &times[0]), 0);
    times[0].tv_sec -= seconds_ago;
    times[1] = times[0];
    fclose(fopen(path, "w"));
    ck_assert_int_eq(utimensat(AT_FDCWD, path, times, 0), 0);
}

/* The temporary file of a process that was killed long ago is removed; that of one that runs stays, and so do
 * files of others, which have other names. */
START_TEST(what_was_left_behind_is_removed)
{
    static const struct {
        const char *name; /* beside the file, or %s: beginning with its name */
        long age;
        int stays;
    } rows[] = {{"%s.123-0.part", 7200, 0}, {"%s.124-0.part", 60, 1}, {"%s.old", 7200, 1},
                {"report.part", 7200, 1}, {"0123456789abcdef.part", 7200, 1}, {"a.1-0.part", 7200, 1},
                {"0123456789abcdef.1-0.parts", 7200, 1}, {"0123456789abcdef.1-.part", 7200, 1}};
    char path[512], name[100];
    make_file();
    for (int after = 0; after < 2; after++)
        for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
            snprintf(name, sizeof name, rows[i].name, strrchr(file, '/') + 1);
            snprintf(path, sizeof path, "%s/clpwl/%s", folder, name);
            if (after)
                ck_assert_msg((access(path, F_OK) == 0) == rows[i].stays, "%s", name);
            else
                touch(path, rows[i].age);
            if (!after && i + 1 == sizeof rows / sizeof *rows)
                put("key", (double[]){1}, 1);
        }
}
END_TEST

/* A pipe where the file should be is empty; reading and writing do not wait for its other end. */
START_TEST(a_pipe_does_not_hang)
{
    double in[] = {1}, out[1];
    struct stat s;
    make_file();
    ck_assert_int_eq(unlink(file), 0);
    ck_assert_int_eq(mkfifo(file, 0600), 0);
    ck_assert_uint_eq(get("key", out, 1), 0);
    put("key", in, 1);
    ck_assert(stat(file, &s) == 0 && S_ISFIFO(s.st_mode));
}
END_TEST

/* A link that somebody put in place of a cache leads to a file of the user. */
START_TEST(a_link_is_not_followed)
{
    double in[] = {1}, out[1];
    struct stat s;
    make_file();
    ck_assert_int_eq(unlink(file), 0);
    FILE *f = fopen("diary", "w");
    ck_assert(f && fputs("precious", f) >= 0 && fclose(f) == 0);
    char *diary = realpath("diary", NULL);
    ck_assert(diary && symlink(diary, file) == 0);
    put("key", in, 1);
    ck_assert(stat("diary", &s) == 0 && s.st_size == 8);
    ck_assert_uint_eq(get("key", out, 1), 0);
    ck_assert_int_eq(unlink("diary"), 0);
    free(diary);
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("cache");
    TCase *t = tcase_create("cache");
    tcase_set_timeout(t, 60);
    tcase_add_checked_fixture(t, make_folder, remove_folder);
    tcase_add_test(t, numbers_come_back_to_the_bit);
    tcase_add_test(t, a_damaged_file_is_empty_and_is_mended);
    tcase_add_test(t, without_a_place_nothing_is_kept_and_nothing_fails);
    tcase_add_test(t, what_was_left_behind_is_removed);
    tcase_add_test(t, a_pipe_does_not_hang);
    tcase_add_test(t, a_link_is_not_followed);
    tcase_add_test(t, several_processes_leave_a_whole_file);
    suite_add_tcase(s, t);
    return s;
}
