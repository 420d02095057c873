/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "proof/data.h"
#include <float.h>
#include <gsl/gsl_poly.h>
#include "base/array.h"
#include "base/progress.h"
#include "execution/weighted.h"
#include "function/function.h"
#include "function/samples.h"
#include "function/weight.h"
#include "proof/cubic.h"
#include "proof/prove.h"
#include "table/table_value.h"

enum {
    REPORTS = 4096,         /* segments */
    FEW_POINTS = 1 << 18,   /* of a tube, where they suffice: each takes about a microsecond */
    MOST_POINTS = 1 << 22   /* some 300 MiB */
};

/* Of f - v and of what is made of it, relative to the sizes of both: a coefficient takes some 64 units of
 * 2^-53, 20 halvings of a cubic 60. */
static const double rounded = 0x1p-45;
static const double summed = 0x1p-52;         /* of each term of a sum */
static const double finest = 1e-5;
static const double margin = 1e-12;           /* of a path's comparisons */
/* One-sided tables are moved by 1/64 more than what executions add. */
static const double near = 1.0 / 128;

typedef struct walker {
    const clpwl__data *d;
    const clpwl_table *table;
    size_t row, segment;
    double rounding; /* of the last cubic */
    double place, width;
    clpwl__cubic e;
    double bound, seen, worst, terms;
    clpwl__integrals sums;
} walker;

static clpwl_status check_reach(const clpwl_function *f, double a, double b)
{
    clpwl_status status = CLPWL_OK;
    CHECK(f->data->x[0] <= a && b <= f->data->x[f->data->info.n - 1], CLPWL_ERR_NUMERIC,
          "nothing is proved: the samples of %s are on [%.9g, %.9g], and not on all of [%.9g, %.9g]", f->name,
          f->data->x[0], f->data->x[f->data->info.n - 1], a, b);
done:
    return status;
}

static clpwl_status check_table(const clpwl_function *f, const clpwl_table *table)
{
    clpwl_status status = CLPWL_OK;
    const double *knots = clpwl_table_knots(table);
    CHECK(!clpwl_table_shaper(table), CLPWL_ERR_UNSUPPORTED,
          "nothing is proved of samples, as of %s, in a table in %s(x)", f->name,
          clpwl_shaper_name(clpwl_table_shaper(table)));
    TRY(check_reach(f, knots[0], knots[clpwl_table_segments(table)]));
done:
    return status;
}

clpwl_status clpwl__prove_report(const clpwl_prove_options *o, double part)
{
    return o->progress && o->progress(part, o->progress_user)
               ? clpwl__fail(CLPWL_ERR_CANCELLED, "the proof was cancelled")
               : CLPWL_OK;
}

/* The place of x on [l, r], and what is left of it, each with its own small rounding. */
static void find_part(double l, double r, double x, double part[2])
{
    part[1] = (x - l) / (r - l);
    part[0] = (r - x) / (r - l);
}

/* f - v on [l, r], which is in a row's interval and in a segment: the cubic with its values and slopes. */
static void take_cubic(walker *w, double l, double r)
{
    const clpwl__data *d = w->d;
    const size_t i = w->row;
    const double *knots = clpwl_table_knots(w->table) + w->segment;
    const double *values = clpwl_table_values(w->table) + w->segment;
    const double y = d->y[i], end = clpwl__data_end(d, i), p = clpwl__data_bulge(d, i, 0),
                 q = clpwl__data_bulge(d, i, 1), share = (r - l) / (d->x[i + 1] - d->x[i]) / 3;
    double *b = w->e.b;
    for (int k = 0; k < 2; k++) {
        double t[2], at[2];
        find_part(d->x[i], d->x[i + 1], k ? r : l, t);
        find_part(knots[0], knots[1], k ? r : l, at);
        const double slope = end - y + p * t[0] * (t[0] - 2 * t[1]) - q * t[1] * (2 * t[0] - t[1]);
        b[3 * k] = t[0] * y + t[1] * end + t[0] * t[1] * (p * t[0] - q * t[1]) - at[0] * values[0] -
                   at[1] * values[1];
        b[1 + k] = (k ? -share : share) * (slope - (values[1] - values[0]) / (knots[1] - knots[0]) *
                                                       (d->x[i + 1] - d->x[i])) + b[3 * k];
    }
    if (p == 0 && q == 0) { /* a line, without what is left of the roundings of a cubic */
        b[1] = b[0] + (b[3] - b[0]) / 3;
        b[2] = b[3] - (b[3] - b[0]) / 3;
    }
    w->place = l;
    w->width = r - l;
    w->rounding = rounded * (fabs(y) + fabs(end) + fabs(p) + fabs(q) + fabs(values[0]) + fabs(values[1])) +
                  DBL_MIN;
}

