/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * f'' from values of f: Richardson's extrapolation of difference quotients over a
 * ladder of steps, as in C. J. F. Ridders, Adv. Eng. Softw. 4 (1982) 75-76.
 *
 * Ridders stops at the first steps that agree. Here neither the scale of f nor its noise is
 * known, and coarse steps may agree on a wrong value (sin(1000 x) sampled every 2 pi). So all
 * steps are evaluated first. Each candidate is charged with the finer quotients that it fails
 * to explain: too coarse a candidate with the curvature that it missed, too fine a one with
 * the noise of f.
 */
#include "function/curvature.h"
#include <float.h>
#include "base/door.h"
#include "base/internal.h"
#include "function/function.h"

enum {
    RUNGS = 60,   /* at most; they span a factor of 10^14 */
    ENOUGH = 28,  /* for a function that is resolved by 10^-6 of its domain */
    FEW = 12,     /* tried before, with steps of a scale: analytic functions need no more */
    MORE = 4,     /* at a time, where ENOUGH are not enough */
    MOST_POINTS = 3, /* of a rung */
    COLUMNS = 5,  /* extrapolations; more gain nothing over the rounding */
    FARTHER = 8   /* rungs down, the remainder of a good candidate has vanished */
};

/* Steps of f up to this share of f count as rounding: a few ulp of a float. */
static const double rounding_steps = 1e-6;

/* An error relative to f'' below this is resolved: noise does not reach it. */
static const double sharp = 1e-4;

/* From rung to rung. No small power of it is near an integer, so no two rungs are whole
 * multiples of one period. */
static const double ratio = 1.7;

/* Where f may be evaluated: within the default domain, up to the kinks around x. */
typedef struct span {
    double x, fx; /* f(x) is known with the first steps */
    double below, above; /* room on both sides, may be infinite */
    double start;        /* the longest step to try */
} span;

typedef struct rung {
    double h, d, noise;     /* step, quotient, error of the quotient by rounding of f */
    double value, error;    /* the best extrapolation that ends here, and its spread */
} rung;

typedef struct estimate {
    double value, error;
} estimate;

static double smaller_of(double a, double b)
{
    return a < b ? a : b;
}

/* How a quotient of step h comes from values of f. The step is signed for one-sided quotients. */
typedef struct quotient {
    int points; /* beside x, at most MOST_POINTS */
    int by;     /* the error series runs in h^2, h^(2 + by), ... */
    /* Returns 0 where h is below the resolution of x, as every shorter step is then. */
    int (*place)(const span *s, double h, double *x);
    /* Returns 0 where f is not finite. */
    int (*evaluate)(const span *s, const double *x, const double *y, rung *r);
} quotient;

static int place_central(const span *s, double h, double *x)
{
    /* With the rounded abscissas, so that f' * (rounding of x) / h^2 cancels. */
    volatile double lo = s->x - h, hi = s->x + h;
    x[0] = lo;
    x[1] = hi;
    return x[0] < s->x && s->x < x[1] && h >= 8 * DBL_EPSILON * fabs(s->x);
}

static int evaluate_central(const span *s, const double *x, const double *y, rung *r)
{
    double lo = x[0], hi = x[1], flo = y[0], fhi = y[1];
    r->d = 2 * ((fhi - s->fx) / (hi - s->x) - (s->fx - flo) / (s->x - lo)) / (hi - lo);
    r->noise = DBL_EPSILON * (fabs(flo) + 2 * fabs(s->fx) + fabs(fhi)) / (r->h * r->h);
    return isfinite(r->d) && isfinite(r->noise);
}

static int place_one_sided(const span *s, double h, double *x)
{
    for (int i = 0; i < 3; i++) {
        volatile double at = s->x + (i + 1) * h;
        x[i] = at;
    }
    return fabs(h) >= 8 * DBL_EPSILON * fabs(s->x);
}

