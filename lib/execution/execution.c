/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The error of a table as it is executed in fp32, with a filter whose weight has B
 * fractional bits. Each segment adds, with c the nodal values and i its index:
 *
 *   roundings   those of rounding.h
 *   storage     in 8 or 16 bits the distance between what is stored and c, a line between two knots;
 *               levels are read to 1.5 ulp, interpolated and multiplied by a rounded number: 7 eps
 *               of their range, with eps = 2^-24
 *   weight      2^-(B+1) |c_i+1 - c_i|
 *
 * Devices may flush subnormal numbers to 0. That loses a value, a difference of two values or
 * a slope that is subnormal. It matters for errors relative to values of that size.
 */
#include <float.h>
#include <math.h>
#include "base/door.h"
#include "base/internal.h"
#include "base/options.h"
#include "clpwl/calculus.h"
#include "execution/weighted.h"
#include "table/shaper.h"
#include "table/symmetry.h"
#include "table/table.h"
#include "execution/rounding.h"
#include "execution/storage.h"

/* A nodal value as stored, and a bound of its distance from the exact one. */
typedef struct node {
    double value, error;
} node;

/*   is_measured  whether the stored value has been measured against f */
static node node_of(const clpwl__coding *coding, double c, int is_measured)
{
    double stored = clpwl__stored(coding, c);
    return (node){stored, clpwl__stored_error(coding, is_measured ? stored : c)};
}

/* The default storage becomes the table's. Codes are read at both ends of a segment. */
static void take_storage(clpwl_execution *own, const clpwl_table *table)
{
    if (own->storage == CLPWL_STORAGE_DEFAULT) {
        own->storage = clpwl__storage_for(table, own->storage);
        own->from_image |= own->storage != CLPWL_STORAGE_FLOAT32;
    }
}

clpwl_execution clpwl__execution_of(const clpwl_table *table)
{
    clpwl_execution own = CLPWL_EXECUTION_INIT;
    take_storage(&own, table);
    return own;
}

clpwl_status clpwl__execution_take(clpwl_execution *own, const clpwl_execution **execution,
                                   const clpwl_table *table)
{
    clpwl_status status = CLPWL_OK;
    TRY(clpwl__options_take(own, sizeof *own, *execution, "clpwl_execution",
                            "CLPWL_EXECUTION_INIT"));
    CHECK(own->weight_bits <= CLPWL__MOST_WEIGHT_BITS, CLPWL_ERR_ARGUMENT,
          "%u weight bits: there are at most %d", own->weight_bits, CLPWL__MOST_WEIGHT_BITS);
    CHECK(own->weight_error >= 0 && own->weight_error <= 1 && own->value_error >= 0 &&
              own->value_error < HUGE_VAL, CLPWL_ERR_ARGUMENT,
          "a weight error of %g and a value error of %g: the first must be 0 to 1, the second 0 or "
          "more", own->weight_error, own->value_error);
    CHECK_NAMED(storage, own->storage);
    take_storage(own, table);
    *execution = own;
done:
    return status;
}

double clpwl__weight_error(const clpwl_execution *execution)
{
    if (execution->weight_error > 0)
        return execution->weight_error;
    return execution->weight_bits > 0 ? ldexp(1, -(int)execution->weight_bits - 1) : 0;
}

/* Seen on an H100: results are halves between halves, and multiples of 1/65535 between codes, by 0.502 of one
 * at most. */
double clpwl__filter_error(const clpwl_execution *execution)
{
    static const double of_half = 0x1.01p-11, of_code = 0x1.01p-17;
    if (execution->value_error > 0 || execution->weight_bits == 0)
        return execution->value_error;
    return execution->storage == CLPWL_STORAGE_HALF              ? of_half
           : clpwl__storage_levels(execution->storage) > 0 ? of_code
                                                                 : 0;
}

clpwl__reads clpwl__reads_of(const clpwl_execution *execution)
{
    if (clpwl__weight_error(execution) > 0 || execution->value_error > 0)
        return CLPWL__READS_FILTER;
    return execution->from_image ? CLPWL__READS_ENDS : CLPWL__READS_RECORDS;
}

static clpwl__reading reading_of(const clpwl_table *table, clpwl__reads reads)
{
    clpwl__half half = clpwl__table_half(table);
    clpwl_shaper shaper = clpwl_table_shaper(table);
    return clpwl__reading_of(clpwl_table_partition(table), shaper, reads,
                             clpwl_shaper_value(shaper, half.knots[0]),
                             clpwl_shaper_value(shaper, half.knots[half.segments]), half.segments);
}

/* The segment of the half that is read for segment i of the table. */
static size_t stored_segment(clpwl__law law, size_t segments, size_t i)
{
    size_t middle = segments / 2;
    if (law.symmetry == CLPWL_SYMMETRY_NONE)
        return i;
    return i < middle ? middle - 1 - i : i - middle;
}

static double larger(double x, double y)
{
    return x > y ? x : y;
}

