/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A piece is sampled in groups of eight steps. The polynomial of degree 4 through every other
 * sample of a group predicts those in between. Where a prediction is wrong by more than a part of
 * the largest error in the group, the group is halved. A group whose samples miss an oscillation
 * altogether would have to hit the same phase nine times.
 */
#include "error/sampling.h"
#include <float.h>
#include "base/array.h"

enum {
    STEPS = 8,        /* of a group */
    GROUPS = 32,      /* whose samples are one call of f */
    BLOCK = STEPS * GROUPS + 1,
    DEEPEST = 12,     /* halvings of a group: a kink that is not known is located to 1/4096 */
    MOST_IN_GROUP = 4096,
    MOST = 1 << 20,   /* samples in halves of groups, for a whole table: 0.1 s of a formula */
    /* Samples of a formula beyond the share of a place by its width: for where f oscillates faster than
     * elsewhere. Without them the error of x*sin(1/x) with 668 refined segments was 1.4 times too large. */
    MOST_EXTRA = 1 << 18
};

/* The share of the largest error in a group that a prediction may be off. With 1/16 some reported
 * errors of bench/bounds are too small, by up to 0.3 %; with 1/64 none. */
static const double resolved = 1.0 / 64;

typedef struct clpwl__group {
    double x[STEPS + 1], e[STEPS + 1];
    int is_done;
} group;

void clpwl__sampling_free(clpwl__sampling *s)
{
    clpwl__free(s->x);
    clpwl__free(s->e);
    clpwl__free(s->groups);
    clpwl__free(s->ahead);
    memset(s, 0, sizeof *s);
}

/* fmax is a call. */
static inline double larger(double a, double b)
{
    return a < b ? b : a;
}

static double find_most(const group *g)
{
    double most = 0;
    for (int i = 0; i <= STEPS; i++)
        most = larger(most, fabs(g->e[i]));
    return most;
}

static void raise_most(clpwl__sampling *s, const group *g, double more)
{
    int most = 0;
    for (int i = 1; i <= STEPS; i++)
        most = fabs(g->e[i]) > fabs(g->e[most]) ? i : most;
    if (fabs(g->e[most]) + more > s->most) {
        s->most = fabs(g->e[most]) + more;
        s->place = g->x[most];
    }
}

static clpwl_status append_group(clpwl__sampling *s, const group *g)
{
    clpwl_status status = CLPWL_OK;
    size_t room = s->room;
    TRY(clpwl__reserve(&s->x, &room, s->n + STEPS + 1, sizeof *s->x));
    TRY(clpwl__reserve(&s->e, &s->room, s->n + STEPS + 1, sizeof *s->e));
    memcpy(s->x + s->n, g->x, sizeof g->x); /* the first sample is the last of the group before */
    memcpy(s->e + s->n, g->e, sizeof g->e);
    s->n += STEPS;
    raise_most(s, g, 0);
done:
    return status;
}

/* Where the i-th group of [l,r] begins. Groups differ in length, and from piece to piece: equal steps all hit
 * nearly the same phase of one oscillation in twenty, which looked smooth. */
static double group_at(double l, double r, double i, double groups)
{
    static const double moves = 0.4;
    double phase = fmod(fabs(l / (r - l)), 1 << 20) + i;
    if (i > 0 && i < groups)
        i += moves * (fmod(clpwl__golden * phase, 1) - 0.5);
    return clpwl__step_at(l, r, i, groups);
}

/* Places the samples of the groups from the i-th of [l,r] on, at most GROUPS. Returns their number. */
static size_t place_block(double l, double r, double i, double groups, double *x)
{
    size_t n = 0;
    for (double k = i; k < fmin(i + GROUPS, groups); k++) {
        double from = group_at(l, r, k, groups), to = group_at(l, r, k + 1, groups);
        for (int j = 0; j < STEPS; j++)
            x[n++] = clpwl__step_at(from, to, j, STEPS);
        x[n] = to;
    }
    return n + 1;
}

/* These samples, by one call of f where they are not known. */
static clpwl_status fill_block(clpwl__sampling *s, const clpwl__segment *segment, double l, double r,
                               double i, double groups, double *x, double *e)
{
    clpwl_status status = CLPWL_OK;
    double own[2 * BLOCK], *y = own, *w = own + BLOCK;
    size_t n = place_block(l, r, i, groups, x);
    if (s->ahead_count == n) {
        y = s->ahead;
        w = s->ahead + BLOCK;
    } else {
        TRY(clpwl__values_and_weights(segment, x, y, w, n));
    }
    s->ahead_count = 0;
    for (size_t k = 0; k < n; k++)
        TRY(clpwl__weighted_difference(segment, CLPWL_NORM_LINF, x[k], y[k], w[k], &e[k]));
done:
    return status;
}

