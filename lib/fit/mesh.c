/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fit/mesh.h"
#include <float.h>
#include "base/array.h"
#include "base/number.h"
#include "error/residual.h"
#include "function/weight.h"

enum {
    FIRST_ROOM = 1024,  /* points */
    BLOCK = 1024,       /* points between two calls of the watch */
    FINER = 4,          /* times as many steps where f'' is not known */
    PARTS = 8,          /* steps of a polynomial of the proxy, at least: its f'' has 14 zeros at most */
    MOST_BY_F2 = 1 << 22 /* points; then steps are no longer as short as f'' tells */
};
static const double widest_over_narrowest = 1e6; /* the largest 1 / w over the least */

static clpwl_status make_room(clpwl__mesh *m, size_t n)
{
    clpwl_status status = CLPWL_OK;
    double **arrays[] = {&m->x, &m->y, &m->s};
    if (n <= m->room)
        goto done;
    for (int i = 0; i < (m->weight ? 3 : 2); i++) {
        double *array = clpwl__realloc(*arrays[i], n, sizeof *array);
        CHECK(array, CLPWL_ERR_MEMORY, "out of memory: a mesh of %zu points", n);
        *arrays[i] = array;
    }
    m->room = n;
done:
    return status;
}

/* The denominator of a relative error of f = y; 1 for an absolute one. */
static double scale_of(const clpwl__mesh *m, double y)
{
    return clpwl__mesh_is_relative(m) ? fmax(fabs(y), m->weight->floor) : 1;
}

static double scale_at(const clpwl__mesh *m, size_t i)
{
    return scale_of(m, m->y[i]);
}

/* The limits of the error at n points, where f is y. */
static clpwl_status find_limits(const clpwl__mesh *m, const double *x, const double *y, double *s, size_t n)
{
    clpwl_status status = CLPWL_OK;
    if (!m->weight)
        goto done;
    TRY(clpwl__weigh_many(m->weight, CLPWL_NORM_LINF, x, y, s, n));
    for (size_t i = 0; i < n; i++)
        s[i] = fmin(1 / s[i], m->widest * scale_of(m, y[i]));
done:
    return status;
}

/* f and the limits of the error at n points. */
static clpwl_status evaluate(const clpwl__mesh *m, const double *x, double *y, double *s, size_t n)
{
    clpwl_status status = CLPWL_OK;
    for (size_t i = 0; i < n; i += BLOCK) {
        size_t count = n - i < BLOCK ? n - i : BLOCK;
        CHECK(!clpwl__watch_ends(m->watch, 0), CLPWL_ERR_CANCELLED,
              "cancelled while f was evaluated at %zu points", n);
        TRY(clpwl__values(m->f, x + i, y + i, count));
        TRY(find_limits(m, x + i, y + i, s ? s + i : NULL, count));
    }
done:
    return status;
}

int clpwl__mesh_at(const clpwl__mesh *m, double x, double *y, double *s)
{
    *y = clpwl__function_raw(m->f, x);
    *s = 1;
    return isfinite(*y) && find_limits(m, &x, y, s, 1) == CLPWL_OK;
}

/* Appends a point, if it is to the right of the last one. */
static clpwl_status append_point(clpwl__mesh *m, double x)
{
    clpwl_status status = CLPWL_OK;
    if (m->n > 0 && x <= m->x[m->n - 1])
        goto done;
    if (m->n == m->room)
        TRY(make_room(m, 2 * m->room + FIRST_ROOM));
    m->x[m->n++] = x;
done:
    return status;
}

/* The width of the polynomial of a proxy that begins at or before x, and where it ends; or infinity. */
static double find_polynomial(const clpwl_function *f, double x, double *end)
{
    size_t k = clpwl__count_up_to(f->seams, f->seam_count, x);
    *end = k < f->seam_count ? f->seams[k] : INFINITY;
    return k > 0 ? *end - f->seams[k - 1] : INFINITY;
}

