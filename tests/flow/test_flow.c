/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Both methods against plain C in double, against exact flows, in tiles, and with masks. */
#include <math.h>
#include <string.h>
#include <unistd.h>
#include "flow/files.h"
#include "flow/flow.h"
#include "flow/scene.h"
#include "flow/score.h"
#include "flow_reference.h"
#include "support/suite.h"

/* Functions of the program print to stderr why they fail. */
#define DONE(call) ck_assert_int_eq((call), 0)

static clpwl_context *context;
static flow_image pair[2];
static flow_field truth, found, other;

static void enter(void)
{
    OK(clpwl_context_create(&context, NULL));
}

static void forget(void)
{
    flow_image_free(&pair[0]);
    flow_image_free(&pair[1]);
    flow_field_free(&truth);
    flow_field_free(&found);
    flow_field_free(&other);
}

static void leave(void)
{
    forget();
    clpwl_context_free(context);
}

static flow_scene scene_of(int width, int height)
{
    flow_scene s = flow_scene_defaults;
    s.width = width;
    s.height = height;
    return s;
}

static flow_counters find(const flow_options *o, flow_field *out)
{
    flow_engine *e;
    DONE(flow_engine_create(&e, o, context));
    DONE(flow_run(e, &pair[0], &pair[1], out, NULL, NULL));
    flow_counters c = flow_engine_counters(e);
    flow_engine_free(e);
    return c;
}

static const struct {
    int method, window, robust, brightness, warp, stride, median;
} ways[] = {
    {FLOW_LK, FLOW_BOX, FLOW_LORENTZIAN, 0, FLOW_WARP_BUFFER, 0, 5},
    {FLOW_LK, FLOW_BOX, FLOW_WELSCH, 0, FLOW_WARP_IMAGE, 0, 3},
    {FLOW_LK, FLOW_BOX, FLOW_CHARBONNIER, 1, FLOW_WARP_BUFFER, 0, 0},
    {FLOW_LK, FLOW_GAUSS, FLOW_TUKEY, 0, FLOW_WARP_BUFFER, 0, 5},
    {FLOW_LK, FLOW_GAUSS, FLOW_NONE, 1, FLOW_WARP_BUFFER, 0, 3},
    {FLOW_NCC, FLOW_BOX, FLOW_NONE, 0, FLOW_WARP_BUFFER, 0, 3},
    {FLOW_NCC, FLOW_BOX, FLOW_NONE, 0, FLOW_WARP_BUFFER, 1, 0},
};
enum { WAYS = sizeof ways / sizeof *ways };

static flow_options default_options(void)
{
    flow_options o = flow_defaults;
    o.table_method = "buffer"; /* nothing is measured */
    return o;
}

static flow_options options_of(int i)
{
    flow_options o = default_options();
    o.method = ways[i].method;
    o.window = ways[i].window;
    o.robust = ways[i].robust;
    o.brightness = ways[i].brightness;
    o.warp = clpwl_context_info(context)->images ? ways[i].warp : FLOW_WARP_BUFFER;
    o.stride = ways[i].stride;
    o.median = ways[i].median;
    o.scale = 20;
    o.block = 7;
    return o;
}

static void make_scene(const flow_scene *s)
{
    DONE(flow_scene_make(s, &pair[0], &pair[1], &truth));
}

static flow_score score(const flow_options *o)
{
    flow_score out;
    flow_field_free(&found);
    find(o, &found);
    DONE(flow_score_make(&out, &found, &truth, NULL));
    return out;
}

static double count_known(void)
{
    double sum = 0;
    for (int i = 0; i < found.width * found.height; i++)
        sum += found.at[i].known;
    return sum;
}

/*
 * The sums of lk are of fp32, and so is the flow. Where two peaks of ncc are equal in fp32, the
 * two may differ by a pixel: few do.
 */
