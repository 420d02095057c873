/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Measured errors. Each smooth piece of each segment is sampled. The samples show where the
 * error changes its sign, which splits the quadrature of |e|, and where it may be largest,
 * which starts a search for the maximum. f'' is not used.
 */
#include "error/measure.h"
#include "base/array.h"
#include "base/door.h"
#include "base/parallel.h"
#include "error/breaks.h"
#include "error/integrals.h"
#include "error/maxima.h"
#include "error/relative_breaks.h"
#include "error/residual.h"

enum {
    PIECE_LEAST = 8,      /* steps in a piece, at least */
    /* Calls of f in integrals: over the domain, and for each segment, where a smooth f takes 50.
     * After these come strata. */
    CALLS = 1 << 22,
    CALLS_IN_SEGMENT = 512,
    REPORTS = 256,        /* calls of the progress callback */
    BLOCK = 4096,         /* segments for a thread: 2 ms, and a thread starts in 0.1 */
    FEW_PIECES = 2, /* to begin with, where the measurement may give up */
    PLACES = 3 /* in a piece, for the noise */
};
static const double deviations = 3; /* that are added to integrals */

/* What a block of segments adds to the errors. */
typedef struct block {
    double linf, sum[2], variance[2];
    double worst;   /* where the largest |e| was seen, */
    double sampled; /* of samples alone, where Linf is not measured */
} block;

typedef struct measuring {
    const clpwl__measure *how;
    block *out;
    double domain, end;    /* its width, and its right end */
    double rounding;       /* a bound for f and v on the domain */
    clpwl__piece *pieces;  /* that are to be measured together */
    size_t count, most;
    int has_ended;         /* the measurement gave up */
    clpwl__maxima maxima;
    clpwl__integrals integrals;
} measuring;

static size_t count_least_samples(const measuring *m, double l, double r)
{
    size_t n = (size_t)ceil(CLPWL__RESOLUTION * ((r - l) / m->domain));
    return n > PIECE_LEAST ? n : PIECE_LEAST;
}

/* Bounds the rounding in the weighted errors of the piece, from f and w at three places of it. For relative
 * errors the rounding is that of the values on this segment. */
static clpwl_status find_noise_of(const measuring *m, clpwl__piece *p, const double *x, const double *y,
                                  const double *w)
{
    clpwl_status status = CLPWL_OK;
    const clpwl_weight *weight = p->s.weight;
    double most = 0, plain = 0, factor, ends[] = {p->s.y0, p->s.y1};
    for (int i = 0; i < PLACES; i++) {
        TRY(clpwl__weigh_by(weight, CLPWL_NORM_LINF, x[i], y[i], w[i], &factor));
        most = fmax(most, factor);
        TRY(clpwl__weigh_by(weight, CLPWL_NORM_LINF, x[i], y[i], 1, &factor));
        plain = fmax(plain, factor);
    }
    double rounding = weight->floor > 0 ? clpwl__residual_noise(p->s.f, ends, 1) : m->rounding;
    p->noise = most * rounding;
    p->noise_plain = plain * rounding;
done:
    return status;
}

static clpwl_status find_noise(const measuring *m)
{
    clpwl_status status = CLPWL_OK;
    double x[PLACES * CLPWL__PIECES], y[PLACES * CLPWL__PIECES] = {0}, w[PLACES * CLPWL__PIECES];
    size_t n = 0;
    for (clpwl__piece *p = m->pieces; p < m->pieces + m->count; p++) {
        p->noise = p->noise_plain = m->rounding;
        for (int i = 0; i < PLACES; i++)
            x[n++] = clpwl__step_at(p->l, p->r, i, PLACES - 1);
    }
    const clpwl__segment *s = &m->pieces[0].s; /* which has the f and the weight of all */
    if (n == 0 || !s->weight)
        goto done;
    if (s->weight->floor > 0)
        TRY(clpwl__values(s->f, x, y, n));
    TRY(clpwl__weights(s->weight, x, w, n));
    for (size_t i = 0; i < n; i += PLACES)
        TRY(find_noise_of(m, &m->pieces[i / PLACES], x + i, y + i, w + i));
done:
    return status;
}

