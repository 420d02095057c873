/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <float.h>
#include "partition/density.h"
#include "refine/quasi_newton.h"
#include "base/enums.h"
#include "refine/dynamic_programming.h"
#include "error/measure.h"
#include "fit/fit.h"
#include "fit/minimax.h"
#include "partition/partition.h"
#include "refine/interpolant_linf.h"
#include "refine/refine.h"
#include "function/weight.h"
#include "base/internal.h"

enum {
    FINE = 4096, COARSE = 512, /* points of the grid for an optimum, and for a good start */
    CELLS = 16               /* of the coarse one, for each segment at least */
};

static const char *const effort_names[] = {"asymptotic", "refined", "optimal"};
static const clpwl__enum efforts = CLPWL__ENUM("effort", effort_names);

const char *clpwl_effort_name(clpwl_effort effort)
{
    return clpwl__enum_name(&efforts, (int)effort);
}

clpwl_status clpwl_effort_parse(clpwl_effort *out, const char *name)
{
    int value;
    clpwl_status status = clpwl__enum_parse(&efforts, &value, name);
    if (status == CLPWL_OK)
        *out = (clpwl_effort)value;
    return status;
}

clpwl_status clpwl__refine_check(clpwl_norm norm, clpwl_fit fit, clpwl_effort effort,
                                 size_t segments)
{
    clpwl_status status = CLPWL_OK;
    CHECK(clpwl_effort_name(effort), CLPWL_ERR_ARGUMENT, "%d is not a clpwl_effort", (int)effort);
    clpwl_norm own = fit == CLPWL_FIT_PROJECTION       ? CLPWL_NORM_L2
                     : fit == CLPWL_FIT_LEAST_ABSOLUTE ? CLPWL_NORM_L1
                     : fit == CLPWL_FIT_INTERPOLANT    ? norm
                                                   : CLPWL_NORM_LINF;
    CHECK(effort == CLPWL_EFFORT_ASYMPTOTIC || norm == own, CLPWL_ERR_ARGUMENT,
          "knots for the fit \"%s\" are refined in the norm %s, not %s", clpwl_fit_name(fit),
          clpwl_norm_name(own), clpwl_norm_name(norm));
    CHECK(effort != CLPWL_EFFORT_OPTIMAL || segments <= CLPWL__MOST_OPTIMAL, CLPWL_ERR_ARGUMENT,
          "%zu segments: the optimum is looked for with at most %d; beyond, refined knots are "
          "as good", segments, CLPWL__MOST_OPTIMAL);
done:
    return status;
}

static clpwl_status check(const clpwl_function *f, const clpwl_weight *weight, clpwl_norm norm,
                          clpwl_fit fit, const double *knots, size_t segments)
{
    clpwl_status status = CLPWL_OK;
    CHECK(f && knots, CLPWL_ERR_ARGUMENT, "%s is NULL", f ? "knots" : "f");
    CHECK(clpwl_norm_name(norm), CLPWL_ERR_ARGUMENT, "%d is not a clpwl_norm", (int)norm);
    CHECK(clpwl_fit_name(fit), CLPWL_ERR_ARGUMENT, "%d is not a clpwl_fit", (int)fit);
    TRY(clpwl__weight_check(weight));
    TRY(clpwl__check_domain(knots[0], knots[segments], segments));
    for (size_t i = 1; i <= segments; i++)
        CHECK(knots[i - 1] < knots[i], CLPWL_ERR_ARGUMENT,
              "knots[%zu] is %.17g, not above knots[%zu] = %.17g", i, knots[i], i - 1,
              knots[i - 1]);
done:
    return status;
}

/* What a refinement is asked for, and what is passed on. */
typedef struct refinement {
    const clpwl_function *f;
    const clpwl_weight *weight;
    clpwl_norm norm;
    clpwl_fit fit;
    size_t segments;
    clpwl_progress progress;
    void *user;
} refinement;

/* The points of the grid. L1 has the dearer search: no finer than takes a second. */
static size_t grid_points(const refinement *r, clpwl_effort effort)
{
    size_t coarse = CELLS * r->segments > COARSE ? CELLS * r->segments : COARSE;
    double most = cbrt(4e6 * (double)r->segments * (double)r->segments);
    double points = effort == CLPWL_EFFORT_OPTIMAL ? FINE : (double)coarse;
    return (size_t)(r->norm == CLPWL_NORM_L1 ? fmin(points, fmax(most, (double)coarse)) : points);
}

/* Downhill from the best knots on a grid that is fine where f bends, where these are
 * better than those that there are, whose error is given. */
