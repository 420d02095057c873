/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The samples of a piece give its integrals where they show all of e. Else quadrature does, from zero to
 * zero of e for |e|. Short pieces wait for others, so that one call of f takes a step towards the zeros of
 * all, or the nodes of all.
 */
#include "error/integrals.h"
#include "base/array.h"
#include "error/measure.h"

enum {
    STRATA = 1 << 20,  /* over the domain: 3 standard errors of an integral are some 3e-3 of it */
    LEAST_STRATA = 64, /* in a piece */
    PIECES = 128,      /* that wait */
    ZEROS = 1024,      /* of these together */
    MOST_ZEROS = 16,   /* of one of these, */
    MOST_PANELS = 4,   /* and its length in panels */
    STRETCHES = ZEROS + (1 + MOST_PANELS) * PIECES
};

static const unsigned bits[2] = {CLPWL__MEASURE_L1, CLPWL__MEASURE_L2};
/* Groups of samples that were not halved differ in length by 2.3 at most. */
static const double uneven = 2.5;
/* Of trapezoids and the rules, where both see f. */
static const double missed = 1.05;

void clpwl__integrals_free(clpwl__integrals *in)
{
    clpwl__free(in->pieces);
    clpwl__free(in->zeros);
    clpwl__free(in->stretches);
    memset(in, 0, sizeof *in);
}

void clpwl__integrals_begin(clpwl__integrals *in, unsigned norms, double domain, double most_calls)
{
    *in = (clpwl__integrals){.norms = norms, .domain = domain, .most_calls = most_calls,
                             .pieces = in->pieces, .zeros = in->zeros, .stretches = in->stretches};
}

static clpwl_status create_scratch(clpwl__integrals *in)
{
    clpwl_status status = CLPWL_OK;
    if (!in->pieces)
        in->pieces = clpwl__alloc(PIECES, sizeof *in->pieces);
    CHECK_MEMORY(in->pieces);
    if (!in->zeros)
        in->zeros = clpwl__alloc(ZEROS, sizeof *in->zeros);
    CHECK_MEMORY(in->zeros);
    if (!in->stretches)
        in->stretches = clpwl__alloc(STRETCHES, sizeof *in->stretches);
    CHECK_MEMORY(in->stretches);
done:
    return status;
}

/* Only the norms that are measured: the kinks of |e| would slow down the integral of e^2. */
static clpwl_status raise_to_powers(const double *x, const double *y, size_t n, void *user, double (*out)[2])
{
    clpwl_status status = CLPWL_OK;
    const clpwl__smooth_piece *p = user;
    double w[CLPWL__NODES];
    p->all->calls += (double)n;
    TRY(clpwl__weights(p->s.weight, x, w, n));
    for (size_t i = 0; i < n; i++) {
        double e1 = 0, e2 = 0;
        if (p->all->norms & CLPWL__MEASURE_L1)
            TRY(clpwl__weighted_difference(&p->s, CLPWL_NORM_L1, x[i], y[i], w[i], &e1));
        if (p->all->norms & CLPWL__MEASURE_L2)
            TRY(clpwl__weighted_difference(&p->s, CLPWL_NORM_L2, x[i], y[i], w[i], &e2));
        out[i][0] = fabs(e1);
        out[i][1] = e2 * e2;
    }
done:
    return status;
}

static clpwl_status evaluate_powers(const double *x, size_t n, void *user, double (*out)[2])
{
    const clpwl__smooth_piece *p = user;
    double y[CLPWL__NODES];
    clpwl_status status = clpwl__values(p->s.f, x, y, n);
    return status == CLPWL_OK ? raise_to_powers(x, y, n, user, out) : status;
}

static clpwl__quadrature quadrature_of(clpwl__smooth_piece *p)
{
    return (clpwl__quadrature){evaluate_powers, p, 1e-7, {p->noise, 2 * p->noise_plain * p->most},
                               p->all->variance};
}

/* The next change of sign of e from sample *i on; sets *i to the sample behind it. Returns 0 where there
 * is none. */
