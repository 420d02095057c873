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
#include "refine/interpolant_linf.h"
#include <float.h>
#include <stdint.h>
#include "base/array.h"
#include "fit/mesh.h"
#include "function/function.h"

enum {
    STEPS = 48,  /* of the first mesh, for each segment */
    LEVELS = 5,  /* meshes. Of 280 designs of bench/corpus with 8 to 512 segments, the last two lessen the */
    FEW = 64,    /* error by up to 0.7 % with FEW or fewer, and 0.4 % with more, where f has no noise. */
    LEVELS_OF_MANY = 3, /* With more, they take the more time. */
    WINDOW = 3,  /* so many steps on each side of a knot are divided */
    FINER = 4,   /* into so many */
    HALVINGS = 60,
    MOST_WORK = 1 << 24 /* mesh points that lines pass, some 50 ms; sinf with 64 segments takes 2.4e6 */
};
#define NOT_REACHED ((unsigned)-1)
/* Of the errors on each mesh, and by what part they are mostly below the one before. */
static const double tolerances[LEVELS] = {1e-4, 1e-4, 5e-5, 2e-5, 2e-5};
static const double nears[LEVELS] = {0.05, 0.02, 0.002, 0.0005, 0.0005};
/* The error of a chord over two steps that is no bend, relative to r. A segment of 100 steps with such
 * errors has 1e-4 of r. */
static const double straight = 1e-7;
/* The most error of a chord over one step of a finer mesh, relative to r. A mesh overlooks so much of an
 * error at most. In a segment of STEPS steps a chord over one step has 0.4 of it. */
static const double resolved = 1.0 / 1024;

typedef struct search {
    clpwl__mesh mesh;
    char *may;            /* whether a mesh point may be a knot */
    double *x, *y;        /* the farthest end in the step after a mesh point, and f there */
    /* Of points 2 i, the mesh points, and 2 i + 1, the ends in the steps after them: */
    unsigned *links;      /* the fewest segments from the left end to the point */
    size_t *from;         /* the previous knot on that way */
    size_t *bend, room;   /* f bends one way from a mesh point to this one */
    size_t nearest, farthest; /* of the points reached last */
    size_t segments;
    const clpwl__refinement *how;
    size_t work;          /* mesh points that lines have passed */
    double done;          /* share of the work */
} search;

static clpwl_status make_room(search *g)
{
    clpwl_status status = CLPWL_OK;
    if (g->mesh.n <= g->room)
        goto done;
    char *may = clpwl__realloc(g->may, g->mesh.n, sizeof *may);
    CHECK_MEMORY(may);
    g->may = may;
    unsigned *links = clpwl__realloc(g->links, g->mesh.n, 2 * sizeof *links);
    CHECK_MEMORY(links);
    g->links = links;
    size_t *from = clpwl__realloc(g->from, g->mesh.n, 2 * sizeof *from);
    CHECK_MEMORY(from);
    g->from = from;
    double *x = clpwl__realloc(g->x, g->mesh.n, sizeof *x);
    CHECK_MEMORY(x);
    g->x = x;
    double *y = clpwl__realloc(g->y, g->mesh.n, sizeof *y);
    CHECK_MEMORY(y);
    g->y = y;
    size_t *bend = clpwl__realloc(g->bend, g->mesh.n, sizeof *bend);
    CHECK_MEMORY(bend);
    g->bend = bend;
    g->room = g->mesh.n;
done:
    return status;
}

static double x_of(const search *g, size_t point)
{
    return point % 2 ? g->x[point / 2] : g->mesh.x[point / 2];
}

static double y_of(const search *g, size_t point)
{
    return point % 2 ? g->y[point / 2] : g->mesh.y[point / 2];
}

static void reach_point(search *g, size_t point, size_t from)
{
    g->links[point] = g->links[from] + 1;
    g->from[point] = from;
    g->nearest = g->nearest < point ? g->nearest : point;
    g->farthest = g->farthest > point ? g->farthest : point;
}

/* Knots become floats. */
static double float_below(double x)
{
    float at = (float)x;
    return (double)at > x ? (double)nextafterf(at, -INFINITY) : (double)at;
}

