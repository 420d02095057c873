/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * f'' from values of f: Richardson's extrapolation of difference quotients over a
 * ladder of steps, with the step and the order that Ridders' estimate likes best
 * (C. J. F. Ridders, Adv. Eng. Softw. 4 (1982) 75-76).
 *
 * Unlike Ridders' the ladder is walked down until rounding wins: the scale on which
 * f bends is unknown, and the first two quotients that agree may both be far too
 * coarse. Each estimate carries the rounding of f as well, so the finest steps lose.
 */
#include "host/function.h"
#include "internal.h"
#include <float.h>

enum {
    RUNGS = 60,  /* 2^-60 of the room: beyond any double's resolution */
    COLUMNS = 5, /* extrapolations; more gain nothing over the rounding */
    PATIENCE = 4 /* rungs on which rounding alone exceeds the best: enough */
};

/* Where f may be asked: the default domain and the kinks around x. */
typedef struct span {
    double x, fx;
    double below, above; /* room on both sides, may be infinite */
    double start;        /* the longest step to try */
} span;

typedef struct estimate {
    double value, error;
    double rough; /* the last plain quotient */
    int growing;  /* how many of the last rungs it grew on, in a row */
} estimate;

/* A rung: the difference quotient with step h (signed if one-sided) and what the
 * rounding of f does to it. 0 where f is not finite or h is below resolution. */
typedef int quotient(const clpwl_function *f, const span *s, double h, double *d, double *noise);

static int central(const clpwl_function *f, const span *s, double h, double *d, double *noise)
{
    /* The abscissas as rounded, not as meant: f' * (rounding of x) / h^2 is gone. */
    volatile double lo = s->x - h, hi = s->x + h;
    if (!(lo < s->x && s->x < hi) || h < 8 * DBL_EPSILON * fabs(s->x))
        return 0;
    double flo = clpwl__function_raw(f, lo), fhi = clpwl__function_raw(f, hi);
    *d = 2 * ((fhi - s->fx) / (hi - s->x) - (s->fx - flo) / (s->x - lo)) / (hi - lo);
    *noise = DBL_EPSILON * (fabs(flo) + 2 * fabs(s->fx) + fabs(fhi)) / (h * h);
    return isfinite(*d) && isfinite(*noise);
}

/* Twice the divided difference at x, x + h, x + 2h, made second order by x + 3h. */
static int one_sided(const clpwl_function *f, const span *s, double h, double *d, double *noise)
{
    double x[4] = {s->x}, y[4] = {s->fx}, size = 2 * fabs(s->fx);
    if (fabs(h) < 8 * DBL_EPSILON * fabs(s->x))
        return 0;
    for (int i = 1; i < 4; i++) {
        volatile double at = s->x + i * h;
        x[i] = at;
        y[i] = clpwl__function_raw(f, at);
        size += (i == 1 ? 5 : i == 2 ? 4 : 1) * fabs(y[i]);
    }
    /* Newton's form of the cubic through the four points, twice differentiated. */
    double s01 = (y[1] - y[0]) / (x[1] - x[0]), s12 = (y[2] - y[1]) / (x[2] - x[1]);
    double s23 = (y[3] - y[2]) / (x[3] - x[2]);
    double s012 = (s12 - s01) / (x[2] - x[0]), s123 = (s23 - s12) / (x[3] - x[1]);
    double s0123 = (s123 - s012) / (x[3] - x[0]);
    *d = 2 * s012 + 2 * s0123 * ((x[0] - x[1]) + (x[0] - x[2]));
    *noise = DBL_EPSILON * size / (h * h);
    return isfinite(*d) && isfinite(*noise);
}

/* Extends the row `old` (of `length` entries) of Neville's tableau by a quotient at
 * half the step; the error series runs in h^first, h^(first + by), ... */
static int extrapolate(const double *old, int length, double *row, int first, int by,
                       double noise, estimate *best)
{
    int n = length < COLUMNS ? length : COLUMNS;
    for (int j = 1; j <= n; j++) {
        double factor = exp2(first + (j - 1) * by);
        row[j] = row[j - 1] + (row[j - 1] - old[j - 1]) / (factor - 1);
        double a = fabs(row[j] - row[j - 1]), b = fabs(row[j] - old[j - 1]);
        double error = (a > b ? a : b) + noise;
        if (error < best->error) {
            best->error = error;
            best->value = row[j];
        }
    }
    return n + 1;
}

static estimate descend(const clpwl_function *f, const span *s, quotient *q, double h, int first,
                        int by)
{
    double tableau[2][COLUMNS + 1] = {{0}};
    int length = 0, lost = 0;
    estimate best = {NAN, INFINITY, 0, 0};
    for (int k = 0; k < RUNGS && lost < PATIENCE; k++, h /= 2) {
        double *old = tableau[k % 2], *row = tableau[(k + 1) % 2], noise;
        if (!q(f, s, h, &row[0], &noise)) {
            length = 0; /* begin anew below: f may be finite nearer to x */
            continue;
        }
        if (fabs(row[0]) > 8 * noise)
            best.growing = fabs(row[0]) > 1.1 * fabs(best.rough) ? best.growing + 1 : 0;
        best.rough = row[0];
        lost = noise > best.error ? lost + 1 : 0;
        length = extrapolate(old, length, row, first, by, noise, &best);
    }
    return best;
}

static span look_around(const clpwl_function *f, double x)
{
    span s = {.x = x, .fx = clpwl__function_raw(f, x), .below = INFINITY, .above = INFINITY};
    double scale = fabs(x) > 1 ? fabs(x) : 1;
    if (f->a < f->b) {
        scale = f->b - f->a;
        if (f->a <= x && x <= f->b) {
            s.below = x - f->a;
            s.above = f->b - x;
        }
    }
    for (size_t i = 0; i < f->kink_count; i++) {
        double d = f->kinks[i] - x;
        if (d == 0 && s.above == 0)
            continue; /* a kink on the domain's upper end: x sees the left side */
        if (d <= 0 && -d < s.below)
            s.below = -d;
        if (d > 0 && d < s.above)
            s.above = d;
    }
    /* An odd fraction: steps that are whole periods of f would all agree on 0. */
    s.start = 0.0937 * scale;
    return s;
}

static double least(double a, double b)
{
    return a < b ? a : b;
}

double clpwl__curvature_numeric(const clpwl_function *f, double x, double *error)
{
    span s = look_around(f, x);
    estimate best = {NAN, INFINITY, 0, 0};
    if (isfinite(s.fx)) {
        double room = least(s.below, s.above);
        if (room > 0)
            best = descend(f, &s, central, least(room, s.start), 2, 2);
        /* Cramped: what the wide side sees may be better. */
        if (room < s.start) {
            double wide = s.above >= s.below ? s.above : -s.below;
            double h = copysign(least(fabs(wide) / 3, s.start), wide);
            estimate other = descend(f, &s, one_sided, h, 2, 1);
            if (!(best.error <= other.error))
                best = other;
        }
        /* Quotients that keep growing while they are well above the rounding. */
        if (best.growing >= 8 && !(best.error < 0.1 * fabs(best.value)))
            best.value = copysign(INFINITY, best.rough);
    }
    if (error)
        *error = best.error;
    return best.value;
}
