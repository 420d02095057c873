/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The narrowest tube around f that a line with so many segments, or on such knots, still
 * fits through, by halving; then the mesh is made finer where the error peaks, and so on
 * until the tube and the error agree. Whether a line fits is decided exactly, so that
 * this is the global optimum, inflections and all.
 */
#include "fit/minimax.h"
#include "fit/fit.h"
#include "fit/tube.h"
#include "function/weight.h"

enum {
    STEPS_FREE = 32, /* of the mesh, on each segment */
    STEPS_FIXED = 16,
    ROUNDS = 16,     /* of sharpening, each about twice as many digits */
    HALVINGS = 200
};
static const double resolved = 1.0 / 64; /* of the error: how far f may bend in a step */
static const double share = 0.7;   /* peaks of less than this are no danger */

typedef struct squeeze {
    clpwl__mesh mesh;
    clpwl__path path;
    size_t path_room;
    clpwl_fit fit;
    const double *knots;  /* given, or NULL: free */
    size_t segments;
    double digits;        /* of the error, to which tube and error agree in the end */
    double *wanted, *range, *values; /* where knots are given */
    clpwl_progress progress;
    void *user;
} squeeze;

/* Half the tube's width is r. */
static clpwl__tube tube_of(const squeeze *q, double r)
{
    return (clpwl__tube){&q->mesh, q->fit == CLPWL_FIT_ABOVE ? 0 : q->fit == CLPWL_FIT_BELOW ? 2 * r : r,
                         q->fit == CLPWL_FIT_BELOW ? 0 : q->fit == CLPWL_FIT_ABOVE ? 2 * r : r};
}

/* values: those on given knots; NULL: only whether there are any. */
static int fits(squeeze *q, double r, double *values)
{
    clpwl__tube t = tube_of(q, r);
    if (!q->knots)
        return clpwl__tube_path(&q->path, &t, q->segments);
    return clpwl__tube_values(&q->path.stab, &t, q->knots, q->segments, q->wanted, q->range,
                              values);
}

/* The hulls hold a line's points, all of the mesh at most. */
static clpwl_status make_room(squeeze *q)
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

/* The least r between lo, which is too little, and hi, which may be as well, to so many
 * digits; lo is then too little for certain. What was found last is the line for r. */
static double halve(squeeze *q, double *too_little, double hi, double least, double digits)
{
    double lo = *too_little;
    for (; lo > least && fits(q, lo, NULL); lo *= 0.9)
        hi = lo;
    for (; !fits(q, hi, NULL); hi *= 2)
        lo = hi;
    for (int i = 0; i < HALVINGS && hi - lo > digits * hi && hi > least; i++) {
        double middle = lo > hi / 16 ? lo + (hi - lo) / 2 : fmax(hi / 8, least);
        if (fits(q, middle, NULL))
            hi = middle;
        else
            lo = middle;
    }
    *too_little = lo;
    fits(q, hi, q->values);
    return hi;
}

/* The line in x and y where one was found, whether its knots were given or not. */
static const double *line_knots(const squeeze *q)
{
    return q->knots ? q->knots : q->path.knots;
}
static const double *line_values(const squeeze *q)
{
    return q->knots ? q->values : q->path.values;
}

/* Squeezes until tube and error agree, with more digits each time. */
static clpwl_status run(squeeze *q, double guess)
{
    clpwl_status status = CLPWL_OK;
    double lo = 0, hi = guess, digits = 1e-3, least = clpwl__mesh_noise(&q->mesh), largest;
    for (int round = 0; round < ROUNDS; round++) {
        CHECK(!q->progress || !q->progress((double)round / ROUNDS, q->user),
              CLPWL_ERR_CANCELLED, "cancelled while %zu segments were refined", q->segments);
        TRY(make_room(q));
        double r = halve(q, &lo, fmax(hi, least), least, digits);
        size_t points = q->mesh.n;
        TRY(clpwl__mesh_resolve(&q->mesh, fmax(resolved * r, least)));
        if (q->mesh.n > points + points / 64) { /* r says little yet */
            hi = r;
            continue;
        }
        double centre = q->fit == CLPWL_FIT_ABOVE ? -r : q->fit == CLPWL_FIT_BELOW ? r : 0;
        size_t count = q->knots ? q->segments : q->path.count;
        TRY(clpwl__mesh_sharpen(&q->mesh, line_knots(q), line_values(q), count, centre, share,
                                &largest));
        double gap = largest / r - 1;
        if ((gap <= q->digits && digits <= q->digits) || largest <= least)
            break;
        digits = fmax(q->digits, fmin(0.01 * digits, 0.01 * gap));
        if (!q->knots) /* between free knots a finer mesh may ask for less, too */
            lo = r * (1 - fmax(0.5 * gap, 4 * digits));
        hi = fmax(largest, r) * (1 + digits);
    }
done:
    return status;
}

