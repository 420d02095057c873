/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A judge: the errors of a candidate's tables, measured and as executed. */
#ifndef CLPWL__JUDGE_H
#define CLPWL__JUDGE_H

#include "design/candidate.h"
#include "design/kink_numbers.h"
#include "design/search.h"

typedef struct clpwl__judge {
    clpwl__candidate c;
    double *each;        /* of the last table: the weighted Linf of each segment; behind these are its knots
                            in a shaper */
    size_t room;
    double worst;        /* where Linf of the last table was seen, in s */
    double steepest;     /* where its slope differs most from that of f, if that was asked for */
    size_t fewest;       /* refined knots with fewer segments, of the part, have a larger error; 0: not
                            known */
    clpwl__kink_numbers kinks; /* of a uniform partition that does not have kinks as knots */
} clpwl__judge;

void clpwl__judge_free(clpwl__judge *j);

/* The table with so many segments as were found, with the errors of all norms, as executed in the storage
 * of a weighted table, and for the target.
 * CLPWL_ERR_ARGUMENT, CLPWL_ERR_NOT_FINITE, CLPWL_ERR_MEMORY, CLPWL_ERR_CANCELLED. */
clpwl_status clpwl__judge_all(clpwl__judge *j, const clpwl__found *found, clpwl_table **out);

/* What a search for the candidate's max error is, without its largest number of segments; its calls are of
 * the judge, which stays where it is. The codes above. */
clpwl_status clpwl__judge_search(clpwl__judge *j, clpwl__search *out);

#endif
