/* SPDX-License-Identifier: GPL-3.0-or-later */
/* least[row * j + k] is the least error of k chords from the first grid point to point j. It is the minimum,
 * over i < j, of least[row * i + k - 1] plus the error of the chord from i to j. */
#include "refine/grid.h"
#include "base/array.h"
#include "function/function.h"
#include "function/weight.h"

enum { REPORTS = 64 };
/* A chord with so many times the error of all is not on the best path, nor are longer ones. */
static const double hopeless = 8;

typedef struct grid {
    const clpwl__refinement *how;
    size_t points, row;
    double *x, *y, *w;  /* w: the trapezoidal rule's weight times the error's */
    double *least;
    unsigned *from;     /* the knot before, as least */
} grid;

static clpwl_status create_grid(grid *g, const double *knots, size_t steps)
{
    clpwl_status status = CLPWL_OK;
    const clpwl__refinement *r = g->how;
    const size_t n = g->points + 1;
    g->x = clpwl__alloc(n, 3 * sizeof *g->x);
    CHECK_MEMORY(g->x);
    g->y = g->x + n;
    g->w = g->y + n;
    g->least = clpwl__alloc(n * g->row, sizeof *g->least);
    CHECK_MEMORY(g->least);
    g->from = clpwl__alloc(n * g->row, sizeof *g->from);
    CHECK_MEMORY(g->from);
    for (size_t i = 0; i < n; i++) {
        const double *l = knots + i / steps;
        g->x[i] = i % steps ? clpwl__step_at(l[0], l[1], (double)(i % steps), (double)steps) : l[0];
    }
    TRY(clpwl__values(r->f, g->x, g->y, n));
    TRY(clpwl__weigh_many(r->weight, r->norm, g->x, g->y, g->w, n));
    for (size_t i = 1; i + 1 < n; i++)
        g->w[i] *= (r->norm == CLPWL_NORM_L2 ? g->w[i] : 1) * (g->x[i + 1] - g->x[i - 1]) / 2;
    for (size_t i = 0; i < n * g->row; i++)
        g->least[i] = i ? INFINITY : 0;
done:
    return status;
}

static double chord_error(const grid *g, size_t i, size_t j)
{
    const double slope = (g->y[j] - g->y[i]) / (g->x[j] - g->x[i]);
    const int is_squared = g->how->norm == CLPWL_NORM_L2;
    double sum = 0;
    for (size_t m = i + 1; m < j; m++) {
        double e = fabs(g->y[m] - g->y[i] - slope * (g->x[m] - g->x[i]));
        sum += g->w[m] * (is_squared ? e * e : e);
    }
    return sum;
}

static void try_chord(grid *g, size_t i, size_t j, double error)
{
    const double *before = g->least + i * g->row;
    for (size_t k = 1; k < g->row; k++)
        if (before[k - 1] + error < g->least[j * g->row + k]) {
            g->least[j * g->row + k] = before[k - 1] + error;
            g->from[j * g->row + k] = (unsigned)i;
        }
}

clpwl_status clpwl__best_grid_knots(const clpwl__refinement *r, double *knots, size_t steps)
{
    clpwl_status status = CLPWL_OK;
    grid g = {.how = r, .points = steps * r->segments, .row = r->segments + 1};
    double error, most = 0;
    TRY(create_grid(&g, knots, steps));
    for (size_t i = 0; i < r->segments; i++)
        most += hopeless * chord_error(&g, i * steps, (i + 1) * steps);
    for (size_t i = 0; i < g.points; i++) {
        if (i % (g.points / REPORTS + 1) == 0)
            TRY(clpwl__report_refinement(r, (double)i / (double)g.points));
        for (size_t j = i + 1; j <= g.points && (error = chord_error(&g, i, j)) <= most; j++)
            try_chord(&g, i, j, error);
    }
    for (size_t k = r->segments, at = g.points; k-- > 1;) {
        at = g.from[at * g.row + k + 1];
        knots[k] = g.x[at];
    }
done:
    clpwl__free(g.x);
    clpwl__free(g.least);
    clpwl__free(g.from);
    return status;
}
