/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The narrowest tube around f that a line on the given knots, or with the given number of segments, passes
 * through, by bisection. Then the mesh is refined where the error peaks, until the width of the tube and the
 * error of the line agree. Whether a line passes through a tube is decided exactly, so the result is the
 * global optimum. With free knots the contacts of the line are where f has them, whatever the mesh, so that
 * two rounds are enough.
 */
#include "fit/minimax.h"
#include "fit/fit.h"
#include "fit/paths.h"
#include "fit/tube.h"
#include "fit/wanted_values.h"
#include "base/array.h"
#include "partition/density_knots.h"
#include "function/weight.h"

enum {
    STEPS = 8,    /* of the mesh on each segment; */
    STEPS_OF_MANY = 4, /* of more than FEW segments; */
    STEPS_OF_GIVEN = 3, /* of so many whose knots are given; */
    POINTS = 2048, /* for interpolants in all, at least; */
    FEW_CHORDS = 64, /* and closer ones beside the knots of interpolants of so few segments, so often: */
    DIVISIONS = 3,
    ROUNDS = 16, /* of refining the mesh; each doubles the number of correct digits */
    /* Of free knots of more than FEW segments. The error of 100000 for erf stayed in eight rounds. */
    FREE_ROUNDS = 2,
    HALVINGS = 200,
    MOST_SHARP = 1 << 21, /* a mesh doubled to so many points has more extrema than it can find */
    FEW = 1024   /* segments: a trial takes some milliseconds */
};
/* The error of a chord over a mesh step, over the error. With 1/64 the meshes of refined minimax lines have
 * twice the points. Of a third of a segment it is 2/9, or somewhat more beside a shorter one. */
static const double resolved = 1.0 / 16, resolved_many = 1.0 / 6, resolved_given = 0.3;
/* For refined knots. One segment more or less changes the error of FEW by 2e-3, and rounding the knots to
 * fp32 by more than the second one: up to 5e-4 for 4000 segments of J0 on [0, 1000]. */
static const double tolerances[3] = {1e-7, 1e-5, 1e-4}; /* the last two: of interpolants, FEW and more */
/* Of free knots, before the mesh has the extrema of their line; of many, in the end: by half of a segment of
 * 16384 the error differs so much. */
static const double coarse = 1e-3, of_many = 1.0 / 16384;
static const double share = 0.7;         /* of the largest error: lower peaks stay as they are */

typedef struct search {
    clpwl__mesh mesh;
    clpwl__path path;
    clpwl__paths paths;  /* of interpolants with free knots */
    size_t path_room;
    clpwl_fit fit;
    const double *knots; /* NULL: free */
    size_t segments;
    double error, half;  /* of the line, on the mesh; the half width of the tube around it */
    double part;         /* of the error: what chords over mesh steps may have */
    double tolerance;    /* relative difference between error and tube at the end */
    double level;        /* the least half width in which a one-sided line may be level over a jump */
    double *wanted, *most, *values; /* for given knots */
} search;

static clpwl_status report(const search *q, double done)
{
    clpwl_status status = CLPWL_OK;
    CHECK(!clpwl__watch_ends(q->mesh.watch, done), CLPWL_ERR_CANCELLED,
          "cancelled while %zu segments were %s", q->segments, q->knots ? "fitted" : "refined");
done:
    return status;
}

static int is_of_chords(const search *q)
{
    return q->fit == CLPWL_FIT_INTERPOLANT;
}

static int are_many_free(const search *q)
{
    return !q->knots && q->segments > FEW;
}

/* Whether so many knots are free that their number is as the law tells. */
static int is_lawful(const search *q)
{
    return are_many_free(q) && !is_of_chords(q);
}

/* A tube of half width r. */
static clpwl__tube tube_of(const search *q, double r)
{
    double below = q->fit == CLPWL_FIT_ABOVE ? 0 : q->fit == CLPWL_FIT_BELOW ? 2 * r : r;
    return (clpwl__tube){&q->mesh, below, 2 * r - below};
}

