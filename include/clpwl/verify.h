/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Verification: an evaluator runs on its device, and its values are compared with the function
 * and with the error that the evaluator reports: at random arguments, or at every fp32 argument.
 *
 * Threads: one thread at a time, as for the evaluator. f's callbacks run on the caller's; functions
 * of the catalogue, of formulas and of samples run on all cores.
 *
 * Advanced (doc/abi.md).
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
    size_t arguments;           /* at least so many arguments, at most 2^32; 0: 10^7 */
    uint32_t seed;              /* of the random arguments */
    const clpwl_weight *weight; /* compares the weighted error with its bound too; NULL: no */
    clpwl_progress progress;    /* or NULL */
    void *progress_user;
} clpwl_verify_options;

#define CLPWL_VERIFY_INIT CLPWL_SIZED(clpwl_verify_options)

/* The result of a verification. */
typedef struct clpwl_verification {
    size_t arguments;  /* the number of arguments that were evaluated */
    clpwl_evidence evidence; /* of `seen`: measured, or exhausted: of all fp32 arguments */
    clpwl_error bound; /* the error that the evaluator reports; for 8- and 16-bit storage L1 and L2 are
                          those of clpwl_error_executed */
    clpwl_error seen;  /* linf: the largest error; infinity: a value is not finite, at x */
    clpwl_error allowed; /* what `seen` may reach: the bound; in L1 and L2 also the uncertainty of
                          the comparison, below */
    double x;          /* the argument of the largest error */
    double got, right; /* at x: the evaluator's value, and f's */
    double doubt;      /* how far f in double is from f at most, at 1024 arguments and at x; NaN:
                          not known, or not exhausted */
    clpwl_error weighted_bound, weighted_seen, weighted_allowed; /* with a weight; otherwise 0 */
    double weighted_x; /* the argument of the largest weighted error */
    double weighted_doubt;
    double beyond;     /* of a table by CLPWL_FIT_ABOVE or CLPWL_FIT_BELOW: how far a value is on the wrong
                          side of f at most; of one with constraints: how far it is from these, beyond
                          clpwl_table_constraints_error; 0: no value is; NaN: not judged, as the table was
                          designed for no such storage or filter, or has neither */
    double beyond_x;   /* its argument; NaN: that is of the integral, by `shift` */
    double shift;      /* the integral of v - f, as a sum like that of L1 */
    int holds;         /* 1: the bound of linf is known, no error seen, weighted ones too, exceeds what is
                          allowed, and no value is beyond f or its constraints. A norm whose bound is NaN is not
                          judged. */
} clpwl_verification;

/*
 * Evaluates one table on [a,b]: at every knot and the two fp32 numbers next to it, at both
 * ends and 0, and at one random argument in each of equal strata of the domain. f is evaluated in
 * double at the same fp32 arguments.
 *
 * L1 and L2 seen are sums over the strata, and estimates. What they may reach, `allowed`, is the
 * sum of
 *
 *   the bound           and 1e-7 of it, to which the error of a design is integrated
 *   5 standard errors   of the sum, from the differences of neighbouring strata: these are
 *                       exceeded by chance once in 3 million verifications
 *   2 u linf            for each segment, where u is the distance of fp32 numbers there: the error
 *                       has at most four monotone pieces on a segment, and an argument stands for
 *                       u/2 on either side
 *   1 % of the bound    for filters with few bits, whose weight is taken to err uniformly
 *
 * and of the corresponding terms of L2 squared. L1 and L2 of fewer than 1000 arguments are not
 * judged: `allowed` is infinite.
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

/*
 * Evaluates every fp32 argument of [a,b], subnormal ones too, by several evaluators. The errors
 * seen are then exhausted (clpwl/proof.h): no argument is left out. -0 counts as a number below 0:
 * it belongs to [-1,1] and not to [0,1].
 *
 * L1 and L2 seen are sums in which an argument stands for half the distances to its neighbours:
 * the errors for a real x that is rounded to fp32 first. They may exceed the bound as above, but
 * for the standard errors.
 *
 * f is evaluated once for all evaluators, in double. With Arb, its values are compared with
 * enclosures at 1024 arguments and at the worst ones: `doubt`.
 *   evaluators  of tables on the same domain, each of one table
 *   count       of evaluators, at least 1
 *   options     arguments and seed have no meaning; NULL: the defaults
 *   out         `count` results, zeroed for a beginning. After CLPWL_ERR_CANCELLED they hold the
 *               arguments so far, of 2^20 at a time in ascending order, and another call with
 *               them continues: the result is that of one call to the bit.
 * Blocks. CLPWL_ERR_ARGUMENT, CLPWL_ERR_NOT_FINITE (of f; the message names x), CLPWL_ERR_OPENCL,
 * CLPWL_ERR_MEMORY, CLPWL_ERR_CANCELLED.
 */
CLPWL_CHECKED clpwl_status clpwl_verify_every(clpwl_evaluator *const *evaluators, size_t count,
                                              const clpwl_function *f,
                                              const clpwl_verify_options *options,
                                              clpwl_verification *out);

#ifdef __cplusplus
}
#endif
#endif
