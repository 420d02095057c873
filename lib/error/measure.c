/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Measured errors. Each smooth piece of each segment is sampled. The samples show where the
 * error changes its sign, which splits the quadrature of |e|, and where it may be largest,
 * which starts a search for the maximum. f'' is not used.
 */
#include "error/measure.h"
#include "base/array.h"
#include "base/parallel.h"
#include "error/breaks.h"
#include "error/extremum.h"
#include "error/integrals.h"
#include "error/relative_breaks.h"
#include "error/residual.h"
#include "error/sampling.h"

enum {
    RESOLUTION = 4096,    /* samples over the domain, at least */
    PIECE_LEAST = 8,      /* steps in a piece, at least */
    /* Calls of f in integrals: over the domain, and for each segment, where a smooth f takes 50.
     * After these come strata. */
    CALLS = 1 << 22,
    CALLS_IN_SEGMENT = 512,
    END_STEPS = 64,       /* a point next to an end of a piece is this part of a step away */
    REPORTS = 256,        /* calls of the progress callback */
    BLOCK = 4096          /* segments for a thread: 2 ms, and a thread starts in 0.1 */
};
static const double deviations = 3; /* that are added to integrals */
/* The part of itself by which |e| may rise from an end before the next sample. */
static const double end_rise = 0.25;

typedef struct measuring {
    const clpwl__measure *how;
    clpwl__segment s;
    double domain, end;   /* its width, and its right end */
    double rounding;      /* a bound for f and v on the domain */
    double noise;         /* a bound of the rounding in weighted errors of the piece */
    double noise_plain;   /* the same for a weight of 1: e^2 has the weight once */
    double l, r;          /* the piece */
    clpwl__sampling at;   /* its samples */
    double linf;          /* the largest |e| so far: where errors of each segment are asked
                             for, of this segment */
    double place;         /* where that was seen: a sample */
    clpwl__integrals integrals;
} measuring;

static size_t count_least_samples(const measuring *m)
{
    size_t n = (size_t)ceil(RESOLUTION * ((m->r - m->l) / m->domain));
    return n > PIECE_LEAST ? n : PIECE_LEAST;
}

static void raise_linf(measuring *m, double found, double x)
{
    if (found > m->linf) {
        m->linf = found;
        m->place = x;
    }
}

/* The largest |e| close to an end of the piece, where the parabola through samples on one side says
 * little: whether |e| rises from the end is seen at a point next to it. */
static clpwl_status measure_end(measuring *m, size_t end, size_t next)
{
    clpwl_status status = CLPWL_OK;
    const clpwl__sampling *p = &m->at;
    double x[3] = {p->x[end], 0, p->x[next]}, e[3] = {p->e[end], 0, p->e[next]};
    double size = fabs(e[0]), sign = e[0] < 0 ? -1 : 1, found;
    if (size <= 4 * m->noise || size + end_rise * size <= m->linf || fabs(e[2]) > size)
        goto done;
    x[1] = clpwl__step_at(x[0], x[2], 1, END_STEPS);
    TRY(clpwl__weighted_residual(&m->s, CLPWL_NORM_LINF, x[1], &e[1]));
    if (!(sign * e[1] > size))
        goto done;
    if (next < end) {
        double x2 = x[2], e2 = e[2];
        x[2] = x[0], e[2] = e[0];
        x[0] = x2, e[0] = e2;
    }
    TRY(clpwl__find_largest(&m->s, x, e, &found));
    raise_linf(m, found, x[1]);
done:
    return status;
}

