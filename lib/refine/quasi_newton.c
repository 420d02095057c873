/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Quasi-Newton descent on the knots. The nodal values follow from the knots (variable
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
 * times the identity where errors are equal. The limited-memory BFGS update starts from that (J. Nocedal,
 * Math. Comp. 35 (1980) 773-782).
 */
#include "refine/quasi_newton.h"
#include "fit/best_l1_l2.h"

enum {
    PAIRS = 6, /* of moves and gradient changes, kept for the update */
    ARRAYS = 7, /* of numbers of knots, and four of places, beside those of pairs */
    MOST_STEPS = 60,
    MOST_SHORTENINGS = 20,
    MOST_EVALUATIONS = 6000000 /* of f */
};
static const double least_gain = 1e-3;   /* relative to the error: a smaller promise ends it */
static const double most_change = 0.4;   /* of the logarithm of a length in one step */

/* Knots and what follows from them. */
typedef struct state {
    double *x, *values, *gradient; /* of F by the logarithms of lengths */
    double error;
} state;

typedef struct descent {
    clpwl__best_fit best;
    const clpwl__refinement *how;
    double p;
    size_t n; /* segments */
    state now, next;
    double *step;
    double *places, *y;                  /* two for a knot, and f there; for a moment */
    double *moves[PAIRS], *turns[PAIRS]; /* changes of lengths and of gradients */
    double *room;                        /* of all arrays */
    double inverse[PAIRS];               /* 1 / (move . turn) */
    size_t pairs;                        /* kept so far; the newest is at (pairs - 1) % PAIRS */
} descent;

static clpwl_status allocate_arrays(descent *d)
{
    clpwl_status status = CLPWL_OK;
    double **arrays[ARRAYS] = {&d->now.x,       &d->now.values,    &d->now.gradient, &d->next.x,
                               &d->next.values, &d->next.gradient, &d->step};
    double *at = d->room = clpwl__calloc(d->n + 1, (ARRAYS + 4 + 2 * PAIRS) * sizeof *at);
    CHECK(at, CLPWL_ERR_MEMORY, "out of memory: refining %zu segments", d->n);
    for (int i = 0; i < ARRAYS; i++, at += d->n + 1)
        *arrays[i] = at;
    for (int i = 0; i < PAIRS; i++, at += 2 * (d->n + 1)) {
        d->moves[i] = at;
        d->turns[i] = at + d->n + 1;
    }
    d->places = at;
    d->y = at + 2 * (d->n + 1);
done:
    return status;
}

/* The next knot that stays: an end, or of an interpolant on a kink of f, rounded to fp32. F has a corner
 * there, a minimum. */
static size_t next_held(const descent *d, size_t i)
{
    const clpwl_function *f = d->how->f;
    while (++i < d->n)
        for (size_t k = 0; d->how->fit == CLPWL_FIT_INTERPOLANT && k < f->kink_count; k++)
            if ((float)f->kinks[k] == (float)d->now.x[i])
                return i;
    return d->n;
}

/* The gradient by knots. f' is from differences over so small steps that the curvature of f has no effect. */
static clpwl_status find_gradient(descent *d, const state *s)
{
    clpwl_status status = CLPWL_OK;
    const int is_interpolant = d->how->fit == CLPWL_FIT_INTERPOLANT;
    const double *x = s->x, *c = s->values;
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
        s->gradient[i] = d->p * ((left - of_f) * d->best.sums[i - 1].gradient[1] +
                                 (right - of_f) * d->best.sums[i].gradient[0]);
    }
done:
    return status;
}

/* From a gradient by knots to one by lengths. */
static void turn_gradient(const descent *d, const state *s)
{
    const double *x = s->x;
    for (size_t from = 0, to; from < d->n; from = to) {
        double mean = 0, behind = 0;
        to = next_held(d, from);
        for (size_t i = from + 1; i < to; i++)
            mean += s->gradient[i] * ((x[i] - x[from]) / (x[to] - x[from]));
        for (size_t i = to; i-- > from;) {
            const double by_knot = s->gradient[i];
            s->gradient[i] = (x[i + 1] - x[i]) * (behind - mean);
            behind += by_knot;
        }
    }
}

/* Computes what follows from the knots of a state. */
static clpwl_status evaluate_state(descent *d, state *s)
{
    clpwl_status status = CLPWL_OK;
    TRY(clpwl__values(d->how->f, s->x, s->values, d->n + 1));
    TRY(d->how->fit == CLPWL_FIT_INTERPOLANT ? clpwl__best_fit_evaluate(&d->best, s->x, s->values)
                                             : clpwl__best_fit_values(&d->best, s->x, 1e-6, s->values));
    s->error = d->best.error;
    TRY(find_gradient(d, s));
    turn_gradient(d, s);
done:
    return status;
}

