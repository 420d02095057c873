/* SPDX-License-Identifier: GPL-3.0-or-later */
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

#endif
