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
    mog *s = m->own;
    TRY(bgs_state_add(m, &s->modes, "components", components, 16, BGS_LEVELS));
    TRY(bgs_state_add(m, &s->weights, "weights", components, 4, BGS_SHARES));
    TRY(bgs_kernel_add(m, &s->mog, "mog"));
    TRY(bgs_kernel_add(m, &s->picture, "picture_of_mean"));
done:
    return code;
}

/* Decides and learns in one kernel, as there is no feedback. The first frames have larger
 * weights. */
static int decide(bgs_model *m)
{
    const mog *s = m->own;
    const bgs_options *o = &m->o;
    double rate = o->rate > 0 ? o->rate : 1.0 / 500, first = 1 / (2.0 * (double)(m->taken + 1));
    double k = o->deviations > 0 ? o->deviations : 4;
    const float share = (float)(first > rate ? first : rate), limit = (float)(k * k);
    const float background = (float)o->background_share, complexity = (float)o->complexity;
    /* A chromaticity does not change in a shadow. */
    const float darkest = o->color == BGS_CHROMA ? 1 : (float)o->shadow;
    m->taken++;
    return BGS_RUN(m, s->mog, ARG(m->now), ARG(share), ARG(limit), ARG(background),
                   ARG(complexity), ARG(darkest), ARG(s->modes), ARG(s->weights),
                   ARG(m->posterior), ARG(m->on));
}

static int background(bgs_model *m)
{
    const mog *s = m->own;
    return BGS_RUN(m, s->picture, ARG(s->modes), ARG(m->image));
}

const bgs_kind_row bgs_mog_row = {
    .size = sizeof(mog), .create = create, .decide = decide, .background = background};
