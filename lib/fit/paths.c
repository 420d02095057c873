/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Whether N segments reach a given error is decided along the mesh from left to right. From
 * a point on, the slopes of chords that stay within the error so far form an interval, which
 * only shrinks. Every later point whose slope is in the interval can be the next knot. (Imai
 * and Iri, J. Inf. Process. 9 (1986) 159-162.) Where the slope leaves the interval between two mesh
 * points, the next knot can be as far as there. The least error is found by bisection.
 *
 * Let two points be reached by as few segments, and let f bend one way from the left one to where all
 * lines from the right one have ended. A part of a chord has a smaller error there than the chord, so
 * the left point leads to no knot that the right one does not lead to or is behind of already. Only
 * beside turning points of f' more than one point is followed.
 */
#include "fit/paths.h"
#include <float.h>
#include <stdint.h>
#include "base/array.h"
#include "base/number.h"
#include "function/function.h"

enum {
    MOST_WORK = 1 << 24, /* mesh points that lines pass, some 50 ms; sinf with 64 segments takes 2.4e6 */
    PARTS = 64           /* one of so many, at most, for the lines from the points of one number of segments:
                            the oscillations of x*sin(1/x) near 0 took all of them in the first */
};
/* The error of a chord over two steps that is no bend, relative to r. A segment of 100 steps with such
 * errors has 1e-4 of r. */
static const double straight = 1e-7;
/* After so short a step, over the one before, a point takes the place of the last one in a parabola, which
 * roundings would bend: 2^-16 leaves them in, and 1/64 takes twice the time for few segments. */
static const double narrow = 1.0 / 1024;

static double x_of(const clpwl__paths *g, size_t point)
{
    return point % 2 ? (double)g->x[point / 2] : g->mesh->x[point / 2];
}

static double y_of(const clpwl__paths *g, size_t point)
{
    return point % 2 ? clpwl__function_raw(g->mesh->f, x_of(g, point)) : g->mesh->y[point / 2];
}

static void reach_point(clpwl__paths *g, size_t point, size_t from)
{
    g->from[point] = (unsigned)from;
    g->is_open[point] = 1;
    g->nearest = g->nearest < point ? g->nearest : point;
    g->farthest = g->farthest > point ? g->farthest : point;
}

/* The farthest end of a segment in the step after mesh point j: there the line through the point `from`, at
 * x0, where f is y0, with the slope meets f. Two steps of a secant find it. */
static void reach_end(clpwl__paths *g, size_t j, size_t from, double x0, double y0, double slope)
{
    const double *x = g->mesh->x + j, *y = g->mesh->y + j;
    double l = x[0], r = x[1];
    double left = y[0] - y0 - slope * (l - x0), right = y[1] - y0 - slope * (r - x0);
    /* Of the points to the right those that are open have one segment more than `from`. */
    const double before = g->from[2 * j + 1] == CLPWL__NOT_REACHED ? l : (double)g->x[j];
    double at = l + (r - l) * (left / (left - right));
    if (!(at > before) || (before > l && !g->is_open[2 * j + 1]))
        return;
    double e = clpwl__function_raw(g->mesh->f, at) - y0 - slope * (at - x0);
    if (left * e > 0) {
        l = at;
        left = e;
    } else {
        r = at;
        right = e;
    }
    at = clpwl__float_at_most(l + (r - l) * (left / (left - right)));
    if (!(before < at && at < x[1]))
        return;
    g->x[j] = (float)at;
    reach_point(g, 2 * j + 1, from);
}

/* The first kink or jump of a proxy beyond x; or infinity. */
static double next_place(const clpwl_function *f, double x)
{
    size_t l = 0, r = f->place_count;
    while (l < r) {
        const size_t middle = (l + r) / 2;
        *(f->places[middle].x > x ? &r : &l) = middle + (f->places[middle].x <= x);
    }
    return l < f->place_count ? f->places[l].x : INFINITY;
}

/* The last three points at an edge of the tube around f, less the value of f at x0, where a line begins. */
typedef struct edge {
    double x0, x[3], y[3];
    double slope; /* of the line to the last one */
} edge;

/* Takes the next point, and returns the limit of slopes. Where the line to the point before has that limit,
 * it becomes the slope of the line that touches the edge in the steps beside: a parabola stands for the edge.
 *   side  -1: the lower edge, 1: the upper one */
static double pass_edge(edge *e, double x, double y, double side, double limit)
{
    const double slope = e->slope;
    const int is_twin = x - e->x[2] < narrow * (e->x[2] - e->x[1]);
    for (int i = 0; i < 2 && !is_twin; i++) {
        e->x[i] = e->x[i + 1];
        e->y[i] = e->y[i + 1];
    }
    e->x[2] = x;
    e->y[2] = y;
    if (slope != limit || !is_twin)
        e->slope = y / (x - e->x0);
    if (slope != limit || is_twin)
        return limit;
    const double l = e->x[1] - e->x[0], r = x - e->x[1];
    const double left = (e->y[1] - e->y[0]) / l - slope, right = (y - e->y[1]) / r - slope;
    const double bend = (right - left) / (l + r), at = left + bend * l;
    return side * left < 0 && side * right > 0 ? slope - at * at / (4 * bend * (e->x[1] - e->x0)) : slope;
}

/* Visits all points where one segment from a point can end. Returns the first mesh point beyond all
 * lines from there. The lines are bounded by the error at mesh points, and at peaks between these. */
