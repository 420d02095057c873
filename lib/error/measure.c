/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Measured errors. Each smooth piece of each segment is sampled. The samples show where the
 * error changes its sign, which splits the quadrature of |e|, and where it may be largest,
 * which starts a search for the maximum. f'' is not used.
 */
#include "error/measure.h"
#include "base/array.h"
#include "error/extremum.h"
#include "error/relative_breaks.h"
#include "error/quadrature.h"
#include "error/residual.h"

enum {
    RESOLUTION = 4096,    /* samples over the domain, at least */
    PIECE_LEAST = 9,      /* samples in a piece, at least */
    PIECE_MOST = 1 << 16, /* where f oscillates more than the samples can show */
    REPORTS = 256         /* calls of the progress callback */
};

typedef struct measuring {
    const clpwl__measure *how;
    clpwl__segment s;
    double domain;        /* its width */
    double rounding;      /* a bound for f and v on the domain */
    double noise;         /* a bound of the rounding in weighted errors of the piece */
    double *e;            /* samples of the piece, weighted for Linf */
    size_t room;
    double l, r;          /* the piece, sampled in n equal steps */
    size_t n;
    double linf, sum[2];  /* integrals of |e| and e^2 so far */
} measuring;

static double sample_x(const measuring *m, size_t i)
{
    return clpwl__step_at(m->l, m->r, (double)i, (double)m->n);
}

static clpwl_status take_samples(measuring *m, size_t n)
{
    clpwl_status status = CLPWL_OK;
    if (n + 1 > m->room) {
        double *e = clpwl__realloc(m->e, n + 1, sizeof *e);
        CHECK(e, CLPWL_ERR_MEMORY, "out of memory: %zu samples of a segment", n);
        m->e = e;
        m->room = n + 1;
    }
    m->n = n;
    for (size_t i = 0; i <= n; i++)
        TRY(clpwl__weighted_residual(&m->s, CLPWL_NORM_LINF, sample_x(m, i), &m->e[i]));
done:
    return status;
}

/* Turning points of e among the samples, except those within the noise. */
static size_t count_turns(const measuring *m)
{
    size_t turns = 0;
    for (size_t i = 1; i < m->n; i++) {
        double rise = m->e[i] - m->e[i - 1], next = m->e[i + 1] - m->e[i];
        turns += (rise > m->noise && next < -m->noise) || (rise < -m->noise && next > m->noise);
    }
    return turns;
}

static size_t count_least_samples(const measuring *m)
{
    size_t n = (size_t)ceil(RESOLUTION * ((m->r - m->l) / m->domain));
    return n > PIECE_LEAST ? n : PIECE_LEAST;
}

/* Samples the piece with at least four samples for each turning point. */
static clpwl_status sample_piece(measuring *m)
{
    clpwl_status status = CLPWL_OK;
    TRY(take_samples(m, count_least_samples(m)));
    while (m->n < PIECE_MOST && 4 * count_turns(m) > m->n)
        TRY(take_samples(m, 2 * m->n));
done:
    return status;
}

/* A bound of the rise of |e| above sample i, up to its neighbours: twice that of the parabola
 * through the three samples. 0 where the parabola has no maximum there. */
static double bound_rise(const measuring *m, size_t i)
{
    size_t k = i == 0 ? 1 : i == m->n ? m->n - 1 : i;
    double sign = m->e[i] < 0 ? -1 : 1;
    double left = sign * m->e[k - 1], middle = sign * m->e[k], right = sign * m->e[k + 1];
    double bend = 2 * middle - left - right;
    double vertex = (right - left) / (2 * bend); /* from sample k, in steps */
    double away = vertex - ((double)i - (double)k);
    if (!(bend > 0) || fabs(vertex) > 1)
        return 0;
    return bend * away * away; /* half of this, times two */
}

static clpwl_status measure_linf(measuring *m)
{
    clpwl_status status = CLPWL_OK;
    for (size_t i = 0; i <= m->n; i++)
        m->linf = fmax(m->linf, fabs(m->e[i]));
    for (size_t i = 0; i <= m->n; i++) {
        size_t before = i > 0 ? i - 1 : 0, after = i < m->n ? i + 1 : m->n;
        double x[3] = {sample_x(m, before), sample_x(m, i), sample_x(m, after)};
        double e[3] = {m->e[before], m->e[i], m->e[after]}, size = fabs(e[1]), found;
        if (fabs(e[0]) > size || fabs(e[2]) > size || size <= 4 * m->noise)
            continue;
        double more = bound_rise(m, i);
        if (size + more <= m->linf || more <= m->noise)
            continue;
        TRY(clpwl__find_largest(&m->s, x, e, &found));
        m->linf = fmax(m->linf, found);
    }
done:
    return status;
}

/* Only the norms that are measured: the kinks of |e| would slow down the integral of e^2. */
static clpwl_status evaluate_powers(double x, void *user, double out[2])
{
    clpwl_status status = CLPWL_OK;
    const measuring *m = user;
    double e1 = 0, e2 = 0;
    if (m->how->norms & CLPWL__MEASURE_L1)
        TRY(clpwl__weighted_residual(&m->s, CLPWL_NORM_L1, x, &e1));
    if (m->how->norms & CLPWL__MEASURE_L2)
        TRY(clpwl__weighted_residual(&m->s, CLPWL_NORM_L2, x, &e2));
done:
    out[0] = fabs(e1);
    out[1] = e2 * e2;
    return status;
}

