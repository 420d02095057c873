/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Verification: an evaluator is run against the function itself, on the device, and
 * what it really does is held against the error that it reports.
 *
 * Threads: as of the evaluator, one at a time; f's callbacks are called on the caller's.
 */
#ifndef CLPWL_VERIFY_H
#define CLPWL_VERIFY_H

#include <stdint.h>
#include "clpwl/evaluator.h"
#include "clpwl/function.h"
#include "clpwl/weight.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Begin with CLPWL_VERIFY_INIT. */
typedef struct clpwl_verify_options {
    size_t size;
    size_t arguments; /* how many, at least; 0: 10^7 */
    uint32_t seed;    /* of the random ones */
    const clpwl_weight *weight; /* the weighted error is held against its bound as well; NULL:
                                   it is not */
    clpwl_progress progress;
    void *progress_user;
} clpwl_verify_options;

#define CLPWL_VERIFY_INIT CLPWL_SIZED(clpwl_verify_options)

/* What was seen. */
typedef struct clpwl_verification {
    size_t arguments;  /* that were tried */
    clpwl_error bound; /* what the evaluator reports; of 16-bit storage L1 and L2 are measured,
                          as clpwl_error_executed_weighted does */
    clpwl_error seen;  /* linf: the worst; l1, l2: from the stratified arguments */
    double x;          /* where the worst was seen */
    double got, right; /* there: the evaluator's value and f's */
    clpwl_error weighted_bound, weighted_seen; /* with a weight; else 0 */
    double weighted_x; /* where the worst of these was seen */
    int holds;         /* 1: seen.linf <= bound.linf, with a weight the weighted ones too, and
                          every value is finite */
} clpwl_verification;

/*
 * Runs an evaluator of one table on [a,b]: at every knot and the fp32 numbers on both
 * sides of it, at both ends, and at one random argument in each of equal strata that
 * cover the domain, which makes l1 and l2 sums over the strata, accurate to a few parts
 * in a thousand of a million arguments. f is evaluated in double at the very fp32
 * arguments.
 * The weighted bound is clpwl_error_executed_weighted for the evaluator; of a table that was
 * designed for that weight (clpwl_table_weighting), as far as floor and name tell, with what
 * was measured then, else with what is measured now.
 *   f    the function that the table approximates
 *   out  written; a broken bound is no failure of this call: see holds
 * Blocks. CLPWL_ERR_ARGUMENT (an evaluator of several tables), CLPWL_ERR_NOT_FINITE,
 * CLPWL_ERR_OPENCL, CLPWL_ERR_MEMORY, CLPWL_ERR_CANCELLED.
 */
CLPWL_API clpwl_status clpwl_verify(clpwl_evaluator *evaluator, const clpwl_function *f,
                                    const clpwl_verify_options *options,
                                    clpwl_verification *out);

#ifdef __cplusplus
}
#endif
#endif