/* x, or the float below. */
static double point_at(const clpwl__mesh *m, double x)
{
    return m->is_of_floats ? clpwl__float_at_most(x) : x;
}

/* Whether the mesh holds f exactly, without any point between seams. */
static int is_exact(const clpwl__mesh *m)
{
    return m->f->degree == 1 && !m->weight;
}

static clpwl_status place_points(clpwl__mesh *m, const double *knots, size_t segments, size_t steps)
{
    clpwl_status status = CLPWL_OK;
    const double parts = is_exact(m) ? 1 : PARTS;
    m->n = 0;
    TRY(append_point(m, knots[0]));
    for (size_t i = 0; i < segments; i++) {
        const double step = (knots[i + 1] - knots[i]) / (double)steps;
        for (double l = knots[i], r, end; l < knots[i + 1]; l = r) {
            r = clpwl__weighted_piece_end(m->f, m->weight, l, knots[i + 1]);
            double width = find_polynomial(m->f, l, &end);
            r = fmin(r, end);
            double n = fmax((r - l) / step, parts * ((r - l) / width));
            n = fmin(ceil(n * (1 - 1e-9)), fmax((double)steps, parts)); /* the step may be 0 by rounding */
            for (double k = 1; k < n; k++)
                TRY(append_point(m, point_at(m, clpwl__step_at(l, r, k, n))));
            TRY(append_point(m, point_at(m, r)));
            TRY(append_point(m, r));
            if (m->is_of_floats)
                TRY(append_point(m, fmin(clpwl__float_at_least(r), knots[segments])));
        }
    }
    TRY(evaluate(m, m->x, m->y, m->s, m->n));
done:
    return status;
}

/* The longest step at x over which the error of the chord is at most `most`, by f'' there. */
static double step_at(const clpwl__mesh *m, double x, double most)
{
    double bend = fabs(m->f->d2f(x, m->f->user));
    return bend > 0 ? sqrt(8 * most / bend) : INFINITY;
}

clpwl_status clpwl__mesh_resolve(clpwl__mesh *m, double r)
{
    clpwl_status status = CLPWL_OK;
    double *more = NULL;
    size_t n = 0, room = 0;
    for (size_t i = 0; m->f->d2f && !is_exact(m) && i + 1 < m->n && m->n + n < MOST_BY_F2; i++) {
        const double most = r * fmin(clpwl__mesh_scale(m, i), clpwl__mesh_scale(m, i + 1)), end = m->x[i + 1];
        double step = end - m->x[i];
        for (double x = m->x[i], left; ; x += step) {
            left = end - x;
            step = fmin(fmin(2 * step, left), step_at(m, x, most));
            step = fmin(step, step_at(m, x + step, most));
            step = left < 2 * step && left > step ? left / 2 : step;
            if (!(left > step && x + step > x && x + step < end))
                break;
            TRY(clpwl__reserve(&more, &room, n + 1, sizeof *more));
            more[n++] = point_at(m, x + step);
        }
    }
    m->r = r;
    TRY(clpwl__mesh_insert(m, more, n));
done:
    clpwl__free(more);
    return status;
}

clpwl_status clpwl__mesh_divide(clpwl__mesh *m, const double *knots, size_t segments)
{
    enum { WINDOW = 3, INTO = 4 };
    clpwl_status status = CLPWL_OK;
    double *more = NULL;
    size_t n = 0, room = 0;
    for (size_t k = 1, i = 0, from = 0; k < segments; k++) {
        while (i + 2 < m->n && m->x[i + 1] <= knots[k])
            i++;
        from = i > from + WINDOW ? i - WINDOW : from;
        for (; from <= i + WINDOW && from + 1 < m->n; from++) {
            TRY(clpwl__reserve(&more, &room, n + INTO, sizeof *more));
            for (int j = 1; j < INTO; j++)
                more[n++] = point_at(m, clpwl__step_at(m->x[from], m->x[from + 1], j, INTO));
        }
    }
    TRY(clpwl__mesh_insert(m, more, n));
done:
    clpwl__free(more);
    return status;
}

