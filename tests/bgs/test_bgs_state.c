/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Model files of clpwl-bgs. */
#include <stdio.h>
#include <unistd.h>
#include "bgs_suite.h"

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

DEVICE_FIXTURE(make_path, remove_path)

/* The file has the whole state: from then on the copy and the original agree to the bit. */
TEST(a_loaded_model_goes_on_as_the_saved_one)
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

static unsigned char *read_file(size_t *size)
{
    unsigned char *all = malloc(1 << 20);
    FILE *f = fopen(path, "rb");
    ck_assert(f && all);
    *size = fread(all, 1, 1 << 20, f);
    ck_assert(fclose(f) == 0 && *size < 1 << 20);
    return all;
}

static void write_file(const void *all, size_t size)
{
    FILE *f = fopen(path, "wb");
    ck_assert(f && fwrite(all, 1, size, f) == size && fclose(f) == 0);
}

TEST(a_damaged_model_is_refused_and_changes_nothing)
{
    bgs_options o = small_options();
    scene s = {.seed = 22}, one = {.seed = 23}, two = one;
    outcome a, b;
    bgs_model *saved = trained(&o, &s, 30), *m = trained(&o, &one, 12), *same = trained(&o, &two, 12);
    save(saved);
    size_t size;
    unsigned char *all = read_file(&size);
    for (size_t i = 0; i < size; i += i < 100 ? 4 : size / 7) {
        all[i] ^= 1;
        write_file(all, size);
        refuse(m);
        all[i] ^= 1;
        write_file(all, i);
        refuse(m);
    }
    free(all);
    for (int t = 12; t < 16; t++) {
        push_fading(m, &one, t, &a);
        push_fading(same, &two, t, &b);
        expect_same(&a, &b);
    }
    bgs_model_free(saved);
    bgs_model_free(same);
    bgs_model_free(m);
}

/* Replaces n bytes at a place of the file, and makes its checksum right. */
static void forge(long at, const void *bytes, size_t n)
{
    size_t size;
    uint64_t sum = UINT64_C(0xcbf29ce484222325);
    unsigned char *all = read_file(&size);
    memcpy(all + at, bytes, n);
    for (size_t i = 0; i < size - 8; i++)
        sum = (sum ^ all[i]) * UINT64_C(0x100000001b3);
    memcpy(all + size - 8, &sum, 8);
    write_file(all, size);
    free(all);
}

/* A checksum is no proof of who wrote a file: every count and every float is checked. The posteriors
 * follow the frame and the differences of frames, 4 bytes a pixel each; then come means or components. */
TEST(a_forged_model_with_the_right_checksum_is_refused)
{
    enum { FRAMES = 56, LIGHT = 80, HEAD = 88, PLANE = 4 * SCENE_PIXELS };
    static const int64_t counts[] = {INT64_MAX, INT64_MAX - 3, INT64_C(1) << 60, -1, INT64_MIN};
    static const float floats[] = {NAN, INFINITY, -1e30f, 1e30f, -70000};
    for (int k = 0; k < 5 * BGS_KINDS; k++) {
        bgs_options o = small_options();
        scene s = {.seed = 27};
        o.model = k / 5;
        bgs_model *m = trained(&o, &s, 30);
        for (int at = FRAMES; at <= LIGHT; at += 8) {
            const int64_t light = k % 5 == 2 ? 700001 : k % 5 == 3 ? -700001 : counts[k % 5];
            save(m);
            forge(at, at == LIGHT ? &light : &counts[k % 5], 8);
            refuse(m);
        }
        const long posteriors = HEAD + (1 + (o.model >= BGS_KDE ? o.bandwidth_frames : 1)) * PLANE;
        for (int means = 0; means <= (o.model == BGS_AVERAGE || o.model == BGS_MOG); means++) {
            save(m);
            forge(posteriors + means * (PLANE + 8), &floats[k % 5], sizeof(float));
            refuse(m);
        }
        bgs_model_free(m);
    }
}

TEST(a_model_of_another_shape_or_place_is_refused)
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
    bgs_model_free(other);
    ck_assert_int_eq(bgs_model_save(m, "/no/such/folder/model"), EXIT_FAILURE);
    bgs_model_free(m);
}
