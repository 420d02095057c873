/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The kernel densities: kde models the background only, stkde background and foreground. */
#include <math.h>
#include "density.h"

typedef struct stkde {
    cl_mem seen, inverse, median, age, background, rival;
    cl_mem spatial, fg_spatial; /* weights of a window's pixels */
    cl_mem evaluated;           /* counts of a frame: see density.cl */
    cl_uint counts[2];
    cl_kernel bandwidth, decide, grow_old, learn, remember;
    bgs_density density;
    int is_chosen; /* the density: for good */
} stkde;

static int is_both(const bgs_model *m)
{
    return m->o.model == BGS_STKDE;
}

static int make_window(bgs_model *m, cl_mem *out, int radius, double sigma, const char *what)
{
    int code = 0, side = 2 * radius + 1;
    float *w = malloc(sizeof *w * (size_t)side * (size_t)side);
    CHECK(w, "out of memory: a window");
    for (int y = -radius; y <= radius; y++)
        for (int x = -radius; x <= radius; x++)
            w[(y + radius) * side + x + radius] = (float)exp(-(double)(x * x + y * y) /
                                                             (2 * sigma * sigma));
    size_t bytes = sizeof *w * (size_t)side * (size_t)side;
    TRY(app_buffer(&m->device, out, bytes, what));
    TRY_CL(clEnqueueWriteBuffer, (m->device.queue, *out, CL_TRUE, 0, bytes, w, 0, NULL, NULL));
done:
    free(w);
    return code;
}

static int make_planes(bgs_model *m, stkde *s)
{
    int code = 0;
    TRY(bgs_state_add(m, &m->samples, "samples", (size_t)m->o.samples, 4, BGS_INTEGERS));
    TRY(bgs_state_add(m, &s->age, "age", 1, 2, BGS_INTEGERS));
    TRY(bgs_state_add(m, &s->inverse, "inverse bandwidths", 3, 4, BGS_SCRATCH));
    TRY(bgs_state_add(m, &s->median, "medians of differences", 1, 4, BGS_SCRATCH));
    TRY(bgs_state_add(m, &s->background, "background density", 1, 4, BGS_SCRATCH));
    TRY(bgs_state_add(m, &s->rival, "rival density", 1, 4, BGS_SCRATCH));
    TRY(app_buffer(&m->device, &s->evaluated, sizeof s->counts, "counters"));
    TRY(make_window(m, &s->spatial, m->o.radius, m->o.spatial_sigma, "a window"));
    if (is_both(m)) {
        TRY(bgs_state_add(m, &s->seen, "foreground samples", (size_t)m->o.fg_frames, 4,
                          BGS_INTEGERS));
        TRY(make_window(m, &s->fg_spatial, m->o.fg_radius, m->o.fg_spatial_sigma, "a window"));
    }
done:
    return code;
}

static int fill(bgs_model *m, cl_mem plane, float value)
{
    return app_cl(clEnqueueFillBuffer(m->device.queue, plane, &value, sizeof value, 0,
                                      sizeof value * m->layout.plane, 0, NULL, NULL),
                  "clEnqueueFillBuffer");
}

/* Planes of posteriors are 1 outside the picture: background. */
static int forget_posterior(bgs_model *m)
{
    return fill(m, m->posterior, 1);
}

static int create(bgs_model *m)
{
    int code = 0;
    stkde *s = m->own;
    CHECK_USAGE(!m->o.weight_bits || m->o.partition == CLPWL_PARTITION_UNIFORM,
                "--weight-bits emulates a filter on the uniform partition only");
    CHECK_USAGE(!is_both(m) || m->o.prior_least + m->o.prior_gain < 1,
                "--prior %g and --prior-gain %g make the prior 1 or more; make their sum less",
                m->o.prior_least, m->o.prior_gain);
    TRY(make_planes(m, s));
    TRY(forget_posterior(m));
    if (!is_both(m)) /* nothing else writes it */
        TRY(fill(m, s->rival, (float)m->o.density));
    TRY(bgs_kernel_add(m, &s->bandwidth, "bandwidth"));
    TRY(bgs_kernel_add(m, &s->decide, "decide"));
    TRY(bgs_kernel_add(m, &s->grow_old, "grow_old"));
    TRY(bgs_kernel_add(m, &s->learn, "learn"));
    TRY(bgs_kernel_add(m, &s->remember, "remember"));
    TRY(bgs_density_begin(&s->density, m));
    s->is_chosen = !bgs_density_must_choose(m);
done:
    return code;
}

