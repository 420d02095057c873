/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Verification: an evaluator runs on its device, and its values are compared with the function
 * and with the error that the evaluator reports.
 *
 * Threads: one thread at a time, as for the evaluator. f's callbacks run on the caller's.
 */
#ifndef CLPWL_VERIFY_H
#define CLPWL_VERIFY_H

#include <stdint.h>
#include "clpwl/evaluator.h"
#include "clpwl/function.h"
#include "clpwl/progress.h"
#include "clpwl/weight.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Begin with CLPWL_VERIFY_INIT. */
typedef struct clpwl_verify_options {
    size_t size;                /* sizeof(clpwl_verify_options) */
    size_t arguments;           /* number of arguments, at least; 0: 10^7 */
    uint32_t seed;              /* of the random arguments */
    const clpwl_weight *weight; /* compares the weighted error with its bound too; NULL: no */
    clpwl_progress progress;    /* or NULL */
    void *progress_user;
} clpwl_verify_options;

#define CLPWL_VERIFY_INIT CLPWL_SIZED(clpwl_verify_options)

/* The result of a verification. */
typedef struct clpwl_verification {
    size_t arguments;  /* the number of arguments that were evaluated */
    clpwl_error bound; /* the error that the evaluator reports; for 16-bit storage L1 and L2 are
                          those of clpwl_error_executed */
    clpwl_error seen;  /* linf: the largest error; l1, l2: from the stratified arguments */
    double x;          /* the argument of the largest error */
    double got, right; /* at x: the evaluator's value, and f's */
    clpwl_error weighted_bound, weighted_seen; /* with a weight; otherwise 0 */
    double weighted_x; /* the argument of the largest weighted error */
    int holds;         /* 1: seen.linf <= bound.linf, the same for weighted errors, and every
                          value is finite */
} clpwl_verification;

/*
 * Evaluates one table on [a,b]: at every knot and the two fp32 numbers next to it, at both
 * ends, and at one random argument in each of equal strata of the domain. l1 and l2 are sums
 * over the strata, accurate to a few parts in a thousand for 10^6 arguments. f is evaluated in
 * double at the same fp32 arguments.
 *
 * The weighted bound is clpwl_error_executed for the evaluator. If the table was designed for
 * the same weight (clpwl_table_weighting; floor and name are compared), the error that was
 * measured then is used; otherwise the error is measured now.
 *   f    the function that the table approximates
 *   out  written. A violated bound is not a failure of this call: see holds.
 * Blocks. CLPWL_ERR_ARGUMENT (also for an evaluator of several tables), CLPWL_ERR_NOT_FINITE,
 * CLPWL_ERR_OPENCL, CLPWL_ERR_MEMORY, CLPWL_ERR_CANCELLED.
 */
CLPWL_CHECKED clpwl_status clpwl_verify(clpwl_evaluator *evaluator, const clpwl_function *f,
                                        const clpwl_verify_options *options,
                                        clpwl_verification *out);

#ifdef __cplusplus
}
#endif
#endif