START_TEST(as_plain_c)
{
    enum { WIDTH = 70, HEIGHT = 52 };
    static double expected[WIDTH * HEIGHT][2];
    flow_scene s = scene_of(WIDTH, HEIGHT);
    flow_options o = options_of(_i);
    double far = 0;
    s.shift[0] = 2.3;
    s.rotation = 1;
    s.noise = 1;
    o.weights = _i % 2 ? FLOW_EXACT : FLOW_TABLE;
    o.knots = 4096;
    o.texture = 0; /* none is left out */
    make_scene(&s);
    const flow_counters c = find(&o, &found);
    reference_flow(&o, &pair[0], &pair[1], c.levels, expected);
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        const double e = hypot(found.at[i].u - expected[i][0], found.at[i].v - expected[i][1]);
        ck_assert_double_eq(found.at[i].known, 1);
        far += e > 0.01;
    }
    ck_assert_double_le(far, 0.002 * WIDTH * HEIGHT);
}
END_TEST

/* Mean errors that the method must keep, px: exact motions, and those below the default of --motion. */
static const struct {
    double right, down, rotation, zoom, shear, most;
    int robust, seed;
} motions[] = {{0.37, -0.21, 0, 1, 0, 0.01, -1, 1}, {0, 0, 2, 1, 0, 0.11, -1, 1},
               {0, 0, 0, 1.02, 0, 0.045, -1, 1},    {3, 2, 0, 1, 0, 0.002, -1, 1},
               {0, 0, 0, 1, 0.03, 0.07, -1, 1},     {20, 0, 0, 1, 0, 0.1, FLOW_TUKEY, 1},
               {40, 0, 0, 1, 0, 0.1, FLOW_LORENTZIAN, 1}, {60, 0, 0, 1, 0, 0.1, FLOW_LORENTZIAN, 6},
               {60, 0, 0, 1, 0, 0.1, FLOW_TUKEY, 7}};

START_TEST(motions_are_found)
{
    flow_scene s = flow_scene_defaults;
    flow_options o = default_options();
    s.shift[0] = motions[_i].right;
    s.shift[1] = motions[_i].down;
    s.rotation = motions[_i].rotation;
    s.zoom = motions[_i].zoom;
    s.shear = motions[_i].shear;
    s.seed = motions[_i].seed;
    if (motions[_i].robust >= 0) {
        o.robust = motions[_i].robust;
        o.weights = FLOW_EXACT;
    }
    make_scene(&s);
    flow_score got;
    ck_assert_double_ge(find(&o, &found).reach, motions[_i].robust >= 0 ? o.motion : 0);
    DONE(flow_score_make(&got, &found, &truth, NULL));
    ck_assert_double_le(got.aee, motions[_i].most);
}
END_TEST

/* ncc finds a shift of 40 px wherever its block is in both pictures. */
START_TEST(large_shift)
{
    flow_scene s = scene_of(400, 300);
    flow_options o = flow_defaults;
    double sum = 0, count = 0;
    s.shift[0] = 40;
    o.method = FLOW_NCC;
    make_scene(&s);
    find(&o, &found);
    for (int y = 20; y < 280; y++)
        for (int x = 20; x < 340; x++, count++)
            sum += hypot(found.at[y * 400 + x].u - 40.0, found.at[y * 400 + x].v) > 0.5;
    ck_assert_double_le(sum / count, 0.05);
}
END_TEST

static void compare_bits(const flow_field *a, const flow_field *b)
{
    ck_assert_mem_eq(a->at, b->at, (size_t)a->width * (size_t)a->height * sizeof *a->at);
}

START_TEST(tiles_give_the_whole_to_the_bit)
{
    flow_scene s = scene_of(203, 150);
    flow_options o = options_of(_i);
    s.shift[0] = 5.4;
    s.rotation = 3;
    o.iterations = 3;
    make_scene(&s);
    for (int masked = 0; masked < 2; masked++) {
        for (int i = 0; masked && i < 203 * 150; i++)
            pair[0].at[i][1] = i % 203 > 30 && i / 203 > 7 ? 1 : 0;
        flow_field_free(&found);
        flow_field_free(&other);
        o.memory = 0;
        const flow_counters whole = find(&o, &found);
        o.memory = 0.9;
        const flow_counters tiled = find(&o, &other);
        ck_assert_int_eq((int)whole.tiles, whole.levels);
        ck_assert_int_gt((int)tiled.tiles, tiled.levels + 2);
        compare_bits(&found, &other);
    }
}
END_TEST

