/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A design under way: what clpwl_design prepares and the search for N repeats. */
#ifndef CLPWL_HOST_DESIGN_H
#define CLPWL_HOST_DESIGN_H

#include "clpwl/design.h"
#include "host/density.h"
#include "host/function.h"
#include "host/measure.h"

typedef struct clpwl__plan {
    const clpwl_function *f; /* seen, below */
    clpwl_function seen;     /* as given, with the kinks and the noise that were found */
    clpwl_kink *found;       /* those kinks; NULL where none were looked for */
    size_t found_count;
    double *kinks;           /* the same for seen */
    clpwl_design_options o;  /* defaults filled in */
    clpwl__density density;  /* for all numbers of segments */
    int has_density;         /* 0: f'' is not known (then the partition is uniform) */
    double from, to;         /* share of the whole work that the next trial is */
    double *knots, *values;  /* scratch of a trial */
    size_t room;             /* in segments */
} clpwl__plan;

/*
 * Looks at f between the plan's ends, once: its kinks, where they are not known, and its
 * noise. Fails where a max error cannot be met for it: CLPWL_ERR_TARGET; CLPWL_ERR_MEMORY.
 */
clpwl_status clpwl__plan_look(clpwl__plan *plan, const clpwl_function *f);
void clpwl__plan_forget(clpwl__plan *plan);

/* A clpwl_progress for the parts of a trial: passes it on to the caller's, as a share of
 * the whole work. */
int clpwl__plan_progress(double fraction, void *plan);

/*
 * Designs and measures with that many segments.
 *   norms    to be measured, CLPWL__MEASURE_LINF and so on
 *   give_up  Linf beyond which it need not be exact, or infinity
 * CLPWL_ERR_ARGUMENT, CLPWL_ERR_NOT_FINITE, CLPWL_ERR_MEMORY, CLPWL_ERR_CANCELLED.
 */
clpwl_status clpwl__plan_trial(clpwl__plan *plan, size_t segments, unsigned norms,
                               double give_up, clpwl_table **out);

/* The error, weighted if the plan's is, as executed with B-bit weights; `measured` is what
 * was measured of it. */
clpwl_status clpwl__plan_executed(const clpwl__plan *plan, const clpwl_table *table,
                                  unsigned weight_bits, clpwl_error measured, clpwl_error *out);

/* The error that was measured: the weighted one if the plan's is. */
clpwl_error clpwl__plan_measured(const clpwl__plan *plan, const clpwl_table *table);

/*
 * The smallest number of segments that meets the plan's max_error.
 * CLPWL_ERR_TARGET, and those of clpwl__plan_trial.
 */
clpwl_status clpwl__plan_search(clpwl__plan *plan, size_t *segments);

#endif
