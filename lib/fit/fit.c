/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fit/fit.h"
#include "fit/best_l1_l2.h"
#include "base/enums.h"
#include "fit/minimax.h"
#include "error/quadrature.h"
#include "error/residual.h"
#include "function/weight.h"

static const char *const fit_names[] = {"interpolant", "projection", "least-absolute",
                                        "minimax",     "above",      "below"};
static const clpwl__enum fits = CLPWL__ENUM("fit", fit_names);

const char *clpwl_fit_name(clpwl_fit fit)
{
    return clpwl__enum_name(&fits, (int)fit);
}

clpwl_status clpwl_fit_parse(clpwl_fit *out, const char *name)
{
    int value;
    clpwl_status status = clpwl__enum_parse(&fits, &value, name);
    if (status == CLPWL_OK)
        *out = (clpwl_fit)value;
    return status;
}

static clpwl_status check_arguments(const clpwl_function *f, const double *knots,
                                    size_t segments, const double *values)
{
    clpwl_status status = CLPWL_OK;
    CHECK(f && knots && values, CLPWL_ERR_ARGUMENT, "%s is NULL",
          !f ? "f" : !knots ? "knots" : "values");
    CHECK(segments >= 1, CLPWL_ERR_ARGUMENT, "a fit needs at least 1 segment, not 0");
    for (size_t i = 0; i <= segments; i++) {
        CHECK(isfinite(knots[i]), CLPWL_ERR_ARGUMENT, "knots[%zu] is %g, not finite", i,
              knots[i]);
        CHECK(i == 0 || knots[i - 1] < knots[i], CLPWL_ERR_ARGUMENT,
              "knots[%zu] is %.17g, not above knots[%zu] = %.17g", i, knots[i], i - 1,
              knots[i - 1]);
    }
done:
    return status;
}

clpwl_status clpwl_fit_interpolant(const clpwl_function *f, const double *knots,
                                   size_t segments, double *values)
{
    clpwl_status status = CLPWL_OK;
    TRY(check_arguments(f, knots, segments, values));
    for (size_t i = 0; i <= segments; i++)
        TRY(clpwl__value(f, knots[i], &values[i]));
done:
    return status;
}

/* The residual against the two hat functions that share the segment. */
static clpwl_status hat_moments(double x, void *user, double out[2])
{
    const clpwl__segment *s = user;
    double e, t = (x - s->x0) / (s->x1 - s->x0);
    clpwl_status status = clpwl__residual(s, x, &e);
    out[0] = e * (1 - t);
    out[1] = e * t;
    return status;
}

/* <f - v, phi_i> for the line v through values. */
static clpwl_status moments(const clpwl_function *f, const double *knots, const double *values,
                            size_t segments, double *out)
{
    clpwl_status status = CLPWL_OK;
    clpwl__segment s = {.f = f};
    double noise = clpwl__residual_noise(f, values, segments);
    double longest = (knots[segments] - knots[0]) / CLPWL__PANELS;
    clpwl__quadrature q = {hat_moments, &s, 1e-8, {noise, noise}};
    memset(out, 0, (segments + 1) * sizeof *out);
    for (size_t i = 0; i < segments; i++) {
        s.x0 = knots[i];
        s.x1 = knots[i + 1];
        s.y0 = values[i];
        s.y1 = values[i + 1];
        for (double l = s.x0, r; l < s.x1; l = r) {
            r = clpwl__piece_end(f, l, s.x1);
            TRY(clpwl__integrate_panels(&q, l, r, longest, out + i));
        }
    }
done:
    return status;
}

/* Solves M c = b for the Gramian M of the hat functions (paper, eq. 6) in place of b.
 * M is diagonally dominant: no pivoting. upper: segments numbers, scratch. */
