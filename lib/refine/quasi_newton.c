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
 * The error of segment i, C_i, is of order h_i^(2p + 1). For moves d_i of the knots that
 * gives a tridiagonal model of the second derivatives,
 *
 *     sum over i of 2p (2p + 1) C_i (d_i - d_(i-1))^2 / h_i^2,
 *
 * from which the limited-memory BFGS update starts (J. Nocedal, Math. Comp. 35 (1980)
 * 773-782).
 */
#include "refine/quasi_newton.h"
#include "fit/best_l1_l2.h"

enum {
    PAIRS = 6, /* of moves and gradient changes, kept for the update */
    ARRAYS = 10, /* of numbers of knots, and four of places, beside those of pairs */
    MOST_STEPS = 60,
    MOST_SHORTENINGS = 20,
    MOST_EVALUATIONS = 6000000 /* of f */
};
static const double least_gain = 1e-3;   /* relative to the error: a smaller promise ends it */
static const double most_change = 0.4;   /* of a segment's length in one step */

/* Knots and what follows from them. */
typedef struct state {
    double *x, *values, *gradient;
    double error;
} state;

typedef struct descent {
    clpwl__best_fit best;
    const clpwl_function *f;
    clpwl_fit fit;
    double p;
    size_t n; /* segments */
    state now, next;
    double *step, *stiff, *pivot, *slope; /* slope: f' at inner knots */
    double *places, *y;                  /* two for a knot, and f there; for a moment */
    double *moves[PAIRS], *turns[PAIRS]; /* changes of knots and of gradients */
    double *room;                        /* of all arrays */
    double inverse[PAIRS];               /* 1 / (move . turn) */
    size_t pairs;                        /* kept so far; the newest is at (pairs - 1) % PAIRS */
} descent;