/* Twice the divided difference at x, x + h, x + 2h, made second order by x + 3h. */
static int evaluate_one_sided(const span *s, const double *at, const double *f_at, rung *r)
{
    const double x[4] = {s->x, at[0], at[1], at[2]}, y[4] = {s->fx, f_at[0], f_at[1], f_at[2]};
    double size = 2 * fabs(s->fx);
    for (int i = 1; i < 4; i++)
        size += (i == 1 ? 5 : i == 2 ? 4 : 1) * fabs(y[i]);
    /* The cubic through the four points in Newton's form, differentiated twice. */
    double s01 = (y[1] - y[0]) / (x[1] - x[0]), s12 = (y[2] - y[1]) / (x[2] - x[1]);
    double s23 = (y[3] - y[2]) / (x[3] - x[2]);
    double s012 = (s12 - s01) / (x[2] - x[0]), s123 = (s23 - s12) / (x[3] - x[1]);
    double s0123 = (s123 - s012) / (x[3] - x[0]);
    r->d = 2 * s012 + 2 * s0123 * ((x[0] - x[1]) + (x[0] - x[2]));
    r->noise = DBL_EPSILON * size / (r->h * r->h);
    return isfinite(r->d) && isfinite(r->noise);
}

static const quotient central = {2, 2, place_central, evaluate_central};
static const quotient one_sided = {3, 1, place_one_sided, evaluate_one_sided};

/* Extends the row `old` (of `length` entries) of Neville's tableau by a quotient on
 * the next rung; decline[j] is the j-th power of the ratio in the error series, less 1. */
static int extrapolate_rung(const double *old, int length, double *row, const double *decline, rung *r)
{
    int n = length < COLUMNS ? length : COLUMNS;
    row[0] = r->d;
    for (int j = 1; j <= n; j++) {
        row[j] = row[j - 1] + (row[j - 1] - old[j - 1]) / decline[j];
        double across = fabs(row[j] - row[j - 1]), down = fabs(row[j] - old[j - 1]);
        double error = (across > down ? across : down) + r->noise;
        if (error < r->error) {
            r->error = error;
            r->value = row[j];
        }
    }
    return n + 1;
}

/* The error of the candidate of rung k, with the part of finer rungs that it fails to explain,
 * in units of f: curvature that it missed, or noise. */
static double charge_candidate(const rung *rungs, int count, int k)
{
    const rung *r = &rungs[k];
    double worst = r->error;
    for (int j = k + 1; j < count; j++) {
        double part = rungs[j].h / r->h, missed = rungs[j].error;
        if (j >= k + FARTHER && fabs(rungs[j].d - r->value) > missed)
            missed = fabs(rungs[j].d - r->value);
        if (isfinite(missed) && missed * part * part > worst)
            worst = missed * part * part;
    }
    return worst;
}

/* The candidate with the least charge, of those with finer rungs to judge them by. */
static estimate choose_candidate(const rung *rungs, int count)
{
    estimate best = {NAN, INFINITY};
    double step = 0; /* the least change of f so far */
    for (int k = 0; k + FARTHER < count; k++) {
        const rung *r = &rungs[k];
        double h2 = r->h * r->h, error = charge_candidate(rungs, count, k);
        /* An exact 0 may mean that f is rounded, to float say, and does not change over so
         * short a step. */
        if (r->d == 0 && step * DBL_EPSILON < rounding_steps * r->noise * h2)
            error += step / h2;
        if (r->d != 0 && (step == 0 || fabs(r->d) * h2 < step))
            step = fabs(r->d) * h2;
        if (error < best.error)
            best = (estimate){r->value, error};
    }
    return best;
}

/* A run of steps from h down by the ratio: their abscissas, with that of s behind them, and values there. */
typedef struct run {
    const quotient *q;
    double h;
    int wanted, count; /* count: those that x resolves */
    double *x, *y;
} run;

static size_t place_steps(const span *s, run *a)
{
    double h = a->h;
    for (a->count = 0; a->count < a->wanted && a->q->place(s, h, a->x + a->count * a->q->points); a->count++)
        h /= ratio;
    size_t places = (size_t)(a->count * a->q->points);
    a->x[places] = s->x;
    return places + 1;
}

