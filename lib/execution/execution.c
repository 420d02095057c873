/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The error of a table as it is executed in fp32, with a filter whose weight has B
 * fractional bits. Each segment adds, with c the nodal values and i its index:
 *
 *   coordinate  u = fma(x - origin, scale, offset) carries three roundings and the
 *               sampler's + 0.5 one more: 4 (i + 1) eps segments, times |c_i+1 - c_i|
 *               with a shaper, u = fma(g(x) - origin, ...) carries the ulp of g too
 *   values      stored, subtracted, interpolated: 4 eps max |c|; in 16 bits the distance
 *               between what is stored and c, a line between two knots; codes of unorm16
 *               are read to 1.5 ulp, interpolated and multiplied: 6 eps of their range
 *   weight      2^-(B+1) |c_i+1 - c_i|
 *
 * with eps = 2^-24. An optimised partition locates x among its own knots, which are exact
 * where they are fp32 numbers: d and the slope carry 4 roundings, and the ends of a segment
 * shift by the rounding of the knots. Read from an image, the coordinate i + d / h + 0.5
 * carries 2 (i + 1) eps more.
 *
 * Devices may flush subnormal numbers to 0. That loses a value, a difference of two values or
 * a slope that is subnormal. It matters for errors relative to values of that size.
 */
#include <float.h>
#include <math.h>
#include "base/internal.h"
#include "base/options.h"
#include "clpwl/calculus.h"
#include "execution/weighted.h"
#include "table/shaper.h"
#include "table/table.h"
#include "execution/storage.h"

static const double eps = 0x1p-24;

/* Where a segment lies, in g(x) or in x, and how x is located in it. */
typedef struct place {
    double left, right;
    size_t i;
    clpwl_partition partition;
    clpwl_shaper shaper;
    int from_image;
} place;

/* The error of g(x) in fp32, in segments. An ulp is 2 eps at most. */
static double shaper_error(const place *p)
{
    double off = 2 * eps * clpwl__shaper_ulp(p->shaper) * fmax(fabs(p->left), fabs(p->right));
    if (p->shaper == CLPWL_SHAPER_SQRT)
        off += sqrt(FLT_MIN); /* a subnormal x may be flushed to 0 */
    return off / fabs(p->right - p->left);
}

static double coordinate_error(const place *p)
{
    if (p->partition == CLPWL_PARTITION_UNIFORM)
        return 4 * eps * (double)(p->i + 1) + shaper_error(p);
    double shift = fabs(p->left - (float)p->left) + fabs(p->right - (float)p->right);
    double sampled = p->from_image ? 2 * (double)(p->i + 1) : 0;
    return eps * (4 + sampled) + shift / (p->right - p->left);
}

/* The error of a filter's result apart from its weight's, and of reading unorm16. */
static double filter_error(const clpwl__coding *coding, double part, double largest)
{
    if (coding->storage == CLPWL_STORAGE_UNORM16)
        return (part + 6 * eps) * (double)coding->gain;
    return part * largest;
}

/* A nodal value as stored, and a bound of its distance from the exact one. */
typedef struct node {
    double value, error;
} node;

static node node_of(const clpwl__coding *coding, double c)
{
    return (node){clpwl__stored(coding, c), clpwl__stored_error(coding, c)};
}

/* The same where the stored value has been measured against f. */
static node stored_node_of(const clpwl__coding *coding, double c)
{
    double stored = clpwl__stored(coding, c);
    return (node){stored, clpwl__stored_error(coding, stored)};
}

clpwl_status clpwl__execution_take(clpwl_execution *own, const clpwl_execution **execution)
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
    CHECK(clpwl_storage_name(own->storage), CLPWL_ERR_ARGUMENT, "%d is not a clpwl_storage",
          (int)own->storage);
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

/* The error where numbers become subnormal and are flushed to 0. */
static double underflow(double h, double left, double right)
{
    double rise = fabs(right - left), largest = fmax(fabs(left), fabs(right));
    double tiny = 2 * FLT_MIN, lost = 2 * rise * (FLT_MIN / h); /* of x - knot */
    int values = (left < 0) != (right < 0) || fmin(fabs(left), fabs(right)) < tiny;
    int difference = rise > 0 && rise < tiny + 4 * eps * largest;
    int slope = rise > 0 && rise / h < tiny;
    if (values || difference || slope)
        lost += FLT_MIN * fmax(h, 1);
    return lost;
}

