/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The narrowest tube around f that a line on the given knots, or with the given number of
 * segments, passes through, by bisection. Then the mesh is refined where the error peaks,
 * until the width of the tube and the error of the line agree. Whether a line passes through
 * a tube is decided exactly, so the result is the global optimum.
 */
#include "fit/minimax.h"
#include "fit/fit.h"
#include "fit/tube.h"
#include "base/array.h"
#include "function/weight.h"

enum {
    FREE_STEPS = 32, /* of the mesh on each segment, for free knots */
    FIXED_STEPS = 16,
    ROUNDS = 16,     /* of refining the mesh; each doubles the number of correct digits */
    HALVINGS = 200
};
static const double resolved = 1.0 / 64; /* error of a chord over a mesh step, over the error */
static const double share = 0.7;         /* of the largest error: lower peaks stay as they are */

typedef struct search {
    clpwl__mesh mesh;
    clpwl__path path;
    size_t path_room;
    clpwl_fit fit;
    const double *knots; /* NULL: free */
    size_t segments;
    double tolerance;    /* relative difference between error and tube at the end */
    double *wanted, *range, *values; /* for given knots */
    clpwl_progress progress;
    void *user;
} search;

/* A tube of half width r. */
static clpwl__tube tube_of(const search *q, double r)
{
    double below = q->fit == CLPWL_FIT_ABOVE ? 0 : q->fit == CLPWL_FIT_BELOW ? 2 * r : r;
    return (clpwl__tube){&q->mesh, below, 2 * r - below};
}

/* Whether a line passes through the tube of half width r. For given knots its values are
 * written, unless `values` is NULL. */
static int passes_through(search *q, double r, double *values)
{
    clpwl__tube t = tube_of(q, r);
    if (!q->knots)
        return clpwl__tube_path(&q->path, &t, q->segments);
    return clpwl__tube_values(&q->path.stab, &t, q->knots, q->segments, q->wanted, q->range,
                              values);
}

/* A hull holds at most all points of the mesh. */
static clpwl_status make_room(search *q)
{
    clpwl_status status = CLPWL_OK;
    if (q->mesh.n <= q->path_room)
        goto done;
    clpwl__path_free(&q->path);
    q->path_room = 0;
    TRY(clpwl__path_create(&q->path, q->mesh.n + q->mesh.n / 8, q->segments));
    q->path_room = q->mesh.n + q->mesh.n / 8;
done:
    return status;
}

/* Bisects for the least feasible r, to a relative tolerance. *too_little is infeasible; hi may
 * be. On return *too_little is infeasible for certain, and the line is the one for r. */
static double bisect_width(search *q, double *too_little, double hi, double least,
                           double tolerance)
{
    double lo = *too_little;
    for (; lo > least && passes_through(q, lo, NULL); lo *= 0.9)
        hi = lo;
    for (; !passes_through(q, hi, NULL); hi *= 2)
        lo = hi;
    for (int i = 0; i < HALVINGS && hi - lo > tolerance * hi && hi > least; i++) {
        double middle = lo > hi / 16 ? lo + (hi - lo) / 2 : fmax(hi / 8, least);
        if (passes_through(q, middle, NULL))
            hi = middle;
        else
            lo = middle;
    }
    *too_little = lo;
    passes_through(q, hi, q->values);
    return hi;
}

