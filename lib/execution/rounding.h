/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The model of execution: what the fp32 operations of all methods add to one segment. */
#ifndef CLPWL__ROUNDING_H
#define CLPWL__ROUNDING_H

#include <stddef.h>
#include "clpwl/types.h"

/* A rounding to fp32 is at most so much of a number. */
static const double clpwl__eps = 0x1p-24;

/* The constants by which fp32 locates g(x) among equal segments: u = fma(g - origin, scale, offset). */
typedef struct clpwl__locating {
    float origin, scale, offset;
    double aside; /* |origin - g(a)|, in segments */
} clpwl__locating;

clpwl__locating clpwl__locating_of(double from, double to, size_t segments);

/* What is read of a segment. Coordinates are in g(x), or in -g(x). */
typedef enum clpwl__reads {
    CLPWL__READS_RECORDS, /* a value and a slope */
    CLPWL__READS_ENDS,    /* the values at both ends: image-manual, codes in buffers */
    CLPWL__READS_FILTER   /* these by a filter, at an image's coordinate */
} clpwl__reads;

/* How a table is read. */
typedef struct clpwl__reading {
    clpwl_partition partition;
    clpwl_shaper shaper;
    clpwl__reads reads;
    size_t segments;
    clpwl__locating at;
} clpwl__reading;

/*   from, to  the ends of the domain */
clpwl__reading clpwl__reading_of(clpwl_partition partition, clpwl_shaper shaper, clpwl__reads reads,
                                 double from, double to, size_t segments);

/* So many segments fill the registers of host-avx512, and 32 those of host-avx2, which then move arguments
 * at b by an ulp (lib/cpu/register_tables.c). */
int clpwl__fills_registers(size_t segments);

/* Bounds on segment i between two coordinates, and their reasons: doc/theory.md. */

/* Of the coordinate, in segments. */
double clpwl__place_error(const clpwl__reading *r, size_t i, double left, double right);
/* Of the value at a coordinate as computed, without subnormal numbers.
 *   rise     the difference of the nodal values
 *   largest  the largest of both
 *   place    the error of the coordinate */
double clpwl__value_error(double rise, double largest, double place);
/* Of the value at x. */
double clpwl__rounding_on(const clpwl__reading *r, size_t i, double left, double right, double rise,
                          double largest);
/* What flushing subnormal numbers to 0 may add. */
double clpwl__flushed(double h, double left, double right);

#endif
