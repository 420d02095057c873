/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Quasi-Newton descent on the knots. The nodal values follow from the knots (variable
 * projection), so the error F, to the power p of its norm, is a function of the knots
 * alone. With e = f - v, psi = W sgn(e) |e|^(p-1), sl and sr the slopes of v on the left
 * and on the right of knot i, and the halves of its hat function,
 *
 *     dF/dx_i = p (sl <psi, left half> + sr <psi, right half>),
 *
 * plus, where v is the interpolant, -p f'(x_i) <psi, both halves>; for a best fit the
 * halves' moments cancel. That the errors of the segments, C_i, go as h_i^(2p + 1) gives
 * the model of the second derivatives: sum over i of 2p (2p + 1) C_i (d_i - d_(i-1))^2 /
 * h_i^2 for moves d_i, a tridiagonal matrix. It is where the limited-memory BFGS update
 * begins (J. Nocedal, Math. Comp. 35 (1980) 773-782).
 */
#include "refine/quasi_newton.h"
#include "fit/best_l1_l2.h"

enum {
    PAIRS = 6,           /* remembered by the update */
    STEPS = 60,
    SHORTER = 20,
    BUDGET = 6000000     /* evaluations of f */
};
static const double enough = 1e-3;  /* of the error: what may be left */
static const double far = 0.4;      /* of a segment: no step changes it by more */

/* A choice of knots and all that follows from it. */
typedef struct state {
    double *x, *values, *slope; /* slope: the gradient by the knots */
    double error;
} state;

typedef struct descent {
    clpwl__best_fit best;
    const clpwl_function *f;
    clpwl_fit fit;
    double p;
    size_t n;
    state now, next;
    double *step, *stiff, *pivot;
    double *moves[PAIRS], *turns[PAIRS]; /* of knots and of slopes, newest at `pairs` */
    double by[PAIRS];                    /* 1 / (move . turn) */
    size_t pairs;                        /* so many have been kept, old ones included */
} descent;

static clpwl_status make(descent *d)
{
    clpwl_status status = CLPWL_OK;
    double **arrays[9 + 2 * PAIRS] = {&d->now.x, &d->now.values, &d->now.slope,
                                      &d->next.x, &d->next.values, &d->next.slope,
                                      &d->step, &d->stiff, &d->pivot};
    for (int i = 0; i < PAIRS; i++) {
        arrays[9 + 2 * i] = &d->moves[i];
        arrays[10 + 2 * i] = &d->turns[i];
    }
    for (int i = 0; i < 9 + 2 * PAIRS; i++) {
        *arrays[i] = clpwl__calloc(d->n + 1, sizeof **arrays[i]);
        CHECK(*arrays[i], CLPWL_ERR_MEMORY, "out of memory: refining %zu segments", d->n);
    }
done:
    return status;
}

static void unmake(descent *d)
{
    state *states[] = {&d->now, &d->next};
    for (int i = 0; i < 2; i++) {
        clpwl__free(states[i]->x);
        clpwl__free(states[i]->values);
        clpwl__free(states[i]->slope);
    }
    for (int i = 0; i < PAIRS; i++) {
        clpwl__free(d->moves[i]);
        clpwl__free(d->turns[i]);
    }
    clpwl__free(d->step);
    clpwl__free(d->stiff);
    clpwl__free(d->pivot);
    clpwl__best_fit_free(&d->best);
}

/* As near as fp32 knots may be. */
static int on_kink(const clpwl_function *f, double x)
{
    size_t count;
    const double *kinks = clpwl_function_kinks(f, &count);
    for (size_t i = 0; i < count; i++)
        if ((float)kinks[i] == (float)x)
            return 1;
    return 0;
}

/* f'(x_i), from so near that the bend of f between does not matter. */
static clpwl_status steepness(const descent *d, const double *x, size_t i, double *out)
{
    clpwl_status status = CLPWL_OK;
    double h = 1e-4 * fmin(x[i] - x[i - 1], x[i + 1] - x[i]), y0, y1;
    volatile double l = x[i] - h, r = x[i] + h;
    TRY(clpwl__value(d->f, l, &y0));
    TRY(clpwl__value(d->f, r, &y1));
    *out = r > l ? (y1 - y0) / (r - l) : 0;
done:
    return status;
}