static void free_own(bgs_model *m)
{
    stkde *s = m->own;
    bgs_density_free(&s->density);
    app_buffer_free(&m->device, &s->spatial);
    app_buffer_free(&m->device, &s->fg_spatial);
    app_buffer_free(&m->device, &s->evaluated);
}

static long smaller(long a, long b)
{
    return a < b ? a : b;
}

static int estimate_bandwidths(bgs_model *m, stkde *s)
{
    int code = 0, bits = 1;
    const int count = (int)smaller(m->counters.frames, m->o.bandwidth_frames);
    const double suits = m->o.color == BGS_CHROMA ? 2 : 3;
    const float most = (float)m->o.bandwidth_most;
    const float least = (float)(m->o.bandwidth_least > 0 ? m->o.bandwidth_least : suits);
    /* Medians beyond the largest bandwidth need not be exact: as few bits as possible. */
    while (bits < 8 && (1 << bits) - 1 < 0.97 * m->o.bandwidth_most)
        bits++;
    const app_arg args[] = {ARG(m->moved), ARG(count),     ARG(bits),      ARG(least),
                            ARG(most),     ARG(s->median), ARG(s->inverse)};
    TRY(app_args(s->bandwidth, args, 7));
    TRY(bgs_over_bytes(m, s->bandwidth));
done:
    return code;
}

static void use_density(bgs_model *m, stkde *s)
{
    m->counters.gaussian = s->density.gaussian;
    m->counters.method = NULL;
    m->counters.table_error = 0;
    if (!s->density.evaluator)
        return;
    m->counters.method = clpwl_evaluator_method(s->density.evaluator);
    m->counters.table_error = clpwl_evaluator_error(s->density.evaluator).linf;
}

/* Measures the Gaussians with all slots in use. Free slots hold the first sample meanwhile. */
static int choose(bgs_model *m, const bgs_density_planes *planes, bgs_density *out)
{
    int code = 0;
    const size_t bytes = 4 * m->layout.plane;
    const long samples = m->o.samples;
    const cl_uint zero = 0;
    for (long i = m->taken; i < samples; i++)
        TRY_CL(clEnqueueCopyBuffer, (m->device.queue, m->samples, m->samples, 0, (size_t)i * bytes,
                                     bytes, 0, NULL, NULL));
    TRY(bgs_density_choose(out, m, planes, (int)samples));
    if (m->taken < samples)
        TRY_CL(clEnqueueFillBuffer,
               (m->device.queue, m->samples, &zero, sizeof zero, (size_t)m->taken * bytes,
                (size_t)(samples - m->taken) * bytes, 0, NULL, NULL));
done:
    return code;
}

static double window(int radius)
{
    return (2.0 * radius + 1) * (2.0 * radius + 1);
}

static bgs_density_planes background_planes(const bgs_model *m, const stkde *s)
{
    return (bgs_density_planes){.samples = m->samples, .now = m->now, .spatial = s->spatial,
                                .rival = s->rival, .evaluated = s->evaluated,
                                .inverse = s->inverse, .density = s->background};
}

int bgs_stkde_choose(bgs_model *m, bgs_gaussian gaussian, bgs_density *out)
{
    int code = 0;
    const int asked = m->o.gaussian;
    stkde *s = m->own;
    const bgs_density_planes planes = background_planes(m, s);
    m->o.gaussian = (int)gaussian;
    if (bgs_density_must_choose(m))
        TRY(choose(m, &planes, out));
    else
        TRY(bgs_density_create(out, m, gaussian, m->o.method));
done:
    m->o.gaussian = asked;
    return code;
}

void bgs_stkde_swap(bgs_model *m, bgs_density *d)
{
    stkde *s = m->own;
    const bgs_density had = s->density;
    s->density = *d;
    *d = had;
}

