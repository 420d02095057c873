/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fit/fit.h"
#include <float.h>
#include "base/array.h"
#include "base/door.h"
#include "error/measure.h"
#include "fit/best_l1_l2.h"
#include "fit/minimax.h"
#include "function/weight.h"

static clpwl_status interpolate(const clpwl_function *f, const double *knots, size_t segments,
                                double *values)
{
    return clpwl__values(f->exact ? f->exact : f, knots, values, segments + 1);
}

/* <f - v, phi_i> for the line v through the values. */
static clpwl_status integrate_moments(const clpwl_function *f, const double *knots,
                                      const double *values, size_t segments, double *out)
{
    clpwl_status status = CLPWL_OK;
    clpwl_error ignored;
    double (*halves)[2] = clpwl__alloc(segments, sizeof *halves);
    const clpwl__measure how = {.norms = CLPWL__MEASURE_LINF, .give_up = HUGE_VAL, .moments = halves};
    CHECK_MEMORY(halves);
    TRY(clpwl__error_measure(&how, f, knots, values, segments, &ignored));
    for (size_t i = 0; i <= segments; i++)
        out[i] = (i > 0 ? halves[i - 1][1] : 0) + (i < segments ? halves[i][0] : 0);
done:
    clpwl__free(halves);
    return status;
}

/* Solves M c = b for the Gramian M of the hat functions (paper, eq. 6) in place of b.
 * M is diagonally dominant: no pivoting. upper: room for `segments` numbers. */
static void solve_gramian(const double *knots, size_t segments, double *b, double *upper)
{
    double left = 0, above = 0; /* the segment on the left; the factor of the row above */
    for (size_t i = 0; i <= segments; i++) {
        double right = i < segments ? knots[i + 1] - knots[i] : 0;
        double pivot = (left + right) / 3 - left / 6 * above;
        b[i] = (b[i] - (i > 0 ? left / 6 * b[i - 1] : 0)) / pivot;
        if (i < segments)
            upper[i] = above = right / 6 / pivot;
        left = right;
    }
    for (size_t i = segments; i-- > 0;)
        b[i] -= upper[i] * b[i + 1];
}

/*
 * Adds the projection of f - interpolant to the interpolant. That residual is of order
 * h^2 f'', so its moments lose nothing to cancellation, unlike those of f.
 */
static clpwl_status project(const clpwl_function *f, const double *knots, size_t segments,
                            double *values)
{
    clpwl_status status = CLPWL_OK;
    double *change = NULL, *upper = NULL;
    TRY(interpolate(f, knots, segments, values));
    change = clpwl__alloc(segments + 1, sizeof *change);
    CHECK(change, CLPWL_ERR_MEMORY, "out of memory: the projection on %zu segments", segments);
    upper = clpwl__alloc(segments, sizeof *upper);
    CHECK(upper, CLPWL_ERR_MEMORY, "out of memory: the projection on %zu segments", segments);
    TRY(integrate_moments(f, knots, values, segments, change));
    solve_gramian(knots, segments, change, upper);
    for (size_t i = 0; i <= segments; i++)
        values[i] += change[i];
done:
    clpwl__free(change);
    clpwl__free(upper);
    return status;
}

/*
 * Moves the interpolant's values close to those of the least L1 error. On a short segment
 * f minus its chord is a parabola of height B. The integral of |e| is least where e has
 * its zeros at 1/4 and 3/4; the parabola is 3/4 B high there. Newton's method needs zeros
 * of e to start from, and the interpolant has none inside its segments.
 */
static clpwl_status move_to_quarters(const clpwl_function *f, const double *knots,
                                     size_t segments, double *values)
{
    clpwl_status status = CLPWL_OK;
    double before = 0, *middles = clpwl__alloc(segments, 2 * sizeof *middles);
    CHECK_MEMORY(middles);
    double *y = middles + segments;
    for (size_t i = 0; i < segments; i++)
        middles[i] = knots[i] + (knots[i + 1] - knots[i]) / 2;
    TRY(clpwl__values(f, middles, y, segments));
    for (size_t i = 0; i <= segments; i++) {
        double move = i < segments ? 0.75 * (y[i] - (values[i] + values[i + 1]) / 2) : before;
        values[i] += i == 0 ? move : (before + move) / 2;
        before = move;
    }
done:
    clpwl__free(middles);
    return status;
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
    if (norm == CLPWL_NORM_L1)
        TRY(move_to_quarters(f, knots, segments, values));
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
    if (fit == CLPWL_FIT_PROJECTION && !clpwl__weighs(weight))
        return project(f, knots, segments, values);
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
    CHECK(clpwl_fit_name(fit), CLPWL_ERR_ARGUMENT, "%d is not a clpwl_fit", (int)fit);
    CHECK(f && knots && values, CLPWL_ERR_ARGUMENT, "%s is NULL",
          !f ? "f" : !knots ? "knots" : "values");
    TRY(clpwl__check_segments("a fit", segments));
    TRY(clpwl__check_ascending("knot", knots, segments + 1));
    TRY(clpwl__weight_take(&own, &weight));
    TRY(clpwl__fit_values(fit, f, weight, NULL, knots, segments, CLPWL__FIT_TOLERANCE, values));
done:
    return status;
}
