/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fit/mesh.h"
#include <float.h>
#include "base/array.h"
#include "error/residual.h"
#include "function/weight.h"

enum {
    LEAST_POINTS = 4096, /* over the whole domain */
    BLOCK = 1024         /* values between two calls of the watch */
};
static const double widest_over_narrowest = 1e6; /* the largest 1 / w over the least */

static clpwl_status make_room(clpwl__mesh *m, size_t n)
{
    clpwl_status status = CLPWL_OK;
    double **arrays[] = {&m->x, &m->y, &m->s};
    if (n <= m->room)
        goto done;
    for (int i = 0; i < 3; i++) {
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
        TRY(find_limits(m, x + i, y + i, s + i, count));
    }
done:
    return status;
}

int clpwl__mesh_at(const clpwl__mesh *m, double x, double *y, double *s)
{
    *y = clpwl__function_raw(m->f, x);
    return isfinite(*y) && find_limits(m, &x, y, s, 1) == CLPWL_OK;
}

static clpwl_status append_point(clpwl__mesh *m, double x)
{
    clpwl_status status = CLPWL_OK;
    if (m->n == m->room)
        TRY(make_room(m, 2 * m->room + LEAST_POINTS));
    m->x[m->n++] = x;
done:
    return status;
}

static clpwl_status place_points(clpwl__mesh *m, const double *knots, size_t segments,
                                 size_t steps, size_t over_all)
{
    clpwl_status status = CLPWL_OK;
    double width = knots[segments] - knots[0];
    m->n = 0;
    TRY(append_point(m, knots[0]));
    for (size_t i = 0; i < segments; i++) {
        for (double l = knots[i], r; l < knots[i + 1]; l = r) {
            r = clpwl__weighted_piece_end(m->f, m->weight, l, knots[i + 1]);
            double n = fmax(ceil((double)over_all * (r - l) / width), (double)steps);
            for (double k = 1; k <= n; k++) {
                double x = clpwl__step_at(l, r, k, n);
                if (x > m->x[m->n - 1])
                    TRY(append_point(m, x));
            }
        }
    }
    TRY(evaluate(m, m->x, m->y, m->s, m->n));
done:
    return status;
}

static size_t count_turning_points(const clpwl__mesh *m)
{
    size_t turns = 0;
    for (size_t i = 1; i + 1 < m->n; i++) {
        double rise = m->y[i] - m->y[i - 1], next = m->y[i + 1] - m->y[i];
        turns += rise * next < 0;
    }
    return turns;
}

/* The part of the tube's width at the left end of a function that is pinned there. The error grows by as
 * much when the line is moved to f; less narrows what rounding leaves. */
static const double pinned = 1.0 / 256;

