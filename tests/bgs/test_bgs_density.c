/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The kernel densities of clpwl-bgs against plain C, and their properties. */
#include <math.h>
#include "bgs_reference.h"
#include "bgs_suite.h"
#include "bgs/density.h"

enum { FRAMES = 40 };

/*
 * Model and reference each feed back their own results. fp32 sums of about 60 terms are exact to
 * about 1e-6. But if a posterior is rounded to another byte, the weight of a sample of the
 * foreground changes by 1/255, and p by p (1 - p) / 255, at most 1e-3. This near to the threshold
 * rounding may decide.
 */
static const double apart = 1e-3;

static void check_against_reference(bgs_options o, app_picture frame_of(scene *s, int t), const char *what)
{
    scene s = {.seed = 5};
    outcome got;
    long near = 0, on = 0;
    bgs_model *m = make_model(&o);
    reference *r = reference_create(&o, SCENE_WIDTH, SCENE_HEIGHT);
    for (int t = 0; t < FRAMES; t++) {
        app_picture f = frame_of(&s, t);
        push(m, &f, &got);
        const double *right = reference_push(r, f.data);
        for (int i = 0; i < SCENE_PIXELS; i++) {
            const int is_near = fabs(right[i] - o.threshold) < apart, is_on = right[i] < o.threshold;
            EXPECT(fabs(got.posterior[i] - right[i]) < apart && (is_near || (got.on[i] != 0) == is_on),
                   "%s, frame %d, pixel %d: p %.8f, not %.8f", what, t, i, got.posterior[i], right[i]);
            near += is_near;
            on += is_on;
        }
    }
    /* Few pixels are near the threshold, and there is foreground to find. */
    ck_assert_int_lt(near, FRAMES * SCENE_PIXELS / 1000);
    ck_assert_int_gt(on, 100);
    reference_free(r);
    bgs_model_free(m);
}

START_TEST(masks_are_those_of_plain_c)
{
    static const int gaussians[] = {BGS_EXACT_Q, BGS_EXACT, BGS_POLY_Q};
    for (int k = 0; k < 6; k++) {
        bgs_options o = small_options();
        o.gaussian = gaussians[k % 3];
        o.color = k < 3 ? BGS_RGB : BGS_CHROMA;
        check_against_reference(o, k < 3 ? scene_frame : hard_frame, k < 3 ? "rgb" : "chroma, a hard scene");
    }
}
END_TEST

START_TEST(masks_are_those_of_plain_c_with_other_parameters)
{
    bgs_options o = small_options();
    o.radius = 2, o.spatial_sigma = 1.5, o.fg_radius = 1, o.fg_frames = 2, o.prior_radius = 1;
    o.prior_least = 0.2, o.prior_gain = 0.5, o.bandwidth_frames = 4, o.bandwidth_least = 2.5;
    o.bandwidth_most = 4, o.fg_color_sigma = 5, o.fg_uniform = 0.3, o.threshold = 0.3, o.absorb = 3;
    o.train = 20, o.every = 3;
    check_against_reference(o, scene_frame, "other parameters");
    o = small_options();
    o.model = BGS_KDE;
    check_against_reference(o, hard_frame, "kde");
    o.model = BGS_STKDE;
    o.absorb = 0;
    o.radius = 0;
    check_against_reference(o, scene_frame, "radius 0, nothing absorbed");
}
END_TEST

/* The way to evaluate the Gaussian changes the result by the table's error only. */
START_TEST(every_gaussian_sees_the_same)
{
    for (int g = BGS_AUTO; g < BGS_GAUSSIANS; g++) {
        bgs_options o = small_options();
        scene s = {.seed = 9};
        outcome a, b;
        bgs_model *exact, *other;
        long differ = 0;
        o.gaussian = BGS_EXACT;
        exact = make_model(&o);
        o.gaussian = g;
        other = make_model(&o);
        for (int t = 0; t < FRAMES; t++) {
            app_picture f = scene_frame(&s, t);
            if (t == FRAMES / 2) /* auto and tables without a method choose now */
                other->counters.seconds = BGS_CHOICE_WAITS + 1;
            push(exact, &f, &a);
            push(other, &f, &b);
            for (int i = 0; i < SCENE_PIXELS; i++)
                differ += a.on[i] != b.on[i];
        }
        /* 256 knots: a relative error of 0.002 changes the pixels whose posterior is that near
         * to the threshold; with feedback, 1 in 1000 at most. */
        ck_assert_int_le(differ, FRAMES * SCENE_PIXELS / 1000);
        ck_assert_int_ne(bgs_model_counters(other).gaussian, BGS_AUTO);
        bgs_model_free(exact);
        bgs_model_free(other);
    }
}
END_TEST

/* A static scene with an object that stays. */
static void push_still(bgs_model *m, int object, outcome *out)
{
    scene s = {.seed = 1};
    app_picture f = scene_frame(&s, 0);
    for (int y = 8; object && y < 20; y++)
        for (int x = 20; x < 32; x++)
            s.rgb[3 * (y * SCENE_WIDTH + x)] = 250;
    push(m, &f, out);
}

/* The number of evaluations is that of the samples, for each axis if the Gaussian is taken per axis. A
 * certain pixel reads its own samples. A prior that leaves every pixel in doubt makes it read both. */
