/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The temporal median and the running Gaussian. */
#include "inside.h"

typedef struct simple {
    cl_mem samples;            /* median */
    cl_mem mean, spread, age;  /* average */
    cl_kernel decide, learn, grow_old, picture;
} simple;

static int allocate(bgs_model *m, simple **out)
{
    int code = 0;
    *out = calloc(1, sizeof **out);
    CHECK(*out, "out of memory: a model");
    m->own = *out;
done:
    return code;
}

static void destroy(bgs_model *m)
{
    simple *s = m->own;
    cl_kernel kernels[] = {s->decide, s->learn, s->grow_old, s->picture};
    for (size_t i = 0; i < sizeof kernels / sizeof *kernels; i++)
        if (kernels[i])
            clReleaseKernel(kernels[i]);
    free(s);
    m->own = NULL;
}

static int create_median(bgs_model *m)
{
    int code = 0;
    simple *s;
    TRY(allocate(m, &s));
    TRY(bgs_state_add(m, &s->samples, "samples", (size_t)m->o.samples, 4, 1));
    TRY(app_kernel(&s->decide, m->program, "decide_median"));
    TRY(app_kernel(&s->learn, m->program, "sample"));
done:
    return code;
}

static int median_background(bgs_model *m)
{
    simple *s = m->own;
    int count = (int)(m->taken < m->o.samples ? m->taken : m->o.samples);
    return count ? bgs_median_of(m, s->samples, count) : 0;
}

static int decide_median(bgs_model *m)
{
    int code = 0, empty = m->taken == 0;
    simple *s = m->own;
    const float distance = (float)m->o.distance;
    const app_arg args[] = {ARG(m->now), ARG(m->image),     ARG(distance),
                            ARG(empty),  ARG(m->posterior), ARG(m->on)};
    TRY(median_background(m));
    TRY(app_args(s->decide, args, 6));
    TRY(bgs_over_pixels(m, s->decide));
done:
    return code;
}

static int learn_median(bgs_model *m)
{
    int code = 0, slot = (int)(m->taken % m->o.samples);
    simple *s = m->own;
    const app_arg args[] = {ARG(m->now), ARG(s->samples), ARG(slot)};
    if (!bgs_is_sampled(m) && m->taken > 0)
        return 0;
    TRY(app_args(s->learn, args, 3));
    TRY(bgs_over_pixels(m, s->learn));
    m->taken++;
done:
    return code;
}

static int restart_median(bgs_model *m)
{
    (void)m; /* samples that are not taken are not read */
    return 0;
}

static int create_average(bgs_model *m)
{
    int code = 0;
    simple *s;
    TRY(allocate(m, &s));
    TRY(bgs_state_add(m, &s->mean, "mean", 1, 16, 1));
    TRY(bgs_state_add(m, &s->spread, "covariance", 2, 16, 1));
    TRY(bgs_state_add(m, &s->age, "age", 1, 2, 1));
    TRY(app_kernel(&s->decide, m->program, "decide_average"));
    TRY(app_kernel(&s->learn, m->program, "learn_average"));
    TRY(app_kernel(&s->grow_old, m->program, "grow_old"));
    TRY(app_kernel(&s->picture, m->program, "picture_of_mean"));
done:
    return code;
}

static int decide_average(bgs_model *m)
{
    int code = 0, empty = m->taken == 0;
    simple *s = m->own;
    const float deviations = (float)(m->o.deviations > 0 ? m->o.deviations : 3);
    const app_arg args[] = {ARG(m->now), ARG(s->mean),      ARG(s->spread), ARG(deviations),
                            ARG(empty),  ARG(m->posterior), ARG(m->on)};
    TRY(app_args(s->decide, args, 7));
    TRY(bgs_over_pixels(m, s->decide));
done:
    return code;
}

/* While there are fewer frames than the rate's memory, they weigh alike. */
static int learn_average(bgs_model *m)
{
    int code = 0, absorb = m->o.absorb ? m->o.absorb : 0xffff;
    simple *s = m->own;
    double alike = 1 / (double)(m->taken + 1), rate = m->o.rate > 0 ? m->o.rate : 1.0 / 100;
    float share = (float)(alike > rate ? alike : rate);
    if (alike > rate || m->counters.frames < m->o.train)
        absorb = 0;
    const app_arg ages[] = {ARG(m->on), ARG(s->age)};
    const app_arg args[] = {ARG(m->now), ARG(s->age),  ARG(absorb),
                            ARG(share),  ARG(s->mean), ARG(s->spread)};
    TRY(app_args(s->grow_old, ages, 2));
    TRY(bgs_over_pixels(m, s->grow_old));
    TRY(app_args(s->learn, args, 6));
    TRY(bgs_over_pixels(m, s->learn));
    m->taken++;
done:
    return code;
}

static int restart_average(bgs_model *m)
{
    int code = 0;
    simple *s = m->own;
    TRY(app_zero(&m->device, s->age, 2 * m->layout.plane));
done:
    return code;
}

static int average_background(bgs_model *m)
{
    int code = 0;
    simple *s = m->own;
    const app_arg args[] = {ARG(s->mean), ARG(m->image)};
    TRY(app_args(s->picture, args, 2));
    TRY(bgs_over_pixels(m, s->picture));
done:
    return code;
}

const bgs_kind_row bgs_median_row = {create_median, destroy,        decide_median,
                                     learn_median,  restart_median, median_background};
const bgs_kind_row bgs_average_row = {create_average, destroy,         decide_average,
                                      learn_average,  restart_average, average_background};