double clpwl__table_place_error(const clpwl_table *table, size_t i)
{
    const double *knots = clpwl__table_half(table).knots;
    clpwl__reading r = reading_of(table, CLPWL__READS_FILTER);
    i = stored_segment(clpwl__table_law(table), clpwl_table_segments(table), i);
    return clpwl__place_error(&r, i, clpwl__shaper_g(r.shaper, knots[i]),
                              clpwl__shaper_g(r.shaper, knots[i + 1]));
}

/* An argument near a knot may be executed on the other segment; among 2^23 segments and more on one
 * beyond that. */
static double largest_near(const double *each, size_t i, size_t segments, double place)
{
    double most = each[i];
    size_t reach = place < (double)segments ? 1 + (size_t)place : segments;
    for (size_t k = 1; k <= reach; k++) {
        most = k <= i ? fmax(most, each[i - k]) : most;
        most = i + k < segments ? fmax(most, each[i + k]) : most;
    }
    return most;
}

clpwl_error clpwl_table_executed_error(const clpwl_table *table, const clpwl_execution *execution)
{
    CLPWL__DOOR;
    clpwl_execution own;
    if (clpwl__execution_take(&own, &execution, table) != CLPWL_OK)
        return (clpwl_error)CLPWL_ERROR_NAN;
    return clpwl__executed(table, execution, clpwl__table_known(table), 0, NULL, NULL);
}

/* A table as it is executed. */
typedef struct layout {
    clpwl__half half;
    clpwl__law law;
    const double *values; /* of both halves */
    size_t segments;
    clpwl__reading r;
    clpwl__coding coding;
    double weight, filter; /* their errors */
    int of_stored;
} layout;

static layout layout_of(const clpwl_table *table, const clpwl_execution *how, int of_stored)
{
    const clpwl__half half = clpwl__table_half(table);
    return (layout){.half = half, .law = clpwl__table_law(table), .values = clpwl_table_values(table),
                    .segments = clpwl_table_segments(table),
                    .r = reading_of(table, clpwl__reads_of(how)),
                    .coding = clpwl__coding_of(how->storage, half.values, half.segments + 1),
                    .weight = clpwl__weight_error(how), .filter = clpwl__filter_error(how),
                    .of_stored = of_stored};
}

/* What the law of a symmetry adds on segment i. It is exact, but for an addition of x, or of the sum of
 * point in fp32: that rounds the sum of a value and of its error. Both numbers may be flushed to 0. */
static double reflection_error(const layout *t, size_t i, double error)
{
    const double *c = t->values + i;
    if (t->law.symmetry < CLPWL_SYMMETRY_RAMP || i >= t->segments / 2)
        return 0;
    return fabs(t->law.sum - (float)t->law.sum) +
           clpwl__eps * (larger(fabs(c[0]), fabs(c[1])) + error) * (1 + 0x1p-20) + 2 * FLT_MIN;
}

/* What execution adds to a segment. */
typedef struct added {
    node left, right;
    double rise, largest; /* of the values as stored */
    double place, width;  /* the error of the coordinate, in segments; and the length in g(x) */
    double rounding;
} added;

static added add_to(const layout *t, size_t i)
{
    const clpwl_symmetry symmetry = t->law.symmetry;
    const size_t s = stored_segment(t->law, t->segments, i);
    const double *knots = t->half.knots + s, *c = t->half.values + s;
    added a = {.left = node_of(&t->coding, c[0], t->of_stored),
               .right = node_of(&t->coding, c[1], t->of_stored)};
    if (t->of_stored && s == 0 && (symmetry == CLPWL_SYMMETRY_ODD || symmetry == CLPWL_SYMMETRY_POINT))
        a.left.error += fabs(a.left.value - c[0]); /* c[0] was measured in its place */
    double from = clpwl__shaper_g(t->r.shaper, knots[0]), to = clpwl__shaper_g(t->r.shaper, knots[1]);
    a.largest = larger(fabs(a.left.value), fabs(a.right.value));
    a.rise = fabs(a.right.value - a.left.value);
    a.width = fabs(to - from);
    a.place = clpwl__place_error(&t->r, s, from, to);
    a.rounding = a.place * a.rise + clpwl__value_error(a.rise, a.largest, a.place) +
                 clpwl__flushed(a.width, a.left.value, a.right.value) +
                 clpwl__reading_error(&t->coding, t->filter, a.largest);
    a.rounding += reflection_error(t, i,
                                   a.rounding + t->weight * a.rise + larger(a.left.error, a.right.error));
    if (a.largest + a.rounding > (double)FLT_MAX) /* fp32 may overflow */
        a.rounding = INFINITY;
    return a;
}

void clpwl__table_roundings(const clpwl_table *table, const clpwl_execution *execution, double *out)
{
    const layout t = layout_of(table, execution, 0);
    for (size_t i = 0; i < t.segments; i++) {
        const added a = add_to(&t, i);
        out[i] = a.rounding + t.weight * a.rise + larger(a.left.error, a.right.error);
    }
}

