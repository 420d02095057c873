/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Derivatives and integrals of a table in long double, tails included, and checks that an
 * evaluator's values are within the errors that it reports. */
#ifndef CLPWL_TEST_CALCULUS_REFERENCE_H
#define CLPWL_TEST_CALCULUS_REFERENCE_H

#include <math.h>
#include "methods.h"
#include "tolerance.h"

/* The integral from a to x within [a,b], as a sum of trapezoids. */
static inline long double primitive(const clpwl_table *t, long double x)
{
    const double *k = clpwl_table_knots(t), *c = clpwl_table_values(t);
    long double sum = 0;
    for (size_t i = 0; i < clpwl_table_segments(t) && k[i] < x; i++) {
        long double h = (long double)k[i + 1] - k[i], d = fminl(x, k[i + 1]) - k[i];
        sum += d * (c[i] + ((long double)c[i + 1] - c[i]) * d / h / 2);
    }
    return sum;
}

/* x folded back into [a,b], and the number of periods between. */
static inline long double place(const clpwl_table *t, float x, long double *turns)
{
    long double a = clpwl_table_knots(t)[0], b = clpwl_table_knots(t)[clpwl_table_segments(t)];
    *turns = x >= a && x <= b ? 0 : floorl((x - a) / (b - a));
    return x - *turns * (b - a);
}

static inline int is_backwards(const clpwl_table *t, long double turns)
{
    return clpwl_table_extend(t) == CLPWL_EXTEND_MIRROR && fmodl(turns, 2) != 0;
}

/* The integral from a to x, tails included. */
static inline long double integral(const clpwl_table *t, float x)
{
    size_t n = clpwl_table_segments(t);
    const double *c = clpwl_table_values(t);
    long double a = clpwl_table_knots(t)[0], b = clpwl_table_knots(t)[n], turns;
    clpwl_extend extend = clpwl_table_extend(t);
    if (x >= a && x <= b)
        return primitive(t, x);
    if (isnan(x))
        return NAN;
    if (extend == CLPWL_EXTEND_ZERO)
        return x < a ? 0 : primitive(t, b);
    if (extend == CLPWL_EXTEND_CLAMP)
        return x < a ? c[0] * (x - a) : primitive(t, b) + c[n] * (x - b);
    if (extend == CLPWL_EXTEND_LINEAR) {
        clpwl_tails tails = clpwl_table_tails(t);
        long double end = x < a ? a : b, slope = x < a ? tails.left : tails.right;
        long double height = (x < a ? c[0] : c[n]) + (slope == 0 ? 0 : slope * (x - end) / 2);
        return (x < a ? 0 : primitive(t, b)) + (height == 0 ? 0 : height * (x - end));
    }
    if (extend == CLPWL_EXTEND_NAN || isinf(x))
        return NAN;
    long double all = primitive(t, b), at = place(t, x, &turns);
    return turns * all + (is_backwards(t, turns) ? all - primitive(t, b - (at - a))
                                                 : primitive(t, at));
}

static inline long double slope_of(const clpwl_table *t, size_t i)
{
    const double *k = clpwl_table_knots(t), *c = clpwl_table_values(t);
    return ((long double)c[i + 1] - c[i]) / ((long double)k[i + 1] - k[i]);
}

/* 1 if y is within `off` of the slope of a segment that is within `reach` of x in [a,b]. */
static inline int is_slope_near(const clpwl_table *t, long double x, double y, double reach,
                                double off)
{
    const double *k = clpwl_table_knots(t);
    for (size_t i = 0; i < clpwl_table_segments(t); i++)
        if (k[i] - reach <= x && x <= k[i + 1] + reach && fabsl(slope_of(t, i) - y) <= off)
            return 1;
    return 0;
}

/* The errors that an evaluator reports. */
typedef struct bounds {
    clpwl_calculus_error off;
    double linf; /* of values */
} bounds;

static inline bounds bounds_of(const clpwl_evaluator *e)
{
    return (bounds){clpwl_evaluator_calculus_error(e), clpwl_evaluator_error(e).linf};
}

