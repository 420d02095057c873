/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * least[j][k], the least error of k segments from the first grid point to point j, is
 * the minimum over i < j of least[i][k - 1] and the error of one segment from i to j.
 * For a fixed i the moments of f over [i, j] grow by one step as j does, and are taken
 * about f's chord at i, so that nothing cancels. The L2 error of the best line only grows
 * with j: beyond what is known to be met there is nothing to be looked for. In L1 there
 * is no such bound at hand: the search ends where the chord is hopeless.
 */
#include "refine/dynamic_programming.h"
#include "error/residual.h"
#include "function/weight.h"

enum { NODES = 3, REPORTS = 64 };
static const double hopeless = 8; /* see reach_from() */
static const double node[NODES] = {0.112701665379258311, 0.5, 0.887298334620741689};
static const double share[NODES] = {5.0 / 18, 8.0 / 18, 5.0 / 18};

typedef struct search {
    const clpwl_function *f;
    const clpwl_weight *weight;
    clpwl_norm norm;
    clpwl_fit fit;
    const double *grid;
    size_t points, segments;
    double *y;             /* f on the grid */
    double *x, *fx, *w;    /* nodes of each step, with f and the weights there */
    double upper;          /* in the norm's power */
    double *least;         /* [point][segments used so far] */
    unsigned *from;        /* the same: the knot before */
} search;

static clpwl_status fill(search *s)
{
    clpwl_status status = CLPWL_OK;
    for (size_t i = 0; i <= s->points; i++)
        TRY(clpwl__value(s->f, s->grid[i], &s->y[i]));
    for (size_t i = 0; i < s->points; i++) {
        double h = s->grid[i + 1] - s->grid[i], weight;
        for (size_t k = 0; k < NODES; k++) {
            size_t at = NODES * i + k;
            s->x[at] = s->grid[i] + h * node[k];
            TRY(clpwl__value(s->f, s->x[at], &s->fx[at]));
            TRY(clpwl__weigh(s->weight, s->norm, s->x[at], s->fx[at], &weight));
            s->w[at] = h * share[k] * (s->norm == CLPWL_NORM_L2 ? weight * weight : weight);
        }
    }
done:
    return status;
}

static clpwl_status make(search *s)
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

static void unmake(search *s)
{
    clpwl__free(s->y);
    clpwl__free(s->x);
    clpwl__free(s->fx);
    clpwl__free(s->w);
    clpwl__free(s->least);
    clpwl__free(s->from);
}

/* Weighted moments over [i, j] of u = x - x_i and of z = f - (its chord at i). */
typedef struct moments {
    double x0, y0, slope;
    double one, u, uu, z, uz, zz;
} moments;

static void grow(moments *m, const search *s, size_t step)
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
static double of_best_line(const moments *m)
{
    double uu = m->uu - m->u * m->u / m->one, uz = m->uz - m->u * m->z / m->one;
    double zz = m->zz - m->z * m->z / m->one;
    return uu > 0 ? fmax(zz - uz * uz / uu, 0) : 0;
}

/* Of the chord from i to j. */
static double of_chord(const moments *m, const search *s, size_t i, size_t j)
{
    double u = s->grid[j] - m->x0, a = (s->y[j] - m->y0) / u - m->slope, sum = 0;
    if (s->norm == CLPWL_NORM_L2)
        return fmax(m->zz - 2 * a * m->uz + a * a * m->uu, 0);
    for (size_t k = NODES * i; k < NODES * j; k++)
        sum += s->w[k] * fabs(s->fx[k] - m->y0 - (a + m->slope) * (s->x[k] - m->x0));
    return sum;
}

/* What the L1 error of the chord is at least: the integral without the sign. */
static double of_sum(const moments *m, const search *s, size_t j)
{
    double a = (s->y[j] - m->y0) / (s->grid[j] - m->x0) - m->slope;
    return fabs(m->z - a * m->u);
}

static void relax(search *s, size_t i, size_t j, double error)
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

/* Whether a segment from i to j with that error, or more, could be part of the answer. */
static int hopes(const search *s, size_t i, size_t j, double error)
{
    size_t row = s->segments + 1;
    const double *before = s->least + i * row, *after = s->least + j * row;
    for (size_t k = 1; k < row; k++)
        if (before[k - 1] + error < fmin(after[k], s->upper))
            return 1;
    return 0;
}

/* All segments that begin at grid point i. */
static void reach_from(search *s, size_t i)
{
    moments m = {.x0 = s->grid[i], .y0 = s->y[i]};
    m.slope = (s->y[i + 1] - s->y[i]) / (s->grid[i + 1] - s->grid[i]);
    int best = s->fit != CLPWL_FIT_INTERPOLANT && s->norm == CLPWL_NORM_L2;
    for (size_t j = i + 1; j <= s->points; j++) {
        grow(&m, s, j - 1);
        double line = of_best_line(&m), error = line;
        if (s->norm == CLPWL_NORM_L2 && line > s->upper)
            break;
        if (!hopes(s, i, j, s->norm == CLPWL_NORM_L2 ? line : of_sum(&m, s, j)))
            continue;
        if (!best)
            error = of_chord(&m, s, i, j);
        if (s->norm == CLPWL_NORM_L1 && error > hopeless * s->upper)
            break;
        relax(s, i, j, error);
    }
}

static void trace(const search *s, double *knots)
{
    size_t row = s->segments + 1, at = s->points;
    knots[s->segments] = s->grid[at];
    for (size_t k = s->segments; k > 0; k--) {
        at = s->from[at * row + k];
        knots[k - 1] = s->grid[at];
    }
}

clpwl_status clpwl__grid_knots(const clpwl_function *f, const clpwl_weight *weight,
                               clpwl_norm norm, clpwl_fit fit, const double *grid,
                               size_t points, double upper, double *knots, size_t segments,
                               clpwl_progress progress, void *user, double *error, int *found)
{
    clpwl_status status = CLPWL_OK;
    search s = {.f = f, .weight = weight, .norm = norm, .fit = fit, .grid = grid,
                .points = points, .segments = segments};
    s.upper = norm == CLPWL_NORM_L2 ? upper * upper : upper;
    TRY(make(&s));
    TRY(fill(&s));
    for (size_t i = 0; i < points; i++) {
        if (progress && i % (points / REPORTS + 1) == 0)
            CHECK(!progress((double)i / (double)points, user), CLPWL_ERR_CANCELLED,
                  "cancelled while %zu segments were looked for on a grid", segments);
        reach_from(&s, i);
    }
    double least = s.least[points * (segments + 1) + segments];
    *found = least <= s.upper;
    if (*found) {
        *error = norm == CLPWL_NORM_L2 ? sqrt(least) : least;
        trace(&s, knots);
    }
done:
    unmake(&s);
    return status;
}
