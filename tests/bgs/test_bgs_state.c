/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Model files of clpwl-bgs, and the tables of options. */
#include <stdio.h>
#include <unistd.h>
#include "bgs_suite.h"
#include "common/options.h"

static char path[64];

static void make_path(void)
{
    make_context();
    strcpy(path, "/tmp/bgs-test-XXXXXX");
    int file = mkstemp(path);
    ck_assert_int_ge(file, 0);
    close(file);
}

static void remove_path(void)
{
    remove(path);
    free_context();
}

/* After frames whose light fades. */
static void push_fading(bgs_model *m, scene *s, int t, outcome *got)
{
    app_picture f = scene_frame(s, t);
    for (int i = 0; i < 3 * SCENE_PIXELS; i++)
        f.data[i] = (unsigned char)(f.data[i] * (100 - t) / 100);
    push(m, &f, got);
}

static bgs_model *trained(const bgs_options *o, scene *s, int frames)
{
    outcome got;
    bgs_model *m = make_model(o);
    for (int t = 0; t < frames; t++)
        push_fading(m, s, t, &got);
    return m;
}

/* A program does not write a file twice (common/output.h): the old one is removed. */
static void save(bgs_model *m)
{
    remove(path);
    DONE(bgs_model_save(m, path));
}

static void refuse(bgs_model *m)
{
    ck_assert_int_eq(bgs_model_load(m, path), EXIT_FAILURE);
}

/* The file has the whole state: from then on the copy and the original agree to the bit. */
START_TEST(a_loaded_model_goes_on_as_the_saved_one)
{
    for (int kind = 0; kind < BGS_KINDS; kind++) {
        bgs_options o = small_options();
        scene s = {.seed = 21}, same;
        outcome a, b;
        o.model = kind;
        o.light = 0.06;
        bgs_model *m = trained(&o, &s, 30), *other = make_model(&o);
        save(m);
        DONE(bgs_model_load(other, path));
        ck_assert_int_eq(bgs_model_counters(other).frames, 30);
        for (int t = 30; t < 40; t++) {
            same = s;
            push_fading(m, &s, t, &a);
            push_fading(other, &same, t, &b);
            expect_same(&a, &b);
        }
        bgs_model_free(m);
        bgs_model_free(other);
    }
}
END_TEST

static long file_size(void)
{
    FILE *f = fopen(path, "rb");
    ck_assert_ptr_nonnull(f);
    fseek(f, 0, SEEK_END);
    long size = ftell(f);
    fclose(f);
    return size;
}

static void flip(long at)
{
    FILE *f = fopen(path, "r+b");
    ck_assert_ptr_nonnull(f);
    fseek(f, at, SEEK_SET);
    int c = fgetc(f);
    fseek(f, at, SEEK_SET);
    fputc(c ^ 1, f);
    fclose(f);
}

START_TEST(a_damaged_model_is_refused_and_changes_nothing)
{
    bgs_options o = small_options();
    scene s = {.seed = 22}, one = {.seed = 23}, two = one;
    outcome a, b;
    bgs_model *saved = trained(&o, &s, 30), *m = trained(&o, &one, 12), *same = trained(&o, &two, 12);
    save(saved);
    const long size = file_size();
    const long places[] = {0, 16, 24, 60, 100, size / 2, size - 8, size - 1}, ends[] = {size - 1, 10, 0};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        flip(places[i]);
        refuse(m);
        flip(places[i]);
    }
    for (int i = 0; i < 3; i++) {
        ck_assert_int_eq(truncate(path, ends[i]), 0);
        refuse(m);
    }
    for (int t = 12; t < 16; t++) {
        push_fading(m, &one, t, &a);
        push_fading(same, &two, t, &b);
        expect_same(&a, &b);
    }
    bgs_model_free(saved);
    bgs_model_free(same);
    bgs_model_free(m);
}
END_TEST

/* Replaces n bytes at a place of the file, and makes its checksum right. */
static void forge(long at, const void *bytes, size_t n)
{
    size_t size = (size_t)file_size() - 8;
    uint64_t sum = UINT64_C(0xcbf29ce484222325);
    unsigned char *all = malloc(size);
    FILE *f = fopen(path, "r+b");
    ck_assert(f && all && fread(all, 1, size, f) == size);
    memcpy(all + at, bytes, n);
    for (size_t i = 0; i < size; i++)
        sum = (sum ^ all[i]) * UINT64_C(0x100000001b3);
    rewind(f);
    ck_assert(fwrite(all, 1, size, f) == size && fwrite(&sum, 8, 1, f) == 1);
    ck_assert_int_eq(fclose(f), 0);
    free(all);
}

