/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * In exact arithmetic a line is within the range of its nodal values. What leaves it is the rounding of a
 * slope, at the end of a segment that is far from the value it begins with, and a coordinate beyond the
 * domain; the last rounding leaves no range whose ends are fp32 numbers.
 */
#include "execution/held.h"
#include "clpwl/calculus.h"
#include <float.h>
#include <stdint.h>
#include "base/door.h"
#include "base/internal.h"
#include "base/number.h"
#include "execution/storage.h"
#include "execution/weighted.h"
#include "fit/shape.h"
#include "table/shaper.h"
#include "table/symmetry.h"

/* A line of numbers of fp32. */
typedef struct line {
    clpwl__reading r;
    const double *knots, *values; /* in g(x) */
} line;

/* What methods compute at both ends of a segment: with knots of its own from a record, and from the values at
 * both ends; among equal ones at both ends of where the coordinate may be. */
typedef struct ends {
    float left[2], right[2];
} ends;

/* Whether u is exactly a whole number at equally spaced knots that are exact. */
static int is_scaled(const line *l)
{
    const clpwl__reading *r = &l->r;
    return r->shaper == CLPWL_SHAPER_NONE && r->at.aside == 0 &&
           (double)r->at.scale * (l->knots[r->segments] - l->knots[0]) == (double)r->segments;
}

/* host-avx2 reads so few equal segments from the odd knots, to both sides. */
static int has_corners(const clpwl__reading *r)
{
    enum { MOST = 16 };
    return r->partition == CLPWL_PARTITION_UNIFORM && r->segments <= MOST;
}

static ends ends_of(const line *l, size_t i)
{
    const clpwl__reading *r = &l->r;
    const float from = (float)l->values[i], to = (float)l->values[i + 1], rise = to - from;
    if (r->partition == CLPWL_PARTITION_OPTIMIZED) {
        const double h = (double)(float)l->knots[i + 1] - (double)(float)l->knots[i];
        const float run = (float)h, slope = (float)(((double)to - from) / h), d = run * (1 / run);
        /* The first of some cells of the host begins at the second knot. */
        return (ends){{i == 0 ? fmaf(-run, slope, to) : from, from},
                      {fmaf(run, slope, from), fmaf(d, rise, from)}};
    }
    const int is_place = is_scaled(l) && !clpwl__fills_registers(r->segments);
    const double off = is_place ? 0 : clpwl__place_error(r, i, l->knots[i], l->knots[i + 1]);
    const double last = i + 1 == r->segments ? off : 0;
    const double first = i == 0 && (r->at.aside > 0 || r->shaper != CLPWL_SHAPER_NONE) ? off : 0;
    ends e = {{from, fmaf((float)-first, rise, from)},
              {fmaf((float)clpwl__float_at_most(1 - last), rise, from),
               fmaf((float)clpwl__float_at_least(1 + last), rise, from)}};
    if (has_corners(r) && i % 2 == 0)
        e.left[0] = fmaf(i == 0 ? -1 + 0x1p-24f : -1, rise, to);
    return e;
}

/* Widens the range by what methods give on segment i. */
static void widen(clpwl__span *range, const line *l, size_t i)
{
    const ends e = ends_of(l, i);
    /* Not as a loop over four values, of which gcc 12 for 64-bit ARM makes an internal error. */
    for (int k = 0; k < 2; k++) {
        range->lo = fmin(range->lo, fmin((double)e.left[k], (double)e.right[k]));
        range->hi = fmax(range->hi, fmax((double)e.left[k], (double)e.right[k]));
    }
}

