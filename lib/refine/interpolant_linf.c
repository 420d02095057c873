/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Whether N segments are enough for a given error is decided by going through the mesh
 * from left to right: from each point on, the slopes of chords that stay within the error
 * so far form an interval, which only shrinks; every later point whose slope is in it can
 * be the next knot. (Imai and Iri, J. Inf. Process. 9 (1986) 159-162.) The error is found
 * by halving.
 */
#include "refine/interpolant_linf.h"
#include <float.h>
#include "fit/mesh.h"

enum { STEPS = 48, LEVELS = 3, FINER = 16, HALVINGS = 60 };
static const double digits = 2e-5;

typedef struct net {
    clpwl__mesh mesh;
    char *may;            /* whether a mesh point may be a knot */
    unsigned *links;      /* the fewest segments to get there */
    size_t *from, room;
    size_t segments;
    clpwl_progress progress;
    void *user;
    double done;          /* share of the work */
} net;

static clpwl_status make_room(net *g)
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

/* All that one segment from mesh point i gets to; returns the farthest. */
static size_t walk(net *g, size_t i, double r)
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

static void begin(net *g)
{
    for (size_t i = 0; i < g->mesh.n; i++)
        g->links[i] = (unsigned)-1;
    g->links[0] = 0;
}

/* As far as it goes, time and again. Where segments reach far, as on straight stretches, that
 * mostly does, and to try all points would take as many walks across all of them. */
static int stride(net *g, double r, size_t most)
{
    size_t last = g->mesh.n - 1, i = 0, to = 0;
    while (g->links[i] < g->segments && (to = walk(g, i, r)) > i && to < last)
        i = to;
    return g->links[last] <= most;
}

/* most: that many found at once are taken as they come. */
static int enough(net *g, double r, size_t most)
{
    size_t last = g->mesh.n - 1;
    begin(g);
    if (stride(g, r, most))
        return 1;
    begin(g);
    for (size_t i = 0; i < last; i++)
        if (g->links[i] < g->segments)
            walk(g, i, r);
    return g->links[last] <= g->segments;
}

/* The least r for which the segments are enough. */
static clpwl_status halve(net *g, double lo, double hi, double least, double *r)
{
    clpwl_status status = CLPWL_OK;
    while (!enough(g, hi, g->segments)) {
        lo = hi;
        hi *= 2;
    }
    for (int i = 0; i < HALVINGS && hi - lo > digits * hi && hi > least; i++) {
        double middle = lo > hi / 16 ? lo + (hi - lo) / 2 : fmax(hi / 8, least);
        if (enough(g, middle, g->segments))
            hi = middle;
        else
            lo = middle;
        g->done += (1 - g->done) / (LEVELS * HALVINGS / 3);
        CHECK(!g->progress || !g->progress(g->done, g->user), CLPWL_ERR_CANCELLED,
              "cancelled while %zu segments were refined", g->segments);
    }
    enough(g, hi, g->segments / 2); /* then their number was not what mattered */
    *r = hi;
done:
    return status;
}

/* The knots found; where they are fewer than there may be, others from the widest. */
static void trace(const net *g, double *knots)
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
            knots[--k] = x[left] + (x[at] - x[left]) * ((double)j / (double)parts);
    }
}

/* Only the knots and finer steps beside them may be knots. */
static clpwl_status focus(net *g, const double *knots)
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
            x[count++] = l + (middle - l) * j / FINER;
        for (int j = 0; j < FINER; j++)
            x[count++] = middle + (r - middle) * j / FINER;
        k++;
        i--;
    }
    for (size_t i = 1; i < count; i++) /* where knots are neighbours the steps overlap */
        for (size_t j = i; j > 0 && x[j] < x[j - 1]; j--) {
            double swap = x[j];
            x[j] = x[j - 1];
            x[j - 1] = swap;
        }
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

clpwl_status clpwl__reach_knots(const clpwl_function *f, const clpwl_weight *weight,
                                double *knots, size_t segments, clpwl_progress progress,
                                void *user)
{
    clpwl_status status = CLPWL_OK;
    net g = {.segments = segments, .progress = progress, .user = user};
    TRY(clpwl__mesh_create(&g.mesh, f, weight, knots, segments, STEPS));
    TRY(make_room(&g));
    memset(g.may, 1, g.mesh.n);
    double least = clpwl__mesh_noise(&g.mesh), lo = 0;
    double r = clpwl__mesh_chords(&g.mesh, knots, segments);
    if (r <= least) /* nothing to gain; and every segment would reach across the whole mesh */
        goto done;
    for (int level = 0; level < LEVELS; level++) {
        if (level > 0)
            TRY(focus(&g, knots));
        TRY(halve(&g, lo, r, least, &r));
        trace(&g, knots);
        lo = r / 2;
    }
done:
    clpwl__mesh_free(&g.mesh);
    clpwl__free(g.may);
    clpwl__free(g.links);
    clpwl__free(g.from);
    return status;
}