clpwl_status clpwl__mesh_create(clpwl__mesh *m, const clpwl_function *f,
                                const clpwl_weight *weight, const double *knots,
                                size_t segments, size_t steps)
{
    clpwl_status status = CLPWL_OK;
    double narrowest = INFINITY;
    m->f = f;
    m->weight = weight;
    m->limits = f->limits;
    m->widest = m->r = INFINITY;
    TRY(place_points(m, knots, segments, f->d2f ? steps : FINER * steps));
    for (size_t i = 0; i < m->n; i++)
        narrowest = fmin(narrowest, clpwl__mesh_scale(m, i) / scale_at(m, i));
    CHECK(isfinite(narrowest), CLPWL_ERR_ARGUMENT,
          "the weight is 0 at every x of the domain that was tried: choose a narrower domain around "
          "its positive values");
    m->widest = widest_over_narrowest * narrowest;
    for (size_t i = 0; weight && i < m->n; i++)
        m->s[i] = fmin(m->s[i], m->widest * scale_at(m, i));
done:
    return status;
}

void clpwl__mesh_free(clpwl__mesh *m)
{
    clpwl__free(m->x);
    clpwl__free(m->y);
    clpwl__free(m->s);
    memset(m, 0, sizeof *m);
}

/* Of ascending numbers, those that are no mesh points, each once. */
static size_t count_new(const clpwl__mesh *m, const double *x, size_t n)
{
    size_t count = 0;
    for (size_t i = 0, j = 0; i < n; i++) {
        while (j < m->n && m->x[j] < x[i])
            j++;
        count += (j == m->n || m->x[j] != x[i]) && (i == 0 || x[i] != x[i - 1]);
    }
    return count;
}

/* f and the limits of the error at new points, where y is NaN. */
static clpwl_status evaluate_new(const clpwl__mesh *m)
{
    enum { NEW = 128 };
    clpwl_status status = CLPWL_OK;
    double x[NEW], y[NEW], s[NEW];
    size_t at[NEW], count = 0;
    for (size_t i = 0; i < m->n; i++) {
        if (isnan(m->y[i])) {
            at[count] = i;
            x[count++] = m->x[i];
        }
        if (count < NEW && i + 1 < m->n)
            continue;
        TRY(evaluate(m, x, y, s, count));
        for (; count > 0; count--) {
            m->y[at[count - 1]] = y[count - 1];
            if (m->s)
                m->s[at[count - 1]] = s[count - 1];
        }
    }
done:
    return status;
}

/* Merges from the right end, so that each old point moves once. */
clpwl_status clpwl__mesh_insert(clpwl__mesh *m, const double *x, size_t n)
{
    clpwl_status status = CLPWL_OK;
    size_t from = m->n, to = from + count_new(m, x, n);
    TRY(make_room(m, to));
    m->n = to;
    while (from < to) {
        const double next = x[n - 1];
        if (from == 0 || m->x[from - 1] < next) {
            m->x[--to] = next;
            m->y[to] = NAN;
        } else if (m->x[from - 1] > next) {
            m->x[--to] = m->x[--from];
            m->y[to] = m->y[from];
            if (m->s)
                m->s[to] = m->s[from];
            continue;
        }
        while (n > 0 && x[n - 1] == next)
            n--;
    }
    TRY(evaluate_new(m));
done:
    return status;
}

double clpwl__mesh_noise(const clpwl__mesh *m)
{
    double most = 0, narrowest = INFINITY, near = 0;
    for (size_t i = 0; i < m->n; i++) {
        most = fmax(most, fabs(m->y[i]));
        narrowest = fmin(narrowest, clpwl__mesh_scale(m, i));
        near = fmax(near, scale_at(m, i) / clpwl__mesh_scale(m, i));
    }
    /* A relative error is relative to f near x, and its rounding is too. */
    double rounding = 4 * DBL_EPSILON * (clpwl__mesh_is_relative(m) ? near : most / narrowest);
    return fmax(rounding, DBL_MIN);
}