/* Whether methods that compute in fp32 give the value of knot i exactly at its place. */
static int is_exact(const line *l, size_t i)
{
    const clpwl__reading *r = &l->r;
    const size_t n = r->segments;
    const double x = l->knots[i], from = x - l->knots[0], y = l->values[i];
    const ends after = ends_of(l, i < n ? i : n - 1), before = i > 0 ? ends_of(l, i - 1) : after;
    const int is_equal = r->partition == CLPWL_PARTITION_UNIFORM;
    if ((double)(float)x != x || r->reads == CLPWL__READS_FILTER || r->shaper != CLPWL_SHAPER_NONE)
        return 0;
    if (i == n) /* the host reads records of other storages, too */
        return (double)before.right[0] == y &&
               ((double)before.right[1] == y || (!is_equal && r->reads == CLPWL__READS_RECORDS));
    if ((double)after.left[0] != y || (has_corners(r) && i > 0 && (double)before.right[0] != y))
        return 0;
    return !is_equal ||
           (is_scaled(l) && (double)(float)from == from && from * (double)r->at.scale == (double)i);
}

/* A line that is settled. */
typedef struct settling {
    line l;
    const clpwl__bounds *limits;
    double *values; /* those of the line */
} settling;

static int is_held(const settling *s, size_t i)
{
    const clpwl__span at = clpwl__bounds_at(s->limits, s->l.knots[i]);
    return at.lo == at.hi;
}

/* What of the wishes for segment i its values miss, the range above all; 0: nothing. */
static int find_missed(const settling *s, size_t i)
{
    clpwl__span range = s->limits->all;
    widen(&range, &s->l, i);
    return 4 * (range.lo < s->limits->all.lo || range.hi > s->limits->all.hi) +
           (is_held(s, i) && !is_exact(&s->l, i)) + (is_held(s, i + 1) && !is_exact(&s->l, i + 1));
}

/* Moves value k, if it is not held, so that segment i misses less, and the one on the other side no more. */
static void move_value(const settling *s, size_t k, size_t i)
{
    enum { MOVES = 256 };
    const size_t other = k == i ? i - 1 : i + 1;
    const int has_other = k > 0 && k < s->l.r.segments, before = has_other ? find_missed(s, other) : 0;
    const double given = s->values[k], rise = fabs(s->values[i + 1] - s->values[i]);
    const double step = fmax((double)nextafterf((float)fabs(given), INFINITY) - fabs(given),
                             clpwl__eps * rise);
    double best = given;
    int least = is_held(s, k) ? 0 : find_missed(s, i);
    for (int move = 2; least > 0 && move <= 2 * MOVES; move++) {
        const double to = given + (move % 2 ? 1 : -1) * (move / 2) * step;
        s->values[k] = (double)(float)clpwl__clip(s->limits->all, to);
        const int missed = find_missed(s, i);
        if (missed < least && (!has_other || find_missed(s, other) <= before)) {
            best = s->values[k];
            least = missed;
        }
    }
    s->values[k] = best;
}

static line line_of(clpwl_partition partition, clpwl_shaper shaper, clpwl__reads reads, const double *knots,
                    const double *values, size_t segments)
{
    return (line){clpwl__reading_of(partition, shaper, reads, knots[0], knots[segments], segments), knots,
                  values};
}

void clpwl__settle_values(const clpwl__bounds *limits, clpwl_partition partition, clpwl_shaper shaper,
                          const double *knots, size_t segments, double *values)
{
    const settling s = {line_of(partition, shaper, CLPWL__READS_RECORDS, knots, values, segments), limits,
                        values};
    for (size_t i = 0; i < segments; i++)
        for (size_t k = 2; k-- > 0;)
            move_value(&s, i + k, i);
}

/* A table with what execution adds to each segment. */
typedef struct holding {
    const clpwl_constraints *c;
    clpwl__half half;
    clpwl__law law;
    size_t left_out; /* segments left of the half */
    line l;          /* of the half */
    int is_plain;    /* fp32 computes from fp32 numbers, or from halves: else bounds of all roundings tell */
    double *roundings;
} holding;

/* What execution adds to segment i of the half, and to its mirror image. */
static double rounding_on(const holding *h, size_t i)
{
    const double right = h->roundings[h->left_out + i];
    return h->left_out ? fmax(right, h->roundings[h->left_out - 1 - i]) : right;
}

