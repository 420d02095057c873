/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The adaptive mixture of Gaussians. */
#include "inside.h"

typedef struct mog {
    cl_mem modes, weights;
    cl_kernel mog, picture;
} mog;

static int create(bgs_model *m)
{
    int code = 0;
    size_t components = (size_t)m->o.components;
    mog *s = calloc(1, sizeof *s);
    CHECK(s, "out of memory: a model");
    m->own = s;
    TRY(bgs_state_add(m, &s->modes, "components", components, 16, 1));
    TRY(bgs_state_add(m, &s->weights, "weights", components, 4, 1));
    TRY(app_kernel(&s->mog, m->program, "mog"));
    TRY(app_kernel(&s->picture, m->program, "picture_of_mean"));
done:
    return code;
}

static void destroy(bgs_model *m)
{
    mog *s = m->own;
    if (s->mog)
        clReleaseKernel(s->mog);
    if (s->picture)
        clReleaseKernel(s->picture);
    free(s);
    m->own = NULL;
}

/* Decides and learns at once: there is no feedback. The first frames weigh more. */
static int decide(bgs_model *m)
{
    int code = 0;
    mog *s = m->own;
    const bgs_options *o = &m->o;
    double rate = o->rate > 0 ? o->rate : 1.0 / 500, first = 1 / (2.0 * (double)(m->taken + 1));
    double k = o->deviations > 0 ? o->deviations : 4;
    const float share = (float)(first > rate ? first : rate), limit = (float)(k * k);
    const float background = (float)o->background_share, complexity = (float)o->complexity;
    /* Chromaticities have no darker versions. */
    const float darkest = o->color == BGS_CHROMA ? 1 : (float)o->shadow;
    const app_arg args[] = {ARG(m->now),      ARG(share),    ARG(limit),    ARG(background),
                            ARG(complexity),  ARG(darkest),  ARG(s->modes), ARG(s->weights),
                            ARG(m->posterior), ARG(m->on)};
    TRY(app_args(s->mog, args, sizeof args / sizeof *args));
    TRY(bgs_over_pixels(m, s->mog));
    m->taken++;
done:
    return code;
}

static int learn(bgs_model *m)
{
    (void)m;
    return 0;
}

static int background(bgs_model *m)
{
    int code = 0;
    mog *s = m->own;
    const app_arg args[] = {ARG(s->modes), ARG(m->image)};
    TRY(app_args(s->picture, args, 2));
    TRY(bgs_over_pixels(m, s->picture));
done:
    return code;
}

const bgs_kind_row bgs_mog_row = {create, destroy, decide, learn, NULL, background};