/* How far predictions of samples are off. */
static double find_off(const group *g)
{
    /* Lagrange's coefficients of the samples 0, 2, 4, 6, 8 at 1 and at 3; 5 and 7 mirror them. */
    static const double at[2][5] = {{35.0 / 128, 140.0 / 128, -70.0 / 128, 28.0 / 128, -5.0 / 128},
                                    {-5.0 / 128, 60.0 / 128, 90.0 / 128, -20.0 / 128, 3.0 / 128}};
    double off = 0;
    for (int k = 0; k < 2; k++) {
        double left = 0, right = 0;
        for (int i = 0; i < 5; i++) {
            left += at[k][i] * g->e[2 * i];
            right += at[k][i] * g->e[STEPS - 2 * i];
        }
        off = larger(off, fabs(left - g->e[2 * k + 1]));
        off = larger(off, fabs(right - g->e[STEPS - 2 * k - 1]));
    }
    return off;
}

/* Whether the samples show the course of e. */
static int is_resolved(const group *g, double noise)
{
    return find_off(g) <= larger(resolved * find_most(g), 4 * noise);
}

/* The even samples of both halves. */
static void halve(const group *g, group halves[2])
{
    for (int half = 0; half < 2; half++)
        for (int i = 0; i <= STEPS / 2; i++) {
            halves[half].x[2 * i] = g->x[i + half * STEPS / 2];
            halves[half].e[2 * i] = g->e[i + half * STEPS / 2];
            halves[half].is_done = 0;
        }
}

/* The odd samples of groups that are not done. One call of f gives those of 2 GROUPS. */
static clpwl_status fill_odd(const clpwl__segment *segment, group *groups, size_t count)
{
    clpwl_status status = CLPWL_OK;
    double x[STEPS * GROUPS], y[STEPS * GROUPS], w[STEPS * GROUPS], *e[STEPS * GROUPS];
    size_t n = 0;
    for (size_t k = 0; k < count; k++) {
        group *g = &groups[k];
        for (int i = 1; !g->is_done && i < STEPS; i += 2, n++) {
            x[n] = g->x[i] = clpwl__step_at(g->x[0], g->x[STEPS], i, STEPS);
            e[n] = &g->e[i];
        }
        if (n < STEPS * GROUPS && k + 1 < count)
            continue;
        TRY(clpwl__values_and_weights(segment, x, y, w, n));
        for (; n > 0; n--)
            TRY(clpwl__weighted_difference(segment, CLPWL_NORM_LINF, x[n - 1], y[n - 1], w[n - 1], e[n - 1]));
    }
done:
    return status;
}

static int must_be_halved(const group *g, double noise)
{
    double l = g->x[0], r = g->x[STEPS], least = 64 * DBL_EPSILON * larger(fabs(l), fabs(r));
    least = larger(least, DBL_MIN); /* a jump at 0 is between 0 and a subnormal number */
    return r - l >= least && !is_resolved(g, noise);
}

/* Where samples end before they show the course of e, as of oscillations with millions of periods, larger
 * values are between them: of sin(x) + 1e-4 sin(1e9 x) by 13902 segments 8e-6. An eighth of what predictions
 * are off is too little there. */
static void allow_for_gaps(clpwl__sampling *s, const group *g)
{
    raise_most(s, g, find_off(g) / 4);
}

/* Halves a group until all parts are resolved, and appends these. All parts of one length come before their
 * halves, so that none is left coarse where the samples end. `left` is the number of samples that the group
 * may take. */
static clpwl_status resolve_group(clpwl__sampling *s, const clpwl__segment *segment, const group *whole,
                                  double noise, size_t left)
{
    enum { ROOM = 1 + MOST_IN_GROUP / STEPS };
    clpwl_status status = CLPWL_OK;
    int is_whole = !must_be_halved(whole, noise);
    if (left < STEPS || is_whole) {
        TRY(append_group(s, whole));
        if (!is_whole)
            allow_for_gaps(s, whole);
        goto done;
    }
    if (!s->groups)
        s->groups = clpwl__alloc(2 * ROOM, sizeof *s->groups);
    CHECK_MEMORY(s->groups);
    group *now = s->groups, *next = now + ROOM;
    size_t count = 1, halved = 1;
    now[0] = *whole;
    now[0].is_done = 0;
    for (int depth = 0; depth < DEEPEST && halved > 0; depth++) {
        size_t n = 0;
        halved = 0;
        for (size_t k = 0; k < count; k++)
            if (!now[k].is_done && left >= STEPS && must_be_halved(&now[k], noise)) {
                halve(&now[k], next + n);
                left -= STEPS;
                s->spent += STEPS;
                halved++;
                n += 2;
            } else {
                next[n] = now[k];
                next[n++].is_done = 1;
            }
        TRY(fill_odd(segment, next, n));
        group *before = now;
        now = next;
        next = before;
        count = n;
    }
    for (size_t k = 0; k < count; k++) {
        TRY(append_group(s, &now[k]));
        if (left < STEPS && must_be_halved(&now[k], noise))
            allow_for_gaps(s, &now[k]);
    }
done:
    return status;
}

