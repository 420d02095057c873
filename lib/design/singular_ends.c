/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Singular ends, which equal segments never resolve. */
#include "design/design.h"
#include "table/shaper.h"
#include "function/weight.h"
#include "base/internal.h"

enum { PARTS = 16 };

/* What any line leaves of f from l to r at least, or a little less: half of the largest
 * distance between f and its chord, by the least weight there. 0 where that cannot be told. */
static double left_of(const clpwl__plan *plan, double l, double r)
{
    const clpwl_function *f = plan->f;
    const clpwl_weight *weight = clpwl__plan_weight(plan, CLPWL_NORM_LINF);
    double yl = clpwl__function_raw(f, l), yr = clpwl__function_raw(f, r);
    double most = 0, least = HUGE_VAL, factor;
    for (int i = 0; i <= PARTS; i++) {
        double part = (double)i / PARTS, x = i < PARTS ? l + (r - l) * part : r;
        double y = clpwl__function_raw(f, x);
        most = fmax(most, fabs(y - (yl + (yr - yl) * part)));
        if (clpwl__weigh(weight, CLPWL_NORM_LINF, x, y, &factor) != CLPWL_OK)
            return 0; /* the search will say so */
        least = fmin(least, factor);
    }
    return isfinite(yl) && isfinite(yr) ? least * most / 2 : 0;
}

/* The larger of what the first and the last of n segments leave, and at which end. */
static double left_at_ends(const clpwl__plan *plan, size_t n, double *at)
{
    double a = plan->o.a, b = plan->o.b, h = (b - a) / (double)n;
    double left = left_of(plan, a, a + h), right = left_of(plan, b - h, b);
    *at = left > right ? a : b;
    return fmax(left, right);
}

clpwl_status clpwl__plan_check_ends(const clpwl__plan *plan, size_t most)
{
    clpwl_status status = CLPWL_OK;
    const clpwl_design_options *o = &plan->o;
    const double smooth = 14; /* a little below the 16 of two halvings, of where f'' is finite */
    double at, least, longer;
    if (o->partition != CLPWL_PARTITION_UNIFORM || o->norm != CLPWL_NORM_LINF || most < 8)
        goto done;
    longer = left_at_ends(plan, most / 4, &at);
    least = left_at_ends(plan, most, &at);
    if (longer > smooth * least)
        goto done; /* the search itself is soon over, and can say more */
    least *= o->fit == CLPWL_FIT_INTERPOLANT ? 2 : 1;
    CHECK(least <= o->max_error, CLPWL_ERR_TARGET,
          "a max error of %g in %s cannot be met with at most %zu equal segments: the one at "
          "x = %g alone leaves %.3g; an optimized partition has short segments where they are "
          "needed", o->max_error, clpwl_norm_name(o->norm), most,
          plan->shaped ? clpwl__shaper_x(o->shaper, at) : at, least);
done:
    return status;
}
