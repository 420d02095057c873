/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The simple models of clpwl-bgs: median, running Gaussian, mixture of Gaussians. */
#include <math.h>
#include "bgs_suite.h"

enum { FRAMES = 40 };

/* A mask and its score, whose threshold is 0.5. In fp32 the score is exact to 1e-5 there; nearer
 * to the threshold rounding decides. */
#define NEAR 1e-5

static long check(const outcome *got, int i, double right, int t)
{
    ck_assert_msg(fabs(got->posterior[i] - right) < NEAR, "frame %d, pixel %d: %.8f, not %.8f", t,
                  i, got->posterior[i], right);
    if (fabs(right - 0.5) < NEAR)
        return 0;
    ck_assert_msg((got->on[i] != 0) == (right < 0.5), "frame %d, pixel %d: score %.8f", t, i,
                  right);
    return right < 0.5;
}

static int ascending(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

/* The median of the last count values. */
static int median(const int *values, int count)
{
    int list[64];
    memcpy(list, values, (size_t)count * sizeof *list);
    qsort(list, (size_t)count, sizeof *list, ascending);
    return (list[(count - 1) / 2] + list[count / 2] + 1) / 2;
}

DEVICE_FIXTURE(make_context, free_context)

TEST(the_median_is_that_of_the_samples)
{
    static int history[3 * SCENE_PIXELS][FRAMES];
    bgs_options o = small_options();
    scene s = {.seed = 2};
    outcome got;
    long on = 0;
    o.model = BGS_MEDIAN;
    o.every = 1;
    o.samples = 6;
    o.reset = 1;
    bgs_model *m = make_model(&o);
    for (int t = 0; t < FRAMES; t++) {
        app_picture f = scene_frame(&s, t);
        push(m, &f, &got);
        int count = t < o.samples ? t : o.samples;
        for (int i = 0; i < SCENE_PIXELS; i++) {
            int most = 0;
            for (int d = 0; d < 3 && count; d++) {
                int apart = abs(f.data[3 * i + d] - median(&history[3 * i + d][t - count], count));
                most = apart > most ? apart : most;
            }
            on += check(&got, i, o.distance / (o.distance + most), t);
        }
        for (int i = 0; i < 3 * SCENE_PIXELS; i++)
            history[i][t] = f.data[i];
    }
    ck_assert_int_gt(on, 100);
    unsigned char rgb[3 * SCENE_PIXELS];
    app_picture background = {SCENE_WIDTH, SCENE_HEIGHT, 3, rgb, 0};
    DONE(bgs_model_background(m, &background));
    for (int i = 0; i < 3 * SCENE_PIXELS; i++)
        ck_assert_int_eq(rgb[i], median(&history[i][FRAMES - 6], 6));
    bgs_model_free(m);
}

/* Colours g (1, 2, 1): all is on one line through 0, of which the mean and the variance are numbers, and
 * the covariance is the variance times v v^T. With the least variance 4 on its diagonal the squared
 * Mahalanobis distance of d v is |v|^2 d^2 / (4 + |v|^2 variance). */
TEST(the_average_is_a_running_gaussian)
{
    static double mean[SCENE_PIXELS], variance[SCENE_PIXELS];
    static int age[SCENE_PIXELS];
    bgs_options o = small_options();
    scene s = {.seed = 6};
    outcome got;
    long on = 0;
    o.model = BGS_AVERAGE;
    o.rate = 0.1;
    o.deviations = 4;
    o.absorb = 5;
    o.reset = 1;
    bgs_model *m = make_model(&o);
    for (int t = 0; t < FRAMES; t++) {
        app_picture f = scene_frame(&s, t);
        double rate = fmax(o.rate, 1.0 / (t + 1));
        for (int i = 0; i < SCENE_PIXELS; i++) {
            f.data[3 * i] /= 2;
            f.data[3 * i + 1] = 2 * f.data[3 * i];
            f.data[3 * i + 2] = f.data[3 * i];
        }
        push(m, &f, &got);
        for (int i = 0; i < SCENE_PIXELS; i++) {
            const double d = f.data[3 * i] - mean[i], q = 6 * d * d / (4 + 6 * variance[i]),
                         k = o.deviations * o.deviations;
            on += check(&got, i, t ? k / (k + q) : 1, t);
            age[i] = got.on[i] ? age[i] + 1 : 0;
            if (rate > o.rate || age[i] == 0 || age[i] > o.absorb) {
                mean[i] += rate * d;
                variance[i] = (1 - rate) * (variance[i] + rate * d * d);
            }
        }
    }
    ck_assert_int_gt(on, 100);
    bgs_model_free(m);
}

/* A static picture in which each pixel has one of two colours in each frame. */
static app_picture flicker(scene *s, int t)
{
    app_picture f = {SCENE_WIDTH, SCENE_HEIGHT, 3, s->rgb, 0};
    for (int i = 0; i < 3 * SCENE_PIXELS; i++)
        s->rgb[i] = (unsigned char)(((i / 3 + t) % 2 ? 60 : 140) + scene_noise(s, 2));
    return f;
}

TEST(the_mixture_learns_that_there_are_two_colours)
{
    bgs_options o = small_options();
    scene s = {.seed = 8};
    outcome got;
    o.model = BGS_MOG;
    bgs_model *m = make_model(&o);
    for (int t = 0; t < 60; t++) {
        app_picture f = flicker(&s, t);
        push(m, &f, &got);
        for (int i = 0; t >= 10 && i < SCENE_PIXELS; i++)
            ck_assert_msg(!got.on[i], "frame %d, pixel %d", t, i);
    }
    /* A third colour is neither of them. */
    app_picture f = flicker(&s, 60);
    f.data[3 * 100] = 255;
    push(m, &f, &got);
    ck_assert(got.on[100] && !got.on[101]);
    bgs_model_free(m);
}

/* A model of a picture that stands still; the picture. */
static bgs_model *make_still(const bgs_options *o, scene *s, app_picture *f)
{
    outcome got;
    bgs_model *m = make_model(o);
    for (int t = 0; t < 30; t++) {
        s->seed = 7;
        *f = scene_frame(s, 0);
        push(m, f, &got);
    }
    return m;
}

TEST(a_shadow_is_no_foreground_where_shadows_are_looked_for)
{
    const int shaded = 5 * SCENE_WIDTH + 40, dark = 20 * SCENE_WIDTH + 40;
    for (int k = 0; k < 2; k++) {
        bgs_options o = small_options();
        app_picture f;
        scene s;
        outcome got;
        o.model = BGS_MOG;
        o.shadow = k ? 0.5 : 1;
        bgs_model *m = make_still(&o, &s, &f);
        for (int d = 0; d < 3; d++) {
            f.data[3 * shaded + d] = (unsigned char)(0.7 * f.data[3 * shaded + d] + 0.5);
            f.data[3 * dark + d] = (unsigned char)(0.3 * f.data[3 * dark + d] + 0.5);
        }
        push(m, &f, &got);
        ck_assert(got.on[shaded] == (k ? 0 : 255) && got.on[dark] == 255 && got.on[0] == 0);
        bgs_model_free(m);
    }
}

/* The part of an object, unlike anything before, that each model must find after three periods
 * of the moving edge. The numbers are low: the test is that a model works, not how well. */
TEST(every_model_finds_the_object)
{
    for (int k = 0; k < BGS_KINDS * BGS_COLORS; k++) {
        bgs_options o = small_options();
        scene s = {.seed = 11};
        outcome got;
        tally r = {0};
        double f = 0;
        o.model = k % BGS_KINDS;
        o.color = k / BGS_KINDS;
        o.every = 1;
        o.samples = 16;
        o.distance = o.color == BGS_CHROMA ? 15 : 30;
        o.deviations = o.model == BGS_AVERAGE ? 5 : 0;
        bgs_model *m = make_model(&o);
        for (int t = 0; t < FRAMES; t++) {
            app_picture frame = scene_frame(&s, t);
            push(m, &frame, &got);
            f = t < 28 ? 0 : count(&r, got.on, s.truth);
        }
        ck_assert_msg(f > 0.5, "model %d, color %d: F %.3f", o.model, o.color, f);
        bgs_model_free(m);
    }
}

/* Two pixels are less than half of 25; a corner's window has nine pixels, and that of a block's corner sees
 * a quarter of it, 9 of 25. */
TEST(the_median_filter_takes_specks_out)
{
    const int speck = 10 * SCENE_WIDTH + 30, block = 22 * SCENE_WIDTH + 30;
    for (int side = 0; side <= 5; side += 5) {
        bgs_options o = small_options();
        app_picture f;
        scene s;
        outcome got;
        o.median = side;
        bgs_model *m = make_still(&o, &s, &f);
        f.data[3 * speck] = f.data[3 * speck + 3] = 255;
        for (int i = 0; i < 25; i++)
            f.data[3 * (block + i / 5 * SCENE_WIDTH + i % 5)] = 255;
        push(m, &f, &got);
        ck_assert(got.on[speck] == (side ? 0 : 255) && got.on[block] == (side ? 0 : 255));
        ck_assert_int_eq(got.on[block + 2 * SCENE_WIDTH + 2], 255);
        bgs_model_free(m);
    }
}

TEST(frames_of_another_size_are_refused)
{
    bgs_options o = small_options();
    scene s = {.seed = 1};
    outcome got;
    bgs_model *m = make_model(&o);
    const app_picture f = scene_frame(&s, 0);
    for (int k = 0; k < 3; k++) {
        bgs_mask mask = {SCENE_WIDTH - (k == 1), SCENE_HEIGHT, got.on, NULL};
        const app_picture its = {f.width, f.height - (k == 0), f.channels, f.data, 0};
        ck_assert_int_eq(bgs_model_push(m, &its, &mask), k < 2 ? EXIT_FAILURE : 0);
        ck_assert_int_eq(bgs_model_counters(m).frames, k == 2);
    }
    bgs_model_free(m);
    ck_assert_int_eq(bgs_model_create(&m, &o, 0, 5, context), EXIT_FAILURE);
    ck_assert_ptr_null(m);
}
