/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * least[j][k] is the least error of k segments from the first grid point to point j. It is
 * the minimum over i < j of least[i][k - 1] plus the error of one segment from i to j. For a
 * fixed i the moments of f over [i, j] gain one step when j does. They are taken about the
 * chord of f at i, so that nothing cancels.
 *
 * The L2 error of the best line only grows with j, so the loop over j ends where that error
 * exceeds `upper`. L1 has no such bound; the loop ends where the error of the chord exceeds
 * `upper` by a factor.
 */
#include "refine/dynamic_programming.h"
#include "error/residual.h"
#include "function/weight.h"

enum { NODES = 3, REPORTS = 64 };
static const double hopeless = 8; /* the factor for L1, see above */
static const double node[NODES] = {0.112701665379258311, 0.5, 0.887298334620741689};
static const double share[NODES] = {5.0 / 18, 8.0 / 18, 5.0 / 18};

typedef struct search {
    const clpwl__refinement *how;
    const double *grid;
    size_t points, segments;
    double *y;             /* f on the grid */
    double *x, *fx, *w;    /* nodes of each step, f and the weights there */
    double upper;          /* to the power of the norm, as all errors here */
    double *least;         /* [point][segments used so far] */
    unsigned *from;        /* indexed likewise: the previous knot */
} search;

static clpwl_status evaluate_nodes(search *s)
{
    clpwl_status status = CLPWL_OK;
    const size_t n = NODES * s->points;
    for (size_t at = 0; at < n; at++) {
        const double *l = &s->grid[at / NODES];
        s->x[at] = l[0] + (l[1] - l[0]) * node[at % NODES];
    }
    TRY(clpwl__values(s->how->f, s->grid, s->y, s->points + 1));
    TRY(clpwl__values(s->how->f, s->x, s->fx, n));
    TRY(clpwl__weigh_many(s->how->weight, s->how->norm, s->x, s->fx, s->w, n));
    for (size_t at = 0; at < n; at++) {
        const double *l = &s->grid[at / NODES];
        double weight = s->how->norm == CLPWL_NORM_L2 ? s->w[at] * s->w[at] : s->w[at];
        s->w[at] = (l[1] - l[0]) * share[at % NODES] * weight;
    }
done:
    return status;
}

static clpwl_status allocate_search(search *s)
{
    clpwl_status status = CLPWL_OK;
    size_t nodes = NODES * s->points, row = s->segments + 1;
    double **arrays[] = {&s->y, &s->x, &s->fx, &s->w, &s->least};
    size_t rooms[] = {s->points + 1, nodes, nodes, nodes, (s->points + 1) * row};
    for (int i = 0; i < 5; i++) {
        *arrays[i] = clpwl__alloc(rooms[i], sizeof **arrays[i]);
        CHECK(*arrays[i], CLPWL_ERR_MEMORY, "out of memory: %zu segments on a grid of %zu",
              s->segments, s->points);
    }
    s->from = clpwl__alloc((s->points + 1) * row, sizeof *s->from);
    CHECK(s->from, CLPWL_ERR_MEMORY, "out of memory: %zu segments on a grid of %zu", s->segments,
          s->points);
    for (size_t i = 0; i < (s->points + 1) * row; i++)
        s->least[i] = INFINITY;
    s->least[0] = 0;
done:
    return status;
}

static void free_search(search *s)
{
    clpwl__free(s->y);
    clpwl__free(s->x);
    clpwl__free(s->fx);
    clpwl__free(s->w);
    clpwl__free(s->least);
    clpwl__free(s->from);
}

/* Weighted moments over [i, j] of u = x - x_i and z = f - its chord at i. */
typedef struct moments {
    double x0, y0, slope;
    double one, u, uu, z, uz, zz;
} moments;

static void add_step(moments *m, const search *s, size_t step)
{
    for (size_t k = NODES * step; k < NODES * step + NODES; k++) {
        double u = s->x[k] - m->x0, z = s->fx[k] - m->y0 - m->slope * u, w = s->w[k];
        m->one += w;
        m->u += w * u;
        m->uu += w * u * u;
        m->z += w * z;
        m->uz += w * u * z;
        m->zz += w * z * z;
    }
}