static int find_change(const clpwl__smooth_piece *p, const clpwl__sampling *at, size_t *i, clpwl__zero *zero)
{
    for (size_t k, from = *i; (p->all->norms & CLPWL__MEASURE_L1) && from < at->n; from = k) {
        for (k = from + 1; k < at->n && at->e[k] == 0;)
            k++;
        double e0 = at->e[from], e1 = at->e[k];
        if (!(e0 < 0 && e1 > 0) && !(e0 > 0 && e1 < 0))
            continue;
        if (fmax(fabs(e0), fabs(e1)) <= 4 * p->noise)
            continue;
        *zero = (clpwl__zero){.segment = p->s, .l = at->x[from], .r = at->x[k], .e_l = e0, .e_r = e1};
        *i = k;
        return 1;
    }
    return 0;
}

/* Whether a step differs in length from another one by more than neighbours may that were not halved. */
static int is_uneven(double step, double other)
{
    return step > uneven * other || other > uneven * step;
}

/* Whether samples are closer in places: f varies fast there. */
static int has_close_samples(const clpwl__sampling *at)
{
    double least = HUGE_VAL, most = 0;
    for (size_t i = 0; i < at->n; i++) {
        least = fmin(least, at->x[i + 1] - at->x[i]);
        most = fmax(most, at->x[i + 1] - at->x[i]);
    }
    return is_uneven(least, most);
}

/* The integrals by trapezoids between the samples on [l,r]. Sets *first to the first of these. */
static clpwl_status sum_samples(clpwl__smooth_piece *p, const clpwl__sampling *at, double l, double r,
                                size_t *first, double out[2])
{
    clpwl_status status = CLPWL_OK;
    double power[CLPWL__NODES][2];
    size_t n;
    out[0] = out[1] = 0;
    while (*first < at->n && at->x[*first] < l)
        ++*first;
    for (size_t i = *first; i < at->n && at->x[i + 1] <= r; i += n - 1) {
        for (n = 1; n < CLPWL__NODES && i + n <= at->n && at->x[i + n] <= r;)
            n++;
        if (p->s.weight)
            TRY(evaluate_powers(at->x + i, n, p, power));
        for (size_t j = 0; j < n && !p->s.weight; j++) {
            power[j][0] = fabs(at->e[i + j]);
            power[j][1] = at->e[i + j] * at->e[i + j];
        }
        for (size_t j = 0; j + 1 < n; j++)
            for (int k = 0; k < 2; k++)
                out[k] += (at->x[i + j + 1] - at->x[i + j]) * (power[j][k] + power[j + 1][k]) / 2;
    }
done:
    return status;
}

/* The integrals from l to r. The nodes of a rule may miss a narrow feature that samples have met: then the
 * integrals end where samples become closer or less close. */
static clpwl_status integrate_part(clpwl__smooth_piece *p, const clpwl__sampling *at, double l, double r,
                                   size_t *first)
{
    clpwl_status status = CLPWL_OK;
    clpwl__integrals *in = p->all;
    const clpwl__quadrature q = quadrature_of(p);
    const double longest = in->domain / CLPWL__PANELS, sum[2] = {in->sum[0], in->sum[1]};
    const double variance[2] = {in->variance[0], in->variance[1]};
    double sampled[2], from = l, before = 0;
    TRY(clpwl__integrate_panels(&q, l, r, longest, in->sum));
    if (!p->has_close_samples)
        goto done;
    TRY(sum_samples(p, at, l, r, first, sampled));
    int is_missed = 0;
    for (int k = 0; k < 2; k++)
        is_missed = is_missed || ((in->norms & bits[k]) && sampled[k] > missed * (in->sum[k] - sum[k]));
    if (!is_missed)
        goto done;
    memcpy(in->sum, sum, sizeof sum);
    memcpy(in->variance, variance, sizeof variance);
    for (size_t i = *first; i < at->n && at->x[i] < r; i++) {
        double step = at->x[i + 1] - at->x[i];
        if (before > 0 && is_uneven(step, before)) {
            TRY(clpwl__integrate_panels(&q, from, at->x[i], longest, in->sum));
            from = at->x[i];
        }
        before = before > 0 && from < at->x[i] ? before : step;
    }
    TRY(clpwl__integrate_panels(&q, from, r, longest, in->sum));
done:
    return status;
}