static void see(walker *w, double e, double x)
{
    const double size = fabs(e) - w->rounding;
    if (size > w->seen) {
        w->seen = size;
        w->worst = x;
    }
}

/* Adds f - v where it is a cubic. */
static void add_cubic(walker *w, int linf_only)
{
    const clpwl__cubic *e = &w->e;
    const double d0 = e->b[1] - e->b[0], d1 = e->b[2] - e->b[1], d2 = e->b[3] - e->b[2];
    double t[2];
    const int turns = gsl_poly_solve_quadratic(d0 - 2 * d1 + d2, 2 * (d1 - d0), d0, t, t + 1);
    see(w, e->b[0], w->place);
    see(w, e->b[3], w->place + w->width);
    for (int i = 0; i < turns; i++)
        if (t[i] > 0 && t[i] < 1)
            see(w, clpwl__cubic_value(e, t[i]), w->place + w->width * t[i]);
    w->bound = fmax(w->bound, clpwl__cubic_most(e, w->seen) + w->rounding);
    if (!linf_only)
        clpwl__integrals_add(&w->sums, e, w->width, w->rounding, w->rounding * w->rounding);
    w->terms++;
}

/* Visits the cubics of a segment on [from, to]. */
static void walk(walker *w, size_t segment, double from, double to, void (*visit)(walker *w, void *user),
                 void *user)
{
    const clpwl__data *d = w->d;
    w->segment = segment;
    w->row = clpwl__count_up_to(d->x, d->info.n, from);
    w->row -= w->row > 0;
    for (double l = from, r; l < to && w->row + 1 < d->info.n; l = r, w->row++) {
        r = fmin(to, d->x[w->row + 1]);
        if (!(l < r)) /* of a jump */
            continue;
        take_cubic(w, l, r);
        visit(w, user);
    }
}

static void add_to_errors(walker *w, void *linf_only)
{
    add_cubic(w, *(int *)linf_only);
}

/* A jump at the last x. */
static void add_end(walker *w)
{
    const size_t n = clpwl_table_segments(w->table);
    const double x = clpwl_table_knots(w->table)[n], y = clpwl__data_value(x, (void *)w->d),
                 v = clpwl_table_values(w->table)[n];
    w->rounding = rounded * (fabs(y) + fabs(v)) + DBL_MIN;
    see(w, y - v, x);
    w->bound = fmax(w->bound, fabs(y - v) + w->rounding);
}

clpwl_status clpwl__prove_data(clpwl_proof *out, const clpwl_function *f, const clpwl_table *table,
                               const clpwl_prove_options *o)
{
    clpwl_status status = CLPWL_OK;
    const double *knots = clpwl_table_knots(table);
    const size_t segments = clpwl_table_segments(table);
    const double width = knots[segments] - knots[0];
    walker w = {.d = f->data, .table = table, .worst = knots[0]};
    int linf_only = o->linf_only != 0;
    TRY(check_table(f, table));
    CHECK(!clpwl__weighs(o->weight), CLPWL_ERR_UNSUPPORTED,
          "nothing is proved of samples, as of %s, for weighted errors", f->name);
    CHECK((o->a == 0 && o->b == 0) || (o->a == knots[0] && o->b == knots[segments]), CLPWL_ERR_UNSUPPORTED,
          "nothing is proved of samples, as of %s, beyond the domain", f->name);
    for (size_t i = 0; i < segments; i++) {
        walk(&w, i, knots[i], knots[i + 1], add_to_errors, &linf_only);
        if (i % REPORTS == 0)
            TRY(clpwl__prove_report(o, (double)i / (double)segments));
    }
    add_end(&w);
    *out = (clpwl_proof){.bound = {NAN, NAN, w.bound}, .least = {NAN, NAN, w.seen}, .worst = w.worst,
                         .side_x = NAN};
    if (!linf_only)
        clpwl__integrals_bound(&w.sums, w.bound, width, 1 + summed * (w.terms + 4), &out->bound, &out->least);
done:
    return status;
}