/* Whether an interpolant with free knots has an error of r. */
static int has_chords(search *q, double r)
{
    unsigned n = clpwl__paths_count(&q->paths, r, q->segments);
    q->path.margin = INFINITY;
    q->path.needed = n == CLPWL__NOT_REACHED ? (double)q->segments * (double)q->mesh.n /
                                                       (double)(q->paths.farthest / 2 + 1) + 0.5
                                               : (double)n - 0.5;
    q->path.count = n;
    if (n != CLPWL__NOT_REACHED)
        clpwl__paths_trace(&q->paths, n, q->path.knots, q->path.values);
    return n != CLPWL__NOT_REACHED;
}

/* Whether a line passes through the tube of half width r. For given knots its values are written, unless
 * `values` is NULL. */
static int passes_through(search *q, double r, double *values)
{
    clpwl__tube t = tube_of(q, r);
    if (is_of_chords(q))
        return has_chords(q, r);
    if (!q->knots)
        return clpwl__tube_path(&q->path, &t, q->segments);
    return clpwl__tube_values(&q->path.stab, &t, q->knots, q->segments, q->wanted, q->most, values) ==
           q->segments;
}

/* A mesh among knots. */
static clpwl_status make_mesh(search *q, const clpwl_function *f, const clpwl_weight *weight,
                              const double *knots, size_t segments)
{
    const size_t points = is_of_chords(q) ? POINTS / segments : 0;
    const size_t steps = q->segments <= FEW ? STEPS : q->knots ? STEPS_OF_GIVEN : STEPS_OF_MANY;
    q->part = q->segments <= FEW || is_of_chords(q) ? resolved : q->knots ? resolved_given : resolved_many;
    q->mesh.is_of_floats = is_of_chords(q);
    return clpwl__mesh_create(&q->mesh, f, weight, knots, segments, points > steps ? points : steps);
}

/* What the mesh is resolved to, for errors of half a tube's width. */
static double find_resolution(const search *q, double half)
{
    return fmax(q->part * half, clpwl__mesh_noise(&q->mesh));
}

static clpwl_status resolve_mesh(search *q, double half)
{
    return clpwl__mesh_resolve(&q->mesh, find_resolution(q, half));
}

/* Room for what is sought on the mesh, for an error of about r. A hull holds at most all points. */
static clpwl_status make_room(search *q, double r)
{
    clpwl_status status = CLPWL_OK;
    const size_t points = is_of_chords(q) ? 1 : q->mesh.n; /* of hulls */
    q->paths.mesh = &q->mesh;
    if (is_of_chords(q))
        TRY(clpwl__paths_create(&q->paths, r));
    if (points <= q->path_room)
        goto done;
    clpwl__path_free(&q->path);
    q->path_room = 0;
    TRY(clpwl__path_create(&q->path, points + points / 8, q->segments));
    q->path_room = points + points / 8;
done:
    return status;
}

/* Half widths of tubes: no line passes through the tube of lo, one does through that of hi. The
 * margins of paths there; infinite where they are not known. */
typedef struct widths {
    double lo, hi, at_lo, at_hi;
} widths;

/* The half width where the margin, straight between the ends, is 0, and a bit to the side of the
 * farther end, so that both come near. */
static double find_secant(const widths *w, double tolerance)
{
    double part = w->at_lo / (w->at_lo - w->at_hi), off = tolerance / 2 * w->hi;
    return w->lo + (w->hi - w->lo) * part + (part < 0.5 ? off : -off);
}

/* The r to try after one of which the line has `needed` segments, as r^(-1/2). The margin jumps where another
 * line comes to pass a bend of f: bisection, too. */