static clpwl_status measure_piece(measuring *m, clpwl__piece *p)
{
    clpwl_status status = CLPWL_OK;
    const clpwl__measure *how = m->how;
    block *out = m->out;
    if (p->is_first)
        m->maxima.linf = how->each ? 0 : out->linf;
    if (how->norms & CLPWL__MEASURE_LINF) {
        TRY(clpwl__maxima_measure(&m->maxima, p));
    } else if (p->at.most > out->sampled) {
        out->sampled = p->at.most;
        out->worst = p->at.place;
    }
    if (how->norms & (CLPWL__MEASURE_L1 | CLPWL__MEASURE_L2))
        TRY(clpwl__integrals_add(
            &m->integrals,
            &(clpwl__smooth_piece){.s = p->s, .l = p->l, .r = p->r, .noise = p->noise,
                                   .noise_plain = p->noise_plain}, &p->at));
    if (!p->is_last)
        goto done;
    if (m->maxima.linf > out->linf)
        out->worst = m->maxima.place;
    out->linf = fmax(out->linf, m->maxima.linf);
    if (how->each)
        how->each[p->segment] = m->maxima.linf;
    m->has_ended = !(out->linf <= how->give_up);
done:
    return status;
}

/* Measures the pieces that wait. */
static clpwl_status measure_pieces(measuring *m)
{
    clpwl_status status = CLPWL_OK;
    const size_t n = m->count;
    TRY(find_noise(m));
    if (n > 1)
        TRY(clpwl__sample_ahead(m->pieces, n));
    for (clpwl__piece *p = m->pieces; p < m->pieces + n; p++) {
        TRY(clpwl__sample_piece(&p->at, &p->s, p->l, p->r, p->least, p->noise, m->end));
        clpwl__sampling_hand_on(&p->at, &m->pieces[p + 1 < m->pieces + n ? p + 1 - m->pieces : 0].at);
    }
    if (n > 1 && (m->how->norms & CLPWL__MEASURE_LINF))
        TRY(clpwl__maxima_ahead(&m->maxima, m->pieces, n, m->how->each != NULL));
    for (size_t i = 0; i < n && !m->has_ended; i++)
        TRY(measure_piece(m, &m->pieces[i]));
    m->count = 0;
    if (m->most > 1 && m->most < CLPWL__PIECES)
        m->most *= 2;
done:
    return status;
}