/* Narrows the tube until its width and the error agree, with a smaller tolerance each round. */
static clpwl_status narrow_tube(search *q, double guess)
{
    clpwl_status status = CLPWL_OK;
    double lo = 0, hi = guess, tolerance = 1e-3, least = clpwl__mesh_noise(&q->mesh), largest;
    for (int round = 0; round < ROUNDS; round++) {
        CHECK(!q->progress || !q->progress((double)round / ROUNDS, q->user),
              CLPWL_ERR_CANCELLED, "cancelled while %zu segments were refined", q->segments);
        TRY(make_room(q));
        double r = bisect_width(q, &lo, fmax(hi, least), least, tolerance);
        size_t points = q->mesh.n;
        TRY(clpwl__mesh_resolve(&q->mesh, fmax(resolved * r, least)));
        if (q->mesh.n > points + points / 64) { /* r depends on the mesh still */
            hi = r;
            continue;
        }
        double centre = q->fit == CLPWL_FIT_ABOVE ? -r : q->fit == CLPWL_FIT_BELOW ? r : 0;
        TRY(clpwl__mesh_sharpen(&q->mesh, q->knots ? q->knots : q->path.knots,
                                q->knots ? q->values : q->path.values,
                                q->knots ? q->segments : q->path.count, centre, share, &largest));
        double gap = largest / r - 1;
        if ((gap <= q->tolerance && tolerance <= q->tolerance) || largest <= least)
            break;
        tolerance = fmax(q->tolerance, fmin(0.01 * tolerance, 0.01 * gap));
        if (!q->knots) /* free knots: on a finer mesh r may be smaller, too */
            lo = r * (1 - fmax(0.5 * gap, 4 * tolerance));
        hi = fmax(largest, r) * (1 + tolerance);
    }
done:
    return status;
}

/* The largest distances of f above and below its chord on a segment. */
typedef struct bulge {
    double above, below; /* never negative */
} bulge;

/* The bulge between mesh points *i and the one at x, to which *i moves. */
static bulge find_bulge(const clpwl__mesh *m, double x, size_t *i)
{
    bulge b = {0, 0};
    size_t from = *i, to = from;
    while (m->x[to] < x)
        to++;
    for (size_t p = from + 1; p < to; p++) {
        double e = clpwl__mesh_chord_error(m, from, to, p);
        b.above = fmax(b.above, e);
        b.below = fmax(b.below, -e);
    }
    *i = to;
    return b;
}

/* The preferred nodal values: f(x_i), moved so that the errors of the interpolant on the two
 * adjacent segments become equal and opposite, or, one-sided, vanish on the wrong side. */
static void choose_wanted_values(search *q)
{
    const clpwl__mesh *m = &q->mesh;
    bulge left = {0, 0};
    for (size_t k = 0, i = 0; k <= q->segments; k++) {
        double y = m->y[i];
        bulge right = find_bulge(m, q->knots[k < q->segments ? k + 1 : k], &i);
        double above = fmax(left.above, right.above), below = fmax(left.below, right.below);
        q->wanted[k] = y + (q->fit == CLPWL_FIT_ABOVE   ? above
                            : q->fit == CLPWL_FIT_BELOW ? -below
                                                        : (above - below) / 2);
        left = right;
    }
}

static clpwl_status prepare_fixed_knots(search *q, const clpwl_function *f,
                                        const clpwl_weight *weight)
{
    clpwl_status status = CLPWL_OK;
    TRY(clpwl__mesh_create(&q->mesh, f, weight, q->knots, q->segments, FIXED_STEPS));
    q->wanted = clpwl__alloc(q->segments + 1, sizeof *q->wanted);
    CHECK_MEMORY(q->wanted);
    q->range = clpwl__alloc(q->segments + 1, 2 * sizeof *q->range);
    CHECK_MEMORY(q->range);
done:
    return status;
}

static void free_search(search *q)
{
    clpwl__mesh_free(&q->mesh);
    clpwl__path_free(&q->path);
    clpwl__free(q->wanted);
    clpwl__free(q->range);
}

clpwl_status clpwl__minimax_values(const clpwl_function *f, const clpwl_weight *weight,
                                   clpwl_fit fit, const double *knots, size_t segments,
                                   double tolerance, double *values)
{
    clpwl_status status = CLPWL_OK;
    search q = {.fit = fit, .knots = knots, .segments = segments, .values = values,
                .tolerance = tolerance};
    TRY(prepare_fixed_knots(&q, f, weight));
    choose_wanted_values(&q);
    TRY(narrow_tube(&q, clpwl__mesh_chords(&q.mesh, knots, segments)));
done:
    free_search(&q);
    return status;
}