static double next_width(const search *q, const widths *w, double r, int may_guess, double *step,
                         double tolerance)
{
    double next = 0, part = q->path.needed / (double)q->segments;
    if (may_guess && isfinite(w->at_lo) && isfinite(w->at_hi))
        next = find_secant(w, tolerance);
    else if (may_guess && *step == 0)
        next = r * part * part * (1 + tolerance / 2);
    if (w->lo < next && next < w->hi)
        return next;
    if (w->lo > 0 && isfinite(w->hi))
        return w->lo + (w->hi - w->lo) * (w->lo > w->hi / 16 ? 0.5 : 0.125);
    *step = *step > 0 ? 16 * *step : 1e-3;
    return w->lo > 0 ? w->lo * (1 + *step) : w->hi / (1 + *step);
}

/* An error by half the width of its tube. */
static double times_half(clpwl_fit fit)
{
    return clpwl__fit_is_one_sided(fit) ? 2 : 1;
}

/* The least half width of a tube that reaches all limits. */
static double find_reach(const search *q)
{
    static const double more = 1 + 1e-9; /* roundings of its edges */
    const clpwl__mesh *m = &q->mesh;
    double most = 0;
    for (size_t i = 0; m->limits && i < m->n; i++)
        most = fmax(most, fabs(m->y[i] - clpwl__clip(clpwl__bounds_at(m->limits, m->x[i]), m->y[i])) /
                              clpwl__mesh_scale(m, i));
    return more * most / times_half(q->fit);
}

/* Finds the least feasible r to a relative tolerance. On return the line is the one for w->hi.
 *   r     to begin with
 *   step  its relative accuracy; 0: not known */
static clpwl_status find_width(search *q, widths *w, double r, double step, double least, double tolerance)
{
    clpwl_status status = CLPWL_OK;
    const double reach = find_reach(q), lowest = fmax(least, reach);
    int may_guess = !q->knots;
    step /= 16;
    r = fmax(r, reach);
    for (int i = 0; i < HALVINGS; i++) {
        double before = w->hi - w->lo;
        TRY(report(q, 0));
        int passes = passes_through(q, r, NULL);
        double margin = is_lawful(q) ? (double)q->segments - q->path.needed
                        : q->knots   ? INFINITY
                                     : q->path.margin;
        *(passes ? &w->hi : &w->lo) = r;
        *(passes ? &w->at_hi : &w->at_lo) = passes ? margin : -fabs(margin);
        int is_path = passes && !q->knots; /* which goes on */
        const double least_needed = (1 - tolerance) * (double)q->segments;
        if (is_path && is_lawful(q) && q->path.count == q->segments && q->path.needed >= least_needed)
            break; /* the least tube has a part of a segment less */
        if (w->hi <= lowest || (isfinite(w->hi) && w->hi - w->lo <= fmax(tolerance * w->hi, least))) {
            if (!is_path)
                (void)passes_through(q, w->hi, q->values);
            break;
        }
        may_guess = !q->knots && (!may_guess || w->hi - w->lo < before / 2);
        r = fmax(next_width(q, w, r, may_guess, &step, tolerance), lowest);
    }
done:
    return status;
}

/* Narrows the tube until its width and the error agree, with a smaller tolerance each round. The guess and
 * its relative accuracy are as for find_width. */
