/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "design/lattice_knots.h"

enum { TURNS = 24 }; /* of the golden section: 1e-5 of the distance of neighbours */

/* The error of the two segments that meet at knot i, if that is at x. */
static clpwl_status find_cost(const clpwl__costing *how, const double *knots,
                              const double *values, size_t i, double x, double *out)
{
    clpwl_status status = CLPWL_OK;
    double y[CLPWL__COST_STEPS + 1], factor[CLPWL__COST_STEPS + 1];
    TRY(clpwl__cost_samples(how, knots[i - 1], x, y, factor));
    double left = clpwl__cost_in(how, clpwl__cost_of_line(how, x - knots[i - 1], y, factor,
                                                          values[i - 1], values[i]));
    TRY(clpwl__cost_samples(how, x, knots[i + 1], y, factor));
    double right = clpwl__cost_in(how, clpwl__cost_of_line(how, knots[i + 1] - x, y, factor,
                                                           values[i], values[i + 1]));
    *out = how->norm == CLPWL_NORM_LINF ? fmax(left, right) : left + right;
done:
    return status;
}

/* Golden section around the knot, over half of each neighbouring segment. */
static clpwl_status move_knot(const clpwl__costing *how, double *knots, const double *values, size_t i)
{
    static const double golden = 0.6180339887498949;
    clpwl_status status = CLPWL_OK;
    double l = (knots[i - 1] + knots[i]) / 2, r = (knots[i] + knots[i + 1]) / 2, before, now;
    double x[2] = {r - golden * (r - l), l + golden * (r - l)}, cost[2];
    TRY(find_cost(how, knots, values, i, knots[i], &before));
    TRY(find_cost(how, knots, values, i, x[0], &cost[0]));
    TRY(find_cost(how, knots, values, i, x[1], &cost[1]));
    for (int turn = 0; turn < TURNS; turn++) {
        int k = cost[1] < cost[0]; /* the better place, which becomes the other one's */
        *(k ? &l : &r) = x[1 - k];
        x[1 - k] = x[k];
        cost[1 - k] = cost[k];
        x[k] = k ? l + golden * (r - l) : r - golden * (r - l);
        TRY(find_cost(how, knots, values, i, x[k], &cost[k]));
    }
    double at = (double)(float)x[cost[1] < cost[0]];
    if (!(knots[i - 1] < at && at < knots[i + 1]))
        goto done;
    TRY(find_cost(how, knots, values, i, at, &now));
    if (now < before)
        knots[i] = at;
done:
    return status;
}

clpwl_status clpwl__lattice_knots(const clpwl__costing *how, const double *kinks, size_t count,
                                  double *knots, size_t segments, const double *values)
{
    clpwl_status status = CLPWL_OK;
    for (size_t i = 1, k = 0; i < segments; i++) {
        while (k < count && kinks[k] < knots[i])
            k++;
        if (k == count || kinks[k] != knots[i])
            TRY(move_knot(how, knots, values, i));
    }
done:
    return status;
}