START_TEST(evaluations_are_counted)
{
    enum { RUN = 20 };
    for (int k = 0; k < 4; k++) {
        const int is_sure = k < 2, axes = k % 2 ? 3 : 1;
        bgs_options o = small_options();
        bgs_model *m;
        outcome out;
        double samples = 0;
        o.gaussian = k % 2 ? BGS_EXACT : BGS_EXACT_Q;
        o.fg_uniform = 1;
        o.prior_gain = 0;
        o.prior_least = is_sure ? 0.1 : 0.99;
        m = make_model(&o);
        for (int t = 0; t < RUN; t++) {
            samples += t == 0 ? 0 : (t + 1) / 2 < 7 ? (t + 1) / 2 : 7;
            push_still(m, 0, &out);
        }
        bgs_counters c = bgs_model_counters(m);
        ck_assert_int_eq(c.frames, RUN);
        ck_assert(c.foreground == 0);
        /* The first frame has no samples, and the second no doubts of a frame before. */
        const double doubts = is_sure ? 0 : (RUN - 2) * 25.0 * o.fg_frames;
        ck_assert(c.evaluations == (samples * (is_sure ? 1 : 9) + doubts) * SCENE_PIXELS * axes);
        ck_assert_int_eq(c.gaussian, o.gaussian);
        bgs_model_free(m);
    }
}
END_TEST

static const int in_object = 14 * SCENE_WIDTH + 26, outside = 3 * SCENE_WIDTH + 40;

START_TEST(what_stays_is_learned_when_its_time_is_up)
{
    for (int absorb = 0; absorb <= 10; absorb += 10) {
        bgs_options o = small_options();
        bgs_model *m;
        outcome out;
        int first = 0;
        o.absorb = absorb;
        m = make_model(&o);
        for (int t = 0; t < 20; t++)
            push_still(m, 0, &out);
        ck_assert_int_eq(out.on[in_object], 0);
        for (int t = 1; t <= 40 && !first; t++) {
            push_still(m, 1, &out);
            ck_assert_int_eq(out.on[outside], 0);
            if (!out.on[in_object])
                first = t;
        }
        if (absorb == 0)
            ck_assert_int_eq(first, 0);
        else /* the first sample after the 10th frame suffices: nothing else resembles it */
            ck_assert(first > 11 && first <= 14);
        bgs_model_free(m);
    }
}
END_TEST

/* Priors below 1 alone are accepted. */
START_TEST(a_new_scene_resets_the_model)
{
    bgs_options o = small_options(), wrong = o;
    bgs_model *m;
    wrong.prior_least = 0.7;
    wrong.prior_gain = 0.3;
    ck_assert_int_ne(bgs_model_create(&m, &wrong, SCENE_WIDTH, SCENE_HEIGHT, context), 0);
    ck_assert_ptr_null(m);
    outcome out;
    scene s = {.seed = 1};
    m = make_model(&o);
    for (int t = 0; t < 20; t++)
        push_still(m, 0, &out);
    app_picture f = scene_frame(&s, 0);
    for (int i = 0; i < 3 * SCENE_PIXELS; i++)
        f.data[i] = (unsigned char)(255 - f.data[i]);
    push(m, &f, &out);
    ck_assert(bgs_model_counters(m).foreground > 0.9);
    ck_assert_int_eq(bgs_model_counters(m).resets, 1);
    push(m, &f, &out);
    ck_assert(bgs_model_counters(m).foreground == 0);
    bgs_model_free(m);
}
END_TEST

/* Weights of one bit change many posteriors: the option reaches the kernel. */
START_TEST(a_coarse_filter_is_emulated)
{
    bgs_options o = small_options();
    scene s = {.seed = 4};
    outcome fine, coarse;
    long differ = 0;
    o.gaussian = BGS_TABLE_Q;
    o.method = "buffer";
    o.knots = 9;
    bgs_model *a = make_model(&o);
    o.weight_bits = 1;
    bgs_model *b = make_model(&o);
    for (int t = 0; t < FRAMES; t++) {
        app_picture f = scene_frame(&s, t);
        push(a, &f, &fine);
        push(b, &f, &coarse);
        for (int i = 0; i < SCENE_PIXELS; i++)
            differ += fabs(fine.posterior[i] - coarse.posterior[i]) > 1e-5;
    }
    ck_assert_int_gt(differ, FRAMES);
    bgs_model_free(a);
    bgs_model_free(b);
}
END_TEST

Suite *suite(void)
{
    runs_in_one_process();
    Suite *s = suite_create("bgs");
    TCase *t = tcase_create("densities");
    tcase_set_timeout(t, 600);
    tcase_add_checked_fixture(t, make_context, free_context);
    tcase_add_test(t, masks_are_those_of_plain_c);
    tcase_add_test(t, masks_are_those_of_plain_c_with_other_parameters);
    tcase_add_test(t, every_gaussian_sees_the_same);
    tcase_add_test(t, evaluations_are_counted);
    tcase_add_test(t, what_stays_is_learned_when_its_time_is_up);
    tcase_add_test(t, a_new_scene_resets_the_model);
    tcase_add_test(t, a_coarse_filter_is_emulated);
    suite_add_tcase(s, t);
    return s;
}