/* The side of a one-sided table. */

typedef struct side {
    double sign;     /* 1: above */
    double rounding; /* by which v has to be beyond f */
    int is_open;     /* not shown somewhere */
    double wrong;    /* where v is on the other side; or NaN */
} side;

/* The least value of the gap: a bound that is below it by `off` at most. */
static double find_gap(const clpwl__cubic *g, double off, int depth)
{
    const double *b = g->b, hull = fmin(fmin(b[0], b[1]), fmin(b[2], b[3]));
    clpwl__cubic l, r;
    if (hull >= fmin(b[0], b[3]) - off || depth == 0)
        return hull;
    clpwl__cubic_halve(g, &l, &r);
    const double left = find_gap(&l, off, depth - 1);
    return fmin(left, find_gap(&r, off, depth - 1));
}

static void check_side(walker *w, void *user)
{
    side *s = user;
    for (int j = 0; j < 4; j++)
        w->e.b[j] *= -s->sign;
    for (int j = 0; j < 4; j += 3)
        if (w->e.b[j] + w->rounding < 0)
            s->wrong = w->place + (j ? w->width : 0);
    if (find_gap(&w->e, near / 2 * s->rounding, 20) - w->rounding < s->rounding)
        s->is_open = 1;
}

clpwl_execution clpwl__side_execution(const clpwl_table *table)
{
    const clpwl_target *target = clpwl_table_target(table);
    clpwl_execution how = clpwl__execution_of(table);
    how.from_image = 1; /* which rounds more than records */
    how.weight_bits = target ? target->weight_bits : 0;
    return how;
}

clpwl_status clpwl__prove_data_side(clpwl_proof *out, const clpwl_function *f, const clpwl_table *table,
                                    const clpwl_execution *execution)
{
    clpwl_status status = CLPWL_OK;
    const clpwl_execution how = execution ? *execution : clpwl__side_execution(table);
    const size_t n = clpwl_table_segments(table);
    const double *knots = clpwl_table_knots(table);
    side s = {.sign = clpwl_table_fit(table) == CLPWL_FIT_ABOVE ? 1 : -1, .wrong = NAN};
    walker w = {.d = f->data, .table = table};
    double *roundings = clpwl__alloc(n, sizeof *roundings);
    out->side = 0;
    out->side_x = NAN;
    CHECK_MEMORY(roundings);
    TRY(check_table(f, table));
    clpwl__table_roundings(table, &how, roundings);
    for (size_t i = 0; i < n && isnan(s.wrong); i++) {
        double from, to;
        clpwl__table_inside(table, i, &from, &to);
        /* Beside a knot the next segment may be read. */
        s.rounding = roundings[i];
        walk(&w, i, knots[i], knots[i + 1], check_side, &s);
        s.rounding = roundings[i > 0 ? i - 1 : i];
        walk(&w, i, knots[i], fmin(from, knots[i + 1]), check_side, &s);
        s.rounding = roundings[i + 1 < n ? i + 1 : i];
        walk(&w, i, fmax(to, knots[i]), knots[i + 1], check_side, &s);
    }
    const double last = clpwl__data_value(knots[n], (void *)f->data); /* after a jump at the end */
    s.is_open |= s.sign * (clpwl_table_values(table)[n] - last) < roundings[n - 1];
    out->side = !isnan(s.wrong) ? -1 : !s.is_open;
    out->side_x = s.wrong;
done:
    clpwl__free(roundings);
    return status;
}

/* The tube. */

