/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the floors above see of partitions, besides clpwl/partition.h. */
#ifndef CLPWL_HOST_PARTITION_H
#define CLPWL_HOST_PARTITION_H

#include "clpwl/partition.h"

/* Knot i of the uniform partition: the one formula that tables and files rely on. */
static inline double clpwl__uniform_knot(double a, double b, size_t segments, size_t i)
{
    return i == segments ? b : a + (double)i * (b - a) / (double)segments;
}

/* Refuses domains that are empty, reversed, not finite, or beyond fp32's range. */
clpwl_status clpwl__check_domain(double a, double b, size_t segments);

#endif
