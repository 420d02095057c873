/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A table in long double, tails included, and the values that an fp32 evaluation may give.
 * It is written from the definitions, and shares no code with the library.
 */
#ifndef CLPWL_TEST_LINE_H
#define CLPWL_TEST_LINE_H

#include <float.h>
#include <math.h>
#include "clpwl.h"

typedef struct line {
    const double *x, *y; /* n + 1 knots and values; borrowed */
    size_t n;
    int uniform;
    clpwl_extend extend;
    clpwl_tails tails;
    float lo, hi; /* the first and the last float in [a,b] */
} line;

/* The values that a correct evaluation may give. */
typedef struct span {
    long double least, most;
} span;

static inline line line_of(const clpwl_table *t)
{
    line l = {clpwl_table_knots(t), clpwl_table_values(t), clpwl_table_segments(t),
              clpwl_table_partition(t) == CLPWL_PARTITION_UNIFORM, clpwl_table_extend(t),
              clpwl_table_tails(t), 0, 0};
    double a = l.x[0], b = l.x[l.n];
    l.lo = (float)a;
    l.hi = (float)b;
    if ((double)l.lo < a)
        l.lo = nextafterf(l.lo, INFINITY);
    if ((double)l.hi > b)
        l.hi = nextafterf(l.hi, -INFINITY);
    return l;
}