/* Outside the rectangle of the mask nothing is computed: it takes less memory. */
START_TEST(a_mask_limits_the_work)
{
    flow_scene s = scene_of(203, 150);
    flow_options o = options_of(0);
    make_scene(&s);
    const flow_counters whole = find(&o, &found);
    for (int i = 0; i < 203 * 150; i++)
        pair[0].at[i][1] = i % 203 < 40 && i / 203 < 30 ? 1 : 0;
    flow_field_free(&found);
    const flow_counters part = find(&o, &found);
    ck_assert_uint_lt(part.memory, whole.memory * 3 / 5);
    for (int i = 0; i < 203 * 150; i++)
        pair[0].at[i][1] = 0;
    flow_field_free(&found);
    ck_assert_int_eq((int)find(&o, &found).tiles, 0);
}
END_TEST

/* What lies outside the mask changes nothing inside, and has no flow. */
START_TEST(nothing_leaks_through_the_mask)
{
    flow_scene s = scene_of(120, 90);
    flow_options o = options_of(_i);
    s.shift[0] = 2;
    make_scene(&s);
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < 120 * 90; i++)
            if (hypot(i % 120 - 60, i / 120 - 45) > 35) {
                pair[0].at[i][0] = round ? (float)(i * 7919 % 256) : 0;
                pair[0].at[i][1] = 0;
            }
        find(&o, round ? &other : &found);
    }
    compare_bits(&found, &other);
    double known = 0, wrong = 0;
    for (int i = 0; i < 120 * 90; i++) {
        ck_assert(found.at[i].known == 0 || pair[0].at[i][1] > 0);
        known += found.at[i].known;
        wrong += found.at[i].known > 0 && hypot(found.at[i].u - 2.0, found.at[i].v) > 0.5;
    }
    ck_assert_double_ge(known, 3000); /* of 3848 in the disc */
    ck_assert_double_le(wrong, 0.05 * known);
}
END_TEST

/* What has no flow, by every way: a flat pair; a second picture of one grey, on which vectors of lk grew up
 * to the limit of the motion; stripes that move to the right by 1 px and may move along themselves as well;
 * noise of the camera, which moves with nothing. All of it was known. Windows and blocks of fewer pixels
 * than the default's match by chance more often. */
START_TEST(what_has_no_flow_is_unknown)
{
    enum { FLAT, SECOND_FLAT, STRIPES, NOISE };
    const int what = _i / WAYS;
    flow_scene s = scene_of(160, 90);
    flow_options o = options_of(_i % WAYS);
    flow_image clean[2] = {{0}};
    s.noise = what == NOISE ? 3 : s.noise;
    make_scene(&s);
    if (what == SECOND_FLAT)
        o.motion = 16;
    if (what == NOISE) { /* the same scene without noise is taken away */
        if (o.window == FLOW_GAUSS || o.method == FLOW_NCC)
            o.texture = 8;
        s.noise = 0;
        DONE(flow_scene_make(&s, &clean[0], &clean[1], &other));
    }
    for (int i = 0; i < 160 * 90; i++)
        for (int k = 0; k < 2; k++) {
            float *grey = &pair[k].at[i][0];
            if (what == STRIPES)
                *grey = rintf(127 + 100 * sinf((float)(i % 160 - k) / 4));
            else if (what == NOISE)
                *grey += 100 - clean[k].at[i][0];
            else if (what == FLAT || k)
                *grey = 90;
        }
    find(&o, &found);
    ck_assert_double_le(count_known(), what == NOISE ? 0.02 * 160 * 90 : 0);
    for (int i = 0; i < 160 * 90; i++)
        ck_assert(found.at[i].known > 0 || (found.at[i].u == 0 && found.at[i].v == 0));
    flow_image_free(&clean[0]);
    flow_image_free(&clean[1]);
}
END_TEST

/* The right half has no texture. Its pixels whose window may reach the left half are not looked at:
 * the window, the derivative, and the flow that they begin with. */