static size_t follow_segment(clpwl__paths *g, size_t point, double r)
{
    const double *x = g->mesh->x, *y = g->mesh->y;
    const double x0 = x_of(g, point), y0 = y_of(g, point);
    double low = -INFINITY, high = INFINITY;
    const double first = r * clpwl__mesh_scale(g->mesh, point / 2);
    edge lower = {x0, {NAN, NAN, x0}, {NAN, NAN, -first}, low};
    edge upper = {x0, {NAN, NAN, x0}, {NAN, NAN, first}, high};
    double place = next_place(g->mesh->f, nextafter(x0, -INFINITY));
    int was_inside = 0;
    size_t j = point / 2 + 1;
    for (; j < g->mesh->n && low <= high; j++) {
        const int may = j + 1 == g->mesh->n || (double)(float)x[j] == x[j];
        const double width = x[j] - x0, rise = y[j] - y0, slope = rise / width;
        const double room = r * clpwl__mesh_scale(g->mesh, j);
        if (width < DBL_MIN) /* no slope is known */
            continue;
        if (x[j] >= place) { /* no parabola has a kink or a jump */
            lower.x[2] = upper.x[2] = NAN;
            place = x[j] > place ? next_place(g->mesh->f, x[j]) : place;
        }
        low = pass_edge(&lower, x[j], rise - room, -1, low);
        high = pass_edge(&upper, x[j], rise + room, 1, high);
        int is_inside = low <= slope && slope <= high;
        if (is_inside && g->from[2 * j] == CLPWL__NOT_REACHED && may)
            reach_point(g, 2 * j, point);
        if (was_inside && !is_inside)
            reach_end(g, j - 1, point, x0, y0, slope > high ? high : low);
        was_inside = is_inside;
        low = fmax(low, lower.slope);
        high = fmin(high, upper.slope);
    }
    g->work += j - point / 2;
    return j;
}

/* How far f bends one way from each mesh point on. Where steps are narrow, as between a knot and a kink,
 * bends count as if the steps were as wide as the mean. */
static void find_bends(clpwl__paths *g, double r)
{
    const clpwl__mesh *m = g->mesh;
    unsigned up = (unsigned)m->n, down = up;
    double mean = (m->x[m->n - 1] - m->x[0]) / (double)m->n;
    for (size_t i = m->n; i-- > 0;) {
        g->bend[i] = up > down ? up : down;
        if (i == 0 || i + 1 == m->n)
            continue;
        double e = clpwl__mesh_chord_error(m, i - 1, i + 1, i);
        double wide = fmax(1, mean / (m->x[i + 1] - m->x[i]) + mean / (m->x[i] - m->x[i - 1]));
        double none = fmax(straight * r * clpwl__mesh_scale(m, i) / wide, 4 * DBL_EPSILON * fabs(m->y[i]));
        up = e > none ? (unsigned)i : up;
        down = e < -none ? (unsigned)i : down;
    }
}

clpwl_status clpwl__paths_create(clpwl__paths *g, double r)
{
    clpwl_status status = CLPWL_OK;
    const clpwl__mesh *mesh = g->mesh;
    const size_t n = mesh->n;
    clpwl__paths_free(g);
    g->mesh = mesh;
    g->x = clpwl__alloc(n, sizeof *g->x);
    CHECK_MEMORY(g->x);
    g->bend = clpwl__alloc(n, 3 * sizeof *g->bend + 2 * sizeof *g->is_open);
    CHECK_MEMORY(g->bend);
    g->from = g->bend + n;
    g->is_open = (unsigned char *)(g->from + 2 * n);
    find_bends(g, r);
done:
    return status;
}

/* Of the points that k segments reach the farthest is followed first. Where f bends one way up to the end of
 * its lines, those of the points before end earlier: such points are left out. If f is noise on many points,
 * only the farthest is followed after MOST_WORK. */
unsigned clpwl__paths_count(clpwl__paths *g, double r, size_t most)
{
    size_t last = 2 * (g->mesh->n - 1), first = 0, enough = 8 * g->mesh->n;
    unsigned k = 0;
    enough = enough > MOST_WORK ? enough : MOST_WORK;
    for (size_t i = 0; i <= last; i++) {
        g->from[i] = CLPWL__NOT_REACHED;
        g->is_open[i] = i == 0;
    }
    g->farthest = 0;
    g->work = 0;
    for (; k < most && first <= last && g->from[last] == CLPWL__NOT_REACHED; k++) {
        size_t end = SIZE_MAX, lowest = first;
        size_t limit = g->work + enough / PARTS < enough ? g->work + enough / PARTS : enough;
        g->nearest = SIZE_MAX;
        for (size_t i = g->farthest + 1; i-- > lowest; g->is_open[i] = 0)
            if (g->is_open[i] && end > g->bend[i / 2] && !(g->work > limit && end < SIZE_MAX))
                end = follow_segment(g, i, r);
        first = g->nearest;
    }
    return g->from[last] == CLPWL__NOT_REACHED ? CLPWL__NOT_REACHED : k;
}

void clpwl__paths_trace(const clpwl__paths *g, size_t count, double *knots, double *values)
{
    size_t at = 2 * (g->mesh->n - 1);
    for (size_t k = count + 1; k-- > 0; at = g->from[at]) {
        knots[k] = x_of(g, at);
        values[k] = y_of(g, at);
    }
}

void clpwl__paths_free(clpwl__paths *g)
{
    clpwl__free(g->x);
    clpwl__free(g->bend);
    memset(g, 0, sizeof *g);
}