static clpwl_status measure_linf(measuring *m)
{
    clpwl_status status = CLPWL_OK;
    const clpwl__sampling *p = &m->at;
    raise_linf(m, p->most, p->place);
    TRY(measure_end(m, 0, 1));
    TRY(measure_end(m, p->n, p->n - 1));
    for (size_t i = 1; i < p->n; i++) {
        double x[3] = {p->x[i - 1], p->x[i], p->x[i + 1]}, found;
        double e[3] = {p->e[i - 1], p->e[i], p->e[i + 1]}, size = fabs(e[1]);
        if (fabs(e[0]) > size || fabs(e[2]) > size || size <= 4 * m->noise)
            continue;
        double more = clpwl__sampled_rise(p, i);
        if (size + more <= m->linf || more <= m->noise)
            continue;
        TRY(clpwl__find_largest(&m->s, x, e, &found));
        raise_linf(m, found, x[1]);
    }
done:
    return status;
}

/* A formula has no noise: its variations are measured. */
static double find_rounding(const clpwl_function *f, const double *values, size_t segments)
{
    clpwl_function exact = *f;
    if (f->is_formula || f->entry)
        exact.noise = 0;
    return clpwl__residual_noise(&exact, values, segments);
}

/* Bounds the rounding in the weighted errors of the piece. For relative errors the rounding
 * is that of the values on this segment. */
static clpwl_status find_noise(measuring *m)
{
    clpwl_status status = CLPWL_OK;
    double most = 0, plain = 0, factor, ends[] = {m->s.y0, m->s.y1};
    double x[] = {m->l, clpwl__step_at(m->l, m->r, 1, 2), m->r}, y[3] = {0};
    m->noise = m->noise_plain = m->rounding;
    if (!m->s.weight)
        goto done;
    if (m->s.weight->floor > 0)
        TRY(clpwl__values(m->s.f, x, y, 3));
    for (int i = 0; i < 3; i++) {
        TRY(clpwl__weigh(m->s.weight, CLPWL_NORM_LINF, x[i], y[i], &factor));
        most = fmax(most, factor);
        TRY(clpwl__weigh_by(m->s.weight, CLPWL_NORM_LINF, x[i], y[i], 1, &factor));
        plain = fmax(plain, factor);
    }
    double rounding = m->s.weight->floor > 0 ? find_rounding(m->s.f, ends, 1) : m->rounding;
    m->noise = most * rounding;
    m->noise_plain = plain * rounding;
done:
    return status;
}

static clpwl_status measure_segment(measuring *m)
{
    clpwl_status status = CLPWL_OK;
    for (m->l = m->s.x0; m->l < m->s.x1; m->l = m->r) {
        m->r = clpwl__weighted_piece_end(m->s.f, m->s.weight, m->l, m->s.x1);
        if (m->s.weight && m->s.weight->floor > 0)
            TRY(clpwl__relative_piece_end(m->s.f, m->s.weight->floor, m->l, m->r,
                                          count_least_samples(m), &m->r));
        TRY(find_noise(m));
        TRY(clpwl__sample_piece(&m->at, &m->s, m->l, m->r, count_least_samples(m), m->noise,
                                m->end));
        if (m->how->norms & CLPWL__MEASURE_LINF)
            TRY(measure_linf(m));
        if (m->how->norms & (CLPWL__MEASURE_L1 | CLPWL__MEASURE_L2))
            TRY(clpwl__integrals_add(
                &m->integrals,
                &(clpwl__smooth_piece){.s = m->s, .l = m->l, .r = m->r, .noise = m->noise,
                                       .noise_plain = m->noise_plain}, &m->at));
    }
done:
    return status;
}

/* The segment before the one at *how->worst, or 0. */
static size_t choose_first(const clpwl__measure *how, const double *knots, size_t segments)
{
    size_t first = 0, beyond = segments;
    if (!how->worst || how->norms != CLPWL__MEASURE_LINF || !isfinite(how->give_up))
        return 0;
    while (first + 1 < beyond) {
        size_t middle = first + (beyond - first) / 2;
        *(knots[middle] <= *how->worst ? &first : &beyond) = middle;
    }
    return first > 0 ? first - 1 : 0;
}

/* What a block of segments adds to the errors. */
typedef struct block {
    double linf, sum[2], variance[2];
    double worst; /* where the largest |e| was seen */
} block;

