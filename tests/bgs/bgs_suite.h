/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Helpers of the suites of clpwl-bgs. */
#ifndef BGS_SUITE_H
#define BGS_SUITE_H

#include "bgs_scene.h"
#include "common/message.h"
#include "bgs/model.h"
#include "bgs/scene.h"
#include "support/suite.h"

static clpwl_context *context;

static inline void make_context(void)
{
    OK(clpwl_context_create(&context, NULL));
}

static inline void free_context(void)
{
    clpwl_context_free(context);
    context = NULL;
}

/* Functions of clpwl-bgs print to stderr why they fail. */
#define DONE(call) ck_assert_int_eq((call), 0)

typedef struct outcome {
    unsigned char on[SCENE_PIXELS];
    float posterior[SCENE_PIXELS];
} outcome;

static inline void push(bgs_model *m, const app_picture *f, outcome *out)
{
    bgs_mask mask = {f->width, f->height, out->on, out->posterior};
    DONE(bgs_model_push(m, f, &mask));
}

static inline bgs_model *make_model(const bgs_options *o)
{
    bgs_model *m;
    DONE(bgs_model_create(&m, o, SCENE_WIDTH, SCENE_HEIGHT, context));
    return m;
}

static inline void expect_same(const outcome *a, const outcome *b)
{
    ck_assert_mem_eq(a->on, b->on, sizeof a->on);
    ck_assert_mem_eq(a->posterior, b->posterior, sizeof a->posterior);
}

/* Noise and camouflage: raw masks have specks and holes. */
static inline app_picture hard_frame(scene *s, int t)
{
    bgs_scene made = bgs_scene_defaults;
    app_picture f = {SCENE_WIDTH, SCENE_HEIGHT, 3, s->rgb, 0};
    made.width = SCENE_WIDTH;
    made.height = SCENE_HEIGHT;
    made.empty = 20;
    made.noise = 5;
    made.camouflage = 0.5;
    made.drift = 0.2;
    made.sway = 2;
    bgs_scene_frame(&made, t, &f, s->truth);
    return f;
}

/* F of a mask, where hits and errors are sums over frames. */
typedef struct tally {
    double hits, wrong;
} tally;

static inline double count(tally *r, const unsigned char *on, const unsigned char *truth)
{
    for (int i = 0; i < SCENE_PIXELS; i++) {
        r->hits += on[i] && truth[i];
        r->wrong += !on[i] != !truth[i];
    }
    return 2 * r->hits / (2 * r->hits + r->wrong);
}

/* Time windows that a short scene fills. */
static inline bgs_options small_options(void)
{
    bgs_options o = bgs_defaults;
    o.samples = 7;
    o.every = 2;
    o.bandwidth_frames = 9;
    o.gaussian = BGS_EXACT_Q;
    o.field = 0;
    o.light = 1;
    o.median = 0;
    return o;
}

#endif
