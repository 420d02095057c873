/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The segment of an argument. */
#ifndef CLPWL__TABLE_VALUE_H
#define CLPWL__TABLE_VALUE_H

#include "clpwl/table.h"

/* The segment i with knots[i] <= x < knots[i+1], for x in [a,b]; the last one for x = b. */
size_t clpwl__segment_of(const double *knots, size_t segments, double x);

#endif
