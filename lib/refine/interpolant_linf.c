/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Whether N segments reach a given error is decided along the mesh from left to right. From
 * a point on, the slopes of chords that stay within the error so far form an interval, which
 * only shrinks. Every later point whose slope is in the interval can be the next knot. (Imai
 * and Iri, J. Inf. Process. 9 (1986) 159-162.) The least error is found by bisection.
 */
#include "refine/interpolant_linf.h"
#include <float.h>
#include "base/array.h"
#include "fit/mesh.h"

enum {
    STEPS = 48, /* of the first mesh, for each segment */
    LEVELS = 3, /* meshes */
    FINER = 16, /* new steps for one old one beside a knot */
    HALVINGS = 60
};
static const double tolerance = 2e-5; /* of the error */

typedef struct search {
    clpwl__mesh mesh;
    char *may;            /* whether a mesh point may be a knot */
    unsigned *links;      /* the fewest segments from the left end to a mesh point */
    size_t *from, room;   /* the previous knot on that way */
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
    g->room = g->mesh.n;
done:
    return status;
}

/* Visits all mesh points where one segment from point i can end. Returns the farthest. */
static size_t follow_segment(search *g, size_t i, double r)
{
    const clpwl__mesh *m = &g->mesh;
    double low = -INFINITY, high = INFINITY;
    unsigned links = g->links[i] + 1;
    size_t farthest = i;
    for (size_t j = i + 1; j < m->n && low <= high; j++) {
        double over = 1 / (m->x[j] - m->x[i]), slope = (m->y[j] - m->y[i]) * over;
        double room = r * m->s[j] * over;
        if (g->may[j] && low <= slope && slope <= high) {
            farthest = j;
            if (links < g->links[j]) {
                g->links[j] = links;
                g->from[j] = i;
            }
        }
        low = fmax(low, slope - room);
        high = fmin(high, slope + room);
    }
    return farthest;
}

static void clear_links(search *g)
{
    for (size_t i = 0; i < g->mesh.n; i++)
        g->links[i] = (unsigned)-1;
    g->links[0] = 0;
}

/* Tries the longest possible segment from each knot. Where segments are long, as on straight
 * parts of f, that mostly suffices, and trying all points would take quadratic time. */
static int try_longest_segments(search *g, double r, size_t most)
{
    size_t last = g->mesh.n - 1, i = 0, to = 0;
    while (g->links[i] < g->segments && (to = follow_segment(g, i, r)) > i && to < last)
        i = to;
    return g->links[last] <= most;
}

/* Whether the segments reach an error of r. Where the longest segments are at most `most`, no
 * others are tried. */
static int is_feasible(search *g, double r, size_t most)
{
    size_t last = g->mesh.n - 1;
    clear_links(g);
    if (try_longest_segments(g, r, most))
        return 1;
    clear_links(g);
    for (size_t i = 0; i < last; i++)
        if (g->links[i] < g->segments)
            follow_segment(g, i, r);
    return g->links[last] <= g->segments;
}

/* The least feasible r. */
static clpwl_status bisect_error(search *g, double lo, double hi, double least, double *r)
{
    clpwl_status status = CLPWL_OK;
    while (!is_feasible(g, hi, g->segments)) {
        lo = hi;
        hi *= 2;
    }
    for (int i = 0; i < HALVINGS && hi - lo > tolerance * hi && hi > least; i++) {
        double middle = lo > hi / 16 ? lo + (hi - lo) / 2 : fmax(hi / 8, least);
        if (is_feasible(g, middle, g->segments))
            hi = middle;
        else
            lo = middle;
        g->done += (1 - g->done) / (LEVELS * HALVINGS / 3);
        TRY(clpwl__report_refinement(g->how, g->done));
    }
    /* The knots: those of the longest segments only where half as many suffice. */
    is_feasible(g, hi, g->segments / 2);
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

clpwl_status clpwl__interpolant_linf_knots(const clpwl__refinement *how, double *knots)
{
    clpwl_status status = CLPWL_OK;
    size_t segments = how->segments;
    search g = {.segments = segments, .how = how};
    TRY(clpwl__mesh_create(&g.mesh, how->f, how->weight, knots, segments, STEPS));
    TRY(make_room(&g));
    memset(g.may, 1, g.mesh.n);
    double least = clpwl__mesh_noise(&g.mesh), lo = 0;
    double r = clpwl__mesh_chords(&g.mesh, knots, segments);
    if (r <= least) /* rounding: nothing to gain, and the search would take quadratic time */
        goto done;
    for (int level = 0; level < LEVELS; level++) {
        if (level > 0)
            TRY(refine_mesh(&g, knots));
        TRY(bisect_error(&g, lo, r, least, &r));
        trace_knots(&g, knots);
        lo = r / 2;
    }
done:
    clpwl__mesh_free(&g.mesh);
    clpwl__free(g.may);
    clpwl__free(g.links);
    clpwl__free(g.from);
    return status;
}