static void solve_gramian(const double *knots, size_t segments, double *b, double *upper)
{
    double left = 0, above = 0; /* the segment to the left; the row above's factor */
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
 * The moments are those of f less its interpolant: the projection of that difference
 * is added to the interpolant. The residual is some h^2 f'' small, so its moments lose
 * nothing to cancellation, which those of f itself would.
 */
clpwl_status clpwl_fit_projection(const clpwl_function *f, const double *knots,
                                  size_t segments, double *values)
{
    clpwl_status status = CLPWL_OK;
    double *change = NULL, *upper = NULL;
    TRY(clpwl_fit_interpolant(f, knots, segments, values));
    change = clpwl__alloc(segments + 1, sizeof *change);
    CHECK(change, CLPWL_ERR_MEMORY, "out of memory: the projection on %zu segments", segments);
    upper = clpwl__alloc(segments, sizeof *upper);
    CHECK(upper, CLPWL_ERR_MEMORY, "out of memory: the projection on %zu segments", segments);
    TRY(moments(f, knots, values, segments, change));
    solve_gramian(knots, segments, change, upper);
    for (size_t i = 0; i <= segments; i++)
        values[i] += change[i];
done:
    clpwl__free(change);
    clpwl__free(upper);
    return status;
}

/* Near the values of the least L1 error: on a short segment f less its line is a parabola
 * of height B, of which |e| is least with zeros at 1/4 and 3/4, where it is 3/4 B high.
 * Newton's method, which sees f by the zeros of e alone, has none in the interpolant. */
static clpwl_status move_to_quarters(const clpwl_function *f, const double *knots,
                                     size_t segments, double *values)
{
    clpwl_status status = CLPWL_OK;
    double before = 0, y;
    for (size_t i = 0; i <= segments; i++) {
        double move = before;
        if (i < segments) {
            TRY(clpwl__value(f, knots[i] + (knots[i + 1] - knots[i]) / 2, &y));
            move = 0.75 * (y - (values[i] + values[i + 1]) / 2);
        }
        values[i] += i == 0 ? move : (before + move) / 2;
        before = move;
    }
done:
    return status;
}

static clpwl_status fit_best(const clpwl_function *f, const clpwl_weight *weight,
                             clpwl_norm norm, const double *knots, size_t segments,
                             double digits, double *values)
{
    clpwl_status status = CLPWL_OK;
    clpwl__best best = {0};
    TRY(clpwl__best_create(&best, f, weight, norm, segments));
    TRY(clpwl_fit_interpolant(f, knots, segments, values));
    if (norm == CLPWL_NORM_L1)
        TRY(move_to_quarters(f, knots, segments, values));
    TRY(clpwl__best_values(&best, knots, digits, values));
done:
    clpwl__best_free(&best);
    return status;
}

clpwl_status clpwl_fit_values(clpwl_fit fit, const clpwl_function *f, const clpwl_weight *weight,
                              const double *knots, size_t segments, double *values)
{
    return clpwl__fit_values(fit, f, weight, knots, segments, CLPWL__FIT_DIGITS, values);
}

clpwl_status clpwl__fit_values(clpwl_fit fit, const clpwl_function *f, const clpwl_weight *weight,
                               const double *knots, size_t segments, double digits,
                               double *values)
{
    clpwl_status status = CLPWL_OK;
    CHECK(clpwl_fit_name(fit), CLPWL_ERR_ARGUMENT, "%d is not a clpwl_fit", (int)fit);
    TRY(check_arguments(f, knots, segments, values));
    TRY(clpwl__weight_check(weight));
    if (fit == CLPWL_FIT_INTERPOLANT)
        TRY(clpwl_fit_interpolant(f, knots, segments, values));
    else if (fit == CLPWL_FIT_PROJECTION && !clpwl__weighs(weight))
        TRY(clpwl_fit_projection(f, knots, segments, values));
    else if (fit == CLPWL_FIT_PROJECTION || fit == CLPWL_FIT_LEAST_ABSOLUTE)
        TRY(fit_best(f, weight, fit == CLPWL_FIT_PROJECTION ? CLPWL_NORM_L2 : CLPWL_NORM_L1, knots, segments,
                     digits, values));
    else
        TRY(clpwl__minimax_values(f, weight, fit, knots, segments, digits, values));
done:
    return status;
}