static double rounding_of(const place *p, double left, double right)
{
    return coordinate_error(p) * fabs(right - left) + 4 * eps * fmax(fabs(left), fabs(right)) +
           underflow(fabs(p->right - p->left), left, right);
}

double clpwl__rounding_on(const double *knots, const double *values, size_t i,
                          clpwl_partition partition, clpwl_shaper shaper, int from_image)
{
    place at = {knots[i], knots[i + 1], i, partition, shaper, from_image};
    return rounding_of(&at, values[i], values[i + 1]);
}

double clpwl__place_error(const clpwl_table *table, size_t i)
{
    const double *knots = clpwl_table_knots(table);
    clpwl_shaper shaper = clpwl_table_shaper(table);
    place at = {clpwl_shaper_value(shaper, knots[i]), clpwl_shaper_value(shaper, knots[i + 1]), i,
                clpwl_table_partition(table), shaper, 1};
    return coordinate_error(&at);
}

/* An argument near a knot may be executed on the other segment. */
static double largest_near(const double *each, size_t i, size_t segments)
{
    double most = each[i];
    if (i > 0)
        most = fmax(most, each[i - 1]);
    return i + 1 < segments ? fmax(most, each[i + 1]) : most;
}

clpwl_error clpwl_table_executed_error(const clpwl_table *table, const clpwl_execution *execution)
{
    clpwl_execution own;
    if (clpwl__execution_take(&own, &execution) != CLPWL_OK)
        return (clpwl_error)CLPWL_ERROR_NAN;
    return clpwl__executed(table, execution, clpwl__table_known(table), 0, NULL, NULL);
}

clpwl_error clpwl__executed(const clpwl_table *table, const clpwl_execution *execution,
                            clpwl_error e, int of_stored, const clpwl__factors *factors,
                            const double *each)
{
    static const clpwl_execution fp32 = CLPWL_EXECUTION_INIT;
    static const clpwl__factors one = {1, 1, 1};
    const clpwl_execution *how = execution ? execution : &fp32;
    const double *knots = clpwl_table_knots(table), *c = clpwl_table_values(table);
    size_t n = clpwl_table_segments(table);
    double weight = clpwl__weight_error(how), linf = 0, l1 = 0;
    double l2 = 0, l2_weight = 0, l2_stored = 0;
    int from_image = how->from_image || weight > 0;
    clpwl_shaper shaper = clpwl_table_shaper(table);
    if (how->storage == CLPWL_STORAGE_ANY)
        return (clpwl_error)CLPWL_ERROR_NAN;
    clpwl__coding coding = clpwl__coding_of(how->storage, c, n + 1);
    node (*store)(const clpwl__coding *, double) = of_stored ? stored_node_of : node_of;
    node left, right = store(&coding, c[0]);
    for (size_t i = 0; i < n; i++) {
        const clpwl__factors *k = factors ? &factors[i] : &one;
        left = right;
        right = store(&coding, c[i + 1]);
        double h = knots[i + 1] - knots[i], rise = fabs(right.value - left.value);
        double largest = fmax(fabs(left.value), fabs(right.value));
        place at = {clpwl_shaper_value(shaper, knots[i]), clpwl_shaper_value(shaper, knots[i + 1]),
                    i, clpwl_table_partition(table), shaper, from_image};
        double rounding = rounding_of(&at, left.value, right.value) +
                          filter_error(&coding, how->value_error, largest);
        double more = k->most * (rounding + weight * rise + fmax(left.error, right.error));
        linf = fmax(linf, (each ? largest_near(each, i, n) : 0) + more);
        l1 += h * k->mean * (rounding + weight * rise / 2 + (left.error + right.error) / 2);
        l2 += h * k->square * rounding * rounding;
        l2_weight += h * k->square * (weight * rise) * (weight * rise) / 3;
        l2_stored += h * k->square * (left.error * left.error + left.error * right.error +
                                      right.error * right.error) / 3;
    }
    e.linf = each ? linf : e.linf + linf;
    e.l1 += l1;
    /* Contributions that may correlate with f - v add linearly; independent ones add in
     * quadrature, roundings as uniformly distributed ones. */
    e.l2 = of_stored ? sqrt(e.l2 * e.l2 + l2_weight + l2 / 3 + l2_stored)
                     : sqrt(e.l2 * e.l2 + l2_weight) + sqrt(l2) + sqrt(l2_stored);
    return e;
}

