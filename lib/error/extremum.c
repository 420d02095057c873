/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "error/extremum.h"
#include <float.h>

enum {
    MOST_STEPS = 40,
    BLOCK = 512 /* zeros or maxima whose next x are one call of f */
};
/* The search ends some 1e-8 below the maximum: where the parabola rises higher, the steps become shorter. */
static const double most_rise = 1e-7;
/* A rise that is not searched for, and is added. Twice in turn: one parabola may be flat by chance. */
static const double least_rise = 1e-11;

/* The step to the vertex of the parabola through the three points. 0 where the vertex is
 * outside, or the step is not shorter than half the step before the last. */
static double find_parabolic_step(const clpwl__brent *s)
{
    double p = (s->x - s->w) * (s->fx - s->fv), q = (s->x - s->v) * (s->fx - s->fw);
    double top = (s->x - s->v) * q - (s->x - s->w) * p, bottom = 2 * (q - p);
    double step = bottom != 0 ? -top / bottom : 0;
    if (!(fabs(step) < fabs(s->before) / 2) || s->x + step <= s->l || s->x + step >= s->r)
        return 0;
    return step;
}

/* Inserts a new point. */
static void insert_point(clpwl__brent *s, double u, double fu)
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
static double find_parabolic_rise(const clpwl__brent *s)
{
    double w = (s->fx - s->fw) / (s->x - s->w), v = (s->fx - s->fv) / (s->x - s->v);
    double bend = (w - v) / (s->v - s->w), slope = w + bend * (s->w - s->x);
    double rise = slope * slope / (4 * bend);
    return bend > 0 && isfinite(rise) ? rise : (double)NAN;
}

/* Begins a search. Its segment, x and e are set. */
static void begin_search(clpwl__summit *m)
{
    const double *x = m->x, *e = m->e;
    m->sign = e[1] < 0 ? -1 : 1;
    m->least_slack = 4 * DBL_EPSILON * fmax(fabs(x[0]), fabs(x[2]));
    m->slack = fmax(1e-4 * (x[2] - x[0]), m->least_slack);
    m->brent = (clpwl__brent){x[0], x[2], x[1], x[0], x[2], m->sign * e[1], m->sign * e[0], m->sign * e[2],
                              x[2] - x[0], x[2] - x[0]};
    m->steps = m->flat = 0;
}

static int is_narrow(const clpwl__summit *m, double middle)
{
    const clpwl__brent *s = &m->brent;
    return fabs(s->x - middle) <= 2 * m->slack - (s->r - s->l) / 2;
}

/* Sets u, the next x. Returns 0 at the end, with the largest |e| set. */
static int choose_place(clpwl__summit *m)
{
    clpwl__brent *s = &m->brent;
    double middle = s->l + (s->r - s->l) / 2;
    /* A peak of a thousandth of the distance of the samples is 6e-7 higher than the slack shows. */
    while (is_narrow(m, middle) && m->slack > m->least_slack &&
           find_parabolic_rise(s) > most_rise * fabs(s->fx))
        m->slack = fmax(m->slack / 4, m->least_slack);
    if (m->steps == MOST_STEPS || m->flat == 2 || is_narrow(m, middle)) {
        double rise = find_parabolic_rise(s);
        rise = fmax(rise, least_rise * fabs(s->fx)); /* fmax ignores NaN */
        rise = fmin(rise, most_rise * fabs(s->fx));
        m->largest = s->fx + rise;
        return 0;
    }
    double step = find_parabolic_step(s);
    s->before = s->step;
    if (step == 0) {
        s->before = s->x < middle ? s->r - s->x : s->l - s->x;
        step = (1 - clpwl__golden) * s->before;
    }
    s->step = step;
    m->u = s->x + (fabs(step) >= m->slack ? step : copysign(m->slack, step));
    m->u = fmin(fmax(m->u, m->x[0]), m->x[2]);
    return 1;
}

/* Takes the error e at u. */
static void take_error(clpwl__summit *m, double e)
{
    insert_point(&m->brent, m->u, m->sign * e);
    m->flat = find_parabolic_rise(&m->brent) <= least_rise * fabs(m->brent.fx) ? m->flat + 1 : 0;
    m->steps++;
}

clpwl_status clpwl__find_largest(const clpwl__segment *segment, const double x[3],
                            const double e[3], double *out)
{
    clpwl_status status = CLPWL_OK;
    clpwl__summit m = {.segment = *segment, .x = {x[0], x[1], x[2]}, .e = {e[0], e[1], e[2]}};
    double error;
    for (begin_search(&m); choose_place(&m); take_error(&m, error))
        TRY(clpwl__weighted_residual(segment, CLPWL_NORM_LINF, m.u, &error));
    *out = m.largest;
done:
    return status;
}

static clpwl_status climb_block(clpwl__summit *summits, size_t count)
{
    clpwl_status status = CLPWL_OK;
    double x[BLOCK], y[BLOCK], w[BLOCK], e;
    clpwl__summit *left[BLOCK];
    size_t n = 0;
    for (size_t i = 0; i < count; i++) {
        begin_search(&summits[i]);
        if (choose_place(&summits[i]))
            left[n++] = &summits[i];
    }
    for (size_t all = n; all > 0; all = n) {
        for (size_t i = 0; i < all; i++)
            x[i] = left[i]->u;
        TRY(clpwl__values_and_weights(&left[0]->segment, x, y, w, all));
        n = 0;
        for (size_t i = 0; i < all; i++) {
            TRY(clpwl__weighted_difference(&left[i]->segment, CLPWL_NORM_LINF, x[i], y[i], w[i], &e));
            take_error(left[i], e);
            if (choose_place(left[i]))
                left[n++] = left[i];
        }
    }
done:
    return status;
}

clpwl_status clpwl__climb(clpwl__summit *summits, size_t count)
{
    clpwl_status status = CLPWL_OK;
    for (size_t i = 0; i < count; i += BLOCK)
        TRY(climb_block(summits + i, count - i < BLOCK ? count - i : BLOCK));
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
    double x[BLOCK], y[BLOCK], w[BLOCK], e;
    clpwl__zero *z[BLOCK];
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
        TRY(clpwl__values_and_weights(&z[0]->segment, x, y, w, n));
        left = 0;
        for (size_t i = 0; i < n; i++) {
            TRY(clpwl__weighted_difference(&z[i]->segment, CLPWL_NORM_LINF, x[i], y[i], w[i], &e));
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
    for (size_t i = 0; i < count; i += BLOCK)
        TRY(find_block(zeros + i, count - i < BLOCK ? count - i : BLOCK));
done:
    return status;
}