static clpwl_status from_grid(const refinement *r, size_t points, double *knots, double *error)
{
    clpwl_status status = CLPWL_OK;
    clpwl__density density = {0};
    double bound, reached, *grid = NULL, *other = NULL;
    int found;
    grid = clpwl__alloc(points + 1, sizeof *grid);
    CHECK_MEMORY(grid);
    other = clpwl__alloc(r->segments + 1, sizeof *other);
    CHECK_MEMORY(other);
    TRY(clpwl__density_create(&density, r->f, knots[0], knots[r->segments], r->weight,
                              r->norm));
    TRY(clpwl__density_knots(&density, points, grid));
    TRY(clpwl__grid_knots(r->f, r->weight, r->norm, r->fit, grid, points, 1.05 * *error, other,
                          r->segments, r->progress, r->user, &bound, &found));
    if (!found)
        goto done;
    TRY(clpwl__descend(r->f, r->weight, r->norm, r->fit, other, r->segments, NULL, NULL,
                       &reached));
    if (reached < *error) {
        *error = reached;
        memcpy(knots, other, (r->segments + 1) * sizeof *knots);
    }
done:
    clpwl__density_free(&density);
    clpwl__free(grid);
    clpwl__free(other);
    return status;
}

static clpwl_status improve(const refinement *r, clpwl_effort effort, double *knots)
{
    clpwl_status status = CLPWL_OK;
    size_t n = r->segments;
    double error;
    if (clpwl__fit_in_tube(r->fit)) {
        TRY(clpwl__minimax_knots(r->f, r->weight, r->fit, knots, n, r->progress, r->user));
    } else if (r->norm == CLPWL_NORM_LINF) {
        TRY(clpwl__reach_knots(r->f, r->weight, knots, n, r->progress, r->user));
    } else {
        TRY(clpwl__descend(r->f, r->weight, r->norm, r->fit, knots, n, r->progress, r->user,
                           &error));
        if (n <= CLPWL__MOST_OPTIMAL)
            TRY(from_grid(r, grid_points(r, effort), knots, &error));
    }
    TRY(clpwl__knots_settle(knots, n));
done:
    return status;
}

/* The error of the fit on knots, as measured. */
static clpwl_status judge(const refinement *r, const double *knots, double *values, double *error)
{
    clpwl_status status = CLPWL_OK;
    clpwl_error e;
    clpwl__measure how = {r->weight, clpwl__measure_of(r->norm), HUGE_VAL, NULL, NULL};
    TRY(clpwl_fit_values(r->fit, r->f, r->weight, knots, r->segments, values));
    TRY(clpwl__error_measure(&how, r->f, knots, values, r->segments, &e));
    *error = clpwl_error_in(&e, r->norm);
done:
    return status;
}

/* An error that is the roundings of the values leaves nothing to gain, as where f is made of
 * lines and its corners are knots. */
static int is_rounding(const refinement *r, const double *values, double error)
{
    double largest = 0;
    for (size_t i = 0; i <= r->segments; i++)
        largest = fmax(largest, fabs(values[i]));
    return error == 0 || (r->norm == CLPWL_NORM_LINF && !r->weight && error <= DBL_EPSILON * largest);
}

clpwl_status clpwl_refine_knots(const clpwl_function *f, const clpwl_weight *weight,
                                clpwl_norm norm, clpwl_fit fit, clpwl_effort effort,
                                double *knots, size_t segments, clpwl_progress progress,
                                void *user)
{
    clpwl_status status = CLPWL_OK;
    refinement r = {f, weight, norm, fit, segments, progress, user};
    double before, after, *better = NULL, *values = NULL;
    TRY(check(f, weight, norm, fit, knots, segments));
    TRY(clpwl__refine_check(norm, fit, effort, segments));
    if (effort == CLPWL_EFFORT_ASYMPTOTIC || segments < 2)
        goto done;
    better = clpwl__alloc(segments + 1, sizeof *better);
    CHECK_MEMORY(better);
    values = clpwl__alloc(segments + 1, sizeof *values);
    CHECK_MEMORY(values);
    memcpy(better, knots, (segments + 1) * sizeof *better);
    TRY(judge(&r, knots, values, &before));
    if (is_rounding(&r, values, before))
        goto done;
    TRY(improve(&r, effort, better));
    TRY(judge(&r, better, values, &after));
    if (after < before)
        memcpy(knots, better, (segments + 1) * sizeof *knots);
done:
    clpwl__free(better);
    clpwl__free(values);
    return status;
}
