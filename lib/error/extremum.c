/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "error/extremum.h"
#include <float.h>

enum {
    MOST_STEPS = 40,
    ZEROS = 512 /* whose next x are one call of f */
};
static const double most_rise = 1e-7; /* the search ends some 1e-8 below the maximum */
/* A rise that is not searched for, and is added. Twice in turn: one parabola may be flat by chance. */
static const double least_rise = 1e-11;
static const double slow_rise = 1e-6; /* the same, once, of an f that waits */
static const double golden = 0.38196601125010515180; /* (3 - sqrt 5) / 2 */

/* Brent's three best points, best first, for a maximum (Algorithms for Minimization without
 * Derivatives, 1973, chapter 5). */
typedef struct search {
    double l, r;
    double x, w, v;
    double fx, fw, fv;
    double step, before; /* this step and the one before the last */
} search;

/* The step to the vertex of the parabola through the three points. 0 where the vertex is
 * outside, or the step is not shorter than half the step before the last. */
static double find_parabolic_step(const search *s)
{
    double p = (s->x - s->w) * (s->fx - s->fv), q = (s->x - s->v) * (s->fx - s->fw);
    double top = (s->x - s->v) * q - (s->x - s->w) * p, bottom = 2 * (q - p);
    double step = bottom != 0 ? -top / bottom : 0;
    if (!(fabs(step) < fabs(s->before) / 2) || s->x + step <= s->l || s->x + step >= s->r)
        return 0;
    return step;
}

/* Inserts a new point. */
static void insert_point(search *s, double u, double fu)
{
    if (fu >= s->fx) {
        *(u < s->x ? &s->r : &s->l) = s->x;
        s->v = s->w, s->fv = s->fw;
        s->w = s->x, s->fw = s->fx;
        s->x = u, s->fx = fu;
        return;
    }
    *(u < s->x ? &s->l : &s->r) = u;
    if (fu >= s->fw || s->w == s->x) {
        s->v = s->w, s->fv = s->fw;
        s->w = u, s->fw = fu;
    } else if (fu >= s->fv || s->v == s->x || s->v == s->w) {
        s->v = u, s->fv = fu;
    }
}

/* How far the parabola through the three points rises above the best. NaN: it has no maximum. */
static double find_parabolic_rise(const search *s)
{
    double w = (s->fx - s->fw) / (s->x - s->w), v = (s->fx - s->fv) / (s->x - s->v);
    double bend = (w - v) / (s->v - s->w), slope = w + bend * (s->w - s->x);
    double rise = slope * slope / (4 * bend);
    return bend > 0 && isfinite(rise) ? rise : (double)NAN;
}

clpwl_status clpwl__find_largest(const clpwl__segment *segment, const double x[3],
                            const double e[3], double *out)
{
    clpwl_status status = CLPWL_OK;
    double sign = e[1] < 0 ? -1 : 1, fu, least = segment->f->waits ? slow_rise : least_rise;
    double slack = fmax(1e-4 * (x[2] - x[0]), 4 * DBL_EPSILON * fmax(fabs(x[0]), fabs(x[2])));
    search s = {x[0], x[2], x[1], x[0], x[2], sign * e[1], sign * e[0], sign * e[2],
                x[2] - x[0], x[2] - x[0]};
    const int turns = segment->f->waits ? 1 : 2;
    for (int i = 0, flat = 0; i < MOST_STEPS && flat < turns; i++) {
        double middle = s.l + (s.r - s.l) / 2;
        if (fabs(s.x - middle) <= 2 * slack - (s.r - s.l) / 2)
            break;
        double step = find_parabolic_step(&s);
        s.before = s.step;
        if (step == 0) {
            s.before = s.x < middle ? s.r - s.x : s.l - s.x;
            step = golden * s.before;
        }
        s.step = step;
        double u = s.x + (fabs(step) >= slack ? step : copysign(slack, step));
        u = fmin(fmax(u, x[0]), x[2]);
        TRY(clpwl__weighted_residual(segment, CLPWL_NORM_LINF, u, &fu));
        insert_point(&s, u, sign * fu);
        flat = find_parabolic_rise(&s) <= least * fabs(s.fx) ? flat + 1 : 0;
    }
    double rise = find_parabolic_rise(&s);
    rise = fmin(fmax(rise, least * fabs(s.fx)), fmax(least, most_rise) * fabs(s.fx)); /* fmax ignores NaN */
    *out = s.fx + rise;
done:
    return status;
}

/* The next x. */
static double step_zero(const clpwl__zero *z)
{
    double x = z->l - z->e_l * ((z->r - z->l) / (z->e_r - z->e_l));
    return z->l < x && x < z->r ? x : z->l + (z->r - z->l) / 2;
}

/* Takes the error e at the next x. */
static void narrow_zero(clpwl__zero *z, double x, double e, int is_first)
{
    double last = z->x;
    z->x = x;
    z->is_found = e == 0 || (!is_first && fabs(x - last) <= z->slack);
    if (z->is_found)
        return;
    if ((e < 0) == (z->e_l < 0)) {
        z->l = x, z->e_l = e;
        z->e_r = z->side < 0 ? z->e_r / 2 : z->e_r; /* the same end stayed twice: halve its value */
        z->side = -1;
    } else {
        z->r = x, z->e_r = e;
        z->e_l = z->side > 0 ? z->e_l / 2 : z->e_l;
        z->side = 1;
    }
    z->is_found = !(z->r - z->l > z->slack);
}

static clpwl_status find_block(clpwl__zero *zeros, size_t count)
{
    clpwl_status status = CLPWL_OK;
    double x[ZEROS], y[ZEROS], e;
    clpwl__zero *z[ZEROS];
    size_t left = 0;
    for (size_t i = 0; i < count; i++) {
        clpwl__zero *now = zeros + i;
        now->slack = fmax(1e-4 * (now->r - now->l), 4 * DBL_EPSILON * fmax(fabs(now->l), fabs(now->r)));
        now->x = now->l;
        now->side = 0;
        if (now->r - now->l > now->slack)
            z[left++] = now;
    }
    for (int turn = 0; turn < MOST_STEPS && left > 0; turn++) {
        size_t n = left;
        for (size_t i = 0; i < n; i++)
            x[i] = step_zero(z[i]);
        TRY(clpwl__values(z[0]->segment.f, x, y, n));
        left = 0;
        for (size_t i = 0; i < n; i++) {
            TRY(clpwl__weighted_difference(&z[i]->segment, CLPWL_NORM_LINF, x[i], y[i], &e));
            narrow_zero(z[i], x[i], e, turn == 0);
            if (!z[i]->is_found)
                z[left++] = z[i];
        }
    }
done:
    return status;
}

clpwl_status clpwl__find_zeros(clpwl__zero *zeros, size_t count)
{
    clpwl_status status = CLPWL_OK;
    for (size_t i = 0; i < count; i += ZEROS)
        TRY(find_block(zeros + i, count - i < ZEROS ? count - i : ZEROS));
done:
    return status;
}