/* The farthest end of a segment in the step after mesh point j: there the line through the point `from`
 * with the slope meets f. Two steps of a secant find it. */
static void reach_end(search *g, size_t j, size_t from, double slope)
{
    const double *x = g->mesh.x + j, *y = g->mesh.y + j;
    double x0 = x_of(g, from), y0 = y_of(g, from), l = x[0], r = x[1];
    double left = y[0] - y0 - slope * (l - x0), right = y[1] - y0 - slope * (r - x0);
    int is_new = g->links[2 * j + 1] == NOT_REACHED;
    double at = l + (r - l) * (left / (left - right));
    if (!(at > l) || !(is_new || (g->links[2 * j + 1] > g->links[from] && at > g->x[j])))
        return;
    double e = clpwl__function_raw(g->how->f, at) - y0 - slope * (at - x0);
    if (left * e > 0) {
        l = at;
        left = e;
    } else {
        r = at;
        right = e;
    }
    at = float_below(l + (r - l) * (left / (left - right)));
    if (!(x[0] < at && at < x[1]) || !(is_new || at > g->x[j]))
        return;
    double value = clpwl__function_raw(g->how->f, at);
    if (!isfinite(value))
        return;
    g->x[j] = at;
    g->y[j] = value;
    reach_point(g, 2 * j + 1, from);
}

/* Visits all points where one segment from a point can end. Returns the first mesh point beyond all
 * lines from there. */
static size_t follow_segment(search *g, size_t point, double r)
{
    const double *x = g->mesh.x, *y = g->mesh.y, *s = g->mesh.s;
    double x0 = x_of(g, point), y0 = y_of(g, point), low = -INFINITY, high = INFINITY;
    int was_inside = 0;
    size_t j = point / 2 + 1;
    for (; j < g->mesh.n && low <= high; j++) {
        double over = 1 / (x[j] - x0), slope = (y[j] - y0) * over, room = r * s[j] * over;
        int is_inside = low <= slope && slope <= high;
        if (is_inside && g->links[2 * j] == NOT_REACHED && g->may[j])
            reach_point(g, 2 * j, point);
        if (was_inside && !is_inside)
            reach_end(g, j - 1, point, slope > high ? high : low);
        was_inside = is_inside;
        low = low > slope - room ? low : slope - room;
        high = high < slope + room ? high : slope + room;
    }
    g->work += j - point / 2;
    return j;
}

/* How far f bends one way from each mesh point on. Bends that are tiny for an error of r are none: where
 * steps are narrow, as between a knot and a kink, as if they were as wide as the mean. */
static void find_bends(search *g, double r)
{
    const clpwl__mesh *m = &g->mesh;
    size_t up = m->n, down = m->n;
    double mean = (m->x[m->n - 1] - m->x[0]) / (double)m->n;
    for (size_t i = m->n; i-- > 0;) {
        g->bend[i] = up > down ? up : down;
        if (i == 0 || i + 1 == m->n)
            continue;
        double e = clpwl__mesh_chord_error(m, i - 1, i + 1, i);
        double wide = fmax(1, mean / (m->x[i + 1] - m->x[i]) + mean / (m->x[i] - m->x[i - 1]));
        double none = fmax(straight * r * m->s[i] / wide, 4 * DBL_EPSILON * fabs(m->y[i]));
        up = e > none ? i : up;
        down = e < -none ? i : down;
    }
}

/* Whether the segments reach an error of r. Of the points that k segments reach the farthest is
 * followed first. Where f bends one way up to the end of its lines, those of the points before end
 * earlier: such points are left out.
 *   is_quick  whether only the farthest point is followed; then some feasible errors are missed
 * If f is noise on many points, it becomes quick after MOST_WORK. */
static int is_feasible(search *g, double r, int is_quick)
{
    size_t last = 2 * (g->mesh.n - 1), first = 0, most = 8 * g->mesh.n;
    most = most > MOST_WORK ? most : MOST_WORK;
    for (size_t i = 0; i <= last; i++)
        g->links[i] = NOT_REACHED;
    g->links[0] = 0;
    g->farthest = 0;
    g->work = 0;
    for (unsigned k = 0; k < g->segments && first <= last && g->links[last] == NOT_REACHED; k++) {
        size_t end = SIZE_MAX, lowest = first;
        g->nearest = SIZE_MAX;
        for (size_t i = g->farthest + 1; i-- > lowest && !((is_quick || g->work > most) && end < SIZE_MAX);)
            if (g->links[i] == k && end > g->bend[i / 2])
                end = follow_segment(g, i, r);
        first = g->nearest;
    }
    return g->links[last] != NOT_REACHED;
}

