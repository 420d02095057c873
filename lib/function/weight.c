/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "function/weight.h"
#include "function/function.h"
#include "base/internal.h"
#include "base/options.h"

clpwl_status clpwl__weight_take(clpwl_weight *own, const clpwl_weight **weight)
{
    clpwl_status status = CLPWL_OK;
    if (!*weight)
        goto done;
    TRY(clpwl__options_take(own, sizeof *own, *weight, "clpwl_weight", "CLPWL_WEIGHT_INIT"));
    CHECK(own->floor >= 0 && isfinite(own->floor), CLPWL_ERR_ARGUMENT,
          "the floor of the relative error is %g; expected a positive number, or 0 for an "
          "absolute error", own->floor);
    *weight = own;
done:
    return status;
}

clpwl_status clpwl__weigh_by(const clpwl_weight *w, clpwl_norm norm, double x, double y, double of_x,
                             double *out)
{
    clpwl_status status = CLPWL_OK;
    CHECK(of_x >= 0, CLPWL_ERR_ARGUMENT, "%s is %g at x = %.17g; a weight must not be "
          "negative", clpwl_function_name(w->w), of_x, x);
    of_x = norm == CLPWL_NORM_L2 ? sqrt(of_x) : of_x;
    *out = w && w->floor > 0 ? of_x / fmax(fabs(y), w->floor) : of_x;
done:
    return status;
}

clpwl_status clpwl__weights(const clpwl_weight *w, const double *x, double *of_x, size_t n)
{
    if (w && w->w)
        return clpwl__values(w->w, x, of_x, n);
    for (size_t i = 0; i < n; i++)
        of_x[i] = 1;
    return CLPWL_OK;
}

clpwl_status clpwl__weigh_many(const clpwl_weight *w, clpwl_norm norm, const double *x, const double *y,
                               double *out, size_t n)
{
    clpwl_status status = CLPWL_OK;
    TRY(clpwl__weights(w, x, out, n));
    for (size_t i = 0; i < n; i++)
        TRY(clpwl__weigh_by(w, norm, x[i], y[i], out[i], &out[i]));
done:
    return status;
}