/* How far the value at x may be from y. */
static double value_error(const holding *h, double x, double y)
{
    const size_t n = h->half.segments;
    const int is_left = x < h->half.knots[0];
    const size_t i = clpwl__count_up_to(h->half.knots, n + 1, is_left ? -x : x) - 1;
    const double v = h->half.values[i], off = fabs((is_left ? clpwl__law_value(h->law, -x, v) : v) - y);
    if (h->is_plain && !(is_left && h->law.symmetry >= CLPWL_SYMMETRY_RAMP) && is_exact(&h->l, i))
        return off + fabs(h->l.values[i] - v);
    return off + fmax(rounding_on(h, i > 0 ? i - 1 : 0), rounding_on(h, i < n ? i : n - 1));
}

/* How far values on segment i, and on its mirror image, may be outside of the range. */
static double range_error(const holding *h, size_t i)
{
    const double *v = h->half.values + i, more = h->is_plain ? 0 : rounding_on(h, i);
    clpwl__span range = {fmin(v[0], v[1]) - more, fmax(v[0], v[1]) + more};
    if (h->is_plain) {
        range = (clpwl__span){INFINITY, -INFINITY};
        widen(&range, &h->l, i);
    }
    /* A ramp has no range. */
    const float lo = (float)clpwl__law_value(h->law, 0, range.lo),
                hi = (float)clpwl__law_value(h->law, 0, range.hi);
    const double right = fmax(h->c->lo - range.lo, range.hi - h->c->hi);
    return h->left_out
               ? fmax(right, fmax(h->c->lo - (double)fminf(lo, hi), (double)fmaxf(lo, hi) - h->c->hi))
               : right;
}

clpwl_constraints_error clpwl_table_constraints_error(const clpwl_table *table,
                                                      const clpwl_execution *execution)
{
    CLPWL__DOOR;
    clpwl_execution how;
    holding h = {.c = clpwl_table_constraints(table), .half = clpwl__table_half(table),
                 .law = clpwl__table_law(table)};
    const size_t all = clpwl_table_segments(table), n = h.half.segments;
    const clpwl_shaper shaper = clpwl_table_shaper(table);
    const clpwl_constraints_error unknown = {NAN, NAN, NAN, NAN, NAN};
    clpwl_constraints_error e = {.value = 0};
    double a, b;
    clpwl_table_domain(table, &a, &b);
    if (!h.c)
        return e;
    if (clpwl__execution_take(&how, &execution, table) != CLPWL_OK || how.storage == CLPWL_STORAGE_ANY)
        return unknown;
    h.roundings = clpwl__alloc(all + 2 * (n + 1), sizeof *h.roundings);
    if (!h.roundings)
        return unknown;
    clpwl__table_roundings(table, &how, h.roundings);
    double *numbers = h.roundings + all, *knots = numbers + n + 1;
    const clpwl__coding coding = clpwl__coding_of(how.storage, h.half.values, n + 1);
    for (size_t i = 0; i <= n; i++) {
        numbers[i] = (double)(float)clpwl__stored(&coding, h.half.values[i]);
        knots[i] = clpwl__shaper_s(shaper, h.half.knots[i]);
    }
    h.left_out = all - n;
    h.l = line_of(clpwl_table_partition(table), shaper, clpwl__reads_of(&how), knots, numbers, n);
    h.is_plain = h.l.r.reads != CLPWL__READS_FILTER && !clpwl__storage_levels(how.storage);
    for (size_t i = 0; i < n; i++)
        e.range = fmax(e.range, range_error(&h, i));
    for (size_t k = 0; k < h.c->count; k++)
        e.value = fmax(e.value, value_error(&h, h.c->x[k], h.c->y[k]));
    for (size_t i = 0; i < all; i++)
        e.rounding = fmax(e.rounding, h.roundings[i]);
    e.shape = clpwl__shape_defect(h.c->shape, knots, numbers, n + 1, &(double){0});
    if (h.c->keep_integral)
        e.integral = fabs(clpwl_table_integral(table, a, b) - h.c->integral);
    clpwl__free(h.roundings);
    return e;
}
