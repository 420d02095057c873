/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "design/lattice_knots.h"
#include "base/array.h"
#include "function/function.h"
#include "function/weight.h"

enum { TURNS = 24 /* of the golden section: 1e-5 of the distance of neighbours */ };

clpwl_status clpwl__cost_samples(const clpwl__costing *how, const double *knots, size_t count, double *y,
                                 double *factor)
{
    enum { ROOM = 8 * (CLPWL__COST_STEPS + 1) }; /* samples that are one call of f */
    clpwl_status status = CLPWL_OK;
    const size_t each = how->steps + 1, most = ROOM / each;
    double x[ROOM];
    for (size_t i = 0, n; i < count; i += n) {
        n = count - i < most ? count - i : most;
        for (size_t k = 0; k < n; k++)
            for (size_t j = 0; j < each; j++)
                x[k * each + j] = clpwl__step_at(knots[i + k], knots[i + k + 1], (double)j,
                                                 (double)how->steps);
        TRY(clpwl__values(how->f, x, y + i * each, n * each));
        TRY(clpwl__weigh_many(how->weight, how->norm, x, y + i * each, factor + i * each, n * each));
    }
done:
    return status;
}

clpwl__cost clpwl__cost_of_line(const clpwl__costing *how, double length, const double *y,
                                const double *factor, double left, double right)
{
    clpwl__cost cost = {0, 0};
    double step = (right - left) / (double)how->steps;
    for (size_t j = 0; j <= how->steps; j++) {
        double e = fabs(factor[j] * (y[j] - (left + step * (double)j)));
        double part = how->norm == CLPWL_NORM_L1 ? e : e * e;
        cost.largest = fmax(cost.largest, e);
        cost.sum += j % how->steps ? part : part / 2; /* the trapezoidal rule */
    }
    cost.sum *= length / (double)how->steps;
    return cost;
}

double clpwl__cost_in(const clpwl__costing *how, clpwl__cost cost)
{
    return how->norm == CLPWL_NORM_LINF ? cost.largest : cost.sum;
}

/* The error of the two segments that meet at knot i, if that is at x. */
static clpwl_status find_cost(const clpwl__costing *how, const double *knots,
                              const double *values, size_t i, double x, double *out)
{
    clpwl_status status = CLPWL_OK;
    const size_t each = how->steps + 1;
    double y[2 * (CLPWL__COST_STEPS + 1)], factor[2 * (CLPWL__COST_STEPS + 1)];
    TRY(clpwl__cost_samples(how, (double[]){knots[i - 1], x, knots[i + 1]}, 2, y, factor));
    double left = clpwl__cost_in(how, clpwl__cost_of_line(how, x - knots[i - 1], y, factor,
                                                          values[i - 1], values[i]));
    double right = clpwl__cost_in(how, clpwl__cost_of_line(how, knots[i + 1] - x, y + each, factor + each,
                                                           values[i], values[i + 1]));
    *out = how->norm == CLPWL_NORM_LINF ? fmax(left, right) : left + right;
done:
    return status;
}

/* Golden section around the knot, over half of each neighbouring segment. */
static clpwl_status move_knot(const clpwl__costing *how, double *knots, const double *values, size_t i)
{
    clpwl_status status = CLPWL_OK;
    double l = (knots[i - 1] + knots[i]) / 2, r = (knots[i] + knots[i + 1]) / 2, before, now;
    double x[2] = {r - clpwl__golden * (r - l), l + clpwl__golden * (r - l)}, cost[2];
    TRY(find_cost(how, knots, values, i, knots[i], &before));
    TRY(find_cost(how, knots, values, i, x[0], &cost[0]));
    TRY(find_cost(how, knots, values, i, x[1], &cost[1]));
    for (int turn = 0; turn < TURNS; turn++) {
        int k = cost[1] < cost[0]; /* the better place, which becomes the other one's */
        *(k ? &l : &r) = x[1 - k];
        x[1 - k] = x[k];
        cost[1 - k] = cost[k];
        x[k] = k ? l + clpwl__golden * (r - l) : r - clpwl__golden * (r - l);
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
        CHECK(!clpwl__watch_ends(how->watch, 0), CLPWL_ERR_CANCELLED, "cancelled while knots were moved");
        while (k < count && kinks[k] < knots[i])
            k++;
        if (k == count || kinks[k] != knots[i])
            TRY(move_knot(how, knots, values, i));
    }
done:
    return status;
}
