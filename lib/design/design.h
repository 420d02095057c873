/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A design under way: what clpwl_design prepares and the search for N repeats. */
#ifndef CLPWL_HOST_DESIGN_H
#define CLPWL_HOST_DESIGN_H

#include "clpwl/design.h"
#include "partition/density.h"
#include "function/function.h"
#include "error/measure.h"
#include "execution/shaped_function.h"

typedef struct clpwl__plan {
    const clpwl_function *f; /* seen, below */
    clpwl_function seen;     /* as given, with the kinks and the noise that were found */
    clpwl_kink *found;       /* those kinks; NULL where none were looked for */
    size_t found_count;
    double *kinks;           /* the same for seen */
    clpwl_design_options o;  /* defaults filled in; with a shaper a and b are in s */
    clpwl_execution how;     /* as the max error is to be met */
    clpwl__shaped *shaped;   /* NULL without a shaper */
    double x0, width;        /* a, and b - a, in x */
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

/* By the options' execution, or their weight_bits. */
clpwl_execution clpwl__execution_of(const clpwl_design_options *o);

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

/* Whether a trial of a minimax fit may come to that measured error; other fits may. 0 is
 * certain, and far quicker than the trial. */
clpwl_status clpwl__plan_may(clpwl__plan *plan, size_t segments, double error, int *may);

/* The error, weighted if the plan's is, as executed; `measured` is what was measured of
 * it, `how` NULL for fp32. */
clpwl_status clpwl__plan_executed(const clpwl__plan *plan, const clpwl_table *table,
                                  const clpwl_execution *how, clpwl_error measured,
                                  clpwl_error *out);

/* The error that was measured: the weighted one if the plan's is. */
clpwl_error clpwl__plan_measured(const clpwl__plan *plan, const clpwl_table *table);

/* Checks the shaper, and puts f and the options' a and b from x into s. f is borrowed. */
clpwl_status clpwl__plan_shape(clpwl__plan *plan, const clpwl_function *f);
/* Makes the spec of a table in s that of the table in x, its knots too. */
void clpwl__plan_unshape(const clpwl__plan *plan, clpwl_table_spec *spec, double *knots);
/* What errors of f as the plan sees it count by in a norm; NULL: 1. */
const clpwl_weight *clpwl__plan_weight(const clpwl__plan *plan, clpwl_norm norm);
/* clpwl_design with CLPWL_SHAPER_AUTO. */
clpwl_status clpwl__design_any_shaper(clpwl_table **out, const clpwl_function *f,
                                      const clpwl_design_options *given);

/*
 * Refuses a max error that so many equal segments never meet for a singular end of f, of
 * which the first of them, or the last, leaves more: seen before any table is made.
 * CLPWL_ERR_TARGET.
 */
clpwl_status clpwl__plan_check_ends(const clpwl__plan *plan, size_t most);

/*
 * The smallest number of segments that meets the plan's max_error.
 * CLPWL_ERR_TARGET, and those of clpwl__plan_trial.
 */
clpwl_status clpwl__plan_search(clpwl__plan *plan, size_t *segments);

#endif
