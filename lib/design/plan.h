/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A design under way: trials with given numbers of segments, and their errors. */
#ifndef CLPWL__PLAN_H
#define CLPWL__PLAN_H

#include "base/internal.h"
#include "base/parallel.h"
#include "base/progress.h"
#include "execution/one_sided.h"
#include "fit/fit.h"
#include "design/subject.h"
#include "partition/density.h"
#include "refine/interpolant_linf.h"

typedef struct clpwl__refined {
    double *knots, *values;
    size_t segments, room; /* 0: none yet */
} clpwl__refined;

typedef struct clpwl__plan {
    clpwl_design_options o; /* complete: defaults filled in, `execution` not NULL */
    clpwl__subject subject;
    clpwl__density density; /* serves every number of segments */
    int has_density;        /* 0: f'' does not exist; then the partition is uniform */
    clpwl__share share;     /* the next trial's part of the design */
    double *knots, *values; /* of a trial, in s */
    double *each;           /* of a trial: the weighted Linf of each segment, if it was measured */
    size_t room;            /* of these arrays, in segments */
    double worst;           /* where Linf of the last trial was seen, or of its samples, in s */
    clpwl__refined last, kept; /* refined knots; values for fits in a tube only */
    double fewest_error;    /* for which `fewest` is known; 0: for none */
    size_t fewest;          /* refined knots with fewer segments have a larger error */
    unsigned norms;         /* that a search measures */
    size_t tried;           /* the segments of the last trial that a search measured; 0: none */
    double tried_error, tried_rounding; /* its error as executed, and the part by execution */
    double least_error;     /* as executed, of all trials that a search measured; infinity: none */
    double begin;           /* the time when the plan was made, in seconds */
    double patience;        /* seconds after which a search ends whose trials have not met the target */
    double cost;            /* seconds for each segment of the last trial that a search measured */
    double limit;           /* seconds after which a trial ends without a result; 0: none */
    int has_ended;          /* the last trial, by the limit, with the status CLPWL_ERR_CANCELLED */
} clpwl__plan;

/* The part of the work that is done before the first trial. */
static const double clpwl__prepared = 0.1;

/* Seconds after which a search ends with what it has; and with nothing, if f and the weight are ours: their
 * values take no milliseconds each. Of the designs of bench/corpus the longest takes 2.4: wild within 1e-4
 * by minimax on 250236 equal segments. */
enum { CLPWL__SECONDS = 10 * CLPWL__SLOWNESS, CLPWL__SECONDS_UNMET = CLPWL__SECONDS / 2 };

/* The thread's processor time since the plan was made. */
static inline double clpwl__plan_seconds(const clpwl__plan *plan)
{
    return clpwl__thread_seconds() - plan->begin;
}

/* The seconds after which the search ends. */
static inline double clpwl__plan_allowed(const clpwl__plan *plan)
{
    return plan->least_error <= plan->o.max_error ? CLPWL__SECONDS : plan->patience;
}

/* Whether the plan will have taken longer after a trial with so many segments. */
static inline int clpwl__plan_is_late(const clpwl__plan *plan, size_t segments)
{
    return clpwl__plan_seconds(plan) + plan->cost * (double)segments > clpwl__plan_allowed(plan);
}

enum {
    CLPWL__QUICK = 1 << 18,         /* segments of which a trial takes a tenth of a second, */
    CLPWL__QUICK_FIT = 1 << 16,     /* so many if nodal values are fitted, */
    CLPWL__QUICK_REFINED = 1 << 14, /* and so many if knots are refined */
    CLPWL__FIRST = 16 /* a larger guess is tried at this part of them first: three trials show a law */
};

static inline size_t clpwl__plan_quick(const clpwl__plan *plan)
{
    const clpwl_design_options *o = &plan->o;
    return o->effort != CLPWL_EFFORT_ASYMPTOTIC ? CLPWL__QUICK_REFINED
           : o->fit != CLPWL_FIT_INTERPOLANT    ? CLPWL__QUICK_FIT
                                                : CLPWL__QUICK;
}