static double count_groups(size_t least)
{
    return ceil((double)least / STEPS);
}

clpwl_status clpwl__sample_ahead(clpwl__piece *pieces, size_t count)
{
    enum { ROOM = 8 * BLOCK };
    clpwl_status status = CLPWL_OK;
    double *x = clpwl__alloc(ROOM, 3 * sizeof *x), *y, *w;
    CHECK_MEMORY(x);
    y = x + ROOM;
    w = y + ROOM;
    for (size_t i = 0, j = 0, n = 0; i < count; i++) {
        clpwl__piece *p = &pieces[i];
        if (!p->at.ahead)
            p->at.ahead = clpwl__alloc(2 * BLOCK, sizeof *p->at.ahead);
        CHECK_MEMORY(p->at.ahead);
        n += p->at.ahead_count = place_block(p->l, p->r, 0, count_groups(p->least), x + n);
        if (i + 1 < count && n <= ROOM - BLOCK)
            continue;
        TRY(clpwl__values_and_weights(&p->s, x, y, w, n));
        for (n = 0; j <= i; n += pieces[j++].at.ahead_count) {
            memcpy(pieces[j].at.ahead, y + n, pieces[j].at.ahead_count * sizeof *y);
            memcpy(pieces[j].at.ahead + BLOCK, w + n, pieces[j].at.ahead_count * sizeof *w);
        }
        n = 0;
    }
done:
    clpwl__free(x);
    return status;
}

clpwl_status clpwl__sample_piece(clpwl__sampling *s, const clpwl__segment *segment, double l,
                                 double r, size_t least, double noise, double domain)
{
    clpwl_status status = CLPWL_OK;
    double groups = count_groups(least), x[STEPS * GROUPS + 1], e[STEPS * GROUPS + 1];
    const int is_exact = segment->f->is_formula || segment->f->entry;
    s->n = 0;
    s->most = 0;
    for (double i = 0; i < groups; i++) {
        group g;
        double from = group_at(l, r, i, groups), to = group_at(l, r, i + 1, groups);
        size_t in_block = (size_t)fmod(i, GROUPS);
        if (in_block == 0)
            TRY(fill_block(s, segment, l, r, i, groups, x, e));
        memcpy(g.x, x + STEPS * in_block, sizeof g.x);
        memcpy(g.e, e + STEPS * in_block, sizeof g.e);
        double share = (double)(s->spent < MOST ? MOST - s->spent : 0) * (to - from) /
                       fmax(domain - from, to - from);
        size_t left = (size_t)fmin(fmax(share, STEPS * DEEPEST), MOST_IN_GROUP), before = s->spent;
        if (is_exact && s->extra < MOST_EXTRA)
            TRY(resolve_group(s, segment, &g, noise, MOST_IN_GROUP));
        else
            TRY(resolve_group(s, segment, &g, noise, s->spent < MOST ? left : 0));
        if (s->spent - before > left)
            s->extra += s->spent - before - left;
    }
done:
    return status;
}

double clpwl__sampled_rise(const clpwl__sampling *s, size_t i)
{
    const double *x = s->x + i - 1, *e = s->e + i - 1;
    double sign = e[1] < 0 ? -1 : 1;
    double left = sign * (e[1] - e[0]) / (x[1] - x[0]);
    double right = sign * (e[2] - e[1]) / (x[2] - x[1]);
    double bend = (left - right) / (x[2] - x[0]); /* e = ... - bend (x - vertex)^2 */
    double vertex = (x[0] + x[1]) / 2 + left / (2 * bend);
    if (!(bend > 0) || !(x[0] <= vertex && vertex <= x[2]))
        return 0;
    return 2 * bend * (vertex - x[1]) * (vertex - x[1]) + resolved * fabs(e[1]);
}
