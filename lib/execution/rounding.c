/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Assumed: +, -, * and fma are rounded to nearest, built-ins of shapers are as exact as OpenCL C
 * demands, an argument is an fp32 number of the domain. A rounding is at most eps of a number. Bounds by
 * the exact half of an ulp, or by the known error of the scale, would be less by a third, but jump from
 * one number of segments to the next, and searches would end at lucky numbers.
 * tests/execution/test_rounding.c has the bounds proved by Gappa.
 */
#include "execution/rounding.h"
#include <float.h>
#include <math.h>
#include "table/shaper.h"

/* Products of roundings, and roundings of this file in double: a few eps of a bound. */
static const double more = 1 + 0x1p-20;

int clpwl__fills_registers(size_t segments)
{
    return segments == 32 || segments == 128 || segments == 256;
}

clpwl__locating clpwl__locating_of(double from, double to, size_t segments)
{
    double scale = (double)segments / (to - from); /* negative where g descends */
    clpwl__locating at = {.origin = (float)from, .scale = (float)scale};
    at.offset = (float)(((double)at.origin - from) * scale);
    at.aside = fabs(((double)at.origin - from) * scale);
    return at;
}

clpwl__reading clpwl__reading_of(clpwl_partition partition, clpwl_shaper shaper, clpwl__reads reads,
                                 double from, double to, size_t segments)
{
    return (clpwl__reading){partition, shaper, reads, segments,
                            clpwl__locating_of(from, to, segments)};
}

/* g(x), in segments. An ulp is 2 eps at most. */
static double shaper_error(clpwl_shaper shaper, double left, double right)
{
    if (shaper == CLPWL_SHAPER_NONE)
        return 0;
    double off = 2 * clpwl__eps * clpwl__shaper_ulp(shaper) * fmax(fabs(left), fabs(right));
    if (shaper == CLPWL_SHAPER_SQRT)
        off += sqrt(FLT_MIN); /* a subnormal x may be flushed to 0 */
    return off / fabs(right - left);
}

/* Whether g - origin is a float for all g of a segment: one is at most twice the other (Sterbenz). */
static int is_exact_from(double origin, double left, double right)
{
    double size = fabs(origin), sign = copysign(1, origin), l = sign * left, r = sign * right;
    return size == 0 || (fmin(l, r) >= size / 2 && fmax(l, r) <= size * 2);
}

static double equal_place_error(const clpwl__reading *r, size_t i, double left, double right)
{
    double u = (double)i + 1, far = u + r->at.aside; /* at most */
    double roundings = far + u * (r->reads == CLPWL__READS_FILTER ? 2 : 1); /* of the scale, of u */
    if (r->shaper != CLPWL_SHAPER_NONE || !is_exact_from(r->at.origin, left, right))
        roundings += far;
    if (r->at.aside > 0) /* host-avx512 adds the offset to x, not to u */
        roundings += far + 2 * r->at.aside;
    if (i + 1 == r->segments && clpwl__fills_registers(r->segments))
        roundings += 2 * u;
    return clpwl__eps * roundings + shaper_error(r->shaper, left, right);
}

static double knots_place_error(const clpwl__reading *r, size_t i, double left, double right)
{
    float l = (float)left, h = (float)right;
    double shift = fmax(fabs(left - l), fabs(right - h)), run = (double)h - l;
    double roundings = r->reads == CLPWL__READS_RECORDS ? 1 : 3; /* of the distance, of its part of a run */
    if (r->reads == CLPWL__READS_FILTER)
        roundings += 2 * ((double)i + 1);
    if (!(run > 0)) /* no method reads such a table */
        run = right - left;
    return clpwl__eps * roundings + shift / run;
}

double clpwl__place_error(const clpwl__reading *r, size_t i, double left, double right)
{
    return (r->partition == CLPWL_PARTITION_UNIFORM ? equal_place_error(r, i, left, right)
                                                    : knots_place_error(r, i, left, right)) *
           more;
}

double clpwl__value_error(double rise, double largest, double place)
{
    return clpwl__eps * (2 * largest + (1 + place) * rise) * more; /* stored, the result; the slope */
}

double clpwl__rounding_on(const clpwl__reading *r, size_t i, double left, double right, double rise,
                          double largest)
{
    double place = clpwl__place_error(r, i, left, right);
    return place * rise + clpwl__value_error(rise, largest, place);
}

double clpwl__flushed(double h, double left, double right)
{
    double rise = fabs(right - left), least = fmin(fabs(left), fabs(right));
    double largest = fmax(fabs(left), fabs(right));
    double tiny = 2 * FLT_MIN, lost = 2 * rise * (FLT_MIN / h); /* of x - knot */
    int values = (left < 0) != (right < 0) || least < tiny;
    int difference = rise > 0 && rise < tiny + 4 * clpwl__eps * largest;
    int slope = rise > 0 && rise / h < tiny;
    if (values || difference || slope)
        lost += FLT_MIN;
    if (slope) /* a slope that becomes 0, or the next number, loses its rise at most */
        lost += fmin(FLT_MIN * h, rise);
    return lost;
}