/* 1 if y is within the reported error of v' at x. */
static inline int is_slope(const clpwl_table *t, float x, double y, const bounds *e)
{
    long double a = clpwl_table_knots(t)[0], b = clpwl_table_knots(t)[clpwl_table_segments(t)];
    clpwl_extend extend = clpwl_table_extend(t);
    long double turns, at = x;
    if (isnan(x))
        return isnan(y);
    if (x >= a && x <= b)
        return is_slope_near(t, x, y, e->off.reach, e->off.derivative);
    if (extend == CLPWL_EXTEND_CLAMP || extend == CLPWL_EXTEND_ZERO)
        return y == 0;
    if (extend == CLPWL_EXTEND_LINEAR)
        return y == (double)(float)(x < a ? clpwl_table_tails(t).left : clpwl_table_tails(t).right);
    if (extend == CLPWL_EXTEND_NAN || isinf(x))
        return isnan(y);
    if (fabsf(x) > 1e30f)
        return 1; /* fp32 cannot fold x back */
    at = place(t, x, &turns);
    double slack = 8 * EPS * (fabsl(x) + fabsl(a) + fabsl(b)) + e->off.reach;
    /* 8: x - a, the quotient, turns * period and the sum back have a rounding each. */
    long double back = b - (at - a);
    int odd = is_backwards(t, turns), near_end = at - a <= slack || b - at <= slack;
    if (is_slope_near(t, odd ? back : at, odd ? -y : y, slack, e->off.derivative))
        return 1;
    for (int k = 0; near_end && k < 4; k++)
        if (is_slope_near(t, k & 1 ? a : b, odd || k & 2 ? y : -y, slack, e->off.derivative))
            return 1;
    return 0;
}

static inline double largest_value(const clpwl_table *t)
{
    double most = 0;
    for (size_t i = 0; i <= clpwl_table_segments(t); i++)
        most = fmax(most, fabs(clpwl_table_values(t)[i]));
    return most;
}

/* The largest error of the integral at x: outside the domain it grows with the distance. */
static inline double allowed(const clpwl_table *t, float x, double right, const bounds *e)
{
    double a = clpwl_table_knots(t)[0], b = clpwl_table_knots(t)[clpwl_table_segments(t)];
    if (x >= a && x <= b)
        return e->off.integral;
    /* The end of the domain is rounded to fp32, and x is folded with 8 roundings at most. */
    double slack = 8 * EPS * (fabs(x) + fabs(a) + fabs(b));
    clpwl_extend extend = clpwl_table_extend(t);
    /* A tail begins at the value that is stored. */
    int is_long = extend == CLPWL_EXTEND_CLAMP || extend == CLPWL_EXTEND_LINEAR;
    double length = is_long ? fmax(a - x, x - b) : 0;
    return 2 * e->off.integral + slack * largest_value(t) + length * e->linf +
           4 * EPS * fabs(right);
}

static inline void check_integral(const clpwl_table *t, float x, float y, const bounds *e,
                           const char *where)
{
    if (fabsf(x) > 1e30f && isfinite(x)) /* fp32 cannot fold x back */
        return;
    const long double right = integral(t, x), room = allowed(t, x, (double)right, e);
    const int is_right = isnan(right)          ? isnan(y)
                         : isinf((float)right) ? y == (float)right
                                               : fabsl(y - right) <= room;
    ck_assert_msg(is_right, "%s: V(%a) is %.9g, not %.9Lg, allowed %Lg", where, x, y, right, room);
}

static inline clpwl_evaluator *make(clpwl_context *c, const clpwl_table *t, const char *method,
                                    clpwl_storage storage, clpwl_quantity quantity)
{
    clpwl_evaluator_options o = CLPWL_EVALUATOR_INIT;
    o.method = method;
    o.storage = storage;
    o.quantity = quantity;
    return try_evaluator(c, &t, 1, &o);
}

#endif