static double dot(const descent *d, const double *u, const double *v)
{
    double sum = 0;
    for (size_t i = 0; i < d->n; i++)
        sum += u[i] * v[i];
    return sum;
}

static void add(const descent *d, double *u, double factor, const double *v)
{
    for (size_t i = 0; i < d->n; i++)
        u[i] += factor * v[i];
}

/* The step of limited-memory BFGS. Returns the slope of F along it, below 0 for a descent. */
static double compute_step(descent *d)
{
    double part[PAIRS];
    const size_t kept = d->pairs < PAIRS ? d->pairs : PAIRS;
    memset(d->step, 0, d->n * sizeof *d->step);
    add(d, d->step, -1, d->now.gradient);
    for (size_t k = 1; k <= kept; k++) {
        const size_t at = (d->pairs - k) % PAIRS;
        part[at] = d->inverse[at] * dot(d, d->moves[at], d->step);
        add(d, d->step, -part[at], d->turns[at]);
    }
    add(d, d->step, (double)d->n / (pow(2 * d->p + 1, 2) * d->now.error) - 1, d->step);
    for (size_t k = kept; k > 0; k--) {
        const size_t at = (d->pairs - k) % PAIRS;
        add(d, d->step, part[at] - d->inverse[at] * dot(d, d->turns[at], d->step), d->moves[at]);
    }
    return dot(d, d->step, d->now.gradient);
}

/* The knots of a step, between those that stay. */
static void place_knots(descent *d, double length)
{
    const double *x = d->now.x;
    double *next = d->next.x;
    for (size_t from = 0, to; from < d->n; from = to) {
        to = next_held(d, from);
        next[from] = x[from];
        for (size_t i = from; i < to; i++)
            next[i + 1] = next[i] + (x[i + 1] - x[i]) * exp(length * d->step[i]);
        const double part = (x[to] - x[from]) / (next[to] - x[from]);
        for (size_t i = from + 1; i < to; i++)
            next[i] = x[from] + (next[i] - x[from]) * part;
        next[to] = x[to];
    }
}

/* Shortens the step until it reduces F enough, and keeps the move and its change of the gradient where F is
 * convex along the move; *moved is 0 where no length does. */
static clpwl_status search_line(descent *d, double slope, int *moved)
{
    clpwl_status status = CLPWL_OK;
    const size_t at = d->pairs % PAIRS;
    double *move = d->moves[at], *turn = d->turns[at], length = 1, product;
    for (size_t i = 0; i < d->n; i++)
        length = fmin(length, most_change / fabs(d->step[i]));
    *moved = 0;
    for (int k = 0; k < MOST_SHORTENINGS && !*moved; k++, length /= 3) {
        place_knots(d, length);
        TRY(evaluate_state(d, &d->next));
        *moved = d->next.error <= d->now.error + 1e-4 * length * slope;
        for (size_t i = 0; i < d->n; i++) {
            move[i] = length * d->step[i];
            turn[i] = d->next.gradient[i] - d->now.gradient[i];
        }
    }
    product = dot(d, move, turn);
    if (*moved && product > 1e-10 * sqrt(dot(d, turn, turn) * dot(d, move, move))) {
        d->inverse[at] = 1 / product;
        d->pairs++;
    }
done:
    return status;
}

static clpwl_status move_knots(descent *d)
{
    clpwl_status status = CLPWL_OK;
    int moved = 1;
    TRY(evaluate_state(d, &d->now));
    for (int turn = 0; turn < MOST_STEPS && moved && d->best.how.evaluations < MOST_EVALUATIONS; turn++) {
        TRY(clpwl__report_refinement(d->how, (double)turn / MOST_STEPS));
        const double slope = compute_step(d);
        if (!(-slope > d->p * least_gain * d->now.error) || !isfinite(slope))
            break; /* not finite: at a jump of f */
        TRY(search_line(d, slope, &moved));
        if (moved) {
            const state was = d->now;
            d->now = d->next;
            d->next = was;
        }
    }
done:
    return status;
}

clpwl_status clpwl__descend_knots(const clpwl__refinement *r, double *knots)
{
    clpwl_status status = CLPWL_OK;
    const clpwl__watch watch = {r->progress, r->user};
    descent d = {.best = {.watch = &watch}, .how = r, .p = r->norm == CLPWL_NORM_L2 ? 2 : 1,
                 .n = r->segments};
    TRY(allocate_arrays(&d));
    TRY(clpwl__best_fit_create(&d.best, r->f, r->weight, r->norm, d.n));
    memcpy(d.now.x, knots, (d.n + 1) * sizeof *knots);
    TRY(move_knots(&d));
    memcpy(knots, d.now.x, (d.n + 1) * sizeof *knots);
done:
    clpwl__free(d.room);
    clpwl__best_fit_free(&d.best);
    return status;
}
