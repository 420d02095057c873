/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The least error with which N segments reach the right end of the mesh is found by bisection. */
#include "refine/interpolant_linf.h"
#include "base/array.h"
#include "base/number.h"
#include "function/function.h"
#include "refine/paths.h"

enum {
    STEPS = 48,  /* of the first mesh, for each segment */
    LEVELS = 5,  /* meshes. Of 280 designs of bench/corpus with 8 to 512 segments, the last two lessen the */
    FEW = 64,    /* error by up to 0.7 % with FEW or fewer, and 0.4 % with more, where f has no noise. */
    LEVELS_OF_SOME = 3, /* With more, they take the more time. */
    /* So many points for each segment of samples are those between the knots: more than two levels lessen the
     * error by 0.04 % in 2000 samples of a sine with noise, and take 13 of 22 s. Points that double the mesh
     * are beside steps of f: those of rint(1000 sin(x)) / 1000 took 10 of 12 s for 17 segments. */
    ROUGH = 256,
    LEVELS_OF_ROUGH = 2,
    /* With more than MANY segments less is as good: for sin(1e4*x) on [0, 4] with 330000 an error of
     * 0.0010778 in 12 s, for 0.0010806 in 25 s. 16 steps: 0.0010011 for 0.0009997 with 84833 on [0, 1]. */
    MANY = 1 << 14,
    LEVELS_OF_MANY = 2,
    STEPS_OF_MANY = 24,
    FOLLOWED = 16,
    WINDOW = 3,  /* so many steps on each side of a knot are divided */
    FINER = 4,   /* into so many */
    HALVINGS = 60
};
/* Of the errors on each mesh, and by what part they are mostly below the one before. */
static const double tolerances[LEVELS] = {1e-4, 1e-4, 5e-5, 2e-5, 2e-5};
static const double nears[LEVELS] = {0.05, 0.02, 0.002, 0.0005, 0.0005};
/* The most error of a chord over one step of a finer mesh, relative to r. A mesh overlooks so much of an
 * error at most. In a segment of STEPS steps a chord over one step has 0.4 of it. */
static const double resolved = 1.0 / 1024;
/* The same of the first mesh. x*sin(1/x) within 1e-3 takes three times as long with 1/1024. */
static const double first_resolved = 1.0 / 64;

typedef struct search {
    clpwl__paths paths;
    size_t segments, first; /* points of the first mesh */
    double traced;        /* the error of the last path */
    const clpwl__refinement *how;
    double done;          /* share of the work */
} search;

/* Then no error is enough for any number of segments. */
static const char ended_finite[] = "the function had finite values at first, and has others now";

static int count_levels(const search *g)
{
    const int has_steps = g->paths.mesh.n > 2 * g->first;
    const int is_rough = (g->how->f->sampled || has_steps) && g->paths.mesh.n > ROUGH * g->segments;
    return g->segments > MANY  ? LEVELS_OF_MANY
           : is_rough          ? LEVELS_OF_ROUGH
           : g->segments > FEW ? LEVELS_OF_SOME
                               : LEVELS;
}

static unsigned count_paths(search *g, double r, int is_quick, size_t most)
{
    g->traced = r;
    return clpwl__paths_count(&g->paths, r, is_quick, most);
}

/* For an error that may be far above the least. The lines are long there, and a quick search sees mostly that
 * there are enough segments. Where f is noise every point is followed: with 4096 segments for sinf the lines
 * of large errors took 13 of 21 s. */
static unsigned count_from_above(search *g, double r, size_t most)
{
    unsigned n = count_paths(g, r, 1, most);
    return n <= g->segments ? n : count_paths(g, r, 0, most);
}

/* The error at which as many segments are needed as there are, by the law error ~ 1 / n^2 from one error or
 * between two. An error with n segments may be any for which n - 1 are not enough. */
static double predict_error(const search *g, double lo, unsigned n_lo, double hi, unsigned n_hi)
{
    double n = (double)g->segments, below = log((n_hi - 0.5) / n);
    if (!(lo > 0))
        return hi * exp(2 * below);
    double above = log((n_lo - 0.5) / n);
    return hi * pow(lo / hi, -below / (above - below));
}

/* The least feasible r, near hi. What was feasible on a mesh may not be on the finer one, whose points
 * show more of the error. Numbers of segments predict r, in turn with bisection. */
