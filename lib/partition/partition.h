/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Knots and domains: checks and the uniform partition. */
#ifndef CLPWL__PARTITION_H
#define CLPWL__PARTITION_H

#include "clpwl/partition.h"

/* Knot i of the uniform partition. Tables and files rely on this very formula. */
static inline double clpwl__uniform_knot(double a, double b, size_t segments, size_t i)
{
    return i == segments ? b : a + (double)i * (b - a) / (double)segments;
}

/* Refuses domains that are empty, reversed, not finite or beyond fp32, and 0 segments.
 * CLPWL_ERR_ARGUMENT. */
clpwl_status clpwl__check_domain(double a, double b, size_t segments);

/* A table may have multiples of such a number of segments alone. */
enum { CLPWL__SMALL_STRIDE = 64 };

/* The least number of segments, at most `most`, of which the uniform partition of each multiple has all
 * places between a and b as knots; with is_exact a coordinate in fp32 is a whole number there. 0: there is
 * none. */
size_t clpwl__find_stride(double a, double b, const double *x, size_t count, size_t most, int is_exact);

#endif
