/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Measured errors. Each smooth piece of each segment is sampled; the samples show where
 * the error changes its sign (quadrature of |e| stops there) and where it may be
 * largest (a search for the maximum begins there). Nothing is taken from f''.
 */
#include "error/measure.h"
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
    double domain, noise; /* its width; what is but rounding in e */
    double rounding;      /* of f and of v, all over, which is where noise comes from */
    double *e;            /* samples of the piece, weighted for Linf */
    size_t room;
    double l, r;          /* the piece */
    size_t n;             /* in n equal steps */
    double linf, sum[2];  /* integrals of |e| and e^2 so far */
} measuring;

static double sample_x(const measuring *m, size_t i)
{
    return i == m->n ? m->r : m->l + (m->r - m->l) * ((double)i / (double)m->n);
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

/* Turning points of e among the samples, those of rounding apart. */
static size_t count_turns(const measuring *m)
{
    size_t turns = 0;
    for (size_t i = 1; i < m->n; i++) {
        double rise = m->e[i] - m->e[i - 1], next = m->e[i + 1] - m->e[i];
        turns += (rise > m->noise && next < -m->noise) || (rise < -m->noise && next > m->noise);
    }
    return turns;
}

/* So many at least. */
static size_t least_samples(const measuring *m)
{
    size_t n = (size_t)ceil(RESOLUTION * ((m->r - m->l) / m->domain));
    return n > PIECE_LEAST ? n : PIECE_LEAST;
}

/* As many samples as e needs: four a turn, so that no turn is missed. */
static clpwl_status sample(measuring *m)
{
    clpwl_status status = CLPWL_OK;
    TRY(take_samples(m, least_samples(m)));
    while (m->n < PIECE_MOST && 4 * count_turns(m) > m->n)
        TRY(take_samples(m, 2 * m->n));
done:
    return status;
}

/* How far |e| may rise above sample i before its neighbours: the vertex of the parabola
 * through the three samples there, twice over; 0 where it rises to neither side. */
static double rise(const measuring *m, size_t i)
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
        double more = rise(m, i);
        if (size + more <= m->linf || more <= m->noise)
            continue;
        TRY(clpwl__largest(&m->s, x, e, &found));
        m->linf = fmax(m->linf, found);
    }
done:
    return status;
}

/* |e| only where it is asked for: its kinks would cost the integral of e^2 dear. */
static clpwl_status integrands(double x, void *user, double out[2])
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

/* What is but rounding in the weighted errors from l to r. A relative error has that of the
 * values near by. */
static clpwl_status find_noise(measuring *m)
{
    clpwl_status status = CLPWL_OK;
    double most = 0, y, factor, ends[] = {m->s.y0, m->s.y1};
    m->noise = m->rounding;
    if (!m->s.weight)
        goto done;
    for (int i = 0; i <= 2; i++) {
        double x = i < 2 ? m->l + (m->r - m->l) * i / 2 : m->r;
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
    clpwl__quadrature q = {integrands, m, 1e-7, {m->noise, 2 * m->noise * most}};
    for (size_t i = 0; (m->how->norms & CLPWL__MEASURE_L1) && i < m->n; i++) {
        double e0 = m->e[i], e1 = m->e[i + 1];
        if (!(e0 < 0 && e1 > 0) && !(e0 > 0 && e1 < 0))
            continue;
        if (fmax(fabs(e0), fabs(e1)) <= 4 * m->noise)
            continue;
        TRY(clpwl__zero(&m->s, sample_x(m, i), e0, sample_x(m, i + 1), e1, &root));
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
            TRY(clpwl__floor_end(m->s.f, m->s.weight->floor, m->l, m->r, least_samples(m), &m->r));
        TRY(find_noise(m));
        TRY(sample(m));
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
    measuring m = {.how = how, .s = {.f = f}, .domain = knots[segments] - knots[0]};
    m.s.weight = clpwl__weighs(how->weight) ? how->weight : NULL;
    m.rounding = clpwl__residual_noise(f, values, segments);
    for (size_t i = 0; i < segments && m.linf <= how->give_up; i++) {
        if (how->progress && i % (segments / REPORTS + 1) == 0)
            CHECK(!how->progress((double)i / (double)segments, how->progress_user),
                  CLPWL_ERR_CANCELLED, "cancelled while the error of %zu segments was measured",
                  segments);
        m.s.x0 = knots[i];
        m.s.x1 = knots[i + 1];
        m.s.y0 = values[i];
        m.s.y1 = values[i + 1];
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
                                          const double *knots, const double *values,
                                          size_t segments, clpwl_error *out)
{
    clpwl__measure all = {.norms = CLPWL__MEASURE_ALL, .give_up = HUGE_VAL};
    clpwl_status status = CLPWL_OK;
    clpwl_weight own;
    TRY(clpwl__weight_take(&own, &weight));
    all.weight = weight;
    CHECK(f && knots && values && out, CLPWL_ERR_ARGUMENT, "%s is NULL",
          !f ? "f" : !knots ? "knots" : !values ? "values" : "out");
    CHECK(segments >= 1, CLPWL_ERR_ARGUMENT, "there is no error to measure on 0 segments");
    for (size_t i = 0; i <= segments; i++) {
        CHECK(isfinite(knots[i]) && isfinite(values[i]), CLPWL_ERR_ARGUMENT,
              "knot %zu, (%g, %g), is not finite", i, knots[i], values[i]);
        CHECK(i == 0 || knots[i - 1] < knots[i], CLPWL_ERR_ARGUMENT,
              "knots[%zu] is %.17g, not above knots[%zu] = %.17g", i, knots[i], i - 1,
              knots[i - 1]);
    }
    TRY(clpwl__error_measure(&all, f, knots, values, segments, out));
done:
    return status;
}