static clpwl_status allocate_arrays(descent *d)
{
    clpwl_status status = CLPWL_OK;
    double **arrays[ARRAYS] = {&d->now.x,         &d->now.values, &d->now.gradient,
                               &d->next.x,        &d->next.values, &d->next.gradient,
                               &d->step,          &d->stiff,       &d->pivot,
                               &d->slope};
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

/* Whether x is a kink of f, rounded to fp32. */
static int is_on_kink(const clpwl_function *f, double x)
{
    for (size_t i = 0; i < f->kink_count; i++)
        if ((float)f->kinks[i] == (float)x)
            return 1;
    return 0;
}

/* f' at the inner knots, by differences over so small steps that the curvature of f has no effect. */
static clpwl_status measure_slopes_of_f(descent *d, const double *x)
{
    clpwl_status status = CLPWL_OK;
    for (size_t i = 1; i < d->n; i++)
        for (int k = 0; k < 2; k++)
            d->places[2 * i + k] = x[i] + (k ? 1e-4 : -1e-4) * fmin(x[i] - x[i - 1], x[i + 1] - x[i]);
    TRY(clpwl__values(d->f, d->places + 2, d->y + 2, 2 * (d->n - 1)));
    for (size_t i = 1; i < d->n; i++) {
        const double *at = d->places + 2 * i, *y = d->y + 2 * i;
        d->slope[i] = at[1] > at[0] ? (y[1] - y[0]) / (at[1] - at[0]) : 0;
    }
done:
    return status;
}

static clpwl_status compute_gradient(descent *d, state *s)
{
    clpwl_status status = CLPWL_OK;
    const double *x = s->x, *c = s->values;
    if (d->fit == CLPWL_FIT_INTERPOLANT)
        TRY(measure_slopes_of_f(d, x));
    for (size_t i = 1; i < d->n; i++) {
        double left = d->best.sums[i - 1].gradient[1], right = d->best.sums[i].gradient[0];
        double sl = (c[i] - c[i - 1]) / (x[i] - x[i - 1]);
        double sr = (c[i + 1] - c[i]) / (x[i + 1] - x[i]);
        if (d->fit != CLPWL_FIT_INTERPOLANT)
            s->gradient[i] = d->p * (sl - sr) * (left - right) / 2;
        else if (is_on_kink(d->f, x[i]))
            s->gradient[i] = 0; /* the knot stays: F has a corner there, a minimum */
        else
            s->gradient[i] = d->p * ((sl - d->slope[i]) * left + (sr - d->slope[i]) * right);
    }
done:
    return status;
}

/* Computes what follows from the knots of a state. The nodal values of `like`, as distances
 * from f, are the first guess; NULL: f's own. */
static clpwl_status evaluate_state(descent *d, state *s, const state *like)
{
    clpwl_status status = CLPWL_OK;
    TRY(clpwl__values(d->f, s->x, s->values, d->n + 1));
    if (d->fit == CLPWL_FIT_INTERPOLANT) {
        TRY(clpwl__best_fit_evaluate(&d->best, s->x, s->values));
    } else {
        if (like)
            TRY(clpwl__values(d->f, like->x, d->y, d->n + 1));
        for (size_t i = 0; like && i <= d->n; i++)
            s->values[i] += like->values[i] - d->y[i];
        TRY(clpwl__best_fit_values(&d->best, s->x, 1e-6, s->values));
    }
    s->error = d->best.error;
    TRY(compute_gradient(d, s));
done:
    return status;
}

/* The coefficients of the model. A segment's error counts as at least a hundredth of the mean,
 * for it may be small by chance. */
static void compute_stiffness(descent *d)
{
    const double *x = d->now.x;
    double mean = d->best.error / (double)d->n;
    for (size_t i = 0; i < d->n; i++) {
        double h = x[i + 1] - x[i];
        d->stiff[i] = 2 * d->p * (2 * d->p + 1) * fmax(d->best.sums[i].error, 0.01 * mean) /
                      (h * h);
    }
}

/* Solves with the matrix of the model, in place. Knots with gradient 0 stay. */
static void divide_by_model(descent *d, double *v)
{
    double before = 0;
    for (size_t i = 1; i < d->n; i++) {
        int held = d->now.gradient[i] == 0;
        double coupling = i > 1 && !held && d->now.gradient[i - 1] != 0 ? -d->stiff[i - 1] : 0;
        double diagonal = held ? 1 : d->stiff[i - 1] + d->stiff[i];
        d->pivot[i] = diagonal - (i > 1 ? coupling * coupling / d->pivot[i - 1] : 0);
        v[i] = (held ? 0 : v[i]) - (i > 1 ? coupling / d->pivot[i - 1] * before : 0);
        before = v[i];
    }
    for (size_t i = d->n; i-- > 1;) {
        int coupled = i + 1 < d->n && d->now.gradient[i] != 0 && d->now.gradient[i + 1] != 0;
        v[i] = (v[i] + (coupled ? d->stiff[i] * v[i + 1] : 0)) / d->pivot[i];
    }
}

static double dot(const descent *d, const double *u, const double *v)
{
    double sum = 0;
    for (size_t i = 1; i < d->n; i++)
        sum += u[i] * v[i];
    return sum;
}

/* The step of limited-memory BFGS. Returns the slope of F along it, below 0 for a descent. */
static double compute_step(descent *d)
{
    double part[PAIRS];
    size_t kept = d->pairs < PAIRS ? d->pairs : PAIRS;
    for (size_t i = 1; i < d->n; i++)
        d->step[i] = -d->now.gradient[i];
    for (size_t k = 0; k < kept; k++) {
        size_t at = (d->pairs - 1 - k) % PAIRS;
        part[at] = d->inverse[at] * dot(d, d->moves[at], d->step);
        for (size_t i = 1; i < d->n; i++)
            d->step[i] -= part[at] * d->turns[at][i];
    }
    divide_by_model(d, d->step);
    for (size_t k = kept; k-- > 0;) {
        size_t at = (d->pairs - 1 - k) % PAIRS;
        double more = part[at] - d->inverse[at] * dot(d, d->turns[at], d->step);
        for (size_t i = 1; i < d->n; i++)
            d->step[i] += more * d->moves[at][i];
    }
    for (size_t i = 1; i < d->n; i++) /* kept pairs must not move knots on kinks */
        d->step[i] = d->now.gradient[i] == 0 ? 0 : d->step[i];
    return dot(d, d->step, d->now.gradient);
}

/* The longest part of the step, at most 1, that changes no segment by more than `most_change`. */
static double find_longest_step(const descent *d)
{
    double length = 1;
    for (size_t i = 0; i < d->n; i++) {
        double left = i > 0 ? d->step[i] : 0, right = i + 1 < d->n ? d->step[i + 1] : 0;
        double change = fabs(right - left), room = most_change * (d->now.x[i + 1] - d->now.x[i]);
        if (change * length > room)
            length = room / change;
    }
    return length;
}

/* Keeps the last move and its change of the gradient, where F is convex along the move. */
static void keep_pair(descent *d)
{
    size_t at = d->pairs % PAIRS;
    for (size_t i = 1; i < d->n; i++) {
        d->moves[at][i] = d->next.x[i] - d->now.x[i];
        d->turns[at][i] = d->next.gradient[i] - d->now.gradient[i];
    }
    double product = dot(d, d->moves[at], d->turns[at]);
    if (product > 1e-10 * sqrt(dot(d, d->turns[at], d->turns[at]) *
                               dot(d, d->moves[at], d->moves[at]))) {
        d->inverse[at] = 1 / product;
        d->pairs++;
    }
}

/* Shortens the step until it reduces F enough; *moved is 0 where no length does. */
static clpwl_status search_line(descent *d, double slope, int *moved)
{
    clpwl_status status = CLPWL_OK;
    double length = find_longest_step(d);
    *moved = 0;
    for (int k = 0; k < MOST_SHORTENINGS && !*moved; k++, length /= 3) {
        for (size_t i = 0; i <= d->n; i++)
            d->next.x[i] = d->now.x[i] + (i > 0 && i < d->n ? length * d->step[i] : 0);
        TRY(evaluate_state(d, &d->next, &d->now));
        *moved = d->next.error <= d->now.error + 1e-4 * length * slope;
    }
done:
    return status;
}

static clpwl_status move_knots(descent *d, const clpwl__refinement *r)
{
    clpwl_status status = CLPWL_OK;
    TRY(evaluate_state(d, &d->now, NULL));
    for (int turn = 0; turn < MOST_STEPS && d->best.how.evaluations < MOST_EVALUATIONS; turn++) {
        TRY(clpwl__report_refinement(r, (double)turn / MOST_STEPS));
        int moved;
        compute_stiffness(d);
        double slope = compute_step(d);
        if (!(slope < 0)) {
            d->pairs = 0;
            slope = compute_step(d);
        }
        if (!(-slope > d->p * least_gain * d->now.error) || !isfinite(slope))
            break; /* not finite: at a jump of f the model has no scale */
        TRY(search_line(d, slope, &moved));
        if (!moved && d->pairs == 0)
            break;
        if (!moved) { /* try again without the kept pairs */
            d->pairs = 0;
            TRY(clpwl__best_fit_evaluate(&d->best, d->now.x, d->now.values));
            continue;
        }
        keep_pair(d);
        state was = d->now;
        d->now = d->next;
        d->next = was;
    }
done:
    return status;
}

clpwl_status clpwl__descend_knots(const clpwl__refinement *r, double *knots)
{
    clpwl_status status = CLPWL_OK;
    const clpwl__watch watch = {r->progress, r->user};
    descent d = {.best = {.watch = &watch}, .f = r->f, .fit = r->fit, .p = r->norm == CLPWL_NORM_L2 ? 2 : 1,
                 .n = r->segments};
    TRY(allocate_arrays(&d));
    TRY(clpwl__best_fit_create(&d.best, r->f, r->weight, r->norm, d.n));
    memcpy(d.now.x, knots, (d.n + 1) * sizeof *knots);
    TRY(move_knots(&d, r));
    memcpy(knots, d.now.x, (d.n + 1) * sizeof *knots);
done:
    clpwl__free(d.room);
    clpwl__best_fit_free(&d.best);
    return status;
}