clpwl_error clpwl__executed(const clpwl_table *table, const clpwl_execution *how,
                            clpwl_error e, int of_stored, const clpwl__factors *factors,
                            const double *each)
{
    static const clpwl__factors one = {1, 1, 1};
    double linf = 0, l1 = 0, l2 = 0, l2_weight = 0, l2_stored = 0;
    if (how->storage == CLPWL_STORAGE_ANY)
        return (clpwl_error)CLPWL_ERROR_NAN;
    const layout t = layout_of(table, how, of_stored);
    for (size_t i = 0; i < t.segments; i++) {
        const clpwl__factors *k = factors ? &factors[i] : &one;
        const added a = add_to(&t, i);
        const double left = a.left.error, right = a.right.error, rounding = a.rounding;
        const double weighed = t.weight * a.rise;
        if (rounding == INFINITY) /* whatever the weight, which may be 0 */
            return (clpwl_error){INFINITY, INFINITY, INFINITY};
        size_t s = stored_segment(t.law, t.segments, i);
        double h = t.half.knots[s + 1] - t.half.knots[s];
        double more = k->most * (rounding + weighed + larger(left, right));
        linf = larger(linf, (each ? largest_near(each, i, t.segments, a.place) : 0) + more);
        l1 += h * k->mean * (rounding + weighed / 2 + (left + right) / 2);
        l2 += h * k->square * rounding * rounding;
        l2_weight += h * k->square * weighed * weighed / 3;
        l2_stored += h * k->square * (left * left + left * right + right * right) / 3;
    }
    e.linf = each ? linf : e.linf + linf;
    e.l1 += l1;
    /* Contributions that may correlate with f - v, as roundings do on few floats, add linearly. */
    e.l2 = sqrt(e.l2 * e.l2 + l2_weight) + sqrt(l2) + sqrt(l2_stored);
    return e;
}

clpwl_calculus_error
clpwl_table_executed_calculus_error(const clpwl_table *table, const clpwl_execution *execution)
{
    CLPWL__DOOR;
    clpwl_execution own;
    clpwl_calculus_error e = {0, 0, 0};
    double area = 0;
    if (clpwl__execution_take(&own, &execution, table) != CLPWL_OK || own.storage == CLPWL_STORAGE_ANY)
        return (clpwl_calculus_error){NAN, NAN, NAN};
    layout t = layout_of(table, &own, 0);
    t.r = reading_of(table, CLPWL__READS_RECORDS);
    const clpwl_shaper shaper = t.r.shaper;
    const int is_ramp = t.law.symmetry == CLPWL_SYMMETRY_RAMP;
    for (size_t i = 0; i < t.segments; i++) {
        const added a = add_to(&t, i);
        const double *x = t.half.knots + stored_segment(t.law, t.segments, i), *v = t.values + i;
        const double from = fabs(clpwl__shaper_slope(shaper, x[0]));
        const double to = fabs(clpwl__shaper_slope(shaper, x[1]));
        const double h = x[1] - x[0], steepest = fmax(from, to), stored = fmax(a.left.error, a.right.error);
        double largest = a.largest, values; /* the error of the value at either end by rounding */
        values = own.storage == CLPWL_STORAGE_FLOAT32
                     ? clpwl__eps * largest + FLT_MIN
                     : 4 * clpwl__eps * largest + clpwl__reading_error(&t.coding, 0, 0);
        double rounded = 6 * clpwl__eps;
        if (t.r.partition == CLPWL_PARTITION_OPTIMIZED)
            rounded += 2 * a.place; /* both ends of the segment are rounded */
        double off = (2 * (values + stored) + rounded * a.rise + 4 * FLT_MIN) / a.width;
        if (shaper != CLPWL_SHAPER_NONE)
            off += 12 * clpwl__eps * a.rise / a.width; /* g' is computed by one or two built-ins */
        off = steepest * off + 4 * FLT_MIN; /* in x, by the chain rule */
        if (is_ramp)
            off += 2 * clpwl__eps * (1 + a.rise / a.width + off);
        double slope = a.rise / a.width * steepest + is_ramp;
        e.derivative = slope + off > FLT_MAX ? INFINITY : fmax(e.derivative, off);
        e.reach = fmax(e.reach, a.place * a.width / fmin(from, to));
        double reflected = reflection_error(&t, i, values + stored);
        if (reflected > 0) { /* numbers of both sides are added */
            largest += fmax(fabs(v[0]), fabs(v[1]));
            values += reflected + 4 * clpwl__eps * largest;
        }
        /* The errors of a trapezoid, of the abscissa where it ends, and of its sum with the area before. */
        double next = area + h * (v[0] + v[1]) / 2, trapezoid = h * largest;
        double most = fmax(fabs(area), fabs(next));
        off = a.place * trapezoid + 12 * clpwl__eps * trapezoid + h * (values + stored) +
              2 * clpwl__eps * (most + trapezoid) + 4 * FLT_MIN * (1 + h) * (2 + largest);
        e.integral = fmax(e.integral, off);
        if (most + trapezoid + e.integral > FLT_MAX)
            e.integral = INFINITY;
        area = next;
    }
    if (shaper != CLPWL_SHAPER_NONE)
        e.integral = NAN;
    return e;
}
