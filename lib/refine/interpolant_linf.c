/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Whether N segments reach a given error is decided along the mesh from left to right. From
 * a point on, the slopes of chords that stay within the error so far form an interval, which
 * only shrinks. Every later point whose slope is in the interval can be the next knot. (Imai
 * and Iri, J. Inf. Process. 9 (1986) 159-162.) The least error is found by bisection.
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

enum {
    STEPS = 48, /* of the first mesh, for each segment */
    LEVELS = 3, /* meshes */
    FINER = 16, /* new steps for one old one beside a knot */
    HALVINGS = 60
};
#define NOT_REACHED ((unsigned)-1)
/* Of the errors on each mesh, and by what part they are mostly below the one before. */
static const double tolerances[LEVELS] = {1e-3, 2e-4, 5e-5}, nears[LEVELS] = {0.05, 0.02, 0.002};
/* The error of a chord over two steps that is no bend, relative to r. A segment of 100 steps with such
 * errors has 1e-4 of r. */
static const double straight = 1e-7;

typedef struct search {
    clpwl__mesh mesh;
    char *may;            /* whether a mesh point may be a knot */
    unsigned *links;      /* the fewest segments from the left end to a mesh point */
    size_t *from;         /* the previous knot on that way */
    size_t *bend, room;   /* f bends one way from a mesh point to this one */
    size_t nearest, farthest; /* of the points reached last */
    size_t segments;
    const clpwl__refinement *how;
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
    unsigned *links = clpwl__realloc(g->links, g->mesh.n, sizeof *links);
    CHECK_MEMORY(links);
    g->links = links;
    size_t *from = clpwl__realloc(g->from, g->mesh.n, sizeof *from);
    CHECK_MEMORY(from);
    g->from = from;
    size_t *bend = clpwl__realloc(g->bend, g->mesh.n, sizeof *bend);
    CHECK_MEMORY(bend);
    g->bend = bend;
    g->room = g->mesh.n;
done:
    return status;
}

/* Visits all mesh points where one segment from point i can end. Returns the first point beyond all
 * lines from i. */
static size_t follow_segment(search *g, size_t i, double r)
{
    const double *x = g->mesh.x, *y = g->mesh.y, *s = g->mesh.s;
    double low = -INFINITY, high = INFINITY;
    size_t j = i + 1;
    for (; j < g->mesh.n && low <= high; j++) {
        double over = 1 / (x[j] - x[i]), slope = (y[j] - y[i]) * over, room = r * s[j] * over;
        if (g->links[j] == NOT_REACHED && g->may[j] && low <= slope && slope <= high) {
            g->links[j] = g->links[i] + 1;
            g->from[j] = i;
            g->nearest = g->nearest < j ? g->nearest : j;
            g->farthest = g->farthest > j ? g->farthest : j;
        }
        low = low > slope - room ? low : slope - room;
        high = high < slope + room ? high : slope + room;
    }
    return j;
}

/* How far f bends one way from each mesh point on. Bends that are tiny for an error of r are none. */
static void find_bends(search *g, double r)
{
    const clpwl__mesh *m = &g->mesh;
    size_t up = m->n, down = m->n;
    for (size_t i = m->n; i-- > 0;) {
        g->bend[i] = up > down ? up : down;
        if (i == 0 || i + 1 == m->n)
            continue;
        double e = clpwl__mesh_chord_error(m, i - 1, i + 1, i);
        double none = fmax(straight * r * m->s[i], 4 * DBL_EPSILON * fabs(m->y[i]));
        up = e > none ? i : up;
        down = e < -none ? i : down;
    }
}

/* Whether the segments reach an error of r. Of the points that k segments reach the farthest is
 * followed first. Where f bends one way up to the end of its lines, those of the points before end
 * earlier: such points are left out. */
static int is_feasible(search *g, double r)
{
    size_t last = g->mesh.n - 1, first = 0;
    for (size_t i = 0; i <= last; i++)
        g->links[i] = NOT_REACHED;
    g->links[0] = 0;
    g->farthest = 0;
    for (unsigned k = 0; k < g->segments && first <= last && g->links[last] == NOT_REACHED; k++) {
        size_t end = SIZE_MAX, lowest = first;
        g->nearest = SIZE_MAX;
        for (size_t i = g->farthest + 1; i-- > lowest;)
            if (g->links[i] == k && end > g->bend[i])
                end = follow_segment(g, i, r);
        first = g->nearest;
    }
    return g->links[last] != NOT_REACHED;
}