/* How far f is from its chord on each segment: at most above it, and below. */
typedef struct bulge {
    double above, below; /* never negative */
} bulge;

/* The bulge between mesh point i and the one at x; i is then that one. */
static bulge bulge_until(const clpwl__mesh *m, double x, size_t *i)
{
    bulge b = {0, 0};
    size_t from = *i, to = from;
    while (m->x[to] < x)
        to++;
    for (size_t p = from + 1; p < to; p++) {
        double part = (m->x[p] - m->x[from]) / (m->x[to] - m->x[from]);
        double e = m->y[p] - (m->y[from] + (m->y[to] - m->y[from]) * part);
        b.above = fmax(b.above, e);
        b.below = fmax(b.below, -e);
    }
    *i = to;
    return b;
}

/* The nodal values that each knot would like best: f(x_i), moved so far that the errors
 * of the interpolant on both sides become equal and opposite, or that no error is left
 * on the wrong side. */
static void put_wanted(squeeze *q)
{
    const clpwl__mesh *m = &q->mesh;
    bulge left = {0, 0};
    for (size_t k = 0, i = 0; k <= q->segments; k++) {
        double y = m->y[i];
        bulge right = bulge_until(m, q->knots[k < q->segments ? k + 1 : k], &i);
        double above = fmax(left.above, right.above), below = fmax(left.below, right.below);
        q->wanted[k] = y + (q->fit == CLPWL_FIT_ABOVE   ? above
                            : q->fit == CLPWL_FIT_BELOW ? -below
                                                    : (above - below) / 2);
        left = right;
    }
}

/* What given knots need. */
static clpwl_status begin(squeeze *q, const clpwl_function *f, const clpwl_weight *weight)
{
    clpwl_status status = CLPWL_OK;
    TRY(clpwl__mesh_create(&q->mesh, f, weight, q->knots, q->segments, STEPS_FIXED));
    q->wanted = clpwl__alloc(q->segments + 1, sizeof *q->wanted);
    CHECK_MEMORY(q->wanted);
    q->range = clpwl__alloc(q->segments + 1, 2 * sizeof *q->range);
    CHECK_MEMORY(q->range);
done:
    return status;
}

static void end(squeeze *q)
{
    clpwl__mesh_free(&q->mesh);
    clpwl__path_free(&q->path);
    clpwl__free(q->wanted);
    clpwl__free(q->range);
}

clpwl_status clpwl__minimax_values(const clpwl_function *f, const clpwl_weight *weight,
                                   clpwl_fit fit, const double *knots, size_t segments,
                                   double digits, double *values)
{
    clpwl_status status = CLPWL_OK;
    squeeze q = {.fit = fit, .knots = knots, .segments = segments, .values = values,
                 .digits = digits};
    TRY(begin(&q, f, weight));
    put_wanted(&q);
    TRY(run(&q, clpwl__mesh_chords(&q.mesh, knots, segments)));
done:
    end(&q);
    return status;
}

clpwl_status clpwl__minimax_may(const clpwl_function *f, const clpwl_weight *weight,
                                clpwl_fit fit, const double *knots, size_t segments,
                                double error, int *may)
{
    clpwl_status status = CLPWL_OK;
    squeeze q = {.fit = fit, .knots = knots, .segments = segments};
    double half = fit == CLPWL_FIT_MINIMAX ? error : error / 2;
    TRY(begin(&q, f, weight));
    TRY(make_room(&q));
    *may = half <= clpwl__mesh_noise(&q.mesh) || fits(&q, half, NULL);
done:
    end(&q);
    return status;
}

/* Where a line has fewer segments than there may be, its widest ones are divided. */
static void fill_up(const clpwl__path *p, double *knots, size_t segments)
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
            knots[to++] = left + (right - left) * ((double)j / (double)parts);
    }
    knots[to] = p->knots[p->count];
}

clpwl_status clpwl__minimax_knots(const clpwl_function *f, const clpwl_weight *weight,
                                  clpwl_fit fit, double *knots, size_t segments,
                                  clpwl_progress progress, void *user)
{
    clpwl_status status = CLPWL_OK;
    squeeze q = {.fit = fit, .segments = segments, .digits = CLPWL__FIT_DIGITS,
                 .progress = progress, .user = user};
    TRY(clpwl__mesh_create(&q.mesh, f, weight, knots, segments, STEPS_FREE));
    TRY(run(&q, clpwl__mesh_chords(&q.mesh, knots, segments) / 2));
    fill_up(&q.path, knots, segments);
done:
    clpwl__mesh_free(&q.mesh);
    clpwl__path_free(&q.path);
    return status;
}
