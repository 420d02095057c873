/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The temporal median and the running Gaussian. */
#include "inside.h"

typedef struct simple {
    cl_mem mean, spread, age; /* average */
    cl_kernel decide, learn, grow_old, picture;
} simple;

static int create_median(bgs_model *m)
{
    int code = 0;
    simple *s = m->own;
    TRY(bgs_state_add(m, &m->samples, "samples", (size_t)m->o.samples, 4, BGS_INTEGERS));
    TRY(bgs_kernel_add(m, &s->decide, "decide_median"));
    TRY(bgs_kernel_add(m, &s->learn, "sample"));
done:
    return code;
}

static int median_background(bgs_model *m)
{
    int count = (int)(m->taken < m->o.samples ? m->taken : m->o.samples);
    return count ? bgs_median_of(m, m->samples, count) : 0;
}

static int decide_median(bgs_model *m)
{
    int code = 0, empty = m->taken == 0;
    const simple *s = m->own;
    const float distance = (float)m->o.distance;
    TRY(median_background(m));
    TRY(BGS_RUN(m, s->decide, ARG(m->now), ARG(m->image), ARG(distance), ARG(empty),
                ARG(m->posterior), ARG(m->on)));
done:
    return code;
}

static int learn_median(bgs_model *m)
{
    const simple *s = m->own;
    int slot = (int)(m->taken % m->o.samples);
    if (!bgs_is_sampled(m) && m->taken > 0)
        return 0;
    m->taken++;
    return BGS_RUN(m, s->learn, ARG(m->now), ARG(m->samples), ARG(slot));
}

static int restart_median(bgs_model *m)
{
    (void)m; /* only samples that were taken are read */
    return 0;
}

static int create_average(bgs_model *m)
{
    int code = 0;
    simple *s = m->own;
    TRY(bgs_state_add(m, &s->mean, "mean", 1, 16, BGS_LEVELS));
    TRY(bgs_state_add(m, &s->spread, "covariance", 2, 16, BGS_PRODUCTS));
    TRY(bgs_state_add(m, &s->age, "age", 1, 2, BGS_INTEGERS));
    TRY(bgs_kernel_add(m, &s->decide, "decide_average"));
    TRY(bgs_kernel_add(m, &s->learn, "learn_average"));
    TRY(bgs_kernel_add(m, &s->grow_old, "grow_old"));
    TRY(bgs_kernel_add(m, &s->picture, "picture_of_mean"));
done:
    return code;
}

static int decide_average(bgs_model *m)
{
    const simple *s = m->own;
    const int empty = m->taken == 0;
    const float deviations = (float)(m->o.deviations > 0 ? m->o.deviations : 3);
    return BGS_RUN(m, s->decide, ARG(m->now), ARG(s->mean), ARG(s->spread), ARG(deviations),
                   ARG(empty), ARG(m->posterior), ARG(m->on));
}

/* The first 1 / rate frames have equal weights. */
static int learn_average(bgs_model *m)
{
    int code = 0, absorb = m->o.absorb ? m->o.absorb : 0xffff;
    const simple *s = m->own;
    double equal = 1 / (double)(m->taken + 1), rate = m->o.rate > 0 ? m->o.rate : 1.0 / 100;
    float share = (float)(equal > rate ? equal : rate);
    if (equal > rate || m->counters.frames < m->o.train)
        absorb = 0;
    TRY(BGS_RUN(m, s->grow_old, ARG(m->on), ARG(s->age)));
    TRY(BGS_RUN(m, s->learn, ARG(m->now), ARG(s->age), ARG(absorb), ARG(share), ARG(s->mean),
                ARG(s->spread)));
    m->taken++;
done:
    return code;
}

static int restart_average(bgs_model *m)
{
    const simple *s = m->own;
    return app_zero(&m->device, s->age, 2 * m->layout.plane);
}

static int average_background(bgs_model *m)
{
    const simple *s = m->own;
    return BGS_RUN(m, s->picture, ARG(s->mean), ARG(m->image));
}

const bgs_kind_row bgs_median_row = {.size = sizeof(simple),
                                     .create = create_median,
                                     .decide = decide_median,
                                     .learn = learn_median,
                                     .restart = restart_median,
                                     .background = median_background};
const bgs_kind_row bgs_average_row = {.size = sizeof(simple),
                                      .create = create_average,
                                      .decide = decide_average,
                                      .learn = learn_average,
                                      .restart = restart_average,
                                      .background = average_background};
