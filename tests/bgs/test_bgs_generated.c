/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The generated scene by the kernels against plain C, pixel by pixel. */
#include <math.h>
#include <stdio.h>
#include "bgs_compare.h"
#include "bgs_reference.h"
#include "bgs_suite.h"
#include "bgs/scene.h"

enum { WIDTH = 80, HEIGHT = 60, PIXELS = WIDTH * HEIGHT, EMPTY = 20, FRAMES = 40 };

static unsigned char rgb[3 * PIXELS], truth[PIXELS], on[PIXELS];
static float posterior[PIXELS];

static void run(const bgs_scene *made, bgs_options o, const char *what)
{
    app_picture frame = {WIDTH, HEIGHT, 3, rgb, 0};
    bgs_mask mask = {WIDTH, HEIGHT, on, posterior};
    tally c = {0};
    bgs_model *m;
    double hits = 0, wrong = 0;
    reference *r = reference_create(&o, WIDTH, HEIGHT);
    ck_assert_ptr_nonnull(r);
    DONE(bgs_model_create(&m, &o, WIDTH, HEIGHT, context));
    for (int t = 0; t < FRAMES; t++) {
        bgs_scene_frame(made, t, &frame, truth);
        DONE(bgs_model_push(m, &frame, &mask));
        compare_with_reference(on, posterior, reference_push(r, rgb), PIXELS, &o, t, what, &c);
        for (int i = 0; i < PIXELS; i++) {
            hits += on[i] && truth[i];
            wrong += (on[i] != 0) != (truth[i] != 0);
        }
    }
    printf("%s: %ld of %ld pixels within rounding of the threshold, worst p apart %.2g, F %.4f\n",
           what, c.near, c.pixels, c.worst, 2 * hits / (2 * hits + wrong));
    ck_assert_int_lt(c.near, c.pixels / 1000);
    ck_assert_int_gt(c.on, 1000);
    reference_free(r);
    bgs_model_free(m);
}

static bgs_scene small_scene(void)
{
    bgs_scene s = bgs_scene_defaults;
    s.width = WIDTH;
    s.height = HEIGHT;
    s.empty = EMPTY;
    return s;
}

START_TEST(the_scene_as_it_is)
{
    const bgs_scene s = small_scene();
    run(&s, small_options(), "rgb");
}
END_TEST

START_TEST(a_hard_scene)
{
    bgs_scene s = small_scene();
    bgs_options o = small_options();
    s.camouflage = 0.7;
    s.drift = 0.2;
    s.sway = 2;
    o.color = BGS_CHROMA;
    run(&s, o, "chroma, hard scene");
}
END_TEST

Suite *suite(void)
{
    runs_in_one_process();
    Suite *s = suite_create("bgs_generated");
    TCase *t = tcase_create("scene");
    tcase_set_timeout(t, 600);
    tcase_add_checked_fixture(t, make_context, free_context);
    tcase_add_test(t, the_scene_as_it_is);
    tcase_add_test(t, a_hard_scene);
    suite_add_tcase(s, t);
    return s;
}