double clpwl__mesh_chords(const clpwl__mesh *m, const double *knots, size_t segments)
{
    double most = 0;
    for (size_t k = 0, from = 0; k < segments; k++) {
        size_t to = from;
        while (m->x[to] < knots[k + 1])
            to++;
        for (size_t i = from + 1; i < to; i++)
            most = fmax(most, fabs(clpwl__mesh_chord_error(m, from, to, i)) / clpwl__mesh_scale(m, i));
        from = to;
    }
    return most;
}

/* A walk along the mesh and the line together. */
typedef struct walk {
    const clpwl__mesh *m;
    const double *knots, *values;
    double centre;
    size_t segment;
} walk;

static double error_at(walk *w, size_t i)
{
    double x = w->m->x[i];
    while (x > w->knots[w->segment + 1])
        w->segment++;
    const clpwl__segment s = clpwl__segment_at(w->knots, w->values, w->segment);
    return (w->m->y[i] - clpwl__segment_value(&s, x)) / clpwl__mesh_scale(w->m, i) - w->centre;
}

double clpwl__mesh_vertex(const double x[3], const double e[3])
{
    const double near = 1e-9;
    double p = (x[1] - x[0]) * (e[1] - e[2]), q = (x[1] - x[2]) * (e[1] - e[0]);
    double top = (x[1] - x[0]) * p - (x[1] - x[2]) * q, at = x[1] - top / (2 * (p - q));
    double left = near * (x[1] - x[0]), right = near * (x[2] - x[1]);
    if (!(x[0] + left < at && at < x[2] - right) || (x[1] - left < at && at < x[1] + right))
        return x[1];
    return at;
}

/* Lists the vertices at all local extrema of |e| >= size, which the caller frees. */
static clpwl_status find_vertices(walk w, double size, double **out, size_t *count)
{
    clpwl_status status = CLPWL_OK;
    const clpwl__mesh *m = w.m;
    double e[3] = {0, error_at(&w, 0), error_at(&w, 1)};
    size_t room = 0;
    for (size_t i = 1, k = 1; i + 1 < m->n; i++) {
        e[0] = e[1];
        e[1] = e[2];
        e[2] = error_at(&w, i + 1);
        int at_knot = m->x[i] == w.knots[k];
        k += (size_t)at_knot;
        double sign = e[1] < 0 ? -1 : 1;
        if (at_knot || fabs(e[1]) < size || sign * e[0] > sign * e[1] || sign * e[2] > sign * e[1])
            continue;
        double x = clpwl__mesh_vertex(m->x + i - 1, e);
        if (*count > 0 && !(x > (*out)[*count - 1]))
            continue;
        TRY(clpwl__reserve(out, &room, *count + 1, sizeof **out));
        (*out)[(*count)++] = x;
    }
done:
    return status;
}

static double find_largest(walk w)
{
    double largest = 0;
    for (size_t i = 0; i < w.m->n; i++)
        largest = fmax(largest, fabs(error_at(&w, i)));
    return largest;
}

clpwl_status clpwl__mesh_sharpen(clpwl__mesh *m, const double *knots, const double *values,
                                 size_t segments, double centre, double share,
                                 double *largest)
{
    clpwl_status status = CLPWL_OK;
    double *x = NULL;
    size_t count = 0;
    const walk w = {m, knots, values, centre, 0};
    TRY(clpwl__mesh_insert(m, knots, segments + 1));
    const double size = share * find_largest(w);
    TRY(find_vertices(w, size, &x, &count));
    TRY(clpwl__mesh_insert(m, x, count));
    *largest = find_largest(w);
done:
    clpwl__free(x);
    return status;
}
