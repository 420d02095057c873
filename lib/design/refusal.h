/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What rounding leaves of an error, and the lines that say why a target is not met. */
#ifndef CLPWL__REFUSAL_H
#define CLPWL__REFUSAL_H

#include "design/bracket.h"

/* Segments of the table that shows what execution adds: 256 fill registers. */
enum { CLPWL__REFERENCE = 250 };

/* The share of the rounding floor that does not vary with N. */
static const double clpwl__reliable = 0.9;

/* fp32, without a filter. */
static inline int clpwl__is_plain(const clpwl_execution *e)
{
    return e->storage == CLPWL_STORAGE_FLOAT32 && e->weight_bits == 0 && e->value_error == 0;
}

/* The error that execution alone adds to a table with so many segments. NULL: in fp32. */
clpwl_status clpwl__find_rounding(clpwl__plan *plan, size_t segments, const clpwl_execution *execution,
                                  double *out);

/* The approximate error floor set by fp32 rounding, for any N. */
clpwl_status clpwl__find_floor(clpwl__plan *plan, double *floor);

/* Fails with the line that says that rounding, which comes to `floor`, keeps the error above the target. */
clpwl_status clpwl__refuse_rounding(const clpwl__bracket *b, double floor);

/* Fails with the line that says why no number of segments met the target. */
clpwl_status clpwl__refuse(clpwl__bracket *b);

#endif