clpwl_status clpwl__mesh_create(clpwl__mesh *m, const clpwl_function *f,
                                const clpwl_weight *weight, const double *knots,
                                size_t segments, size_t steps)
{
    clpwl_status status = CLPWL_OK;
    size_t over_all = LEAST_POINTS;
    double narrowest = INFINITY;
    m->f = f;
    m->weight = weight;
    m->widest = INFINITY;
    for (;; over_all *= 2) {
        TRY(place_points(m, knots, segments, steps, over_all));
        if (over_all >= CLPWL__MESH_MOST || 8 * count_turning_points(m) < over_all)
            break;
    }
    for (size_t i = 0; i < m->n; i++)
        narrowest = fmin(narrowest, m->s[i] / scale_at(m, i));
    CHECK(isfinite(narrowest), CLPWL_ERR_ARGUMENT,
          "the weight is 0 at every x of the domain that was tried: choose a narrower domain around "
          "its positive values");
    m->widest = widest_over_narrowest * narrowest;
    for (size_t i = 0; i < m->n; i++)
        m->s[i] = fmin(m->s[i], m->widest * scale_at(m, i));
    if (f->pinned)
        m->s[0] *= pinned;
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

/* Writes each of the ascending numbers that is not a mesh point, once. */
static size_t take_new(const clpwl__mesh *m, const double *x, size_t n, double *out)
{
    size_t count = 0;
    for (size_t i = 0, j = 0; i < n; i++) {
        while (j < m->n && m->x[j] < x[i])
            j++;
        if ((j == m->n || m->x[j] != x[i]) && (i == 0 || x[i] != x[i - 1]))
            out[count++] = x[i];
    }
    return count;
}

/* Merges from the right end, so that each old point moves once. */
clpwl_status clpwl__mesh_insert(clpwl__mesh *m, const double *x, size_t n)
{
    clpwl_status status = CLPWL_OK;
    double *more = clpwl__alloc(n + 1, 3 * sizeof *more);
    CHECK_MEMORY(more);
    double *y = more + n + 1, *s = y + n + 1;
    size_t count = take_new(m, x, n, more), from = m->n, to = from + count;
    TRY(evaluate(m, more, y, s, count));
    TRY(make_room(m, to));
    m->n = to;
    while (count > 0) {
        to--;
        if (from > 0 && m->x[from - 1] > more[count - 1]) {
            from--;
            m->x[to] = m->x[from];
            m->y[to] = m->y[from];
            m->s[to] = m->s[from];
        } else {
            count--;
            m->x[to] = more[count];
            m->y[to] = y[count];
            m->s[to] = s[count];
        }
    }
done:
    clpwl__free(more);
    return status;
}

double clpwl__mesh_noise(const clpwl__mesh *m)
{
    double most = 0, narrowest = INFINITY, near = 0;
    for (size_t i = 0; i < m->n; i++) {
        most = fmax(most, fabs(m->y[i]));
        narrowest = fmin(narrowest, m->s[i]);
        near = fmax(near, scale_at(m, i) / m->s[i]);
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
            most = fmax(most, fabs(clpwl__mesh_chord_error(m, from, to, i)) / m->s[i]);
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
    const double *k = w->knots + w->segment, *c = w->values + w->segment;
    double t = (x - k[0]) / (k[1] - k[0]);
    double v = t < 0.5 ? c[0] + (c[1] - c[0]) * t : c[1] - (c[1] - c[0]) * (1 - t);
    return (w->m->y[i] - v) / w->m->s[i] - w->centre;
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

/* Writes the vertices at all local extrema of |e| >= size; there are at most m->n. */
static size_t find_vertices(const clpwl__mesh *m, const double *knots, const double *e,
                            double size, double *out)
{
    size_t count = 0;
    for (size_t i = 0, k = 0; i < m->n; i++) {
        int at_knot = m->x[i] == knots[k];
        k += (size_t)at_knot;
        if (fabs(e[i]) < size || i == 0 || i + 1 == m->n || at_knot)
            continue;
        double sign = e[i] < 0 ? -1 : 1;
        if (sign * e[i - 1] > sign * e[i] || sign * e[i + 1] > sign * e[i])
            continue;
        double x = clpwl__mesh_vertex(m->x + i - 1, e + i - 1);
        if (count == 0 || x > out[count - 1])
            out[count++] = x;
    }
    return count;
}

clpwl_status clpwl__mesh_sharpen(clpwl__mesh *m, const double *knots, const double *values,
                                 size_t segments, double centre, double share,
                                 double *largest)
{
    clpwl_status status = CLPWL_OK;
    double *e = NULL, *x = NULL;
    walk w = {m, knots, values, centre, 0};
    TRY(clpwl__mesh_insert(m, knots, segments + 1));
    e = clpwl__alloc(m->n, sizeof *e);
    CHECK_MEMORY(e);
    x = clpwl__alloc(m->n, sizeof *x);
    CHECK_MEMORY(x);
    *largest = 0;
    for (size_t i = 0; i < m->n; i++) {
        e[i] = error_at(&w, i);
        *largest = fmax(*largest, fabs(e[i]));
    }
    size_t count = find_vertices(m, knots, e, share * *largest, x);
    TRY(clpwl__mesh_insert(m, x, count));
    w.segment = 0;
    for (size_t i = 0; i < m->n; i++)
        *largest = fmax(*largest, fabs(error_at(&w, i)));
done:
    clpwl__free(e);
    clpwl__free(x);
    return status;
}