/* The least feasible r, near hi. What was feasible on a mesh may not be on the finer one, whose points
 * show more of the error. */
static clpwl_status bisect_error(search *g, double hi, int level, double least, double *r)
{
    clpwl_status status = CLPWL_OK;
    double lo = 0, near = nears[level];
    find_bends(g, hi);
    while (!is_feasible(g, hi)) {
        lo = hi;
        hi *= 2;
    }
    for (int i = 0; i < HALVINGS && hi - lo > tolerances[level] * hi && hi > least; i++) {
        double middle = lo > 0 ? lo + (hi - lo) / 2 : fmax(hi * (1 - near), least);
        *(is_feasible(g, middle) ? &hi : &lo) = middle;
        near = fmin(4 * near, 7.0 / 8);
        g->done += (1 - g->done) / (LEVELS * HALVINGS / 3);
        TRY(clpwl__report_refinement(g->how, g->done));
    }
    is_feasible(g, hi); /* the knots */
    *r = hi;
done:
    return status;
}

/* The knots found. Where they are too few, segments are divided. */
static void trace_knots(const search *g, double *knots)
{
    const double *x = g->mesh.x;
    size_t at = g->mesh.n - 1, count = g->links[at], spare = g->segments - count;
    size_t k = g->segments;
    knots[k] = x[at];
    for (; at > 0; at = g->from[at]) {
        size_t left = g->from[at], parts = 1 + (left > 0 ? spare / count : spare);
        spare -= parts - 1;
        count--;
        for (size_t j = parts; j-- > 0;)
            knots[--k] = clpwl__step_at(x[left], x[at], (double)j, (double)parts);
    }
}

/* Refines the mesh beside the knots. Only points there may be knots from now on. */
static clpwl_status refine_mesh(search *g, const double *knots)
{
    clpwl_status status = CLPWL_OK;
    clpwl__mesh *m = &g->mesh;
    double *x = clpwl__alloc(g->segments, 2 * FINER * sizeof *x);
    double *ends = clpwl__alloc(g->segments, 2 * sizeof *ends);
    size_t count = 0, k = 1;
    CHECK_MEMORY(x);
    CHECK_MEMORY(ends);
    for (size_t i = 0; i < m->n && k < g->segments; i++) {
        if (m->x[i] < knots[k])
            continue;
        double l = m->x[i - 1], middle = knots[k], r = m->x[m->x[i] == middle ? i + 1 : i];
        ends[2 * k - 2] = l;
        ends[2 * k - 1] = r;
        for (int j = 1; j < FINER; j++)
            x[count++] = clpwl__step_at(l, middle, j, FINER);
        for (int j = 0; j < FINER; j++)
            x[count++] = clpwl__step_at(middle, r, j, FINER);
        k++;
        i--;
    }
    qsort(x, count, sizeof *x, clpwl__compare_doubles); /* steps of close knots overlap */
    TRY(clpwl__mesh_insert(m, x, count));
    TRY(make_room(g));
    memset(g->may, 0, m->n);
    g->may[0] = g->may[m->n - 1] = 1;
    for (size_t i = 0, e = 0; i < m->n && e < g->segments - 1; i++) {
        while (e < g->segments - 1 && m->x[i] > ends[2 * e + 1])
            e++;
        if (e < g->segments - 1 && m->x[i] >= ends[2 * e])
            g->may[i] = 1;
    }
done:
    clpwl__free(x);
    clpwl__free(ends);
    return status;
}

static void free_search(search *g)
{
    clpwl__mesh_free(&g->mesh);
    clpwl__free(g->may);
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
    TRY(make_room(&g));
    memset(g.may, 1, g.mesh.n);
    double least = clpwl__mesh_noise(&g.mesh);
    double r = clpwl__mesh_chords(&g.mesh, knots, segments);
    if (r <= least) /* rounding: nothing to gain, and the search would take quadratic time */
        goto done;
    for (int level = 0; level < LEVELS; level++) {
        if (level > 0)
            TRY(refine_mesh(&g, knots));
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
        if (is_feasible(&g, errors[i]))
            fewest[i] = g.links[g.mesh.n - 1];
    }
done:
    free_search(&g);
    return status;
}