/* Where f does nothing but oscillate, the quadrature of each wave would take hours. */
static clpwl_status integrate_now(clpwl__smooth_piece *p, const clpwl__sampling *at)
{
    clpwl_status status = CLPWL_OK;
    clpwl__integrals *in = p->all;
    const clpwl__quadrature q = quadrature_of(p);
    double l = p->l;
    clpwl__zero zero;
    size_t first = 0;
    for (size_t i = 0; in->calls <= in->most_calls && find_change(p, at, &i, &zero);) {
        TRY(clpwl__find_zeros(&zero, 1));
        if (l < zero.x && zero.x < p->r) {
            TRY(integrate_part(p, at, l, zero.x, &first));
            l = zero.x;
        }
    }
    if (in->calls <= in->most_calls)
        TRY(integrate_part(p, at, l, p->r, &first));
    else
        TRY(clpwl__integrate_strata(&q, l, p->r,
                                    fmax(LEAST_STRATA, ceil(STRATA * ((p->r - l) / in->domain))), in->sum));
done:
    return status;
}

static void add_stretches(clpwl__smooth_piece *p, double l, double r, size_t *count)
{
    clpwl__integrals *in = p->all;
    double panels = ceil((r - l) / (in->domain / CLPWL__PANELS));
    for (double k = 0; k < panels; k++)
        in->stretches[(*count)++] = (clpwl__stretch){
            .q = quadrature_of(p), .l = clpwl__step_at(l, r, k, panels),
            .r = clpwl__step_at(l, r, k + 1, panels), .out = in->sum};
}

clpwl_status clpwl__integrals_end(clpwl__integrals *in)
{
    clpwl_status status = CLPWL_OK;
    size_t count = 0, zero = 0;
    if (in->piece_count == 0)
        goto done;
    TRY(clpwl__find_zeros(in->zeros, in->zero_count));
    for (size_t i = 0; i < in->piece_count; i++) {
        clpwl__smooth_piece *p = &in->pieces[i];
        double l = p->l;
        for (size_t end = zero + p->zeros; zero < end; zero++)
            if (l < in->zeros[zero].x && in->zeros[zero].x < p->r) {
                add_stretches(p, l, in->zeros[zero].x, &count);
                l = in->zeros[zero].x;
            }
        add_stretches(p, l, p->r, &count);
    }
    TRY(clpwl__integrate_stretches(in->pieces[0].s.f, raise_to_powers, in->stretches, count));
    in->piece_count = in->zero_count = 0;
done:
    return status;
}

clpwl_status clpwl__integrals_add(clpwl__integrals *in, const clpwl__smooth_piece *piece,
                                  const clpwl__sampling *at)
{
    clpwl_status status = CLPWL_OK;
    clpwl__smooth_piece now = *piece;
    clpwl__zero zero;
    now.all = in;
    now.most = at->most;
    now.zeros = 0;
    now.has_close_samples = has_close_samples(at);
    clpwl__quadrature q = quadrature_of(&now);
    if (!now.s.weight && at->n == 8 &&
        clpwl__integrate_samples(&q, at->e, at->most, now.r - now.l, in->sum))
        goto done;
    for (size_t i = 0; now.zeros <= MOST_ZEROS && find_change(&now, at, &i, &zero);)
        now.zeros++;
    if (in->calls > in->most_calls || now.zeros > MOST_ZEROS || now.has_close_samples ||
        now.r - now.l > MOST_PANELS * (in->domain / CLPWL__PANELS)) {
        TRY(integrate_now(&now, at));
        goto done;
    }
    TRY(create_scratch(in));
    if (in->zero_count + now.zeros > ZEROS || in->piece_count == PIECES)
        TRY(clpwl__integrals_end(in));
    for (size_t i = 0; find_change(&now, at, &i, &zero);)
        in->zeros[in->zero_count++] = zero;
    in->pieces[in->piece_count++] = now;
done:
    return status;
}