/* Far above the least error the lines are long, and a quick search sees mostly that the error is
 * feasible. Where f is noise every point is followed: with 4096 segments for sinf the lines of
 * large errors took 13 of 21 s. */
static int is_feasible_from_above(search *g, double r)
{
    return is_feasible(g, r, 1) || is_feasible(g, r, 0);
}

/* The least feasible r, near hi. What was feasible on a mesh may not be on the finer one, whose points
 * show more of the error. */
static clpwl_status bisect_error(search *g, double hi, int level, double least, double *r)
{
    clpwl_status status = CLPWL_OK;
    double lo = 0, near = nears[level];
    find_bends(g, hi);
    while (!is_feasible_from_above(g, hi)) {
        lo = hi;
        hi *= 2;
    }
    for (int i = 0; i < HALVINGS && hi - lo > tolerances[level] * hi && hi > least; i++) {
        double middle = lo > 0 ? lo + (hi - lo) / 2 : fmax(hi * (1 - near), least);
        int is_enough = lo > 0 ? is_feasible(g, middle, 0) : is_feasible_from_above(g, middle);
        *(is_enough ? &hi : &lo) = middle;
        near = fmin(4 * near, 7.0 / 8);
        g->done += (1 - g->done) / (LEVELS * HALVINGS / 3);
        TRY(clpwl__report_refinement(g->how, g->done));
    }
    if (!is_feasible(g, hi, 0)) /* the knots */
        is_feasible(g, hi, 1);
    *r = hi;
done:
    return status;
}

/* Divides the chord from knots[0] to knots[parts], where f is y0 and y1: where the chord meets f nearest
 * its middle, or where f is on one side of the chord, in its middle. Without a weight, the error does
 * not grow so.
 *   i, end  the mesh points on the chord, from i to before end */
static void divide_chord(const search *g, double *knots, size_t parts, double y0, double y1, size_t i,
                         size_t end)
{
    const double *x = g->mesh.x, *y = g->mesh.y, l = knots[0], width = knots[parts] - l;
    double middle = l + width / 2, at = middle, value = NAN, before = 0;
    size_t from = i, to = i;
    if (parts < 2)
        return;
    for (; i < end; i++) {
        double e = y[i] - (y0 + (y1 - y0) * ((x[i] - l) / width));
        double zero = e == 0 ? x[i] : before * e < 0 ? x[i] - (x[i] - x[i - 1]) * (e / (e - before)) : l;
        if (zero > l && (isnan(value) || fabs(zero - middle) < fabs(at - middle))) {
            at = zero;
            value = y0 + (y1 - y0) * ((at - l) / width);
        }
        before = e;
    }
    value = isnan(value) ? clpwl__function_raw(g->how->f, at) : value;
    while (to < end && x[to] < at)
        to++;
    size_t left = (size_t)fmin(fmax(1, (double)parts * ((at - l) / width)), (double)parts - 1);
    knots[left] = at;
    divide_chord(g, knots, left, y0, value, from, to);
    divide_chord(g, knots + left, parts - left, value, y1, to < end && x[to] == at ? to + 1 : to, end);
}

/* The knots found. Where they are too few, segments are divided. */
static void trace_knots(const search *g, double *knots)
{
    size_t at = 2 * (g->mesh.n - 1), count = g->links[at], spare = g->segments - count;
    size_t k = g->segments;
    knots[k] = x_of(g, at);
    for (; at > 0; at = g->from[at]) {
        size_t left = g->from[at], parts = 1 + (left > 0 ? spare / count : spare);
        spare -= parts - 1;
        count--;
        k -= parts;
        knots[k] = x_of(g, left);
        divide_chord(g, knots + k, parts, y_of(g, left), y_of(g, at), left / 2 + 1, (at + 1) / 2);
    }
}