static inline size_t segment_of(const line *l, long double x)
{
    size_t low = 0, high = l->n;
    while (high - low > 1) {
        size_t middle = (low + high) / 2;
        if (l->x[middle] <= x)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static inline long double value_in(const line *l, size_t i, long double x)
{
    long double w = (x - l->x[i]) / ((long double)l->x[i + 1] - l->x[i]);
    return l->y[i] + w * ((long double)l->y[i + 1] - l->y[i]);
}

/*
 * The rounding error of a value on segment i, with eps = 2^-24.
 * Uniform: u = (x - a) scale has four roundings (of x - a, of a, of the scale, of the product),
 * each of at most (i + 1) eps. Optimised: two rounded knots, the distance, two roundings of the
 * slope, and the sum. Both: the stored nodal value and its neighbour, their difference or the
 * slope's product, and the result. If x is within a rounding of a knot, the evaluation may take
 * the neighbouring segment.
 */
static inline long double rounding(const line *l, size_t i)
{
    const long double eps = 0x1p-24L;
    long double most = 0;
    for (size_t k = i ? i - 1 : 0; k <= i + 1 && k < l->n; k++) {
        long double rise = fabsl((long double)l->y[k + 1] - l->y[k]);
        long double reach = fmaxl(fabsl((long double)l->x[k]), fabsl((long double)l->x[k + 1]));
        long double roundings =
            l->uniform ? 4 * (long double)(k + 1)
                       : 4 + 2 * reach / ((long double)l->x[k + 1] - l->x[k]);
        most = fmaxl(most, roundings * rise + 4 * fmaxl(fabsl((long double)l->y[k]),
                                                       fabsl((long double)l->y[k + 1])));
    }
    return eps * most + FLT_MIN;
}

/* The values on [from, to], within the domain. */
static inline span span_between(const line *l, long double from, long double to)
{
    size_t i = segment_of(l, from), last = segment_of(l, to);
    long double y = value_in(l, i, from), bound = rounding(l, i);
    span s = {y - bound, y + bound};
    for (; i <= last; i++) {
        bound = rounding(l, i);
        y = i < last ? (long double)l->y[i + 1] : value_in(l, i, to);
        s.least = fminl(s.least, y - bound);
        s.most = fmaxl(s.most, y + bound);
    }
    return s;
}

static inline span span_union(span s, span t)
{
    return (span){fminl(s.least, t.least), fmaxl(s.most, t.most)};
}

/* x is folded back exactly; the span is that of an interval as wide as fp32 is coarse at x. */
static inline span span_folded(const line *l, float x)
{
    long double a = l->x[0], b = l->x[l->n], period = b - a;
    long double near = 4 * 0x1p-24L * (fabsl((long double)x) + fabsl(a) + period);
    long double t = (x - a) / period, whole = floorl(t);
    if (near >= period / 2)
        return span_between(l, a, b);
    t = (t - whole) * period;
    if (l->extend == CLPWL_EXTEND_MIRROR && fmodl(fabsl(whole), 2) == 1)
        t = period - t;
    span s = span_between(l, a + fmaxl(t - near, 0), a + fminl(t + near, period));
    if (l->extend == CLPWL_EXTEND_REPEAT && t < near) /* may be taken for the end of a period */
        s = span_union(s, span_between(l, b - near, b));
    if (l->extend == CLPWL_EXTEND_REPEAT && t > period - near)
        s = span_union(s, span_between(l, a, a + near));
    return s;
}

/* The span s of the end of the domain, and what the tail adds at x: the distance and the product are
 * rounded, and the end of the domain and the slope were, which may become 0. */
static inline span span_beyond(const line *l, span s, float x)
{
    long double end = x < l->lo ? l->x[0] : l->x[l->n];
    long double slope = x < l->lo ? l->tails.left : l->tails.right, rise = slope * (x - end);
    int vanishes = fabsl(slope) < FLT_MIN;
    if (slope == 0 || (isinf(x) && !vanishes))
        return slope == 0 ? s : (span){rise, rise};
    long double off = 0x1p-24L * (4 * fabsl(rise) + 2 * fabsl(slope * end) +
                                  fmaxl(fabsl(s.least), fabsl(s.most)));
    if (vanishes)
        off += 0x1p-149L * fabsl(x - end);
    span t = {s.least + rise - off, s.most + rise + off};
    if (fmaxl(-2 * rise, -t.least) > FLT_MAX) /* it may overflow */
        t.least = -INFINITY;
    if (fmaxl(2 * rise, t.most) > FLT_MAX)
        t.most = INFINITY;
    return vanishes ? span_union(s, t) : t;
}

/* The values at x if an evaluation is within `bound` of the table; negative: within its roundings. */
static inline span span_within(const line *l, float x, double bound)
{
    const float end = x < l->lo ? l->lo : x > l->hi ? l->hi : x;
    const int inside = end == x, is_linear = l->extend == CLPWL_EXTEND_LINEAR;
    span s;
    if (!inside && l->extend == CLPWL_EXTEND_ZERO)
        return (span){0, 0};
    if (!inside && l->extend != CLPWL_EXTEND_CLAMP && !is_linear) {
        s = span_folded(l, x);
    } else {
        const long double y = value_in(l, segment_of(l, end), end);
        s = bound < 0 ? span_between(l, end, end) : (span){y, y};
        if (!inside && is_linear)
            s = span_beyond(l, s, x);
    }
    return bound < 0 ? s : (span){s.least - bound, s.most + bound};
}

static inline span span_at(const line *l, float x)
{
    return span_within(l, x, -1);
}

/* 1 if only NaN is correct. */
static inline int nan_at(const line *l, float x)
{
    int inside = x >= l->lo && x <= l->hi;
    return isnan(x) || (!inside && l->extend == CLPWL_EXTEND_NAN) ||
           (isinf(x) && (l->extend == CLPWL_EXTEND_REPEAT || l->extend == CLPWL_EXTEND_MIRROR));
}

/* 1 if x is so far out that fp32 cannot fold it back: any of the table's values is correct, and
 * NaN too. */
static inline int is_out_of_reach(const line *l, float x)
{
    long double from = x - (long double)l->x[0], period = (long double)l->x[l->n] - l->x[0];
    int inside = x >= l->lo && x <= l->hi;
    return !inside && (l->extend == CLPWL_EXTEND_REPEAT || l->extend == CLPWL_EXTEND_MIRROR) &&
           fmaxl(fabsl(from), fabsl(from) / period) > FLT_MAX;
}

#endif
