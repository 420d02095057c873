/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fit/best_l1_l2.h"

enum {
    STEPS = 40,
    SHORTER = 12,
    PANELS = 128,
    STUCK = 2 /* steps that gain less than was to be left, whatever the next one promises */
};
static const double damping = 0.01; /* of a segment's natural stiffness, see solve() */

clpwl_status clpwl__best_create(clpwl__best *b, const clpwl_function *f,
                                const clpwl_weight *weight, clpwl_norm norm, size_t segments)
{
    clpwl_status status = CLPWL_OK;
    double **arrays[] = {&b->step, &b->pivot, &b->above, &b->trial};
    b->f = f;
    b->segments = segments;
    b->how = (clpwl__summing){.weight = clpwl__weighs(weight) ? weight : NULL, .norm = norm};
    for (int i = 0; i < 4; i++) {
        *arrays[i] = clpwl__alloc(segments + 1, sizeof **arrays[i]);
        CHECK(*arrays[i], CLPWL_ERR_MEMORY, "out of memory: a fit on %zu segments", segments);
    }
    b->sums = clpwl__alloc(segments, sizeof *b->sums);
    CHECK(b->sums, CLPWL_ERR_MEMORY, "out of memory: a fit on %zu segments", segments);
    b->next = clpwl__alloc(segments, sizeof *b->next);
    CHECK(b->next, CLPWL_ERR_MEMORY, "out of memory: a fit on %zu segments", segments);
done:
    return status;
}

void clpwl__best_free(clpwl__best *b)
{
    clpwl__free(b->sums);
    clpwl__free(b->next);
    clpwl__free(b->step);
    clpwl__free(b->pivot);
    clpwl__free(b->above);
    clpwl__free(b->trial);
    memset(b, 0, sizeof *b);
}

static clpwl_status sum(clpwl__best *b, const double *knots, const double *values,
                        clpwl__sums *sums, double *error)
{
    clpwl_status status = CLPWL_OK;
    clpwl__segment s = {.f = b->f};
    b->how.longest = (knots[b->segments] - knots[0]) / PANELS;
    *error = 0;
    for (size_t i = 0; i < b->segments; i++) {
        s.x0 = knots[i];
        s.x1 = knots[i + 1];
        s.y0 = values[i];
        s.y1 = values[i + 1];
        TRY(clpwl__sum_segment(&b->how, &s, &sums[i]));
        *error += sums[i].error;
    }
done:
    return status;
}

clpwl_status clpwl__best_sum(clpwl__best *b, const double *knots, const double *values)
{
    return sum(b, knots, values, b->sums, &b->error);
}

/* What is added to a segment's bends on the diagonal: next to nothing for L2, where they
 * are definite; for L1 they are not where e has fewer than two zeros, and h over the
 * mean error is what they are like elsewhere. */
static double stiffness(const clpwl__best *b, const clpwl__sums *s, double h)
{
    if (b->how.norm == CLPWL_NORM_L2)
        return 1e-14 * (s->bends[0] + s->bends[2]) + 1e-300;
    return damping * h * h / (s->error + 1e-30 * b->error + 1e-300);
}

/* Newton's step for the values, by elimination; returns the gain that it promises. */
static double solve(clpwl__best *b, const double *knots)
{
    double left[3] = {0, 0, 0}, gain = 0; /* diagonal, slope, coupling of the segment before */
    for (size_t i = 0; i <= b->segments; i++) {
        double diagonal = left[0], slope = left[1], coupling = left[2];
        if (i < b->segments) {
            const clpwl__sums *s = &b->sums[i];
            double more = stiffness(b, s, knots[i + 1] - knots[i]);
            diagonal += s->bends[0] + more;
            slope += s->slopes[0];
            left[0] = s->bends[2] + more;
            left[1] = s->slopes[1];
            left[2] = s->bends[1];
        }
        double factor = i > 0 ? coupling / b->pivot[i - 1] : 0;
        b->pivot[i] = diagonal - factor * coupling;
        b->above[i] = left[2];
        b->step[i] = slope - (i > 0 ? factor * b->step[i - 1] : 0);
        gain += b->step[i] * b->step[i] / b->pivot[i];
    }
    for (size_t i = b->segments + 1; i-- > 0;) {
        if (i < b->segments)
            b->step[i] -= b->above[i] * b->step[i + 1];
        b->step[i] /= b->pivot[i];
    }
    return gain;
}

clpwl_status clpwl__best_values(clpwl__best *b, const double *knots, double slack,
                                double *values)
{
    clpwl_status status = CLPWL_OK;
    double error, length = 1;
    int stuck = 0;
    TRY(clpwl__best_sum(b, knots, values));
    for (int turn = 0; turn < STEPS; turn++) {
        double gain = solve(b, knots);
        if (!(gain > slack * b->error))
            break;
        for (int k = 0; k < SHORTER; k++, length /= 4) {
            for (size_t i = 0; i <= b->segments; i++)
                b->trial[i] = values[i] + length * b->step[i];
            TRY(sum(b, knots, b->trial, b->next, &error));
            if (error < b->error)
                break;
        }
        if (!(error < b->error))
            break;
        stuck = b->error - error > slack * error ? 0 : stuck + 1;
        clpwl__sums *sums = b->sums;
        b->sums = b->next;
        b->next = sums;
        b->error = error;
        memcpy(values, b->trial, (b->segments + 1) * sizeof *values);
        if (b->how.norm == CLPWL_NORM_L2 || stuck == STUCK)
            break;
        length = fmin(1, 2 * length);
    }
done:
    return status;
}
