/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Nodal values with which a table is within its limits as executed in fp32. */
#ifndef CLPWL__HELD_H
#define CLPWL__HELD_H

#include "clpwl/table.h"
#include "function/bounds.h"

/* Moves values that are not held by some of their last bits, so that slopes and results, which are rounded,
 * leave the range nowhere and give exact values at the ends. Where no such move is found, values stay as they
 * are; clpwl_table_constraints_error tells by how much results are off.
 *   knots   in g(x), or -g(x)
 *   values  within the limits, numbers of fp32; written */
void clpwl__settle_values(const clpwl__bounds *limits, clpwl_partition partition, clpwl_shaper shaper,
                          const double *knots, size_t segments, double *values);

#endif