/* Adds the pieces of a segment to those that wait. */
static clpwl_status add_segment(measuring *m, const clpwl__segment *s, size_t segment)
{
    clpwl_status status = CLPWL_OK;
    for (double l = s->x0, r; l < s->x1; l = r) {
        r = clpwl__weighted_piece_end(s->f, s->weight, l, s->x1);
        if (s->weight && s->weight->floor > 0)
            TRY(clpwl__relative_piece_end(s->f, s->weight->floor, l, r, count_least_samples(m, l, r), &r));
        clpwl__piece *p = &m->pieces[m->count++];
        *p = (clpwl__piece){.s = *s, .segment = segment, .is_first = l == s->x0, .is_last = !(r < s->x1),
                            .l = l, .r = r, .least = count_least_samples(m, l, r), .at = p->at,
                            .next_to = {NAN, NAN}};
        if (m->count == m->most)
            TRY(measure_pieces(m));
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

/* Blocks do not depend on each other, nor the result on the number of threads. */
typedef struct sweep {
    const clpwl__measure *how;
    const clpwl_function *f;
    const clpwl_weight *weight;
    const double *knots, *values;
    size_t segments, first; /* the segment to begin with */
    double rounding, most;  /* the largest |e| so far, of one thread alone */
    unsigned threads;
    int shares;             /* pieces share calls of f */
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
    *m = (measuring){.how = how, .out = b, .domain = domain, .end = s->knots[s->segments],
                     .rounding = s->rounding, .pieces = m->pieces, .maxima = m->maxima,
                     .most = !s->shares ? 1 : isfinite(how->give_up) ? FEW_PIECES : CLPWL__PIECES,
                     .has_ended = !(s->most <= how->give_up), .integrals = m->integrals};
    clpwl__integrals_begin(&m->integrals, how->norms, domain,
                           CALLS * (count / (double)s->segments) + CALLS_IN_SEGMENT * count);
    for (size_t k = from; k < to && !m->has_ended; k++) {
        size_t i = (s->first + k) % s->segments;
        if (s->threads == 1 && k % (s->segments / REPORTS + 1) == 0)
            TRY(report_progress(s, k));
        clpwl__segment now = clpwl__segment_at(s->f, s->weight, s->knots, s->values, i);
        TRY(add_segment(m, &now, i));
    }
    if (!m->has_ended)
        TRY(measure_pieces(m));
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
    int is_ours = s->f->is_ours && (!w || !w->w || w->w->is_ours);
    return is_ours && !isfinite(s->how->give_up) ? clpwl__loop_threads(0, blocks) : 1;
}

static void add_blocks(const sweep *s, size_t blocks, clpwl_error *out)
{
    double most = 0, sum[2] = {0, 0}, variance[2] = {0, 0};
    for (size_t j = 0; j < blocks; j++) {
        const block *b = &s->blocks[j];
        double here = fmax(b->linf, b->sampled);
        if (s->how->worst && here > most)
            *s->how->worst = b->worst;
        most = fmax(most, here);
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

/* Whether a call costs, and may have many values. */
static int takes_many(const clpwl_function *f)
{
    return f && f->many && !f->is_ours;
}

clpwl_status clpwl__error_measure(const clpwl__measure *how, const clpwl_function *f,
                                  const double *knots, const double *values, size_t segments,
                                  clpwl_error *out)
{
    clpwl_status status = CLPWL_OK;
    size_t blocks = (segments - 1) / BLOCK + 1;
    sweep s = {.how = how, .f = f, .weight = clpwl__weighs(how->weight) ? how->weight : NULL, .knots = knots,
               .values = values, .segments = segments, .first = choose_first(how, knots, segments),
               .rounding = clpwl__residual_noise(f, values, segments),
               .shares = takes_many(f) || (how->weight && takes_many(how->weight->w))};
    s.threads = count_threads(&s, blocks);
    s.blocks = clpwl__calloc(blocks, sizeof *s.blocks);
    CHECK_MEMORY(s.blocks);
    s.workers = clpwl__calloc(s.threads, sizeof *s.workers);
    CHECK_MEMORY(s.workers);
    for (unsigned t = 0; t < s.threads; t++) {
        s.workers[t].pieces = clpwl__calloc(s.shares ? CLPWL__PIECES : 1, sizeof *s.workers[t].pieces);
        CHECK_MEMORY(s.workers[t].pieces);
    }
    TRY(clpwl__loop_run(&(clpwl__loop){.rounds = blocks, .threads = s.threads, .round = measure_block,
                                       .watch = s.threads > 1 ? report_blocks : NULL, .user = &s}));
    add_blocks(&s, blocks, out);
    clpwl__add_error(out, s.weight ? &f->doubt_weighted : &f->doubt);
    for (size_t i = 0; how->each && i < segments; i++)
        how->each[i] += s.weight ? f->doubt_weighted.linf : f->doubt.linf;
done:
    for (unsigned t = 0; s.workers && t < s.threads; t++) {
        for (size_t i = 0; s.workers[t].pieces && i < (s.shares ? CLPWL__PIECES : 1); i++)
            clpwl__sampling_free(&s.workers[t].pieces[i].at);
        clpwl__free(s.workers[t].pieces);
        clpwl__maxima_free(&s.workers[t].maxima);
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
    TRY(clpwl__broken_create(&own, f, knots[0], knots[segments]));
    if (weight) {
        broken = *weight;
        all.weight = &broken;
    }
    if (broken.w) {
        TRY(clpwl__broken_create(&own_w, broken.w, knots[0], knots[segments]));
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
    CLPWL__DOOR;
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
