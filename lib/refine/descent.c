/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Descent on the knots by conjugate gradients. The nodal values follow from the knots (variable
 * projection), so F, the error to the power p of its norm, is a function of the knots alone.
 * With e = f - v, psi = W sgn(e) |e|^(p-1), and the slopes sl and sr of v on the left and on
 * the right of knot i, whose hat function has two halves,
 *
 *     dF/dx_i = p (sl <psi, left half> + sr <psi, right half>).
 *
 * Where v is the interpolant, -p f'(x_i) <psi, both halves> is added. For a best fit that
 * term vanishes.
 *
 * The descent is by the logarithms of the segments' lengths, whose sum between knots that stay is given. The
 * error of a segment is of order h^(2p + 1), so that F's second derivatives are next to (2p + 1)^2 F / n
 * times the identity where errors are equal. That gives the first step of GSL's conjugate gradients.
 */
#include "refine/descent.h"
#include <gsl/gsl_errno.h>
#include <gsl/gsl_multimin.h>
#include "base/gsl.h"
#include "fit/best_l1_l2.h"

enum {
    MOST_TURNS = 60,
    CALM = 3, /* turns in a row that gain less than least_gain, which end it */
    MOST_EVALUATIONS = 6000000 /* of f */
};
static const double least_gain = 1e-4; /* relative to the error */

typedef struct descent {
    clpwl__best_fit best;
    const clpwl__refinement *how;
    double p;
    size_t n;           /* segments */
    const double *from; /* knots at the start */
    gsl_vector *lengths; /* logarithms of the last lengths, over those at the start; */
    double *x, *values, *gradient; /* what follows: knots, nodal values, dF by the logarithms */
    int are_apart;      /* no two of these knots meet */
    double *places, *y; /* two for a knot, and f there; for a moment */
    clpwl_status status;
} descent;

/* The next knot that stays: an end, or of an interpolant on a kink of f, rounded to fp32. F has a corner
 * there, a minimum. */
static size_t next_held(const descent *d, size_t i)
{
    const clpwl_function *f = d->how->f;
    while (++i < d->n)
        for (size_t k = 0; d->how->fit == CLPWL_FIT_INTERPOLANT && k < f->kink_count; k++)
            if ((float)f->kinks[k] == (float)d->from[i])
                return i;
    return d->n;
}

/* Places the knots, between those that stay. */
static void place_knots(descent *d, const gsl_vector *lengths)
{
    double *x = d->x;
    d->are_apart = 1;
    gsl_vector_memcpy(d->lengths, lengths);
    for (size_t from = 0, to; from < d->n; from = to) {
        to = next_held(d, from);
        x[from] = d->from[from];
        for (size_t i = from; i < to; i++)
            x[i + 1] = x[i] + (d->from[i + 1] - d->from[i]) * exp(gsl_vector_get(lengths, i));
        const double part = (d->from[to] - x[from]) / (x[to] - x[from]);
        for (size_t i = from + 1; i < to; i++)
            x[i] = x[from] + (x[i] - x[from]) * part;
        x[to] = d->from[to];
        for (size_t i = from; i < to; i++)
            d->are_apart = d->are_apart && x[i] < x[i + 1];
    }
}

/* The gradient by knots. f' is from differences over so small steps that the curvature of f has no effect. */
static clpwl_status find_gradient(descent *d)
{
    clpwl_status status = CLPWL_OK;
    const int is_interpolant = d->how->fit == CLPWL_FIT_INTERPOLANT;
    const double *x = d->x, *c = d->values;
    for (size_t i = 1; i < d->n; i++)
        for (int k = 0; k < 2; k++)
            d->places[2 * i + k] = x[i] + (k ? 1e-4 : -1e-4) * fmin(x[i] - x[i - 1], x[i + 1] - x[i]);
    if (is_interpolant)
        TRY(clpwl__values(d->how->f, d->places + 2, d->y + 2, 2 * (d->n - 1)));
    for (size_t i = 1; i < d->n; i++) {
        const double *at = d->places + 2 * i, *y = d->y + 2 * i;
        const double left = (c[i] - c[i - 1]) / (x[i] - x[i - 1]);
        const double right = (c[i + 1] - c[i]) / (x[i + 1] - x[i]);
        const double of_f = !is_interpolant ? (left + right) / 2
                            : at[1] > at[0] ? (y[1] - y[0]) / (at[1] - at[0])
                                            : 0;
        d->gradient[i] = d->p * ((left - of_f) * d->best.sums[i - 1].gradient[1] +
                                 (right - of_f) * d->best.sums[i].gradient[0]);
    }
done:
    return status;
}

/* From a gradient by knots to one by lengths. */
static void turn_gradient(descent *d)
{
    const double *x = d->x;
    for (size_t from = 0, to; from < d->n; from = to) {
        double mean = 0, behind = 0;
        to = next_held(d, from);
        for (size_t i = from + 1; i < to; i++)
            mean += d->gradient[i] * ((x[i] - x[from]) / (x[to] - x[from]));
        for (size_t i = to; i-- > from;) {
            const double by_knot = d->gradient[i];
            d->gradient[i] = (x[i + 1] - x[i]) * (behind - mean);
            behind += by_knot;
        }
    }
}

