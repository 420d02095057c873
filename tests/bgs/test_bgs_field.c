/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Markov field of clpwl-bgs against plain C. */
#include <math.h>
#include "bgs_suite.h"
#include "common/device.h"
#include "support/said.h"

enum { W = SCENE_WIDTH, H = SCENE_HEIGHT, N = SCENE_PIXELS, SIDE = 5, EDGES = SIDE * SIDE, FRAMES = 60 };

/* The evidence of foreground in p(background), at a threshold of one half. */
static double evidence_of(double p)
{
    const double e = p <= 0 ? 3 : p >= 1 ? -3 : log((1 - p) / p);
    return fmin(fmax(e, -3), 3);
}

/* The weight of edge k of a pixel: a Gaussian of 1.5 px; 0 to itself. */
static double weight_of(int k)
{
    const int dx = k % SIDE - 2, dy = k / SIDE - 2;
    return k == EDGES / 2 ? 0 : exp(-(dx * dx + dy * dy) / (2 * 1.5 * 1.5));
}

/* The pixel at the other end of edge k; -1: outside. */
static int other_end(int i, int k)
{
    const int x = i % W + k % SIDE - 2, y = i / W + k / SIDE - 2;
    return x >= 0 && x < W && y >= 0 && y < H ? y * W + x : -1;
}

static double near_sum(const double *q, int i)
{
    double sum = 0;
    for (int k = 0; k < EDGES; k++)
        if (other_end(i, k) >= 0)
            sum += weight_of(k) * q[other_end(i, k)];
    return sum;
}

/* pull: positive where the field is foreground. */
static void relax(const float *posterior, double weight, double *pull)
{
    static double q[N];
    for (int i = 0; i < N; i++)
        pull[i] = evidence_of(posterior[i]);
    for (int step = 0; step < 5; step++) {
        for (int i = 0; i < N; i++)
            q[i] = fmin(fmax(pull[i] / 2, -1), 1);
        for (int i = 0; i < N; i++)
            pull[i] = evidence_of(posterior[i]) + weight * near_sum(q, i);
    }
}

DEVICE_FIXTURE(make_context, free_context)

/* `field` and `raw` differ in the field alone: its mask is not fed back, and has a better F. */
TEST(the_field_is_what_plain_c_makes)
{
    static const int kinds[2] = {BGS_STKDE, BGS_KDE};
    for (int kind = 0; kind < 2; kind++) {
        bgs_options o = small_options();
        static outcome raw, field;
        static double pull[N];
        long near = 0, differ = 0;
        scene s;
        tally rates[2] = {{0}};
        double f_raw = 0, f_field = 0;
        o.model = kinds[kind];
        bgs_model *a = make_model(&o);
        o.field = bgs_defaults.field;
        bgs_model *b = make_model(&o);
        for (int t = 0; t < FRAMES; t++) {
            app_picture f = hard_frame(&s, t);
            push(a, &f, &raw);
            push(b, &f, &field);
            ck_assert_mem_eq(raw.posterior, field.posterior, sizeof raw.posterior);
            f_raw = count(&rates[0], raw.on, s.truth);
            f_field = count(&rates[1], field.on, s.truth);
            relax(field.posterior, o.field, pull);
            for (int i = 0; i < N; i++) {
                /* Sums of 25 fp32 terms, five times, each of at most 3 + 0.75 * 11. */
                const int unsure = fabs(pull[i]) < 1e-4;
                ck_assert_msg(unsure || (field.on[i] != 0) == (pull[i] > 0),
                              "model %d, frame %d, pixel %d: pull %.7f", kind, t, i, pull[i]);
                near += unsure;
                differ += field.on[i] != raw.on[i];
            }
        }
        ck_assert_int_lt(near, 40);
        ck_assert_int_gt(differ, 50);
        ck_assert_double_gt(f_field, f_raw);
        bgs_model_free(a);
        bgs_model_free(b);
    }
}

/* The compiler's log, if the driver gives any, comes before the message. */
TEST(what_a_device_refuses_is_said)
{
    const char *text = "kernel void broken( {";
    clpwl_context *none;
    cl_program program;
    app_device d;
    app_device_open(&d, context);
    ck_assert_int_eq(SAID(app_build(&d, &program, &text, 1, "")), EXIT_FAILURE);
    ck_assert(!program && (!strstr(said, "the log is above") || strncmp(said, "clpwl", 5) != 0));
    REFUSED(EXIT_FAILURE, "no such device", app_context(&none, "no such device"));
}
