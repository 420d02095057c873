/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "design/line_cost.h"
#include "base/array.h"
#include "function/function.h"
#include "function/weight.h"

clpwl_status clpwl__cost_samples(const clpwl__costing *how, double x0, double x1, double *y,
                                 double *factor)
{
    clpwl_status status = CLPWL_OK;
    double x[CLPWL__COST_STEPS + 1];
    for (size_t j = 0; j <= how->steps; j++)
        x[j] = clpwl__step_at(x0, x1, (double)j, (double)how->steps);
    TRY(clpwl__values(how->f, x, y, how->steps + 1));
    for (size_t j = 0; j <= how->steps; j++) {
        factor[j] = 1;
        if (how->weight)
            TRY(clpwl__weigh(how->weight, how->norm, x[j], y[j], &factor[j]));
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
