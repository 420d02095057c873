/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fit/fit.h"
#include <float.h>
#include "base/array.h"
#include "base/door.h"
#include "error/breaks.h"
#include "fit/best_l1_l2.h"
#include "fit/minimax.h"
#include "function/weight.h"

static clpwl_status interpolate(const clpwl_function *f, const double *knots, size_t segments,
                                double *values)
{
    return clpwl__values(f->exact ? f->exact : f, knots, values, segments + 1);
}

/* The value at an end behind a gap beside a jump has next to no part in the integral of |f - v|, and becomes
 * that of f: sin(x) > 0 ? 1 : -1 on [0, 7] had 12.5 at 0, on a segment of 2e-38. */
static clpwl_status settle_ends(const clpwl_function *f, const double *knots, size_t segments, double *values)
{
    clpwl_status status = CLPWL_OK;
    const double gap = 2 * (double)FLT_EPSILON * (knots[segments] - knots[0]);
    if (segments > 1 && knots[1] - knots[0] < gap)
        TRY(clpwl__values(f, knots, values, 1));
    if (segments > 1 && knots[segments] - knots[segments - 1] < gap)
        TRY(clpwl__values(f, knots + segments, values + segments, 1));
done:
    return status;
}

static clpwl_status fit_l1_l2(const clpwl_function *f, const clpwl_weight *weight,
                              clpwl_norm norm, const clpwl__watch *watch, const double *knots,
                              size_t segments, double tolerance, double *values)
{
    clpwl_status status = CLPWL_OK;
    clpwl__best_fit best = {.watch = watch};
    TRY(clpwl__best_fit_create(&best, f, weight, norm, segments));
    TRY(interpolate(f, knots, segments, values));
    TRY(clpwl__best_fit_values(&best, knots, tolerance, values));
    if (norm == CLPWL_NORM_L1)
        TRY(settle_ends(f, knots, segments, values));
done:
    clpwl__best_fit_free(&best);
    return status;
}

clpwl_status clpwl__fit_values(clpwl_fit fit, const clpwl_function *f, const clpwl_weight *weight,
                               const clpwl__watch *watch, const double *knots, size_t segments,
                               double tolerance, double *values)
{
    if (fit == CLPWL_FIT_INTERPOLANT)
        return interpolate(f, knots, segments, values);
    if (clpwl__fit_in_tube(fit))
        return clpwl__minimax_values(f, weight, fit, watch, knots, segments, tolerance, values);
    return fit_l1_l2(f, weight, clpwl__fit_norm(fit), watch, knots, segments, tolerance, values);
}

clpwl_status clpwl_fit_values(clpwl_fit fit, const clpwl_function *f, const clpwl_weight *weight,
                              const double *knots, size_t segments, double *values)
{
    CLPWL__DOOR;
    clpwl_status status = CLPWL_OK;
    clpwl_weight own;
    clpwl__broken pieces = {.kinks = NULL};
    CHECK_NAMED(fit, fit);
    CHECK_GIVEN(f);
    CHECK_GIVEN(knots);
    CHECK_GIVEN(values);
    TRY(clpwl__check_segments("a fit", segments));
    TRY(clpwl__check_ascending("knot", knots, segments + 1));
    TRY(clpwl__weight_take(&own, &weight));
    if (fit != CLPWL_FIT_INTERPOLANT)
        TRY(clpwl__broken_create(&pieces, f, knots[0], knots[segments]));
    TRY(clpwl__fit_values(fit, pieces.f.name ? &pieces.f : f, weight, NULL, knots, segments,
                          CLPWL__FIT_TOLERANCE, values));
done:
    clpwl__broken_free(&pieces);
    return status;
}