/*
 * Prepares all that trials share. Free the plan after a failure too.
 *   options  complete; what they point to is borrowed
 * CLPWL_ERR_ARGUMENT, CLPWL_ERR_NOT_FINITE, CLPWL_ERR_TARGET, CLPWL_ERR_MEMORY.
 */
clpwl_status clpwl__plan_create(clpwl__plan *plan, const clpwl_function *f,
                                const clpwl_design_options *options);
void clpwl__plan_free(clpwl__plan *plan);

/*
 * Designs a table with so many segments and measures its errors.
 *   norms    to be measured: CLPWL__MEASURE_LINF and so on. 0: none; then knots are not refined
 *   give_up  a Linf above this need not be exact; or infinity
 * CLPWL_ERR_ARGUMENT, CLPWL_ERR_NOT_FINITE, CLPWL_ERR_MEMORY, CLPWL_ERR_CANCELLED.
 */
clpwl_status clpwl__plan_trial(clpwl__plan *plan, size_t segments, unsigned norms,
                               double give_up, clpwl_table **out);

/* f as its knots are refined. */
static inline const clpwl_function *clpwl__plan_refined(const clpwl__plan *plan)
{
    return clpwl__fit_in_tube(plan->o.fit) ? &plan->subject.pieces.f : &plan->subject.in_s;
}

/* Keeps the last trial's refined knots, for another trial with as many segments. */
void clpwl__plan_keep(clpwl__plan *plan);

/* Whether knots are refined in Linf: a path along a mesh tells how many segments they need. */
static inline int clpwl__plan_has_free_knots(const clpwl__plan *plan)
{
    return !plan->subject.shaped && plan->o.norm == CLPWL_NORM_LINF &&
           plan->o.effort != CLPWL_EFFORT_ASYMPTOTIC;
}

/* What execution adds for certain to a trial of a few fewer segments than another, whose part by execution is
 * `added`: places on equal segments err as their number; other knots are shifted. */
static inline double clpwl__plan_still_added(const clpwl__plan *plan, double added)
{
    double part = plan->o.partition == CLPWL_PARTITION_UNIFORM ? 0.75 : 0.5;
    return part * added / clpwl__times_added(plan->o.fit);
}

/* Whether a trial can have an error of at most `error` as executed, where `added` is another trial's part
 * by execution. *can = 0 is certain, and takes far less time than the trial. It is found for
 * minimax and one-sided fits, and for refined interpolants. */
clpwl_status clpwl__plan_can_meet(clpwl__plan *plan, size_t segments, double error, double added,
                                  int *can);

/* The measured error of a trial's table. It is weighted if the design is. */
clpwl_error clpwl__plan_measured(const clpwl__plan *plan, const clpwl_table *table);

/*
 * The error of the last trial's table as executed. It is weighted if the design is.
 *   execution  with a storage
 *   alone      1: only what execution adds
 */
clpwl_status clpwl__plan_executed(const clpwl__plan *plan, const clpwl_table *table,
                                  const clpwl_execution *execution, int alone, clpwl_error *out);

/* Designs of tables with a symmetry: the half [0,b] is designed, and reflected. */

/* Refuses a symmetry that f or the other options, which are complete, do not have.
 * CLPWL_SYMMETRY_AUTO becomes one that they have, or none. CLPWL_ERR_ARGUMENT,
 * CLPWL_ERR_NOT_FINITE. */
clpwl_status clpwl__symmetric_check(clpwl_design_options *options, const clpwl_function *f);

/* Refuses the symmetry of the options, which are complete, where f does not have it at x and -x.
 * CLPWL_ERR_ARGUMENT, CLPWL_ERR_NOT_FINITE. */
clpwl_status clpwl__symmetric_check_at(const clpwl_design_options *options, const clpwl_function *f,
                                       double x);

/* The options of the half [0,b]. */
clpwl_design_options clpwl__symmetric_half(const clpwl_design_options *options);

/* Reflects a table of the half, and measures its errors on both sides of 0.
 * CLPWL_ERR_NOT_FINITE, CLPWL_ERR_MEMORY. */
clpwl_status clpwl__symmetric_table(clpwl_table **out, const clpwl_table *half,
                                    const clpwl_function *f, const clpwl_design_options *options);

#endif