static clpwl_status narrow_tube(search *q, double guess, double step)
{
    clpwl_status status = CLPWL_OK;
    const double first = step > 0 ? step : coarse;
    double least = clpwl__mesh_noise(&q->mesh), tolerance = fmax(q->tolerance, first);
    double gap, r = fmax(guess, least);
    size_t begin = q->mesh.n;
    const int rounds = are_many_free(q) ? FREE_ROUNDS : ROUNDS;
    for (int round = 0; round < rounds; round++) {
        widths w = {0, INFINITY, -INFINITY, INFINITY};
        TRY(report(q, q->knots ? 0 : (double)round / ROUNDS));
        TRY(make_room(q, r));
        TRY(find_width(q, &w, fmax(r, q->level), step, fmax(least, q->level), tolerance));
        q->error = q->half = r = w.hi;
        size_t points = q->mesh.n;
        if (find_resolution(q, r) < q->mesh.r / 2)
            TRY(resolve_mesh(q, r));
        if (q->mesh.n > points + points / 64) /* r depends on the mesh still */
            continue;
        if (are_many_free(q) && round + 1 == rounds) /* the fit on the knots begins there */
            break;
        double centre = q->fit == CLPWL_FIT_ABOVE ? -r : q->fit == CLPWL_FIT_BELOW ? r : 0;
        TRY(clpwl__mesh_sharpen(&q->mesh, q->knots ? q->knots : q->path.knots,
                                q->knots ? q->values : q->path.values,
                                q->knots ? q->segments : q->path.count, centre, share, &q->error));
        if (is_of_chords(q) && round < DIVISIONS && q->segments <= FEW_CHORDS) {
            TRY(clpwl__mesh_divide(&q->mesh, q->path.knots, q->path.count));
            r = q->error;
            step = tolerance;
            continue;
        }
        gap = q->error / r - 1;
        if (q->error <= least || q->mesh.n > fmax(2 * (double)begin, MOST_SHARP) ||
            (tolerance <= q->tolerance && (gap <= q->tolerance || q->error - r <= least)))
            break;
        /* Of free knots the gap is that of a few segments, and r changes less. */
        step = q->knots ? fmax(gap, tolerance) : is_lawful(q) ? 0 : tolerance;
        tolerance = fmax(q->tolerance, fmin(0.01 * tolerance, 0.01 * gap));
    }
done:
    return status;
}

/* To which widths are compared. */
static const double enough = 1e-5;

/* Both ends of f's closed line have a value, or any for NaN. */
static void hold_ends(const clpwl_function *f, double value)
{
    const clpwl__bounds *l = f->limits;
    if (l && l->is_closed)
        l->y[0] = l->y[l->count - 1] = value;
}

/* The least half width of a tube through which lines with one value at both ends pass. */
static clpwl_status try_ends(search *q, double value, double guess, double *half)
{
    clpwl_status status = CLPWL_OK;
    widths w = {0, INFINITY, -INFINITY, INFINITY};
    hold_ends(q->mesh.f, value);
    TRY(find_width(q, &w, fmax(guess, q->level), 1e-2, fmax(clpwl__mesh_noise(&q->mesh), q->level), enough));
    *half = w.hi;
done:
    return status;
}

/* The line found, whose ends are closed: a search over the value there, in which the error on given knots is
 * convex. */
static clpwl_status close_line(search *q)
{
    enum { TRIALS = 24 }; /* of golden sections: 1e-5 of the tube */
    clpwl_status status = CLPWL_OK;
    if (!q->mesh.limits || !q->mesh.limits->is_closed)
        goto done;
    double at[2], half[2];
    const size_t last = q->mesh.n - 1;
    const double *values = q->knots ? q->values : q->path.values;
    const double off = fabs(values[0] - values[q->knots ? q->segments : q->path.count]);
    /* A line whose ends are moved to one value is in this one. */
    const double narrow = fmin(clpwl__mesh_scale(&q->mesh, 0), clpwl__mesh_scale(&q->mesh, last));
    const clpwl__tube t = tube_of(q, q->half + off / narrow);
    double lo = fmax(clpwl__tube_floor(&t, 0), clpwl__tube_floor(&t, last));
    double hi = fmin(clpwl__tube_ceiling(&t, 0), clpwl__tube_ceiling(&t, last));
    for (int i = 0; i < 2; i++)
        TRY(try_ends(q, at[i] = i ? lo + clpwl__golden * (hi - lo) : hi - clpwl__golden * (hi - lo),
                     q->half, &half[i]));
    for (int i = 0; i < TRIALS && fabs(half[0] - half[1]) > 4 * enough * half[0]; i++) {
        const int side = half[0] < half[1]; /* the new place is left of the other one, or right */
        *(side ? &hi : &lo) = at[side];
        at[side] = at[!side];
        half[side] = half[!side];
        at[!side] = side ? hi - clpwl__golden * (hi - lo) : lo + clpwl__golden * (hi - lo);
        TRY(try_ends(q, at[!side], half[side], &half[!side]));
    }
    hold_ends(q->mesh.f, (double)(float)((at[0] + at[1]) / 2)); /* no worse than the worse one */
    TRY(narrow_tube(q, fmin(half[0], half[1]), q->knots ? 1e-3 : 0));
done:
    return status;
}