/* The quotients of a run whose values are known, and those of more steps as long as no candidate is good. */
static int evaluate_ladder(const clpwl_function *f, span *s, run a, rung *rungs)
{
    double tableau[2][COLUMNS + 1] = {{0}}, decline[COLUMNS + 1];
    double x[ENOUGH * MOST_POINTS + 1], y[ENOUGH * MOST_POINTS + 1], h = a.h;
    int count = 0, length = 0;
    for (int j = 1; j <= COLUMNS; j++)
        decline[j] = pow(ratio, 2 + (j - 1) * a.q->by) - 1;
    for (int k = 0; k < RUNGS; k += a.wanted, a.wanted = k < ENOUGH ? ENOUGH - k : MORE) {
        if (k > 0) {
            estimate e = choose_candidate(rungs, count);
            int is_noise = count >= ENOUGH && rungs[count - 1].noise > e.error; /* as shorter steps are */
            if (is_noise || e.error <= 1e-6 * fabs(e.value))
                break;
            a = (run){a.q, h, a.wanted, 0, x, y};
            size_t places = place_steps(s, &a);
            clpwl__values_raw(f, x, y, places);
        }
        s->fx = a.y[a.count * a.q->points];
        for (int i = 0; i < a.count; i++, h /= ratio) {
            rung *r = &rungs[count];
            *r = (rung){.h = fabs(h), .value = NAN, .error = INFINITY};
            if (!a.q->evaluate(s, a.x + i * a.q->points, a.y + i * a.q->points, r)) {
                length = 0; /* begin again: f may be finite closer to x */
                continue;
            }
            length = extrapolate_rung(tableau[(k + i) % 2], length, tableau[(k + i + 1) % 2], decline, r);
            count++;
        }
        if (a.count < a.wanted)
            break;
    }
    return count;
}

/* Whether f'' is infinite: quotients grow down to the smallest step, well above the rounding,
 * and slower than h^-2, which a jump of f would give. */
static int is_infinite(const rung *rungs, int count)
{
    if (count < ENOUGH)
        return 0;
    for (int k = count / 3; k + 1 < count; k++) {
        double growth = rungs[k + 1].d / rungs[k].d;
        if (!(growth > 1.1 && growth < 2.75) || fabs(rungs[k].d) < 8 * rungs[k].noise)
            return 0;
    }
    return 1;
}

static estimate estimate_curvature(const clpwl_function *f, span *s, const run *first)
{
    rung rungs[RUNGS];
    int count = evaluate_ladder(f, s, *first, rungs);
    estimate e = choose_candidate(rungs, count);
    if (is_infinite(rungs, count))
        e = (estimate){copysign(INFINITY, rungs[count - 1].d), INFINITY};
    return e;
}

static span find_span(const clpwl_function *f, double x, double most)
{
    span s = {.x = x, .below = INFINITY, .above = INFINITY};
    double scale = fabs(x) > 1 ? fabs(x) : 1;
    if (f->a < f->b) {
        scale = f->b - f->a;
        if (f->a <= x && x <= f->b) {
            s.below = x - f->a;
            s.above = f->b - x;
        }
    }
    size_t next = clpwl__kinks_up_to(f, x), before = next;
    if (before > 0 && f->kinks[before - 1] == x && s.above == 0)
        before--; /* x is a kink on the upper end of the domain: use the left side */
    if (before > 0)
        s.below = smaller_of(s.below, x - f->kinks[before - 1]);
    if (next < f->kink_count)
        s.above = smaller_of(s.above, f->kinks[next] - x);
    /* An odd fraction: steps that are whole periods of f would agree on 0. */
    s.start = 0.0937 * (most > 0 ? smaller_of(most, scale) : scale);
    return s;
}

/* What is evaluated at one place: a central ladder, if there is room on both sides, and a one-sided one in
 * a narrow room, where the wide side may give a better value. */
typedef struct place {
    span s;
    run central, one_sided; /* without a q: none */
} place;