static clpwl_status evaluate(descent *d)
{
    clpwl_status status = CLPWL_OK;
    TRY(clpwl__values(d->how->f, d->x, d->values, d->n + 1));
    TRY(d->how->fit == CLPWL_FIT_INTERPOLANT ? clpwl__best_fit_evaluate(&d->best, d->x, d->values)
                                             : clpwl__best_fit_values(&d->best, d->x, 1e-6, d->values));
    TRY(find_gradient(d));
    turn_gradient(d);
done:
    return status;
}

/* F and its gradient, for GSL. f may be the user's callback. Where knots meet F is infinite. */
static void find_both(const gsl_vector *lengths, void *user, double *error, gsl_vector *gradient)
{
    descent *d = user;
    if (d->status == CLPWL_OK && !gsl_vector_equal(lengths, d->lengths)) {
        place_knots(d, lengths);
        clpwl__gsl_leave();
        if (d->are_apart)
            d->status = evaluate(d);
        clpwl__gsl_enter();
    }
    *error = d->status == CLPWL_OK && d->are_apart ? d->best.error : HUGE_VAL;
    for (size_t i = 0; gradient && i < d->n; i++)
        gsl_vector_set(gradient, i, d->gradient[i]);
}

static double find_error(const gsl_vector *lengths, void *user)
{
    double error;
    find_both(lengths, user, &error, NULL);
    return error;
}

static void find_slopes(const gsl_vector *lengths, void *user, gsl_vector *gradient)
{
    double error;
    find_both(lengths, user, &error, gradient);
}

/* The first step is Newton's with the second derivatives above. */
static clpwl_status move_knots(descent *d, gsl_multimin_fdfminimizer *m, gsl_vector *lengths)
{
    clpwl_status status = CLPWL_OK;
    gsl_multimin_function_fdf F = {find_error, find_slopes, find_both, d->n, d};
    double squares = 0;
    int code = GSL_SUCCESS, calm = 0;
    place_knots(d, lengths);
    TRY(evaluate(d));
    for (size_t i = 0; i < d->n; i++)
        squares += d->gradient[i] * d->gradient[i];
    const double step = sqrt(squares) * (double)d->n / (pow(2 * d->p + 1, 2) * d->best.error);
    if (!(step > 0 && isfinite(step))) /* not finite: at a jump of f */
        goto done;
    clpwl__gsl_enter();
    gsl_multimin_fdfminimizer_set(m, &F, lengths, fmin(step, 1), 0.1);
    clpwl__gsl_leave();
    for (int turn = 0; turn < MOST_TURNS && calm < CALM && code == GSL_SUCCESS && d->status == CLPWL_OK &&
                       d->best.how.evaluations < MOST_EVALUATIONS; turn++) {
        const double before = m->f;
        TRY(clpwl__report_refinement(d->how, (double)turn / MOST_TURNS));
        clpwl__gsl_enter();
        code = gsl_multimin_fdfminimizer_iterate(m);
        clpwl__gsl_leave();
        calm = before - m->f > least_gain * m->f ? 0 : calm + 1;
    }
    TRY(d->status);
    place_knots(d, isfinite(m->f) ? m->x : lengths);
done:
    return status;
}

clpwl_status clpwl__descend_knots(const clpwl__refinement *r, double *knots)
{
    clpwl_status status = CLPWL_OK;
    descent d = {.best = {.watch = r->watch}, .how = r, .p = r->norm == CLPWL_NORM_L2 ? 2 : 1,
                 .n = r->segments, .from = knots};
    gsl_multimin_fdfminimizer *m = NULL;
    gsl_vector *start = NULL; /* all lengths as they are */
    clpwl__gsl_enter();
    m = gsl_multimin_fdfminimizer_alloc(gsl_multimin_fdfminimizer_conjugate_pr, d.n);
    d.lengths = gsl_vector_alloc(d.n);
    start = gsl_vector_calloc(d.n);
    clpwl__gsl_leave();
    d.x = clpwl__calloc(d.n + 1, 7 * sizeof *d.x);
    CHECK(m && start && d.lengths && d.x, CLPWL_ERR_MEMORY, "out of memory: refining %zu segments", d.n);
    d.values = d.x + d.n + 1;
    d.gradient = d.values + d.n + 1;
    d.places = d.gradient + d.n + 1;
    d.y = d.places + 2 * (d.n + 1);
    TRY(clpwl__best_fit_create(&d.best, r->f, r->weight, r->norm, d.n));
    TRY(move_knots(&d, m, start));
    memcpy(knots, d.x, (d.n + 1) * sizeof *knots);
done:
    if (m)
        gsl_multimin_fdfminimizer_free(m);
    gsl_vector_free(start);
    gsl_vector_free(d.lengths);
    clpwl__free(d.x);
    clpwl__best_fit_free(&d.best);
    return status;
}