START_TEST(a_flat_half_is_unknown)
{
    double wrong = 0;
    flow_scene s = scene_of(160, 90);
    flow_options o = options_of(_i);
    s.shift[0] = 2;
    make_scene(&s);
    for (int i = 0; i < 160 * 90; i++)
        if (i % 160 >= 80)
            pair[0].at[i][0] = pair[1].at[i][0] = 90;
    find(&o, &found);
    for (int i = 0; i < 160 * 90; i++) {
        if (i % 160 < 64)
            ck_assert(found.at[i].known > 0);
        wrong += i % 160 >= 80 + 16 && found.at[i].known > 0;
    }
    ck_assert_double_eq(wrong, 0);
}
END_TEST

/* Light that differs from the first picture to the second, by default and where it is taken as one. */
START_TEST(brightness_is_removed)
{
    flow_scene s = scene_of(160, 120);
    flow_options o = default_options();
    s.shift[0] = 1.7;
    make_scene(&s);
    for (int i = 0; i < 160 * 120; i++) {
        float *grey = &pair[1].at[i][0];
        *grey = _i ? 255 * powf(*grey / 255, 1.5f) : 0.8f * *grey + 20;
    }
    const flow_score usual = score(&o);
    ck_assert_double_ge(usual.found, 0.99 * usual.known);
    ck_assert_double_le(usual.aee, 0.05);
    o.brightness = 0;
    ck_assert_double_ge(score(&o).aee, 10 * usual.aee);
}
END_TEST

/* A texture of 160 x 120 px, `times` as large, that moves by (3, -1) times as much: grey from 0 to
 * levels * step in steps. */
static void make_texture(int times, double levels, double step)
{
    const int width = 160 * times, height = 120 * times;
    DONE(flow_field_make(&truth, width, height));
    for (int k = 0; k < 2; k++) {
        DONE(flow_image_make(&pair[k], width, height));
        for (int i = 0; i < width * height; i++) {
            const double x = (double)(i % width) / times - 3 * k, y = (double)(i / width) / times + k;
            double sum = 8;
            for (int n = 1; n < 9; n++)
                sum += sin(x * cos(n) / (3 + n) + y * sin(n * n) / (4 + n) + n);
            pair[k].at[i][0] = (float)(step * rint(levels * fmin(fmax(sum / 16, 0), 1)));
            pair[k].at[i][1] = 1;
            truth.at[i] = (flow_vector){(float)(3 * times), (float)-times, 1, 1};
        }
    }
}

/* The numbers 0 to 4095 of a camera of 12 bits in files of 16, which have a sixteenth of the range, and 8
 * bits. The former had no flow at all, where an eigenvalue of 0.075 in grey of the whole range was noise.
 * Enlarged six times, as to 4K, and rounded to 8 bits: slopes in a window are less than rounding. A quarter
 * was known. What is not, 3 %, has windows of one grey. */
START_TEST(bits_that_are_not_in_use_change_nothing)
{
    const flow_options o = default_options();
    const int times = _i == 2 ? 6 : 1;
    make_texture(times, _i ? 255 : 4095, _i ? 1 : 1.0 / 257);
    const flow_score s = score(&o);
    ck_assert_double_ge(s.found, (_i == 2 ? 0.95 : 1) * s.known);
    ck_assert_double_le(s.aee / times, _i == 2 ? 0.05 : 0.01);
}
END_TEST

/* Tables of 64 knots and more, also with a filter of 8 bits, against weights by OpenCL's functions:
 * the mean error differs by less than a hundredth. */
START_TEST(tables_are_as_good_as_functions)
{
    static const int knots[] = {64, 256, 64}, bits[] = {0, 0, 8};
    flow_scene s = scene_of(120, 90);
    flow_options o = default_options();
    s.rotation = 2;
    s.noise = 4;
    o.robust = _i;
    o.window = FLOW_GAUSS;
    o.weights = FLOW_EXACT;
    make_scene(&s);
    const double exact = score(&o).aee;
    o.weights = FLOW_TABLE;
    for (int i = 0; i < 3; i++) {
        o.knots = knots[i];
        o.weight_bits = bits[i];
        ck_assert_double_lt(fabs(score(&o).aee - exact), 0.01 * exact);
    }
}
END_TEST

