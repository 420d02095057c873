/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * In exact arithmetic a line is within the range of its nodal values. What leaves it is the rounding of a slope,
 * at the end of a segment that is far from the value it begins with, and a coordinate beyond the domain; the last
 * rounding leaves no range whose ends are fp32 numbers.
 */
#include "execution/held.h"
#include <float.h>
#include <stdint.h>
#include "base/door.h"
#include "base/internal.h"
#include "base/number.h"
#include "execution/storage.h"
#include "execution/weighted.h"
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
        return (ends){{i == 0 ? fmaf(-run, slope, to) : from, from}, {fmaf(run, slope, from), fmaf(d, rise, from)}};
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
    for (int k = 0; k < 2; k++) {
        range->lo = fmin(range->lo, fmin((double)e.left[k], (double)e.right[k]));
        range->hi = fmax(range->hi, fmax((double)e.left[k], (double)e.right[k]));
    }
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
    const size_t last = s->l.r.segments - 1;
    const ends e = ends_of(&s->l, i);
    clpwl__span range = {INFINITY, -INFINITY};
    widen(&range, &s->l, i);
    const int has_few = has_corners(&s->l.r);
    return 4 * (range.lo < s->limits->all.lo || range.hi > s->limits->all.hi) +
           ((i == 0 || has_few) && is_held(s, i) && (double)e.left[0] != s->values[i]) +
           (has_few && is_held(s, i + 1) && (double)e.right[0] != s->values[i + 1]) +
           (i == last && is_held(s, last + 1) &&
            ((double)e.right[0] != s->values[last + 1] ||
             (s->l.r.partition == CLPWL_PARTITION_UNIFORM && (double)e.right[1] != s->values[last + 1])));
}

/* Moves value k, if it is not held, so that segment i misses less, and the one on the other side no more. */
static void move_value(const settling *s, size_t k, size_t i)
{
    enum { MOVES = 256 };
    const size_t other = k == i ? i - 1 : i + 1;
    const int has_other = k > 0 && k < s->l.r.segments;
    const double given = s->values[k], rise = fabs(s->values[i + 1] - s->values[i]);
    const double ulp = (double)nextafterf((float)fabs(given), INFINITY) - fabs(given);
    const int before = has_other ? find_missed(s, other) : 0;
    double best = given;
    int least = find_missed(s, i);
    for (int move = 1; least > 0 && !is_held(s, k) && move <= MOVES; move++)
        for (int side = -1; side <= 1; side += 2) {
            const double to = given + side * move * fmax(ulp, clpwl__eps * rise);
            s->values[k] = (double)(float)clpwl__clip(s->limits->all, to);
            const int missed = find_missed(s, i);
            if (missed < least && (!has_other || find_missed(s, other) <= before)) {
                best = s->values[k];
                least = missed;
            }
        }
    s->values[k] = best;
}

static line line_of(clpwl_partition partition, clpwl_shaper shaper, const double *knots, const double *values,
                    size_t segments)
{
    return (line){clpwl__reading_of(partition, shaper, CLPWL__READS_ENDS, knots[0], knots[segments], segments),
                  knots, values};
}

void clpwl__settle_values(const clpwl__bounds *limits, clpwl_partition partition, clpwl_shaper shaper,
                          const double *knots, size_t segments, double *values)
{
    const settling s = {line_of(partition, shaper, knots, values, segments), limits, values};
    for (size_t i = 0; i < segments; i++)
        for (size_t k = 2; k-- > 0;)
            move_value(&s, i + k, i);
}

/* Whether methods that compute in fp32 give the value of knot i exactly at its place. */
static int is_exact(const line *l, size_t i)
{
    const clpwl__reading *r = &l->r;
    const size_t n = r->segments;
    const double x = l->knots[i];
    const ends e = ends_of(l, i < n ? i : n - 1);
    const int is_equal = r->partition == CLPWL_PARTITION_UNIFORM;
    if ((double)(float)x != x || r->reads == CLPWL__READS_FILTER || r->shaper != CLPWL_SHAPER_NONE)
        return 0;
    if (i == n) /* the host reads records of other storages, too */
        return (double)e.right[0] == l->values[n] &&
               ((double)e.right[1] == l->values[n] || (!is_equal && r->reads == CLPWL__READS_RECORDS));
    if (!is_equal)
        return (double)e.left[0] == l->values[i];
    if (has_corners(r) && ((double)e.left[0] != l->values[i] ||
                           (i > 0 && (double)ends_of(l, i - 1).right[0] != l->values[i])))
        return 0;
    return is_scaled(l) && (double)(float)(x - l->knots[0]) == x - l->knots[0] &&
           (x - l->knots[0]) * (double)r->at.scale == (double)i;
}