/* A checksum is no proof of who wrote a file: every count and every float is checked. */
START_TEST(a_forged_model_with_the_right_checksum_is_refused)
{
    enum { FRAMES = 56, TAKEN = 64, RESETS = 72, LIGHT = 80, HEAD = 88 };
    static const int64_t counts[] = {INT64_MAX, INT64_MAX - 3, INT64_C(1) << 60, -1, INT64_MIN};
    static const int64_t lights[] = {INT64_MAX, 700001, INT64_C(1) << 33, -700001, INT64_MIN};
    static const float floats[] = {NAN, INFINITY, -1e30f, 1e30f, -70000};
    const int64_t kept[4] = {30, 30, 0, 0};
    for (int kind = 0; kind < BGS_KINDS; kind++) {
        bgs_options o = small_options();
        scene s = {.seed = 27};
        outcome got;
        o.model = kind;
        bgs_model *m = trained(&o, &s, 30);
        save(m);
        for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
            const int64_t forged[3] = {counts[i], counts[i], counts[i]};
            for (int n = 1; n <= 3; n++) {
                forge(FRAMES, forged, (size_t)n * 8);
                refuse(m);
            }
            forge(FRAMES, kept, sizeof kept);
            forge(LIGHT, &lights[i], 8);
            refuse(m);
            forge(FRAMES, kept, sizeof kept);
        }
        /* The posteriors follow the frame and the differences of frames, 4 bytes a pixel each. */
        long plane = SCENE_WIDTH * SCENE_HEIGHT * 4;
        long posteriors = HEAD + (1 + (kind >= BGS_KDE ? o.bandwidth_frames : 1)) * plane;
        for (size_t i = 0; i < sizeof floats / sizeof *floats; i++) {
            save(m);
            forge(posteriors, &floats[i], sizeof(float));
            refuse(m);
            if (kind != BGS_AVERAGE && kind != BGS_MOG)
                continue;
            save(m); /* then come means or components */
            forge(posteriors + plane + 8, &floats[i], sizeof(float));
            refuse(m);
        }
        app_picture f = scene_frame(&s, 30);
        push(m, &f, &got);
        bgs_model_free(m);
    }
}
END_TEST

START_TEST(a_model_of_another_shape_or_place_is_refused)
{
    bgs_options o = small_options();
    scene s = {.seed = 24};
    bgs_model *other, *m = trained(&o, &s, 4);
    save(m);
    DONE(bgs_model_create(&other, &o, SCENE_WIDTH, SCENE_HEIGHT + 1, context));
    refuse(other);
    bgs_model_free(other);
    o.color = BGS_CHROMA;
    other = make_model(&o);
    refuse(other);
    ck_assert_int_eq(bgs_model_load(other, "/no/such/file"), EXIT_FAILURE);
    bgs_model_free(other);
    ck_assert_int_eq(bgs_model_save(m, "/no/such/folder/model"), EXIT_FAILURE);
    if (access("/dev/full", W_OK) == 0) {
        remove(path);
        ck_assert_int_eq(symlink("/dev/full", path), 0);
        ck_assert_int_eq(bgs_model_save(m, path), EXIT_FAILURE);
    }
    bgs_model_free(m);
}
END_TEST

/* If another file has the name of the temporary one, it is neither written nor renamed. */
START_TEST(a_file_beside_the_model_is_not_touched)
{
    bgs_options o = small_options();
    scene s = {.seed = 26};
    char beside[sizeof path + 64], target[sizeof path + 8];
    bgs_model *m = trained(&o, &s, 2);
    snprintf(target, sizeof target, "%s.other", path);
    snprintf(beside, sizeof beside, "%s.%ld-0.part", path, (long)getpid());
    ck_assert_int_eq(symlink(target, beside), 0);
    save(m);
    ck_assert_int_ne(access(target, F_OK), 0);
    ck_assert_int_eq(unlink(beside), 0);
    bgs_model_free(m);
}
END_TEST

/* The table of options allows every default. */
START_TEST(defaults_are_in_range)
{
    const char *base = (const char *)&bgs_defaults;
    ck_assert_str_eq(bgs_choice_options->name, "model");
    for (const app_option *row = bgs_model_options; row->text; row++) {
        double value = row->kind == APP_OPTION_INT      ? *(const int *)(base + row->offset)
                       : row->kind == APP_OPTION_NUMBER ? *(const double *)(base + row->offset)
                                                        : row->least;
        ck_assert_msg(value >= row->least && value <= row->most, "--%s", row->name);
    }
}
END_TEST

Suite *suite(void)
{
    runs_in_one_process();
    Suite *s = suite_create("bgs_state");
    TCase *t = tcase_create("state");
    tcase_set_timeout(t, 600);
    tcase_add_checked_fixture(t, make_path, remove_path);
    tcase_add_test(t, a_loaded_model_goes_on_as_the_saved_one);
    tcase_add_test(t, a_damaged_model_is_refused_and_changes_nothing);
    tcase_add_test(t, a_forged_model_with_the_right_checksum_is_refused);
    tcase_add_test(t, a_model_of_another_shape_or_place_is_refused);
    tcase_add_test(t, a_file_beside_the_model_is_not_touched);
    suite_add_tcase(s, t);
    TCase *u = tcase_create("options");
    tcase_add_test(u, defaults_are_in_range);
    suite_add_tcase(s, u);
    return s;
}
