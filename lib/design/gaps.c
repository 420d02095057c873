/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Neighbouring fp32 numbers, between which no knot lies. */
#include "design/singular.h"
#include <float.h>
#include <stdio.h>
#include "base/internal.h"
#include "base/number.h"
#include "fit/fit.h"
#include "function/weight.h"

enum { PARTS = 16 }; /* of a segment */

double clpwl__bound_error(const clpwl__subject *subject, double l, double r)
{
    const clpwl_function *f = &subject->in_s;
    const clpwl_weight *weight = clpwl__subject_weight(subject, CLPWL_NORM_LINF);
    double s[PARTS + 1], y[PARTS + 1], most = 0, least = HUGE_VAL, factor;
    for (int i = 0; i <= PARTS; i++)
        s[i] = i < PARTS ? l + (r - l) * ((double)i / PARTS) : r;
    clpwl__values_raw(f, s, y, PARTS + 1);
    for (int i = 0; i <= PARTS; i++) {
        most = fmax(most, fabs(y[i] - (y[0] + (y[PARTS] - y[0]) * ((double)i / PARTS))));
        if (clpwl__weigh(weight, CLPWL_NORM_LINF, s[i], y[i], &factor) != CLPWL_OK)
            return 0; /* the search reports it */
        least = fmin(least, factor);
    }
    return isfinite(y[0]) && isfinite(y[PARTS]) ? least * most / 2 : 0;
}

double clpwl__least_error(const clpwl_design_options *o, double bound)
{
    int is_interpolant = o->fit == CLPWL_FIT_INTERPOLANT && o->execution->storage == CLPWL_STORAGE_FLOAT32;
    int is_all = is_interpolant || clpwl__fit_is_one_sided(o->fit);
    return bound * (is_all && o->norm == CLPWL_NORM_LINF ? 2 : 1);
}

static double next_float(double x, float direction)
{
    return (double)nextafterf((float)x, direction);
}

/* Between two neighbouring fp32 numbers, in s. */
typedef struct gap {
    double l, r, least;
} gap;

/* Makes the gap from l to r *worst if its error is larger. Where f is noise, and for interpolants, longer
 * segments as that from far_l to far_r may have smaller ones. Equal segments may be shorter. */
static void compare_gap(const clpwl__subject *subject, const clpwl_design_options *o, double l, double r,
                        double far_l, double far_r, gap *worst)
{
    double shortest = (subject->s1 - subject->s0) / (double)o->max_segments;
    if (far_l < subject->s0 || far_r > subject->s1 ||
        (o->partition == CLPWL_PARTITION_UNIFORM && shortest < r - l))
        return;
    double bound = clpwl__bound_error(subject, l, r);
    double of_line = clpwl__fit_is_one_sided(o->fit) ? clpwl__least_error(o, bound) : bound;
    double least = subject->in_s.noise > 0 ? 0 : of_line;
    if (clpwl__bound_error(subject, far_l, far_r) >= bound)
        least = fmax(least, clpwl__least_error(o, bound));
    if (least > worst->least)
        *worst = (gap){l, r, least};
}

static void compare_beside(const clpwl__subject *subject, const clpwl_design_options *o, double s,
                           float direction, gap *worst)
{
    double next = next_float(s, direction), far = s + 4 * (next - s);
    if ((double)(float)s == s)
        compare_gap(subject, o, fmin(s, next), fmax(s, next), fmin(s, far), fmax(s, far), worst);
}

/* The gap around a kink that is no fp32 number. */
static void compare_around(const clpwl__subject *subject, const clpwl_design_options *o, double s, gap *worst)
{
    double near = (double)(float)s, other = next_float(s, near < s ? INFINITY : -INFINITY);
    double l = fmin(near, other), r = fmax(near, other);
    if (near != s)
        compare_gap(subject, o, l, r, l - 2 * (r - l), r + 2 * (r - l), worst);
}

/* A gap in a 100th of the domain, by bisection towards the larger change: a rounded f has jumps there. */
static void compare_within(const clpwl__subject *subject, const clpwl_design_options *o, double l, gap *worst)
{
    double m, r = (double)(float)(l + (subject->s1 - subject->s0) / 100);
    double yl = clpwl__function_raw(&subject->in_s, l), yr = clpwl__function_raw(&subject->in_s, r);
    while (m = (double)(float)(l + (r - l) / 2), l < m && m < r) {
        double y = clpwl__function_raw(&subject->in_s, m);
        int is_left = fabs(y - yl) > fabs(yr - y);
        *(is_left ? &r : &l) = m;
        *(is_left ? &yr : &yl) = y;
    }
    compare_gap(subject, o, l, r, l - 2 * (r - l), r + 2 * (r - l), worst);
}

/* The gaps at and beside a place, unless there is a kink, whose gaps are compared by themselves. */
static void compare_place(const clpwl__subject *subject, const clpwl_design_options *o, double s, gap *worst)
{
    size_t count;
    const double *kinks = clpwl_function_kinks(&subject->in_s, &count);
    double l = next_float(clpwl__float_at_most(s), -INFINITY);
    for (int i = 0; i < 3; i++, l = next_float(l, INFINITY)) {
        double r = next_float(l, INFINITY);
        int has_kink = 0;
        for (size_t k = 0; k < count; k++)
            has_kink |= l <= kinks[k] && kinks[k] <= r;
        if (!has_kink)
            compare_gap(subject, o, l, r, l - 2 * (r - l), r + 2 * (r - l), worst);
    }
}

clpwl_status clpwl__check_gaps(const clpwl__subject *subject, const clpwl_design_options *o, double target,
                               double place)
{
    clpwl_status status = CLPWL_OK;
    const clpwl_function *f = &subject->in_s;
    gap worst = {0, 0, target};
    size_t count;
    char least[CLPWL__NUMBER_ROOM], how[40] = "rises and falls";
    const double *kinks = clpwl_function_kinks(f, &count);
    if (subject->shaped || o->norm != CLPWL_NORM_LINF)
        goto done;
    compare_beside(subject, o, subject->s0, INFINITY, &worst);
    compare_beside(subject, o, subject->s1, -INFINITY, &worst);
    compare_within(subject, o, (double)(float)(subject->s0 + 0.29 * (subject->s1 - subject->s0)), &worst);
    if (!isnan(place))
        compare_place(subject, o, place, &worst);
    for (size_t i = 0; i < count; i++) {
        double left = next_float(kinks[i], -INFINITY), right = next_float(kinks[i], INFINITY);
        if (i == 0 || kinks[i - 1] != left) /* else it is a jump's own segment */
            compare_beside(subject, o, kinks[i], -INFINITY, &worst);
        if (i + 1 == count || kinks[i + 1] != right)
            compare_beside(subject, o, kinks[i], INFINITY, &worst);
        compare_around(subject, o, kinks[i], &worst);
    }
    if (worst.l == worst.r)
        goto done;
    double change = fabs(clpwl__function_raw(f, worst.r) - clpwl__function_raw(f, worst.l));
    clpwl__number_apart(least, worst.least, o->max_error);
    if (o->weight || change > worst.least)
        snprintf(how, sizeof how, "changes by %.3g", change);
    CHECK(0, CLPWL_ERR_TARGET, "a max error of %g in %s cannot be met: %s %s between x = %.9g and %.9g, "
          "neighbours in fp32, and the error there is at least %s", o->max_error,
          clpwl_norm_name(o->norm), f->name, how, worst.l, worst.r, least);
done:
    return status;
}