/* Bounds the rounding in the weighted errors of the piece. For relative errors the rounding
 * is that of the values on this segment. */
static clpwl_status find_noise(measuring *m)
{
    clpwl_status status = CLPWL_OK;
    double most = 0, y, factor, ends[] = {m->s.y0, m->s.y1};
    m->noise = m->rounding;
    if (!m->s.weight)
        goto done;
    for (int i = 0; i <= 2; i++) {
        double x = clpwl__step_at(m->l, m->r, i, 2);
        TRY(clpwl__value(m->s.f, x, &y));
        TRY(clpwl__weigh(m->s.weight, CLPWL_NORM_LINF, x, y, &factor));
        most = fmax(most, factor);
    }
    m->noise = most * (m->s.weight->floor > 0 ? clpwl__residual_noise(m->s.f, ends, 1)
                                              : m->rounding);
done:
    return status;
}

static clpwl_status measure_integrals(measuring *m)
{
    clpwl_status status = CLPWL_OK;
    double l = m->l, most = 0, root, longest = m->domain / CLPWL__PANELS;
    for (size_t i = 0; i <= m->n; i++)
        most = fmax(most, fabs(m->e[i]));
    clpwl__quadrature q = {evaluate_powers, m, 1e-7, {m->noise, 2 * m->noise * most}};
    for (size_t i = 0; (m->how->norms & CLPWL__MEASURE_L1) && i < m->n; i++) {
        double e0 = m->e[i], e1 = m->e[i + 1];
        if (!(e0 < 0 && e1 > 0) && !(e0 > 0 && e1 < 0))
            continue;
        if (fmax(fabs(e0), fabs(e1)) <= 4 * m->noise)
            continue;
        TRY(clpwl__find_zero(&m->s, sample_x(m, i), e0, sample_x(m, i + 1), e1, &root));
        if (l < root && root < m->r) {
            TRY(clpwl__integrate_panels(&q, l, root, longest, m->sum));
            l = root;
        }
    }
    TRY(clpwl__integrate_panels(&q, l, m->r, longest, m->sum));
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
        TRY(sample_piece(m));
        if (m->how->norms & CLPWL__MEASURE_LINF)
            TRY(measure_linf(m));
        if (m->how->norms & (CLPWL__MEASURE_L1 | CLPWL__MEASURE_L2))
            TRY(measure_integrals(m));
    }
done:
    return status;
}

clpwl_status clpwl__error_measure(const clpwl__measure *how, const clpwl_function *f,
                                  const double *knots, const double *values, size_t segments,
                                  clpwl_error *out)
{
    clpwl_status status = CLPWL_OK;
    measuring m = {.how = how, .domain = knots[segments] - knots[0]};
    const clpwl_weight *weight = clpwl__weighs(how->weight) ? how->weight : NULL;
    m.rounding = clpwl__residual_noise(f, values, segments);
    for (size_t i = 0; i < segments && m.linf <= how->give_up; i++) {
        if (how->progress && i % (segments / REPORTS + 1) == 0)
            CHECK(!how->progress((double)i / (double)segments, how->progress_user),
                  CLPWL_ERR_CANCELLED, "cancelled while the error of %zu segments was measured",
                  segments);
        m.s = clpwl__segment_at(f, weight, knots, values, i);
        TRY(measure_segment(&m));
    }
    out->linf = how->norms & CLPWL__MEASURE_LINF ? m.linf : (double)NAN;
    out->l1 = how->norms & CLPWL__MEASURE_L1 ? m.sum[0] : (double)NAN;
    out->l2 = how->norms & CLPWL__MEASURE_L2 ? sqrt(m.sum[1]) : (double)NAN;
done:
    clpwl__free(m.e);
    return status;
}

clpwl_status clpwl_error_measure(const clpwl_function *f, const clpwl_weight *weight,
                                 const double *knots, const double *values, size_t segments,
                                 clpwl_error *out)
{
    clpwl__measure all = {.norms = CLPWL__MEASURE_ALL, .give_up = HUGE_VAL};
    clpwl_status status = CLPWL_OK;
    clpwl_weight own;
    TRY(clpwl__weight_take(&own, &weight));
    all.weight = weight;
    CHECK(f && knots && values && out, CLPWL_ERR_ARGUMENT, "%s is NULL",
          !f ? "f" : !knots ? "knots" : !values ? "values" : "out");
    CHECK(segments >= 1, CLPWL_ERR_ARGUMENT, "an error needs at least 1 segment, not 0 segments");
    TRY(clpwl__check_ascending("knots", knots, segments + 1));
    for (size_t i = 0; i <= segments; i++)
        CHECK(isfinite(values[i]), CLPWL_ERR_ARGUMENT, "values[%zu] is %g, not finite", i,
              values[i]);
    TRY(clpwl__error_measure(&all, f, knots, values, segments, out));
done:
    return status;
}