static place find_place(const clpwl_function *f, double x, double scale)
{
    place p = {.s = find_span(f, x, scale)};
    const span *s = &p.s;
    double room = smaller_of(s->below, s->above), wide = s->above >= s->below ? s->above : -s->below;
    int wanted = scale > 0 ? FEW : ENOUGH;
    if (room > 0)
        p.central = (run){.q = &central, .h = smaller_of(room, s->start), .wanted = wanted};
    if (room < s->start)
        p.one_sided = (run){.q = &one_sided, .h = copysign(smaller_of(fabs(wide) / 3, s->start), wide),
                            .wanted = wanted};
    return p;
}

static estimate judge_place(const clpwl_function *f, place *p)
{
    estimate best = {NAN, INFINITY};
    if (p->central.q)
        best = estimate_curvature(f, &p->s, &p->central);
    if (p->one_sided.q) {
        estimate other = estimate_curvature(f, &p->s, &p->one_sided);
        /* In a narrow room a rounded f may not change at all, see choose_candidate(). */
        int blind = best.value == 0 && other.error < fabs(other.value);
        /* Where f is curved within the room and resolved there, as beside a singular end,
         * the steps of the wide side miss the curvature. */
        int better = other.error < best.error &&
                     !(best.error < sharp * fabs(best.value) &&
                       fabs(best.value) > 2 * fabs(other.value));
        if (isnan(best.value) || blind || better)
            best = other;
    }
    return best;
}

/* What so many places need at a time. */
enum { VALUES_EACH = ENOUGH * 5 + 2 };

static void estimate_places(const clpwl_function *f, const double *x, const double *scale, size_t n,
                            place *places, double *at, double *y, estimate *out)
{
    size_t used = 0;
    for (size_t i = 0; i < n; i++) {
        places[i] = find_place(f, x[i], scale[i]);
        run *const runs[] = {&places[i].central, &places[i].one_sided};
        for (int k = 0; k < 2; k++)
            if (runs[k]->q) {
                runs[k]->x = at + used;
                runs[k]->y = y + used;
                used += place_steps(&places[i].s, runs[k]);
            }
    }
    clpwl__values_raw(f, at, y, used);
    for (size_t i = 0; i < n; i++)
        out[i] = judge_place(f, &places[i]);
}

clpwl_status clpwl__curvatures_numeric(const clpwl_function *f, const double *x, const double *scale,
                                       size_t n, double *value, double *error)
{
    enum { AT_ONCE = 32 };
    clpwl_status status = CLPWL_OK;
    estimate found[AT_ONCE];
    place *places = clpwl__alloc(AT_ONCE, sizeof *places);
    double *at = clpwl__alloc(2 * AT_ONCE, VALUES_EACH * sizeof *at);
    CHECK_MEMORY(places);
    CHECK_MEMORY(at);
    for (size_t first = 0; first < n; first += AT_ONCE) {
        size_t count = n - first < AT_ONCE ? n - first : AT_ONCE;
        estimate_places(f, x + first, scale + first, count, places, at, at + AT_ONCE * VALUES_EACH, found);
        for (size_t i = 0; i < count; i++) {
            value[first + i] = found[i].value;
            error[first + i] = found[i].error;
        }
    }
done:
    clpwl__free(places);
    clpwl__free(at);
    return status;
}

double clpwl__curvature_numeric(const clpwl_function *f, double x, double scale, double *error)
{
    place one;
    double at[VALUES_EACH], y[VALUES_EACH];
    estimate e;
    estimate_places(f, &x, &scale, 1, &one, at, y, &e);
    if (error)
        *error = e.error;
    return e.value;
}

double clpwl__curvature_raw(const clpwl_function *f, double x)
{
    return f->d2f ? f->d2f(x, f->user) : clpwl__curvature_numeric(f, x, 0, NULL);
}

clpwl_status clpwl_function_curvature(const clpwl_function *f, double x, double *y)
{
    CLPWL__DOOR;
    return clpwl__evaluate(f, x, y, "the second derivative", clpwl__curvature_raw);
}
