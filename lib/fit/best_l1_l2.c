/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fit/best_l1_l2.h"

enum {
    MOST_STEPS = 40,
    MOST_SHORTENINGS = 12,
    PANELS = 128,
    STUCK = 2 /* steps in a row that gain less than the tolerance, which end the search */
};
static const double damping = 0.01; /* see damp_segment() */

clpwl_status clpwl__best_fit_create(clpwl__best_fit *b, const clpwl_function *f,
                                    const clpwl_weight *weight, clpwl_norm norm, size_t segments)
{
    clpwl_status status = CLPWL_OK;
    b->segments = segments;
    b->how = (clpwl__summation){.f = f, .weight = clpwl__weighs(weight) ? weight : NULL, .norm = norm};
    b->how.panels = clpwl__alloc(1, sizeof *b->how.panels);
    CHECK_MEMORY(b->how.panels);
    b->step = clpwl__alloc(segments + 1, 4 * sizeof *b->step);
    CHECK(b->step, CLPWL_ERR_MEMORY, "out of memory: a fit on %zu segments", segments);
    b->pivot = b->step + segments + 1;
    b->above = b->pivot + segments + 1;
    b->trial = b->above + segments + 1;
    b->sums = clpwl__alloc(segments, sizeof *b->sums);
    CHECK(b->sums, CLPWL_ERR_MEMORY, "out of memory: a fit on %zu segments", segments);
    b->next = clpwl__alloc(segments, sizeof *b->next);
    CHECK(b->next, CLPWL_ERR_MEMORY, "out of memory: a fit on %zu segments", segments);
done:
    return status;
}

void clpwl__best_fit_free(clpwl__best_fit *b)
{
    clpwl__free(b->how.panels);
    clpwl__free(b->sums);
    clpwl__free(b->next);
    clpwl__free(b->step);
    memset(b, 0, sizeof *b);
}

static clpwl_status sum_segments(clpwl__best_fit *b, const double *knots, const double *values,
                                 clpwl__segment_sums *sums, double *error)
{
    clpwl_status status = CLPWL_OK;
    CHECK(!clpwl__watch_ends(b->watch, 0), CLPWL_ERR_CANCELLED,
          "cancelled while the values of %zu segments were fitted", b->segments);
    b->how.longest = (knots[b->segments] - knots[0]) / PANELS;
    TRY(clpwl__sum_segments(&b->how, knots, values, b->segments, sums));
    *error = 0;
    for (size_t i = 0; i < b->segments; i++)
        *error += sums[i].error;
done:
    return status;
}

clpwl_status clpwl__best_fit_evaluate(clpwl__best_fit *b, const double *knots,
                                      const double *values)
{
    return sum_segments(b, knots, values, b->sums, &b->error);
}

/* What is added to the diagonal of a segment's hessian. In L2 the hessian is definite and
 * next to nothing is added, for weights of 0. In L1 it is not where e has fewer than two zeros; elsewhere its
 * entries are of order weight^2 / error, and a share of that is added. */
static double damp_segment(const clpwl__best_fit *b, const clpwl__segment_sums *s)
{
    if (b->how.norm == CLPWL_NORM_L2)
        return (b->how.weight ? 1e-14 : 0) * (s->hessian[0] + s->hessian[2]) + 1e-300;
    return damping * s->weight * s->weight / (s->error + 1e-30 * b->error + 1e-300);
}

/* Newton's step for the values, by elimination. Returns the gain that it promises. */
static double solve_newton_step(clpwl__best_fit *b)
{
    double left[3] = {0, 0, 0}, gain = 0; /* diagonal, gradient, coupling: segment i - 1 */
    for (size_t i = 0; i <= b->segments; i++) {
        double diagonal = left[0], gradient = left[1], coupling = left[2];
        if (i < b->segments) {
            const clpwl__segment_sums *s = &b->sums[i];
            double more = damp_segment(b, s);
            diagonal += s->hessian[0] + more;
            gradient += s->gradient[0];
            left[0] = s->hessian[2] + more;
            left[1] = s->gradient[1];
            left[2] = s->hessian[1];
        }
        double factor = i > 0 ? coupling / b->pivot[i - 1] : 0;
        b->pivot[i] = diagonal - factor * coupling;
        b->above[i] = left[2];
        b->step[i] = gradient - (i > 0 ? factor * b->step[i - 1] : 0);
        gain += b->step[i] * b->step[i] / b->pivot[i];
    }
    for (size_t i = b->segments + 1; i-- > 0;) {
        if (i < b->segments)
            b->step[i] -= b->above[i] * b->step[i + 1];
        b->step[i] /= b->pivot[i];
    }
    return gain;
}

/*
 * Moves the interpolant's values close to those of the least L1 error. On a short segment
 * f minus its chord is a parabola of height B. The integral of |e| is least where e has
 * its zeros at 1/4 and 3/4; the parabola is 3/4 B high there. Newton's method needs zeros
 * of e to start from, and the interpolant has none inside its segments.
 */
static clpwl_status move_to_quarters(clpwl__best_fit *b, const double *knots, double *values)
{
    clpwl_status status = CLPWL_OK;
    double before = 0, *middles = b->pivot, *y = b->above; /* for a moment */
    for (size_t i = 0; i < b->segments; i++)
        middles[i] = knots[i] + (knots[i + 1] - knots[i]) / 2;
    TRY(clpwl__values(b->how.f, middles, y, b->segments));
    for (size_t i = 0; i <= b->segments; i++) {
        double move = i < b->segments ? 0.75 * (y[i] - (values[i] + values[i + 1]) / 2) : before;
        values[i] += i == 0 ? move : (before + move) / 2;
        before = move;
    }
done:
    return status;
}

clpwl_status clpwl__best_fit_values(clpwl__best_fit *b, const double *knots, double tolerance,
                                    double *values)
{
    clpwl_status status = CLPWL_OK;
    const int is_quadratic = b->how.norm == CLPWL_NORM_L2;
    double error, length = 1;
    int stuck = 0;
    if (!is_quadratic)
        TRY(move_to_quarters(b, knots, values));
    TRY(clpwl__best_fit_evaluate(b, knots, values));
    for (int turn = 0; turn < MOST_STEPS && stuck < STUCK; turn++) {
        if (!(solve_newton_step(b) > tolerance * b->error))
            break;
        for (int k = 0; k < MOST_SHORTENINGS; k++, length /= 4) {
            for (size_t i = 0; i <= b->segments; i++)
                b->trial[i] = values[i] + length * b->step[i];
            TRY(sum_segments(b, knots, b->trial, b->next, &error));
            if (error < b->error)
                break;
        }
        if (!(error < b->error))
            break;
        stuck = is_quadratic ? STUCK : b->error - error > tolerance * error ? 0 : stuck + 1;
        clpwl__segment_sums *sums = b->sums;
        b->sums = b->next;
        b->next = sums;
        b->error = error;
        memcpy(values, b->trial, (b->segments + 1) * sizeof *values);
        length = fmin(1, 2 * length);
    }
done:
    return status;
}
