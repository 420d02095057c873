/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Design: from a function and a wish to a table. Any thread; f's callbacks are
 * called on the caller's.
 */
#ifndef CLPWL_DESIGN_H
#define CLPWL_DESIGN_H

#include "clpwl/error.h"
#include "clpwl/function.h"
#include "clpwl/refine.h"
#include "clpwl/table.h"
#include "clpwl/weight.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Begin with CLPWL_DESIGN_INIT: f's own domain, 256 segments, uniform partition,
 * interpolant, clamp. */
typedef struct clpwl_design_options {
    size_t size;               /* sizeof(clpwl_design_options) */
    double a, b;               /* domain, a < b; both 0: f's default domain */
    size_t segments;           /* 0: from max_error, or 256 where that is 0 too */
    double max_error;          /* 0: none; else the smallest table that meets it */
    clpwl_norm norm;           /* of max_error, and of the optimised knots */
    clpwl_partition partition;
    clpwl_shaper shaper;       /* of a uniform partition; see clpwl/shaper.h and below */
    clpwl_effort effort;       /* for the knots of an optimised partition; see clpwl/refine.h */
    clpwl_fit fit;
    clpwl_extend extend;
    size_t max_segments;       /* with max_error: give up beyond; 0: 2^22 */
    unsigned weight_bits;      /* with max_error: as executed with B-bit weights; 0: fp32 */
    const clpwl_execution *execution; /* in its place: as executed so, as on a device by
                                  clpwl_context_execution; borrowed; NULL: by weight_bits */
    const clpwl_weight *weight; /* of the errors, relative ones too; borrowed; NULL: none */
    clpwl_progress progress;   /* or NULL */
    void *progress_user;
} clpwl_design_options;

#define CLPWL_DESIGN_INIT CLPWL_SIZED(clpwl_design_options)

/*
 * Designs a table for f.
 *
 * With segments: that many. With max_error: the smallest number of segments for
 * which the error as executed (clpwl_table_executed) in the norm is at most
 * max_error, found from the estimate and confirmed by measuring. Segments and
 * max_error together are refused.
 *
 * Of a function without f'', without kinks and not said to be smooth, the kinks are looked
 * for (clpwl_function_find_kinks) and taken as if they were given; a jump of f becomes a
 * segment of its own, as narrow as fp32 allows. Its noise is measured, and what scatters
 * no more than that is taken for no feature of it.
 *
 * One-sided tables (CLPWL_FIT_ABOVE, CLPWL_FIT_BELOW) stay on their side as executed: for every
 * fp32 number x of the domain no method on the host or the device that computes in fp32,
 * from fp32 values, gives one on the wrong side of f(x). Their values are clear of it by
 * the roundings that clpwl_table_executed counts; with weight_bits or an execution, by those
 * of such a filter, too. Methods of 16 bit storage make no such promise, and with a shaper
 * it does not hold for the number next to a jump of f.
 *
 * With a weight it is the weighted error that knots and values are best for, and that
 * max_error is met by, as executed. The table tells that it is so, and the three weighted
 * errors (clpwl_table_weighting), beside the plain ones, which are as they come.
 *
 * With a shaper g the table is piecewise linear in g(x). Knots are equally far apart there;
 * all errors are those in x. CLPWL_SHAPER_AUTO designs with each and without: with
 * max_error the fewest segments, which must be less than half of those without a shaper,
 * or with segments the least error as executed, which must be less than a quarter, or else
 * there is none. It passes over shapers that are not for the domain, and takes none for
 * optimised knots and for the extensions repeat and mirror; those, given with a shaper, are
 * refused. A weight is one of x and f(x) with a shaper, too.
 *   out      set to the new table, which the caller frees; NULL on failure
 *   options  NULL: the defaults above
 * CLPWL_ERR_ARGUMENT (also at which x the weight is negative, or that it is 0 all over),
 * CLPWL_ERR_NOT_FINITE (at which x f or the weight is), CLPWL_ERR_TARGET (the message says
 * which error could be met, or that f jumps, or is noisy), CLPWL_ERR_MEMORY,
 * CLPWL_ERR_CANCELLED.
 */
CLPWL_API clpwl_status clpwl_design(clpwl_table **out, const clpwl_function *f,
                                    const clpwl_design_options *options);

#ifdef __cplusplus
}
#endif
#endif