/* For nodal values on q->knots, which are mesh points. */
static clpwl_status prepare_values(search *q)
{
    clpwl_status status = CLPWL_OK;
    q->wanted = clpwl__alloc(q->segments + 1, 2 * sizeof *q->wanted);
    CHECK_MEMORY(q->wanted);
    q->most = q->wanted + q->segments + 1;
    clpwl__wanted_values(&q->mesh, q->fit, q->knots, q->segments, q->wanted, &q->level);
done:
    return status;
}

static void free_search(search *q)
{
    clpwl__mesh_free(&q->mesh);
    clpwl__path_free(&q->path);
    clpwl__paths_free(&q->paths);
    clpwl__free(q->wanted);
}

clpwl_status clpwl__minimax_values(const clpwl_function *f, const clpwl_weight *weight,
                                   clpwl_fit fit, const clpwl__watch *watch, const double *knots,
                                   size_t segments, double tolerance, double *values)
{
    clpwl_status status = CLPWL_OK;
    search q = {.mesh = {.watch = watch}, .fit = fit, .knots = knots, .segments = segments,
                .values = values, .tolerance = tolerance};
    hold_ends(f, NAN);
    TRY(make_mesh(&q, f, weight, knots, segments));
    TRY(prepare_values(&q));
    TRY(narrow_tube(&q, clpwl__mesh_chords(&q.mesh, knots, segments) / 2, 1e-3));
    TRY(close_line(&q));
done:
    free_search(&q);
    return status;
}

clpwl_status clpwl__minimax_fewest(const clpwl_function *f, const clpwl_weight *weight, clpwl_fit fit,
                                   const clpwl__watch *watch, const double *knots, size_t segments,
                                   double error, size_t *fewest)
{
    enum { MOST_POINTS = 1 << 23 };
    static const double fine = 1e-4; /* how far a path's contacts are from f, over the half width */
    clpwl_status status = CLPWL_OK;
    search q = {.mesh = {.watch = watch}, .fit = fit};
    const double half = error / times_half(fit);
    *fewest = 1;
    hold_ends(f, NAN);
    TRY(make_mesh(&q, f, weight, knots, segments));
    if (!(fine * half > clpwl__mesh_noise(&q.mesh) && half > find_reach(&q)))
        goto done;
    TRY(resolve_mesh(&q, half));
    if (q.mesh.n > MOST_POINTS) /* f is too steep for such a mesh */
        goto done;
    q.segments = q.mesh.n;
    TRY(make_room(&q, half));
    if (passes_through(&q, half * (1 + 2 * fine), NULL))
        *fewest = q.path.count;
done:
    free_search(&q);
    return status;
}

/* Divides the line from knots[0] to knots[parts] in its middle; a chord where it meets f nearest its middle,
 * if it does. Without a weight, the error does not grow so. */
