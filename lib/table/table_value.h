/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where an argument is: in a segment, in a period. */
#ifndef CLPWL__TABLE_VALUE_H
#define CLPWL__TABLE_VALUE_H

#include "clpwl/table.h"

/* The segment i with knots[i] <= x < knots[i+1], for x in [a,b]; the last one for x = b. */
size_t clpwl__segment_of(const double *knots, size_t segments, double x);

/* The abscissa of [a,b] where v has the value that its periodic or mirrored extension has at x.
 *   is_reversed  whether the copy of the domain that begins at x, or holds it, is a mirror image */
double clpwl__fold(const clpwl_table *table, double x, int *is_reversed);

#endif
