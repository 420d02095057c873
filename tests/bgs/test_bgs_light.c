/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The compensation of light that changes, --light of clpwl-bgs. */
#include <math.h>
#include "bgs_suite.h"

enum { FRAMES = 44, DIM_FROM = 14 };

static app_picture lit_frame(scene *s, int t, double light)
{
    app_picture f = scene_frame(s, t);
    for (int i = 0; i < 3 * SCENE_PIXELS; i++)
        f.data[i] = (unsigned char)fmin(floor(f.data[i] * light + 0.5), 255);
    return f;
}

/* Two per cent a frame, either way: more than the samples of 14 frames follow. */
static double light_at(int t, int brighter)
{
    return t < DIM_FROM ? 1 : pow(brighter ? 1.02 : 0.98, t - DIM_FROM);
}

static double wrong_pixels(const bgs_options *o, int brighter)
{
    static outcome got;
    scene s = {.seed = 5};
    tally r = {0};
    bgs_model *m = make_model(o);
    for (int t = 0; t < FRAMES; t++) {
        app_picture f = lit_frame(&s, t, light_at(t, brighter));
        push(m, &f, &got);
        if (t >= DIM_FROM)
            count(&r, got.on, s.truth);
    }
    bgs_model_free(m);
    return r.wrong;
}

DEVICE_FIXTURE(make_context, free_context)

TEST(light_that_changes_is_no_foreground)
{
    for (int k = 0; k < 2 * BGS_KINDS; k++) {
        bgs_options o = small_options();
        o.model = k % BGS_KINDS;
        o.color = k < BGS_KINDS ? BGS_RGB : BGS_CHROMA;
        o.reset = 1;
        o.distance = 15;
        for (int brighter = 0; brighter < 2; brighter++) {
            o.light = 1;
            const double without = wrong_pixels(&o, brighter);
            o.light = 0.06;
            const double with = wrong_pixels(&o, brighter);
            /* Means follow the light, too. */
            const int is_mean = o.model == BGS_AVERAGE || o.model == BGS_MOG;
            ck_assert_double_lt(with, (is_mean ? 0.9 : 0.5) * without);
        }
    }
}

/* The object and the noise do not count as light: nothing changes. */
TEST(steady_light_is_left_alone)
{
    for (int k = 0; k < BGS_KINDS; k++) {
        bgs_options o = small_options();
        static outcome got, want;
        scene s = {.seed = 5};
        o.model = k;
        bgs_model *a = make_model(&o);
        o.light = 0.06;
        bgs_model *b = make_model(&o);
        for (int t = 0; t < FRAMES; t++) {
            app_picture f = scene_frame(&s, t);
            push(a, &f, &want);
            push(b, &f, &got);
            expect_same(&got, &want);
        }
        bgs_model_free(a);
        bgs_model_free(b);
    }
}