START_TEST(files_come_back)
{
    static const char *const names[] = {"test_flow.flo", "test_flow.png"};
    DONE(flow_field_make(&found, 3, 2));
    for (int i = 0; i < 5; i++) /* the last pixel is unknown */
        found.at[i] = (flow_vector){(float)i - 2.5f, 0.25f * (float)i, 1, 1};
    for (int k = 0; k < (app_picture_has_png ? 2 : 1); k++) {
        flow_field_free(&other);
        DONE(flow_write(&found, names[k]));
        DONE(flow_read(&other, names[k]));
        ck_assert_int_eq(unlink(names[k]), 0);
        compare_bits(&found, &other);
    }
}
END_TEST

START_TEST(forward_and_backward)
{
    flow_field_make(&found, 4, 1);
    flow_field_make(&other, 4, 1);
    for (int i = 0; i < 4; i++) {
        found.at[i] = (flow_vector){1, 0, 1, 1};
        other.at[i] = (flow_vector){i == 2 ? -3.0f : -1.0f, 0, i != 1, 1};
    }
    flow_check(&found, &other, 0.5);
    /* 0 ends where nothing is known, 1 at a flow that misses it, 3 outside. */
    static const float known[] = {0, 0, 1, 0};
    for (int i = 0; i < 4; i++)
        ck_assert_double_eq(found.at[i].known, known[i]);
}
END_TEST

/* By hand: errors 0, 5 and one pixel without a flow. */
START_TEST(scores)
{
    flow_score s;
    DONE(flow_field_make(&found, 4, 1));
    DONE(flow_field_make(&truth, 4, 1));
    truth.at[0] = (flow_vector){1, 0, 1, 1};
    truth.at[1] = (flow_vector){0, 0, 1, 1};
    truth.at[2] = (flow_vector){6, 0, 1, 1};
    found.at[0] = (flow_vector){1, 0, 1, 1};
    found.at[1] = (flow_vector){3, 4, 1, 1};
    found.at[3] = (flow_vector){9, 9, 1, 1}; /* its truth is unknown */
    DONE(flow_score_make(&s, &found, &truth, NULL));
    const double right[][2] = {{s.known, 3}, {s.found, 2}, {s.aee, 2.5}, {s.aae, acos(1 / sqrt(26)) * 90 / M_PI},
                               {s.r[2], 0.5}, {s.a[0], 2.5}, {s.speed[0], 5}, {s.speed[1], 0}};
    for (int i = 0; i < 8; i++)
        ck_assert_double_eq_tol(right[i][0], right[i][1], 1e-12);
    ck_assert(isnan(s.speed[2]));
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("flow");
    TCase *t = tcase_create("flow");
    tcase_add_checked_fixture(t, enter, leave);
    tcase_set_timeout(t, 600);
    tcase_add_loop_test(t, as_plain_c, 0, WAYS);
    tcase_add_loop_test(t, motions_are_found, 0, 9);
    tcase_add_test(t, large_shift);
    tcase_add_loop_test(t, tiles_give_the_whole_to_the_bit, 0, WAYS);
    tcase_add_loop_test(t, nothing_leaks_through_the_mask, 0, WAYS);
    tcase_add_loop_test(t, what_has_no_flow_is_unknown, 0, 4 * WAYS);
    tcase_add_loop_test(t, a_flat_half_is_unknown, 0, WAYS);
    tcase_add_test(t, a_mask_limits_the_work);
    tcase_add_loop_test(t, brightness_is_removed, 0, 2);
    tcase_add_loop_test(t, bits_that_are_not_in_use_change_nothing, 0, 3);
    tcase_add_loop_test(t, tables_are_as_good_as_functions, 0, FLOW_TUKEY + 1);
    tcase_add_test(t, files_come_back);
    tcase_add_test(t, forward_and_backward);
    tcase_add_test(t, scores);
    suite_add_tcase(s, t);
    return s;
}