/* The slopes of F by the knots. */
static clpwl_status put_slopes(descent *d, state *s)
{
    clpwl_status status = CLPWL_OK;
    const double *x = s->x, *c = s->values;
    for (size_t i = 1; i < d->n; i++) {
        double left = d->best.sums[i - 1].gradient[1], right = d->best.sums[i].gradient[0];
        double sl = (c[i] - c[i - 1]) / (x[i] - x[i - 1]);
        double sr = (c[i + 1] - c[i]) / (x[i + 1] - x[i]), f1;
        if (d->fit == CLPWL_FIT_INTERPOLANT) {
            TRY(steepness(d, x, i, &f1));
            s->slope[i] = d->p * ((sl - f1) * left + (sr - f1) * right);
        } else {
            s->slope[i] = d->p * (sl - sr) * (left - right) / 2;
        }
        if (d->fit == CLPWL_FIT_INTERPOLANT && on_kink(d->f, x[i]))
            s->slope[i] = 0; /* any move would be to the worse, by a corner of F */
    }
done:
    return status;
}

/* Fills in what follows from a state's knots. The values' distance from f is first
 * taken from another state. */
static clpwl_status evaluate(descent *d, state *s, const state *like)
{
    clpwl_status status = CLPWL_OK;
    for (size_t i = 0; i <= d->n; i++) {
        double y, before = 0;
        TRY(clpwl__value(d->f, s->x[i], &y));
        if (like && d->fit != CLPWL_FIT_INTERPOLANT) {
            TRY(clpwl__value(d->f, like->x[i], &before));
            y += like->values[i] - before;
        }
        s->values[i] = y;
    }
    if (d->fit == CLPWL_FIT_INTERPOLANT)
        TRY(clpwl__best_fit_evaluate(&d->best, s->x, s->values));
    else
        TRY(clpwl__best_fit_values(&d->best, s->x, 1e-6, s->values));
    s->error = d->best.error;
    TRY(put_slopes(d, s));
done:
    return status;
}

/* How hard it is to change each segment's length. A segment whose error is small by
 * chance is no softer than a hundredth of the mean. */
static void put_stiffness(descent *d)
{
    const double *x = d->now.x;
    double mean = d->best.error / (double)d->n;
    for (size_t i = 0; i < d->n; i++) {
        double h = x[i + 1] - x[i];
        d->stiff[i] = 2 * d->p * (2 * d->p + 1) * fmax(d->best.sums[i].error, 0.01 * mean) /
                      (h * h);
    }
}

