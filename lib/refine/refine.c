/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "refine/refine.h"
#include "base/array.h"
#include "base/door.h"
#include "base/progress.h"
#include "error/breaks.h"
#include "error/measure.h"
#include "fit/fit.h"
#include "fit/minimax.h"
#include "function/weight.h"
#include "partition/density_knots.h"
#include "partition/partition.h"
#include "refine/descent.h"
#include "refine/grid.h"

enum {
    FEW = 64,     /* segments, which begin with a grid, */
    POINTS = 512, /* of so many points at least, */
    STEPS = 16    /* and so many steps in each segment */
};

clpwl_status clpwl__refine_check(clpwl_norm norm, clpwl_fit fit, clpwl_effort effort)
{
    clpwl_status status = CLPWL_OK;
    CHECK_NAMED(effort, effort);
    clpwl_norm own = fit == CLPWL_FIT_INTERPOLANT ? norm : clpwl__fit_norm(fit);
    CHECK(effort == CLPWL_EFFORT_ASYMPTOTIC || norm == own, CLPWL_ERR_ARGUMENT,
          "knots for the fit \"%s\" are refined in the norm %s, not %s", clpwl_fit_name(fit),
          clpwl_norm_name(own), clpwl_norm_name(norm));
done:
    return status;
}

static clpwl_status check_arguments(const clpwl_function *f, const clpwl_weight *weight,
                                    clpwl_norm norm, clpwl_fit fit, const double *knots,
                                    size_t segments)
{
    clpwl_status status = CLPWL_OK;
    clpwl_weight own;
    CHECK_GIVEN(f);
    CHECK_GIVEN(knots);
    CHECK_NAMED(norm, norm);
    CHECK_NAMED(fit, fit);
    TRY(clpwl__weight_take(&own, &weight));
    TRY(clpwl__check_segments("a partition", segments));
    TRY(clpwl__check_domain(knots[0], knots[segments], segments));
    TRY(clpwl__check_ascending("knot", knots, segments + 1));
done:
    return status;
}

static clpwl_status move_knots(const clpwl__refinement *r, double *knots)
{
    clpwl_status status = CLPWL_OK;
    if (r->segments <= FEW)
        TRY(clpwl__best_grid_knots(r, knots, POINTS / r->segments > STEPS ? POINTS / r->segments : STEPS));
    TRY(clpwl__descend_knots(r, knots));
    TRY(clpwl__settle_knots(r->f, knots, r->segments));
done:
    return status;
}

/* The measured error of the fit on the knots, and its nodal values. */
static clpwl_status measure_knots(const clpwl__refinement *r, const double *knots, double *values,
                                  double *error)
{
    clpwl_status status = CLPWL_OK;
    clpwl_error e;
    clpwl__measure how = {.weight = r->weight, .norms = clpwl__measure_of(r->norm)};
    TRY(clpwl__fit_values(r->fit, r->f, r->weight, r->watch, knots, r->segments, CLPWL__FIT_TOLERANCE,
                          values));
    TRY(clpwl__error_measure(&how, r->f, knots, values, r->segments, &e));
    *error = clpwl_error_in(&e, r->norm);
done:
    return status;
}

/* Moves knots, to better ones by their measured error; *is_better is 0 where they are none. In the max norm
 * they are better than any others, but for their rounding to fp32. */
static clpwl_status search_knots(const clpwl__refinement *r, const double *knots, double *better,
                                 double *values, int *is_better)
{
    clpwl_status status = CLPWL_OK;
    clpwl__minimax_errors e = {0};
    double before, after;
    if (r->norm == CLPWL_NORM_LINF)
        TRY(clpwl__minimax_knots(r->f, r->weight, r->fit, r->watch, better, r->segments, values, r->tolerance,
                                 &e));
    *is_better = e.rounded < e.before;
    if (*is_better)
        goto done;
    if (r->norm != CLPWL_NORM_LINF)
        TRY(move_knots(r, better));
    TRY(measure_knots(r, knots, values, &before));
    TRY(measure_knots(r, better, values, &after));
    *is_better = after < before;
done:
    return status;
}

clpwl_status clpwl__refine_knots(const clpwl__refinement *r, double *knots, double *values)
{
    clpwl_status status = CLPWL_OK;
    double *better = NULL;
    size_t size = (r->segments + 1) * sizeof *better;
    int is_better = 0;
    better = clpwl__alloc(r->segments + 1, sizeof *better);
    CHECK_MEMORY(better);
    memcpy(better, knots, size);
    if (r->segments > 1)
        TRY(search_knots(r, knots, better, values, &is_better));
    if (is_better)
        memcpy(knots, better, size);
    else
        TRY(clpwl__fit_values(r->fit, r->f, r->weight, r->watch, knots, r->segments, CLPWL__FIT_TOLERANCE,
                              values));
done:
    clpwl__free(better);
    return status;
}

clpwl_status clpwl_refine_knots(const clpwl_function *f, const clpwl_weight *weight,
                                clpwl_norm norm, clpwl_fit fit, double *knots, size_t segments,
                                clpwl_progress progress, void *user)
{
    CLPWL__DOOR;
    clpwl_status status = CLPWL_OK;
    clpwl__share all = {.progress = progress, .user = user, .to = 1};
    clpwl__refinement r = {.f = f, .weight = weight, .norm = norm, .fit = fit, .segments = segments,
                           .watch = &(clpwl__watch){clpwl__share_report, &all}};
    clpwl__broken pieces = {.kinks = NULL};
    double *values = NULL;
    TRY(check_arguments(f, weight, norm, fit, knots, segments));
    TRY(clpwl__refine_check(norm, fit, CLPWL_EFFORT_REFINED));
    if (segments < 2)
        goto done;
    values = clpwl__alloc(segments + 1, sizeof *values);
    CHECK_MEMORY(values);
    TRY(clpwl__broken_create(&pieces, f, knots[0], knots[segments]));
    r.f = &pieces.f;
    TRY(clpwl__refine_knots(&r, knots, values));
done:
    clpwl__share_end(&all, status == CLPWL_OK);
    clpwl__broken_free(&pieces);
    clpwl__free(values);
    return status;
}
