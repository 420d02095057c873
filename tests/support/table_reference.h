/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables in long double, which this file computes for itself; where to read them; and
 * evaluators held against that. */
#ifndef CLPWL_TEST_TABLE_REFERENCE_H
#define CLPWL_TEST_TABLE_REFERENCE_H

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "clpwl_cl.h"
#include "suite.h"
#include "tolerance.h"

static inline clpwl_context *context_of(size_t i)
{
    clpwl_context_options options = CLPWL_CONTEXT_INIT;
    clpwl_context *c;
    char index[24];
    snprintf(index, sizeof index, "%zu", i);
    options.device = index;
    OK(clpwl_context_create(&c, &options));
    return c;
}

static inline size_t count_devices(void)
{
    clpwl_device_info *devices = NULL;
    size_t count = 0;
    if (clpwl_devices(&devices, &count) != CLPWL_OK)
        return 0;
    clpwl_free(devices);
    return count;
}

static inline double largest_slope(const clpwl_table *t)
{
    const double *x = clpwl_table_knots(t), *c = clpwl_table_values(t);
    double most = 0;
    for (size_t i = 0; i < clpwl_table_segments(t); i++)
        most = fmax(most, fabs(c[i + 1] - c[i]) / (x[i + 1] - x[i]));
    return most;
}

/* The table inside [a,b]. */
static inline long double inside(const clpwl_table *t, long double x)
{
    const double *knots = clpwl_table_knots(t), *c = clpwl_table_values(t);
    size_t i = 0, n = clpwl_table_segments(t);
    while (i + 1 < n && knots[i + 1] <= x)
        i++;
    return c[i] + (c[i + 1] - (long double)c[i]) * (x - knots[i]) /
                      ((long double)knots[i + 1] - knots[i]);
}

/* The table anywhere; *slack is what folding x back in fp32 may shift it by. */
static inline long double reference(const clpwl_table *t, float x, long double *slack)
{
    size_t n = clpwl_table_segments(t);
    long double a = clpwl_table_knots(t)[0], b = clpwl_table_knots(t)[n], w = b - a;
    clpwl_extend extend = clpwl_table_extend(t);
    *slack = 0;
    if (isnan(x))
        return NAN;
    if (x >= a && x <= b)
        return inside(t, x);
    if (extend == CLPWL_EXTEND_CLAMP) {
        /* The end as a device knows it: the last fp32 number inside. */
        *slack = 2 * EPS * (x < a ? fabsl(a) : fabsl(b));
        return inside(t, x < a ? a : b);
    }
    if (extend == CLPWL_EXTEND_ZERO)
        return 0;
    if (extend == CLPWL_EXTEND_NAN || isinf(x))
        return NAN;
    /* x - origin, the quotient, turns * period and the sum back: a rounding each. */
    *slack = 8 * EPS * (fabsl(x) + fabsl(a) + fabsl(b));
    long double turns = floorl((x - a) / w), r = (x - a) - turns * w;
    if (extend == CLPWL_EXTEND_MIRROR && fmodl(turns, 2) != 0)
        r = w - r;
    /* At a jump of a repeated table either side is right. */
    if (extend == CLPWL_EXTEND_REPEAT && (r <= *slack || w - r <= *slack))
        *slack = INFINITY;
    return inside(t, a + r);
}

/* Arguments: random, beyond both ends, every knot (of few) and its neighbours. */
static inline size_t arguments(const clpwl_table *t, float *x, size_t room)
{
    const double *knots = clpwl_table_knots(t);
    size_t n = clpwl_table_segments(t), used = 0, step = n / 300 + 1;
    double a = knots[0], w = knots[n] - a;
    const float special[] = {NAN, INFINITY, -INFINITY, 0.0f, -0.0f, FLT_MAX, -FLT_MAX,
                             FLT_MIN, (float)a, (float)(a + w)};
    memcpy(x, special, sizeof special);
    used = sizeof special / sizeof *special;
    for (size_t i = 0; i <= n; i += step) {
        x[used++] = (float)knots[i];
        x[used++] = nextafterf((float)knots[i], INFINITY);
        x[used++] = nextafterf((float)knots[i], -INFINITY);
    }
    srand(1);
    while (used < room)
        x[used++] = (float)(a + w * (3.0 * rand() / RAND_MAX - 1.0));
    return used;
}

enum { ARGUMENTS = 3000 };

static inline void compare(clpwl_evaluator *e, const clpwl_table *t, const char *where)
{
    static float x[ARGUMENTS], y[ARGUMENTS];
    size_t n = arguments(t, x, ARGUMENTS);
    double bound = clpwl_evaluator_error(e).linf, slope = largest_slope(t);
    OK(clpwl_eval(e, x, y, n));
    for (size_t i = 0; i < n; i++) {
        long double slack, right = reference(t, x[i], &slack);
        if (isnan(right)) {
            ck_assert_msg(isnan(y[i]), "%s: v(%a) is %g, not NaN", where, x[i], y[i]);
            continue;
        }
        ck_assert_msg(fabsl(y[i] - right) <= bound + slope * slack,
                      "%s: v(%a) is %.9g, not %.9Lg: off by %Lg, allowed %g", where, x[i], y[i],
                      right, fabsl(y[i] - right), (double)(bound + slope * slack));
    }
}

#endif