/* Divides by the model's matrix, knots on kinks held. */
static void divide(descent *d, double *v)
{
    double before = 0;
    for (size_t i = 1; i < d->n; i++) {
        int held = d->now.slope[i] == 0;
        double coupling = i > 1 && !held && d->now.slope[i - 1] != 0 ? -d->stiff[i - 1] : 0;
        double diagonal = held ? 1 : d->stiff[i - 1] + d->stiff[i];
        d->pivot[i] = diagonal - (i > 1 ? coupling * coupling / d->pivot[i - 1] : 0);
        v[i] = (held ? 0 : v[i]) - (i > 1 ? coupling / d->pivot[i - 1] * before : 0);
        before = v[i];
    }
    for (size_t i = d->n; i-- > 1;) {
        int coupled = i + 1 < d->n && d->now.slope[i] != 0 && d->now.slope[i + 1] != 0;
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

/* The step of limited-memory BFGS; returns its slope, below 0. */
static double put_step(descent *d)
{
    double part[PAIRS];
    size_t kept = d->pairs < PAIRS ? d->pairs : PAIRS;
    for (size_t i = 1; i < d->n; i++)
        d->step[i] = -d->now.slope[i];
    for (size_t k = 0; k < kept; k++) {
        size_t at = (d->pairs - 1 - k) % PAIRS;
        part[at] = d->by[at] * dot(d, d->moves[at], d->step);
        for (size_t i = 1; i < d->n; i++)
            d->step[i] -= part[at] * d->turns[at][i];
    }
    divide(d, d->step);
    for (size_t k = kept; k-- > 0;) {
        size_t at = (d->pairs - 1 - k) % PAIRS;
        double more = part[at] - d->by[at] * dot(d, d->turns[at], d->step);
        for (size_t i = 1; i < d->n; i++)
            d->step[i] += more * d->moves[at][i];
    }
    for (size_t i = 1; i < d->n; i++) /* kinks: held, whatever was remembered */
        d->step[i] = d->now.slope[i] == 0 ? 0 : d->step[i];
    return dot(d, d->step, d->now.slope);
}

/* The longest part of the step that leaves every segment at least `far` of itself out. */
static double longest(const descent *d)
{
    double length = 1;
    for (size_t i = 0; i < d->n; i++) {
        double left = i > 0 ? d->step[i] : 0, right = i + 1 < d->n ? d->step[i + 1] : 0;
        double change = fabs(right - left), room = far * (d->now.x[i + 1] - d->now.x[i]);
        if (change * length > room)
            length = room / change;
    }
    return length;
}

/* Remembers how the slopes turned over the move, where that shows a bowl. */
static void remember(descent *d)
{
    size_t at = d->pairs % PAIRS;
    for (size_t i = 1; i < d->n; i++) {
        d->moves[at][i] = d->next.x[i] - d->now.x[i];
        d->turns[at][i] = d->next.slope[i] - d->now.slope[i];
    }
    double bowl = dot(d, d->moves[at], d->turns[at]);
    if (bowl > 1e-10 * sqrt(dot(d, d->turns[at], d->turns[at]) *
                            dot(d, d->moves[at], d->moves[at]))) {
        d->by[at] = 1 / bowl;
        d->pairs++;
    }
}

/* Along the step until it pays; *moved is 0 where nothing does. */
static clpwl_status search_line(descent *d, double slope, int *moved)
{
    clpwl_status status = CLPWL_OK;
    double length = longest(d);
    *moved = 0;
    for (int k = 0; k < SHORTER && !*moved; k++, length /= 3) {
        for (size_t i = 0; i <= d->n; i++)
            d->next.x[i] = d->now.x[i] + (i > 0 && i < d->n ? length * d->step[i] : 0);
        TRY(evaluate(d, &d->next, &d->now));
        *moved = d->next.error <= d->now.error + 1e-4 * length * slope;
    }
done:
    return status;
}

static clpwl_status descend(descent *d, clpwl_progress progress, void *user)
{
    clpwl_status status = CLPWL_OK;
    TRY(evaluate(d, &d->now, NULL));
    for (int turn = 0; turn < STEPS && d->best.how.evaluations < BUDGET; turn++) {
        CHECK(!progress || !progress((double)turn / STEPS, user), CLPWL_ERR_CANCELLED,
              "cancelled while %zu segments were refined", d->n);
        int moved;
        put_stiffness(d);
        double slope = put_step(d);
        if (!(slope < 0)) {
            d->pairs = 0;
            slope = put_step(d);
        }
        if (!(-slope > d->p * enough * d->now.error) || !isfinite(slope))
            break; /* not finite: about a jump nothing says how far to go */
        TRY(search_line(d, slope, &moved));
        if (!moved && d->pairs == 0)
            break;
        if (!moved) { /* what is remembered misleads */
            d->pairs = 0;
            TRY(clpwl__best_fit_evaluate(&d->best, d->now.x, d->now.values));
            continue;
        }
        remember(d);
        state was = d->now;
        d->now = d->next;
        d->next = was;
    }
done:
    return status;
}

clpwl_status clpwl__descend(const clpwl_function *f, const clpwl_weight *weight,
                            clpwl_norm norm, clpwl_fit fit, double *knots, size_t segments,
                            clpwl_progress progress, void *user, double *error)
{
    clpwl_status status = CLPWL_OK;
    descent d = {.f = f, .fit = fit, .p = norm == CLPWL_NORM_L2 ? 2 : 1, .n = segments};
    TRY(make(&d));
    TRY(clpwl__best_fit_create(&d.best, f, weight, norm, segments));
    memcpy(d.now.x, knots, (segments + 1) * sizeof *knots);
    TRY(descend(&d, progress, user));
    memcpy(knots, d.now.x, (segments + 1) * sizeof *knots);
    *error = pow(d.now.error, 1 / d.p);
done:
    unmake(&d);
    return status;
}