/* Blocks do not depend on each other, nor the result on the number of threads. */
typedef struct sweep {
    const clpwl__measure *how;
    const clpwl_function *f;
    const clpwl_weight *weight;
    const double *knots, *values;
    size_t segments, first; /* the segment to begin with */
    double rounding, most;  /* the largest |e| so far, of one thread alone */
    unsigned threads;
    measuring *workers;     /* one for each thread */
    block *blocks;
} sweep;

static clpwl_status report_progress(const sweep *s, size_t done)
{
    clpwl_status status = CLPWL_OK;
    const clpwl__measure *how = s->how;
    CHECK(!how->progress || !how->progress((double)done / (double)s->segments, how->progress_user),
          CLPWL_ERR_CANCELLED, "cancelled while the error of %zu segments was measured", s->segments);
done:
    return status;
}

static clpwl_status report_blocks(void *user, size_t done)
{
    const sweep *s = user;
    return report_progress(s, done * BLOCK < s->segments ? done * BLOCK : s->segments);
}

static clpwl_status measure_block(void *user, unsigned thread, size_t j)
{
    clpwl_status status = CLPWL_OK;
    sweep *s = user;
    const clpwl__measure *how = s->how;
    measuring *m = &s->workers[thread];
    block *b = &s->blocks[j];
    size_t from = j * BLOCK, to = s->segments - from > BLOCK ? from + BLOCK : s->segments;
    double count = (double)(to - from), domain = s->knots[s->segments] - s->knots[0];
    *m = (measuring){.how = how, .domain = domain, .end = s->knots[s->segments], .at = m->at,
                     .rounding = s->rounding, .integrals = m->integrals};
    clpwl__integrals_begin(&m->integrals, how->norms, domain,
                           CALLS * (count / (double)s->segments) + CALLS_IN_SEGMENT * count);
    for (size_t k = from; k < to && fmax(s->most, b->linf) <= how->give_up; k++) {
        size_t i = (s->first + k) % s->segments;
        if (s->threads == 1 && k % (s->segments / REPORTS + 1) == 0)
            TRY(report_progress(s, k));
        m->s = clpwl__segment_at(s->f, s->weight, s->knots, s->values, i);
        m->linf = how->each ? 0 : b->linf;
        TRY(measure_segment(m));
        if (m->linf > b->linf)
            b->worst = m->place;
        b->linf = fmax(b->linf, m->linf);
        if (how->each)
            how->each[i] = m->linf;
    }
    TRY(clpwl__integrals_end(&m->integrals));
    memcpy(b->sum, m->integrals.sum, sizeof b->sum);
    memcpy(b->variance, m->integrals.variance, sizeof b->variance);
    if (s->threads == 1)
        s->most = fmax(s->most, b->linf);
done:
    return status;
}

/* One for a measurement that may end early, and for callbacks of the user. */
static unsigned count_threads(const sweep *s, size_t blocks)
{
    const clpwl_weight *w = s->weight;
    int is_ours = clpwl__function_is_ours(s->f) && (!w || !w->w || clpwl__function_is_ours(w->w));
    return is_ours && !isfinite(s->how->give_up) ? clpwl__loop_threads(0, blocks) : 1;
}

static void add_blocks(const sweep *s, size_t blocks, clpwl_error *out)
{
    double most = 0, sum[2] = {0, 0}, variance[2] = {0, 0};
    for (size_t j = 0; j < blocks; j++) {
        const block *b = &s->blocks[j];
        if (s->how->worst && b->linf > most)
            *s->how->worst = b->worst;
        most = fmax(most, b->linf);
        for (int k = 0; k < 2; k++) {
            sum[k] += b->sum[k];
            variance[k] += b->variance[k];
        }
    }
    for (int k = 0; k < 2; k++)
        sum[k] += deviations * sqrt(variance[k]);
    out->linf = s->how->norms & CLPWL__MEASURE_LINF ? most : (double)NAN;
    out->l1 = s->how->norms & CLPWL__MEASURE_L1 ? sum[0] : (double)NAN;
    out->l2 = s->how->norms & CLPWL__MEASURE_L2 ? sqrt(sum[1]) : (double)NAN;
}