/* The largest second derivative of interval i, with its length as unit. */
static double find_bend(const clpwl__data *d, size_t i)
{
    const double p = clpwl__data_bulge(d, i, 0), q = clpwl__data_bulge(d, i, 1);
    return 2 * fmax(fabs(2 * p + q), fabs(p + 2 * q));
}

clpwl_status clpwl__tube_add(clpwl__mesh *m, double x, double y, double s)
{
    clpwl_status status = CLPWL_OK;
    double **const arrays[] = {&m->x, &m->y, &m->s}, point[] = {x, y, s};
    size_t room = m->room;
    CHECK(m->n < MOST_POINTS, CLPWL_ERR_NUMERIC,
          "the fewest segments are not proved: the tube needs more than %d points, up to x = %.9g",
          (int)MOST_POINTS, x);
    for (int i = 0; i < 3; i++, room = m->room) {
        TRY(clpwl__reserve(arrays[i], i < 2 ? &room : &m->room, m->n + 1, sizeof x));
        (*arrays[i])[m->n] = point[i];
    }
    m->n++;
done:
    return status;
}

double clpwl__tube_part(double steps)
{
    return fmin(fmax(finest, steps / FEW_POINTS * (steps / FEW_POINTS)), clpwl__coarsest);
}

/* A point between `least` and `most`, in which the chords beside it are off. */
static clpwl_status add_point(clpwl__mesh *m, double x, double least, double most, double off,
                              double max_error)
{
    const double size = fmax(fabs(least), fabs(most)) + max_error;
    if (m->n > 0 && x <= m->x[m->n - 1]) { /* of a jump, or beside one */
        const double half = (m->s[m->n - 1] - 1) * max_error, y = m->y[m->n - 1];
        m->n--;
        x = m->x[m->n];
        least = fmin(least, y - half);
        most = fmax(most, y + half);
    }
    return clpwl__tube_add(m, x, least + (most - least) / 2,
                           1 + ((most - least) / 2 + off + margin * size) / max_error);
}

/* Over a jump the tube reaches from one value to the other, and is as usual at the numbers beside it. */
clpwl_status clpwl__data_tube(clpwl__mesh *m, const clpwl_function *f, double a, double b, double max_error,
                              double part)
{
    clpwl_status status = CLPWL_OK;
    const clpwl__data *d = f->data;
    const size_t n = d->info.n;
    double steps = 0, off_before = 0;
    TRY(check_reach(f, a, b));
    const size_t first = clpwl__count_up_to(d->x, n, a) - 1;
    for (size_t i = first; i + 1 < n && d->x[i] < b; i++)
        steps += sqrt(find_bend(d, i) / (8 * max_error));
    part = part > 0 ? part : clpwl__tube_part(steps);
    for (size_t i = first; i + 1 < n && d->x[i] < b; i++) {
        const double bend = find_bend(d, i), count = fmax(1, ceil(sqrt(bend / (8 * part * max_error))));
        const double off = bend / (8 * count * count) * (1 + margin), l = d->x[i], r = d->x[i + 1];
        const double end = clpwl__data_end(d, i), next = clpwl__data_value(r, (void *)d);
        if (l == r) /* of a jump */
            continue;
        for (double k = 0; k < count; k++) {
            const double x = clpwl__step_at(l, r, k, count), y = clpwl__data_value(fmax(x, a), (void *)d);
            if (x < b && clpwl__step_at(l, r, k + 1, count) > a)
                TRY(add_point(m, fmax(x, a), y, y, fmax(off, k > 0 ? off : off_before), max_error));
        }
        off_before = off;
        if (end != next && r <= b) {
            TRY(add_point(m, nextafter(r, -INFINITY), end, end, off, max_error));
            TRY(add_point(m, r, fmin(end, next), fmax(end, next), off, max_error));
            TRY(add_point(m, nextafter(r, INFINITY), next, next, off, max_error));
        }
        if (r >= b && (m->n == 0 || m->x[m->n - 1] < b)) {
            const double y = clpwl__data_value(b, (void *)d);
            TRY(add_point(m, b, y, y, off, max_error));
        }
    }
    while (m->x[m->n - 1] > b)
        m->n--;
done:
    return status;
}