/* How far the value at constraint k's place may be from the constraint. */
static double value_error(const clpwl_table *table, const line *l, const double *roundings, size_t k)
{
    const clpwl_constraints *c = clpwl_table_constraints(table);
    const clpwl_symmetry symmetry = clpwl_table_symmetry(table);
    const double *knots = clpwl_table_knots(table);
    const size_t n = clpwl_table_segments(table), left_out = n - l->r.segments;
    size_t i = 0;
    while (i < n && knots[i] < c->x[k])
        i++;
    const double off = fabs(clpwl_table_values(table)[i] - c->y[k]);
    const size_t in_half = i < left_out ? n - i - left_out : i - left_out;
    const int is_reflected = i < left_out && symmetry >= CLPWL_SYMMETRY_RAMP;
    if (l->values && !is_reflected && is_exact(l, in_half))
        return off + fabs(l->values[in_half] - clpwl__table_half(table).values[in_half]);
    return off + fmax(roundings[i > 0 ? i - 1 : 0], roundings[i < n ? i : n - 1]);
}

/* How far values are outside of the range: as computed from numbers of fp32, else as bounds of all roundings
 * tell. */
static double range_error(const clpwl_table *table, const line *l, const double *roundings)
{
    const clpwl_constraints *c = clpwl_table_constraints(table);
    const clpwl__law law = clpwl__table_law(table);
    const double *values = clpwl_table_values(table);
    double most = 0;
    for (size_t i = 0; i < clpwl_table_segments(table) && !l->values; i++) {
        const double lo = fmin(values[i], values[i + 1]), hi = fmax(values[i], values[i + 1]);
        most = fmax(most, roundings[i] + fmax(c->lo - lo, hi - c->hi));
    }
    for (size_t i = 0; i < l->r.segments && l->values; i++) {
        clpwl__span range = {INFINITY, -INFINITY};
        widen(&range, l, i);
        most = fmax(most, fmax(c->lo - range.lo, range.hi - c->hi));
        if (!law.symmetry)
            continue;
        const double x = l->knots[i], lo = (float)clpwl__law_value(law, x, range.lo);
        const double hi = (float)clpwl__law_value(law, x, range.hi);
        most = fmax(most, fmax(c->lo - fmin(lo, hi), fmax(lo, hi) - c->hi));
    }
    return most;
}

clpwl_constraints_error clpwl_table_constraints_error(const clpwl_table *table, const clpwl_execution *execution)
{
    CLPWL__DOOR;
    clpwl_execution how;
    const clpwl_constraints *c = clpwl_table_constraints(table);
    clpwl_constraints_error e = {0, 0};
    double *roundings = NULL, *numbers = NULL;
    if (!c)
        return e;
    const clpwl__half half = clpwl__table_half(table);
    const size_t n = half.segments;
    const clpwl_shaper shaper = clpwl_table_shaper(table);
    e = (clpwl_constraints_error){NAN, NAN};
    if (clpwl__execution_take(&how, &execution, table) != CLPWL_OK || how.storage == CLPWL_STORAGE_ANY)
        return e;
    roundings = clpwl__alloc(clpwl_table_segments(table), sizeof *roundings);
    numbers = clpwl__alloc(n + 1, 2 * sizeof *numbers);
    if (!roundings || !numbers)
        goto done;
    clpwl__table_roundings(table, &how, roundings);
    const clpwl__coding coding = clpwl__coding_of(how.storage, half.values, n + 1);
    const int is_plain = clpwl__reads_of(&how) != CLPWL__READS_FILTER && clpwl__storage_levels(how.storage) == 0;
    for (size_t i = 0; i <= n; i++) {
        numbers[i] = (double)(float)clpwl__stored(&coding, half.values[i]);
        numbers[n + 1 + i] = clpwl__shaper_s(shaper, half.knots[i]);
    }
    line l = line_of(clpwl_table_partition(table), shaper, numbers + n + 1, numbers, n);
    l.r.reads = clpwl__reads_of(&how);
    l.values = is_plain ? numbers : NULL;
    e = (clpwl_constraints_error){0, range_error(table, &l, roundings)};
    for (size_t k = 0; k < c->count; k++)
        e.value = fmax(e.value, value_error(table, &l, roundings, k));
done:
    clpwl__free(roundings);
    clpwl__free(numbers);
    return e;
}
