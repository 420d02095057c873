/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "design/singular_ends.h"
#include "base/internal.h"
#include "function/weight.h"

enum { PARTS = 16 };

/* A lower bound of the weighted Linf of any line on the segment from l to r: half of the largest
 * distance between f and its chord, times the least factor of the weight. 0 if f or the weight
 * fails there. */
static double bound_error(const clpwl__subject *subject, double l, double r)
{
    const clpwl_function *f = &subject->in_s;
    const clpwl_weight *weight = clpwl__subject_weight(subject, CLPWL_NORM_LINF);
    double yl = clpwl__function_raw(f, l), yr = clpwl__function_raw(f, r);
    double most = 0, least = HUGE_VAL, factor;
    for (int i = 0; i <= PARTS; i++) {
        double part = (double)i / PARTS, s = i < PARTS ? l + (r - l) * part : r;
        double y = clpwl__function_raw(f, s);
        most = fmax(most, fabs(y - (yl + (yr - yl) * part)));
        if (clpwl__weigh(weight, CLPWL_NORM_LINF, s, y, &factor) != CLPWL_OK)
            return 0; /* the search reports it */
        least = fmin(least, factor);
    }
    return isfinite(yl) && isfinite(yr) ? least * most / 2 : 0;
}

/* The larger of the bounds for the first and the last of n segments, and the end it is from. */
static double bound_end_errors(const clpwl__subject *subject, size_t n, double *end)
{
    double s0 = subject->s0, s1 = subject->s1, h = (s1 - s0) / (double)n;
    double first = bound_error(subject, s0, s0 + h), last = bound_error(subject, s1 - h, s1);
    *end = first > last ? s0 : s1;
    return fmax(first, last);
}

clpwl_status clpwl__check_singular_ends(const clpwl__subject *subject,
                                        const clpwl_design_options *o, double target,
                                        size_t most)
{
    /* A quarter of the length takes a finite f'' to 1/16 of the error, sqrt to 1/2. */
    const double smooth = 14;
    clpwl_status status = CLPWL_OK;
    double end, least, longer;
    if (o->partition != CLPWL_PARTITION_UNIFORM || o->norm != CLPWL_NORM_LINF || most < 8)
        goto done;
    longer = bound_end_errors(subject, most / 4, &end);
    least = bound_end_errors(subject, most, &end);
    if (longer > smooth * least)
        goto done; /* the search ends soon, and its message contains more */
    least *= o->fit == CLPWL_FIT_INTERPOLANT ? 2 : 1;
    CHECK(least <= target, CLPWL_ERR_TARGET,
          "a max error of %g in %s cannot be met with at most %zu equal segments: the one at "
          "x = %g has an error of at least %.3g; an optimized partition has short segments where "
          "they are needed", o->max_error, clpwl_norm_name(o->norm), most,
          clpwl__subject_x(subject, end), least);
done:
    return status;
}