static void divide_line(const clpwl__mesh *m, double *knots, size_t parts)
{
    const double ends[2] = {knots[0], knots[parts]}, middle = ends[0] + (ends[1] - ends[0]) / 2;
    const double y[2] = {clpwl__function_raw(m->f, ends[0]), clpwl__function_raw(m->f, ends[1])};
    const clpwl__segment chord = clpwl__segment_at(ends, y, 0);
    double at = middle, before = 0, off = INFINITY;
    if (parts < 2)
        return;
    for (size_t i = clpwl__count_up_to(m->x, m->n, ends[0]); m->is_of_floats && m->x[i] < ends[1]; i++) {
        const double e = m->y[i] - clpwl__segment_value(&chord, m->x[i]);
        if (before * e < 0 && fabs(m->x[i] - middle) < off) {
            at = m->x[i] - (m->x[i] - m->x[i - 1]) * (e / (e - before));
            off = fabs(at - middle);
        }
        before = e;
    }
    const double before_it = (double)parts * ((at - ends[0]) / (ends[1] - ends[0]));
    const size_t left = (size_t)fmin(fmax(1, before_it), (double)parts - 1);
    knots[left] = at;
    divide_line(m, knots, left);
    divide_line(m, knots + left, parts - left);
}

/* The path's knots. Where they are too few, its lines are divided. */
static void divide_lines(const search *q, double *knots)
{
    size_t k = q->segments, spare = k - q->path.count;
    knots[k] = q->path.knots[q->path.count];
    for (size_t i = q->path.count; i-- > 0;) {
        const size_t parts = 1 + (spare + i) / (i + 1);
        spare -= parts - 1;
        k -= parts;
        knots[k] = q->path.knots[i];
        divide_line(&q->mesh, knots + k, parts);
    }
}

/* Nodal values on the knots, and their error. */
static clpwl_status fit_knots(search *q, const double *knots, double *values)
{
    clpwl_status status = CLPWL_OK;
    clpwl__paths_free(&q->paths);
    clpwl__path_free(&q->path);
    q->path_room = 0;
    if (is_lawful(q)) /* a mesh among these knots takes some 6 points a segment, where 10 are then */
        TRY(make_mesh(q, q->mesh.f, q->mesh.weight, knots, q->segments));
    else
        TRY(clpwl__mesh_insert(&q->mesh, knots, q->segments + 1));
    if (is_of_chords(q)) {
        TRY(clpwl__values(q->mesh.f, knots, values, q->segments + 1));
        TRY(clpwl__mesh_sharpen(&q->mesh, knots, values, q->segments, 0, share, &q->error));
        goto done;
    }
    q->knots = knots;
    q->values = values;
    hold_ends(q->mesh.f, NAN);
    TRY(prepare_values(q));
    TRY(narrow_tube(q, q->error, fmax(q->tolerance, 1e-5)));
    TRY(close_line(q));
done:
    return status;
}

clpwl_status clpwl__minimax_knots(const clpwl_function *f, const clpwl_weight *weight, clpwl_fit fit,
                                  const clpwl__watch *watch, double *knots, size_t segments,
                                  double *values, double tolerance,
                                  clpwl__minimax_errors *e)
{
    clpwl_status status = CLPWL_OK;
    search q = {.mesh = {.watch = watch}, .fit = fit, .segments = segments};
    double half;
    hold_ends(f, NAN);
    TRY(make_mesh(&q, f, weight, knots, segments));
    half = clpwl__mesh_chords(&q.mesh, knots, segments);
    if (!is_of_chords(&q))
        half /= 2; /* no line is nearer to f */
    e->before = e->rounded = times_half(fit) * half;
    if (half <= clpwl__mesh_noise(&q.mesh)) /* nothing to gain, as on the kinks of a broken line */
        goto done;
    q.tolerance = fmax(tolerance, tolerances[is_of_chords(&q) + (segments > FEW)]);
    if (is_lawful(&q))
        q.tolerance = fmax(q.tolerance, of_many);
    TRY(resolve_mesh(&q, half));
    TRY(narrow_tube(&q, half, 0));
    if (!is_of_chords(&q))
        TRY(close_line(&q));
    divide_lines(&q, knots);
    TRY(clpwl__settle_knots(f, knots, segments));
    TRY(fit_knots(&q, knots, values));
    e->rounded = times_half(fit) * q.error;
done:
    free_search(&q);
    return status;
}