/* A segment, for the bounds of derivatives and integrals. */
typedef struct piece {
    place at;
    double h, rise, largest;
    double values;  /* the error of the value at either end by rounding */
    double storage; /* and by 16-bit storage */
} piece;

/* In g(x), then in x by the chain rule; `steepest` is the largest |g'|. */
static double derivative_error(const piece *p, double steepest)
{
    double width = fabs(p->at.right - p->at.left), rounded = 6 * eps;
    if (p->at.partition == CLPWL_PARTITION_OPTIMIZED)
        rounded += coordinate_error(&p->at); /* the length of the segment is rounded, too */
    double off = (2 * (p->values + p->storage) + rounded * p->rise + 4 * FLT_MIN) / width;
    if (p->at.shaper != CLPWL_SHAPER_NONE)
        off += 12 * eps * p->rise / width; /* g' is computed by one or two built-ins */
    return steepest * off + 4 * FLT_MIN;
}

/* The errors of a trapezoid, of the abscissa where it ends, and of its sum with `area`. */
static double integral_error(const piece *p, double area)
{
    double trapezoid = p->h * p->largest;
    return coordinate_error(&p->at) * trapezoid + 12 * eps * trapezoid +
           p->h * (p->values + p->storage) + 2 * eps * (area + trapezoid) +
           4 * FLT_MIN * (1 + p->h) * (2 + p->largest);
}

clpwl_calculus_error
clpwl_table_executed_calculus_error(const clpwl_table *table, const clpwl_execution *execution)
{
    clpwl_execution own;
    int valid = clpwl__execution_take(&own, &execution) == CLPWL_OK;
    clpwl_storage storage = valid ? own.storage : CLPWL_STORAGE_ANY;
    const double *knots = clpwl_table_knots(table), *c = clpwl_table_values(table);
    clpwl_shaper shaper = clpwl_table_shaper(table);
    clpwl_calculus_error e = {0, 0, 0};
    double area = 0;
    if (storage == CLPWL_STORAGE_ANY)
        return (clpwl_calculus_error){NAN, NAN, NAN};
    clpwl__coding coding = clpwl__coding_of(storage, c, clpwl_table_segments(table) + 1);
    for (size_t i = 0; i < clpwl_table_segments(table); i++) {
        node left = node_of(&coding, c[i]), right = node_of(&coding, c[i + 1]);
        double from = clpwl__shaper_slope(shaper, knots[i]);
        double to = clpwl__shaper_slope(shaper, knots[i + 1]);
        piece p = {{clpwl_shaper_value(shaper, knots[i]), clpwl_shaper_value(shaper, knots[i + 1]),
                    i, clpwl_table_partition(table), shaper, 0},
                   knots[i + 1] - knots[i], fabs(right.value - left.value),
                   fmax(fabs(left.value), fabs(right.value)), 0, fmax(left.error, right.error)};
        p.values = storage == CLPWL_STORAGE_FLOAT32 ? eps * p.largest + FLT_MIN
                                            : 4 * eps * p.largest + filter_error(&coding, 0, 0);
        e.derivative = fmax(e.derivative, derivative_error(&p, fmax(fabs(from), fabs(to))));
        e.reach = fmax(e.reach, coordinate_error(&p.at) * fabs(p.at.right - p.at.left) /
                                    fmin(fabs(from), fabs(to)));
        double next = area + p.h * (c[i] + c[i + 1]) / 2;
        e.integral = fmax(e.integral, integral_error(&p, fmax(fabs(area), fabs(next))));
        area = next;
    }
    if (shaper != CLPWL_SHAPER_NONE)
        e.integral = NAN;
    return e;
}