static clpwl_status bisect_error(search *g, double hi, int level, double least, double *r)
{
    clpwl_status status = CLPWL_OK;
    const size_t n = g->segments, most = n + n / 4 + 1;
    double lo = 0, near = nears[level], tolerance = tolerances[level];
    unsigned n_lo = 0, n_hi;
    clpwl__paths_find_bends(&g->paths, hi);
    while ((n_hi = count_from_above(g, hi, most)) > n) {
        CHECK(isfinite(hi), CLPWL_ERR_NOT_FINITE, ended_finite);
        lo = hi;
        n_lo = n_hi;
        hi *= n > FEW ? 1 + fmin(near, 1) : 2;
        near *= 4;
    }
    near = n > FEW && n_hi > n / 2 ? tolerance / 2 : nears[level];
    for (int i = 0; i < HALVINGS && hi - lo > tolerance * hi && hi > least; i++) {
        double middle = lo > 0 ? lo + (hi - lo) / 2 : fmax(hi * (1 - near), least);
        if (n > FEW && i % 2 == 0 && n_hi > n / 2 && n_lo <= most) {
            double room = tolerance / 2 * hi, by_law = predict_error(g, lo, n_lo, hi, n_hi);
            middle = lo > 0 ? fmax(lo + room, fmin(by_law, hi - room)) : fmax(fmin(by_law, middle), least);
        }
        unsigned count = lo > 0 ? count_paths(g, middle, 0, most) : count_from_above(g, middle, most);
        *(count <= n ? &hi : &lo) = middle;
        *(count <= n ? &n_hi : &n_lo) = count;
        near = fmin((n > FEW ? 16 : 4) * near, 7.0 / 8);
        g->done += (1 - g->done) / (LEVELS * HALVINGS / 3);
        TRY(clpwl__report_refinement(g->how, g->done));
    }
    if (g->traced != hi && count_paths(g, hi, 0, n) > n) /* the knots */
        CHECK(count_paths(g, hi, 1, n) <= n, CLPWL_ERR_NOT_FINITE, ended_finite);
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
    const double *x = g->paths.mesh.x, *y = g->paths.mesh.y, l = knots[0], width = knots[parts] - l;
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
    size_t at = 2 * (g->paths.mesh.n - 1), count = g->paths.links[at], spare = g->segments - count;
    size_t k = g->segments;
    knots[k] = clpwl__paths_x(&g->paths, at);
    for (; at > 0; at = g->paths.from[at]) {
        size_t left = g->paths.from[at], parts = 1 + (left > 0 ? spare / count : spare);
        spare -= parts - 1;
        count--;
        k -= parts;
        knots[k] = clpwl__paths_x(&g->paths, left);
        divide_chord(g, knots + k, parts, clpwl__paths_y(&g->paths, left), clpwl__paths_y(&g->paths, at),
                     left / 2 + 1, (at + 1) / 2);
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
    clpwl__mesh *m = &g->paths.mesh;
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
            double below = clpwl__float_at_most(m->x[from]);
            n = append_point(m, points, n, below);
            if (below < m->x[from])
                n = append_point(m, points, n, nextafterf((float)below, INFINITY));
            for (int j = 1; j < FINER; j++) {
                double x = clpwl__step_at(m->x[from], m->x[from + 1], j, FINER);
                n = append_point(m, points, n, clpwl__float_at_most(x));
            }
        }
    }
    TRY(clpwl__mesh_insert(m, points, n));
    TRY(clpwl__paths_make_room(&g->paths));
    for (size_t i = 0, k = 0; i < m->n; i++) {
        int is_end = i == 0 || i + 1 == m->n, is_new = k < n && points[k] == m->x[i];
        g->paths.may[i] = is_end || is_new;
        k += (size_t)is_new;
    }
done:
    clpwl__free(points);
    return status;
}

/* The first mesh. */
static clpwl_status create_mesh(clpwl__paths *g, const clpwl__refinement *how, const double *knots)
{
    clpwl_status status = CLPWL_OK;
    int is_many = how->segments > MANY;
    g->followed = is_many ? FOLLOWED : 0;
    TRY(clpwl__mesh_create(&g->mesh, how->f, how->weight, knots, how->segments,
                           is_many ? STEPS_OF_MANY : STEPS));
done:
    return status;
}

/* Divides the steps of the first mesh that overlook too much of an error of r. Every point may be a knot. */
static clpwl_status resolve_first(clpwl__paths *g, double r)
{
    clpwl_status status = CLPWL_OK;
    TRY(clpwl__mesh_resolve(&g->mesh, first_resolved * r));
    TRY(clpwl__paths_make_room(g));
    memset(g->may, 1, g->mesh.n);
done:
    return status;
}

/* The least error on the first mesh, which is resolved for an error not far above it. */
static clpwl_status search_first(search *g, double least, double *r)
{
    enum { TURNS = 4, FAR = 16 };
    clpwl_status status = CLPWL_OK;
    double before = HUGE_VAL;
    for (int i = 0; i < TURNS && FAR * *r < before; i++) {
        before = *r;
        TRY(resolve_first(&g->paths, *r));
        TRY(bisect_error(g, *r, 0, least, r));
    }
done:
    return status;
}

clpwl_status clpwl__interpolant_linf_knots(const clpwl__refinement *how, double *knots)
{
    clpwl_status status = CLPWL_OK;
    size_t segments = how->segments;
    search g = {.segments = segments, .how = how};
    TRY(create_mesh(&g.paths, how, knots));
    g.first = g.paths.mesh.n;
    double least = clpwl__mesh_noise(&g.paths.mesh);
    double r = clpwl__mesh_chords(&g.paths.mesh, knots, segments);
    if (r <= least) /* rounding: nothing to gain, and the search would take quadratic time */
        goto done;
    for (int level = 0; level < count_levels(&g); level++) {
        if (level > 0)
            TRY(refine_mesh(&g, r, knots));
        TRY(level > 0 ? bisect_error(&g, r, level, least, &r) : search_first(&g, least, &r));
        trace_knots(&g, knots);
    }
done:
    clpwl__paths_free(&g.paths);
    return status;
}

clpwl_status clpwl__interpolant_linf_fewest(const clpwl__refinement *how, const double *knots,
                                            double error, size_t *fewest)
{
    clpwl_status status = CLPWL_OK;
    clpwl__paths g = {.may = NULL};
    *fewest = 1;
    TRY(create_mesh(&g, how, knots));
    TRY(resolve_first(&g, error));
    if (error > clpwl__mesh_noise(&g.mesh)) {
        clpwl__paths_find_bends(&g, error);
        unsigned n = clpwl__paths_count(&g, error, 0, g.mesh.n);
        *fewest = n == CLPWL__NOT_REACHED ? 1 : n;
    }
done:
    clpwl__paths_free(&g);
    return status;
}