clpwl_status clpwl__error_measure(const clpwl__measure *how, const clpwl_function *f,
                                  const double *knots, const double *values, size_t segments,
                                  clpwl_error *out)
{
    clpwl_status status = CLPWL_OK;
    size_t blocks = (segments - 1) / BLOCK + 1;
    sweep s = {.how = how, .f = f, .weight = clpwl__weighs(how->weight) ? how->weight : NULL, .knots = knots,
               .values = values, .segments = segments, .first = choose_first(how, knots, segments),
               .rounding = find_rounding(f, values, segments)};
    s.threads = count_threads(&s, blocks);
    s.blocks = clpwl__calloc(blocks, sizeof *s.blocks);
    CHECK_MEMORY(s.blocks);
    s.workers = clpwl__calloc(s.threads, sizeof *s.workers);
    CHECK_MEMORY(s.workers);
    TRY(clpwl__loop_run(&(clpwl__loop){.rounds = blocks, .threads = s.threads, .round = measure_block,
                                       .watch = s.threads > 1 ? report_blocks : NULL, .user = &s}));
    add_blocks(&s, blocks, out);
done:
    for (unsigned t = 0; s.workers && t < s.threads; t++) {
        clpwl__sampling_free(&s.workers[t].at);
        clpwl__integrals_free(&s.workers[t].integrals);
    }
    clpwl__free(s.workers);
    clpwl__free(s.blocks);
    return status;
}

clpwl_status clpwl__error_measure_all(const clpwl_function *f, const clpwl_weight *weight,
                                      const double *knots, const double *values, size_t segments,
                                      double *each, double *worst, clpwl_error *out)
{
    clpwl_status status = CLPWL_OK;
    clpwl__measure all = {
        .norms = CLPWL__MEASURE_ALL, .give_up = HUGE_VAL, .each = each, .worst = worst};
    clpwl__broken own = {0}, own_w = {0};
    clpwl_weight broken = CLPWL_WEIGHT_INIT;
    TRY(clpwl__broken_create(&own, f, knots[0], knots[segments], NULL, 0));
    if (weight) {
        broken = *weight;
        all.weight = &broken;
    }
    if (broken.w) {
        TRY(clpwl__broken_create(&own_w, broken.w, knots[0], knots[segments], NULL, 0));
        broken.w = &own_w.f;
    }
    TRY(clpwl__error_measure(&all, &own.f, knots, values, segments, out));
done:
    clpwl__broken_free(&own);
    clpwl__broken_free(&own_w);
    return status;
}

clpwl_status clpwl_error_measure(const clpwl_function *f, const clpwl_weight *weight,
                                 const double *knots, const double *values, size_t segments,
                                 clpwl_error *out)
{
    clpwl_status status = CLPWL_OK;
    clpwl_weight own;
    TRY(clpwl__weight_take(&own, &weight));
    CHECK(f && knots && values && out, CLPWL_ERR_ARGUMENT, "%s is NULL",
          !f ? "f" : !knots ? "knots" : !values ? "values" : "out");
    TRY(clpwl__check_segments("a line", segments));
    TRY(clpwl__check_ascending("knot", knots, segments + 1));
    for (size_t i = 0; i <= segments; i++)
        CHECK(isfinite(values[i]), CLPWL_ERR_ARGUMENT, "value %zu of %zu, at x = %.9g, is %g, not finite",
              i + 1, segments + 1, knots[i], values[i]);
    TRY(clpwl__error_measure_all(f, weight, knots, values, segments, NULL, NULL, out));
done:
    return status;
}