clpwl_status clpwl__minimax_may(const clpwl_function *f, const clpwl_weight *weight,
                                clpwl_fit fit, const double *knots, size_t segments,
                                double error, int *may)
{
    clpwl_status status = CLPWL_OK;
    search q = {.fit = fit, .knots = knots, .segments = segments};
    double half = fit == CLPWL_FIT_MINIMAX ? error : error / 2;
    TRY(prepare_fixed_knots(&q, f, weight));
    TRY(make_room(&q));
    *may = half <= clpwl__mesh_noise(&q.mesh) || passes_through(&q, half, NULL);
done:
    free_search(&q);
    return status;
}

clpwl_status clpwl__minimax_fewest(const clpwl_function *f, const clpwl_weight *weight,
                                   clpwl_fit fit, const double *knots, size_t segments,
                                   const double *errors, size_t *fewest, int count)
{
    enum { MOST_POINTS = 1 << 23, PASSES = 12 };
    static const double fine = 1e-4; /* distance of f from a chord of the mesh, over the half width */
    clpwl_status status = CLPWL_OK;
    search q = {.fit = fit};
    double half = fit == CLPWL_FIT_MINIMAX ? 1 : 0.5, least = HUGE_VAL;
    size_t points = 0;
    for (int i = 0; i < count; i++) {
        fewest[i] = 1;
        least = fmin(least, half * errors[i]);
    }
    TRY(clpwl__mesh_create(&q.mesh, f, weight, knots, segments, FREE_STEPS));
    if (!(fine * least > clpwl__mesh_noise(&q.mesh)))
        goto done;
    for (int k = 0; k < PASSES && q.mesh.n > points && q.mesh.n < MOST_POINTS; k++) {
        points = q.mesh.n;
        TRY(clpwl__mesh_resolve(&q.mesh, fine * least));
    }
    if (q.mesh.n > points) /* f is too steep for such a mesh */
        goto done;
    q.segments = q.mesh.n;
    TRY(make_room(&q));
    for (int i = 0; i < count; i++)
        if (passes_through(&q, half * errors[i] * (1 + 2 * fine), NULL))
            fewest[i] = q.path.count;
done:
    free_search(&q);
    return status;
}

/* The knots of the path. Where it has fewer than `segments`, its widest ones are divided. */
static void divide_widest_segments(const clpwl__path *p, double *knots, size_t segments)
{
    double width = p->knots[p->count] - p->knots[0];
    size_t spare = segments - p->count, to = 0;
    for (size_t k = 0; k < p->count; k++) {
        double left = p->knots[k], right = p->knots[k + 1];
        size_t parts = 1 + (k + 1 < p->count ? (size_t)((double)(segments - p->count) *
                                                        ((right - left) / width))
                                             : spare);
        parts = parts < 1 + spare ? parts : 1 + spare;
        spare -= parts - 1;
        for (size_t j = 0; j < parts; j++)
            knots[to++] = clpwl__step_at(left, right, (double)j, (double)parts);
    }
    knots[to] = p->knots[p->count];
}

clpwl_status clpwl__minimax_knots(const clpwl_function *f, const clpwl_weight *weight,
                                  clpwl_fit fit, double *knots, size_t segments,
                                  clpwl_progress progress, void *user)
{
    clpwl_status status = CLPWL_OK;
    search q = {.fit = fit, .segments = segments, .tolerance = CLPWL__FIT_TOLERANCE,
                .progress = progress, .user = user};
    TRY(clpwl__mesh_create(&q.mesh, f, weight, knots, segments, FREE_STEPS));
    TRY(narrow_tube(&q, clpwl__mesh_chords(&q.mesh, knots, segments) / 2));
    divide_widest_segments(&q.path, knots, segments);
done:
    free_search(&q);
    return status;
}