/* The foreground comes first: the background's sums end by what they are compared with. */
static int estimate_densities(bgs_model *m, stkde *s, int count)
{
    int code = 0;
    const bgs_density_planes back = background_planes(m, s);
    const bgs_density_planes fore = {.samples = s->seen, .now = m->now, .spatial = s->fg_spatial,
                                     .rival = s->rival, .evaluated = s->evaluated,
                                     .last = m->posterior};
    if (!s->is_chosen && m->counters.seconds > BGS_CHOICE_WAITS) {
        bgs_density_free(&s->density);
        TRY(choose(m, &back, &s->density));
        s->is_chosen = 1;
    }
    use_density(m, s);
    TRY(app_zero(&m->device, s->evaluated, sizeof s->counts));
    if (is_both(m))
        TRY(bgs_density_foreground(&s->density, m, &fore, m->o.fg_frames));
    TRY(bgs_density_background(&s->density, m, &back, count, m->layout.height));
    TRY_CL(clEnqueueReadBuffer, (m->device.queue, s->evaluated, CL_FALSE, 0, sizeof s->counts,
                                 s->counts, 0, NULL, NULL));
done:
    return code;
}

/* Called when the kernels of the frame have ended, before the model learns. */
static void count_evaluations(bgs_model *m, const stkde *s)
{
    const double pixels = (double)m->layout.width * m->layout.height;
    const double samples = (double)smaller(m->taken, m->o.samples);
    if (samples > 0)
        m->counters.evaluations +=
            s->density.axes * ((pixels + s->counts[0]) * samples +
                               (double)s->counts[1] * window(m->o.fg_radius) * m->o.fg_frames);
}

static int decide(bgs_model *m)
{
    int code = 0, count = (int)smaller(m->taken, m->o.samples);
    stkde *s = m->own;
    if (count > 0) {
        TRY(estimate_bandwidths(m, s));
        TRY(estimate_densities(m, s, count));
    }
    const int empty = count == 0;
    const float threshold = (float)m->o.threshold;
    TRY(BGS_RUN(m, s->decide, ARG(s->background), ARG(s->rival), ARG(threshold), ARG(empty),
                ARG(m->posterior), ARG(m->on)));
done:
    return code;
}

static int learn_background(bgs_model *m, stkde *s)
{
    int slot = (int)(m->taken % m->o.samples), absorb = m->o.absorb;
    if (m->taken < m->o.samples || m->counters.frames < m->o.train)
        absorb = 0; /* every pixel is learned until all slots are taken */
    else if (absorb == 0)
        absorb = 0xffff; /* the largest age: never */
    m->taken++;
    return BGS_RUN(m, s->learn, ARG(m->now), ARG(s->age), ARG(absorb), ARG(m->samples), ARG(slot));
}

static int learn(bgs_model *m)
{
    int code = 0, slot = (int)(m->counters.frames % m->o.fg_frames);
    stkde *s = m->own;
    count_evaluations(m, s);
    TRY(BGS_RUN(m, s->grow_old, ARG(m->on), ARG(s->age)));
    if (bgs_is_sampled(m) || m->taken == 0)
        TRY(learn_background(m, s));
    if (is_both(m))
        TRY(BGS_RUN(m, s->remember, ARG(m->now), ARG(m->posterior), ARG(s->seen), ARG(slot)));
done:
    return code;
}

static int restart(bgs_model *m)
{
    int code = 0;
    stkde *s = m->own;
    TRY(app_zero(&m->device, m->samples, 4 * m->layout.plane * (size_t)m->o.samples));
    TRY(app_zero(&m->device, s->age, 2 * m->layout.plane));
    TRY(forget_posterior(m));
done:
    return code;
}

static int background(bgs_model *m)
{
    return bgs_median_of(m, m->samples, (int)smaller(m->taken, m->o.samples));
}

const bgs_kind_row bgs_stkde_row = {.size = sizeof(stkde),
                                    .create = create,
                                    .free = free_own,
                                    .decide = decide,
                                    .learn = learn,
                                    .restart = restart,
                                    .background = background};