/* Appends a point to the n new ones, if it is between the last one and the end of the mesh. */
static size_t append_point(const clpwl__mesh *m, double *points, size_t n, double x)
{
    points[n] = x;
    return n + (x > (n > 0 ? points[n - 1] : m->x[0]) && x < m->x[m->n - 1]);
}

/* Divides the steps beside the knots. Only floats there may be knots from now on: both beside an old
 * point, which may be a kink. */
static clpwl_status refine_mesh(search *g, double r, const double *knots)
{
    clpwl_status status = CLPWL_OK;
    clpwl__mesh *m = &g->mesh;
    double *points = NULL;
    size_t n = 0;
    TRY(clpwl__mesh_resolve(m, resolved * r));
    points = clpwl__alloc(g->segments, (2 * WINDOW + 1) * (FINER + 1) * sizeof *points);
    CHECK_MEMORY(points);
    for (size_t k = 1, i = 0, from = 0; k < g->segments; k++) {
        while (i + 2 < m->n && m->x[i + 1] <= knots[k])
            i++;
        from = i > from + WINDOW ? i - WINDOW : from;
        for (; from <= i + WINDOW && from + 1 < m->n; from++) {
            double below = float_below(m->x[from]);
            n = append_point(m, points, n, below);
            if (below < m->x[from])
                n = append_point(m, points, n, nextafterf((float)below, INFINITY));
            for (int j = 1; j < FINER; j++) {
                double x = clpwl__step_at(m->x[from], m->x[from + 1], j, FINER);
                n = append_point(m, points, n, float_below(x));
            }
        }
    }
    TRY(clpwl__mesh_insert(m, points, n));
    TRY(make_room(g));
    for (size_t i = 0, k = 0; i < m->n; i++) {
        int is_end = i == 0 || i + 1 == m->n, is_new = k < n && points[k] == m->x[i];
        g->may[i] = is_end || is_new;
        k += (size_t)is_new;
    }
done:
    clpwl__free(points);
    return status;
}

static void free_search(search *g)
{
    clpwl__mesh_free(&g->mesh);
    clpwl__free(g->may);
    clpwl__free(g->x);
    clpwl__free(g->y);
    clpwl__free(g->links);
    clpwl__free(g->from);
    clpwl__free(g->bend);
}

clpwl_status clpwl__interpolant_linf_knots(const clpwl__refinement *how, double *knots)
{
    clpwl_status status = CLPWL_OK;
    size_t segments = how->segments;
    search g = {.segments = segments, .how = how};
    TRY(clpwl__mesh_create(&g.mesh, how->f, how->weight, knots, segments, STEPS));
    double least = clpwl__mesh_noise(&g.mesh);
    double r = clpwl__mesh_chords(&g.mesh, knots, segments);
    TRY(make_room(&g));
    memset(g.may, 1, g.mesh.n);
    if (r <= least) /* rounding: nothing to gain, and the search would take quadratic time */
        goto done;
    for (int level = 0; level < (segments > FEW ? LEVELS_OF_MANY : LEVELS); level++) {
        if (level > 0)
            TRY(refine_mesh(&g, r, knots));
        TRY(bisect_error(&g, r, level, least, &r));
        trace_knots(&g, knots);
    }
done:
    free_search(&g);
    return status;
}

clpwl_status clpwl__interpolant_linf_fewest(const clpwl__refinement *how, const double *knots,
                                            const double *errors, size_t *fewest, int count)
{
    clpwl_status status = CLPWL_OK;
    search g = {.how = how};
    TRY(clpwl__mesh_create(&g.mesh, how->f, how->weight, knots, how->segments, STEPS));
    TRY(make_room(&g));
    memset(g.may, 1, g.mesh.n);
    g.segments = g.mesh.n;
    for (int i = 0; i < count; i++) {
        fewest[i] = 1;
        if (errors[i] <= clpwl__mesh_noise(&g.mesh))
            continue;
        find_bends(&g, errors[i]);
        if (is_feasible(&g, errors[i], 0))
            fewest[i] = g.links[2 * (g.mesh.n - 1)];
    }
done:
    free_search(&g);
    return status;
}
