/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What rounding leaves of an error, and why a target is not met. */
#ifndef CLPWL__REFUSAL_H
#define CLPWL__REFUSAL_H

#include "design/bracket.h"

/* Segments of the table that shows what execution adds: 256 fill registers. */
enum { CLPWL__REFERENCE = 250 };

/* The error that execution alone adds to a table with so many segments. NULL: in fp32. */
clpwl_status clpwl__find_rounding(clpwl__plan *plan, size_t segments, const clpwl_execution *execution,
                                  double *out);

/* The approximate error floor set by fp32 rounding, for any N. */
clpwl_status clpwl__find_floor(clpwl__plan *plan, double *floor);

typedef enum clpwl__why {
    CLPWL__WHY_ROUNDING, /* which alone is above the target */
    CLPWL__WHY_SEGMENTS, /* more are needed than are allowed */
    CLPWL__WHY_PLATEAU,  /* more segments gained nothing */
    CLPWL__WHY_TIME      /* the search has taken all of it */
} clpwl__why;

/* Why a search met no target, and what it knows. Segments are those of the plan: of the half, with a
 * symmetry. */
typedef struct clpwl__refusal {
    clpwl__why why;
    size_t segments; /* of the best trial; 0: none ended */
    double error;    /* its error as executed */
    double rounding; /* what rounding alone comes to */
    double needed;   /* about so many segments meet the target; 0: not known */
    double x;        /* where one place has the largest error; NaN: not known */
} clpwl__refusal;

/* Returns CLPWL_ERR_TARGET, with one sentence of the refusal that the bracket shows.
 *   rounding  what it comes to alone, where that is why */
clpwl_status clpwl__refuse(const clpwl__bracket *b, clpwl__why why, double rounding);

#endif