/* The least integral of W (f - line)^2. */
static double best_line_error(const moments *m)
{
    double uu = m->uu - m->u * m->u / m->one, uz = m->uz - m->u * m->z / m->one;
    double zz = m->zz - m->z * m->z / m->one;
    return uu > 0 ? fmax(zz - uz * uz / uu, 0) : 0;
}

/* The error of the chord from i to j. */
static double chord_error(const moments *m, const search *s, size_t i, size_t j)
{
    double u = s->grid[j] - m->x0, a = (s->y[j] - m->y0) / u - m->slope, sum = 0;
    if (s->how->norm == CLPWL_NORM_L2)
        return fmax(m->zz - 2 * a * m->uz + a * a * m->uu, 0);
    for (size_t k = NODES * i; k < NODES * j; k++)
        sum += s->w[k] * fabs(s->fx[k] - m->y0 - (a + m->slope) * (s->x[k] - m->x0));
    return sum;
}

/* A lower bound of the L1 error of the chord: |integral of f - chord|. */
static double bound_chord_error(const moments *m, const search *s, size_t j)
{
    double a = (s->y[j] - m->y0) / (s->grid[j] - m->x0) - m->slope;
    return fabs(m->z - a * m->u);
}

static void update_least(search *s, size_t i, size_t j, double error)
{
    size_t row = s->segments + 1;
    const double *before = s->least + i * row;
    double *after = s->least + j * row;
    for (size_t k = 1; k < row; k++) {
        double sum = before[k - 1] + error;
        if (sum < after[k]) {
            after[k] = sum;
            s->from[j * row + k] = (unsigned)i;
        }
    }
}

/* Whether a segment from i to j could be part of the answer if its error were this. */
static int may_improve(const search *s, size_t i, size_t j, double error)
{
    size_t row = s->segments + 1;
    const double *before = s->least + i * row, *after = s->least + j * row;
    for (size_t k = 1; k < row; k++)
        if (before[k - 1] + error < fmin(after[k], s->upper))
            return 1;
    return 0;
}

static void try_segments_from(search *s, size_t i)
{
    moments m = {.x0 = s->grid[i], .y0 = s->y[i]};
    m.slope = (s->y[i + 1] - s->y[i]) / (s->grid[i + 1] - s->grid[i]);
    int l2 = s->how->norm == CLPWL_NORM_L2, best = l2 && s->how->fit != CLPWL_FIT_INTERPOLANT;
    for (size_t j = i + 1; j <= s->points; j++) {
        add_step(&m, s, j - 1);
        double line = best_line_error(&m);
        if (l2 && line > s->upper)
            break;
        if (!may_improve(s, i, j, l2 ? line : bound_chord_error(&m, s, j)))
            continue;
        double error = best ? line : chord_error(&m, s, i, j);
        if (!l2 && error > hopeless * s->upper)
            break;
        update_least(s, i, j, error);
    }
}

static void trace_knots(const search *s, double *knots)
{
    size_t row = s->segments + 1, at = s->points;
    knots[s->segments] = s->grid[at];
    for (size_t k = s->segments; k > 0; k--) {
        at = s->from[at * row + k];
        knots[k - 1] = s->grid[at];
    }
}

clpwl_status clpwl__best_grid_knots(const clpwl__refinement *r, const double *grid, size_t points,
                                    double upper, double *knots, double *error, int *found)
{
    clpwl_status status = CLPWL_OK;
    search s = {.how = r, .grid = grid, .points = points, .segments = r->segments};
    s.upper = r->norm == CLPWL_NORM_L2 ? upper * upper : upper;
    TRY(allocate_search(&s));
    TRY(evaluate_nodes(&s));
    for (size_t i = 0; i < points; i++) {
        if (i % (points / REPORTS + 1) == 0)
            TRY(clpwl__report_refinement(r, (double)i / (double)points));
        try_segments_from(&s, i);
    }
    double least = s.least[points * (r->segments + 1) + r->segments];
    *found = least <= s.upper;
    if (*found) {
        *error = r->norm == CLPWL_NORM_L2 ? sqrt(least) : least;
        trace_knots(&s, knots);
    }
done:
    free_search(&s);
    return status;
}
