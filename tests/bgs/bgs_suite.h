/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Helpers of the suites of clpwl-bgs. */
#ifndef BGS_SUITE_H
#define BGS_SUITE_H

#include "bgs_scene.h"
#include "common/message.h"
#include "bgs/model.h"
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
