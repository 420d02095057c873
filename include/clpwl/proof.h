/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Proofs of the errors of tables.
 *
 * Three words say what is known of an error:
 *
 *   proved     a bound over all real x of the domain, from enclosures by interval arithmetic
 *   exhausted  the largest error of all fp32 arguments, each of which was evaluated on a device
 *              (clpwl_verify_every)
 *   measured   the largest error that sampling and optimisation found
 *
 * clpwl_design measures, and checks formulas, functions with parameters and weights by a proof
 * (clpwl/design.h). clpwl_prove proves for functions of the catalogue, for formulas and for samples; of
 * callbacks nothing can be proved. Samples need no Arb: their curve is a cubic or a line between rows. Of them
 * absolute errors are proved, on the domain, of tables without a shaper. A proof is of f - v over the reals, where v is the
 * continuous piecewise linear function through the knots and nodal values of the table. What a
 * device adds to that is in clpwl/execution.h.
 *
 * Advanced (doc/abi.md).
 */
#ifndef CLPWL_PROOF_H
#define CLPWL_PROOF_H

#include <stddef.h>
#include "clpwl/function.h"
#include "clpwl/progress.h"
#include "clpwl/table.h"
#include "clpwl/weight.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Begin with CLPWL_PROVE_INIT. NULL in its place means the same. */
typedef struct clpwl_prove_options {
    size_t size;                /* sizeof(clpwl_prove_options) */
    const clpwl_weight *weight; /* of the errors; NULL: none. Its w is a formula or NULL */
    double tolerance;           /* of a bound, relative to the true error; 1e-6 to 1; 0: 1e-3 */
    double seconds;             /* of processor time, of all threads; then a proof gives up; 0: an amount of
                                   work, the same on every machine, that takes some 60. The side of a
                                   one-sided table has as much again */
    int linf_only;              /* 1: L1 and L2 are left out, and are NaN */
    clpwl_progress progress;    /* or NULL */
    void *progress_user;
    double a, b;                /* an interval that holds the domain: the tails of a table extended by
                                   clamp, zero or linear are proved, too; both 0: the domain. An end may
                                   be infinite; then L1 and L2 are left out */
    unsigned threads;           /* at most so many, the caller's among them; 0: one for each CPU. The
                                   result does not depend on it */
} clpwl_prove_options;

#define CLPWL_PROVE_INIT CLPWL_SIZED(clpwl_prove_options)

typedef struct clpwl_proof {
    clpwl_error bound; /* |f - v| is at most this */
    clpwl_error least; /* and at least this */
    double worst;      /* an x where |f - v|, weighted, is at least least.linf */
    int side;          /* of a table by CLPWL_FIT_ABOVE or CLPWL_FIT_BELOW, on its domain. 1: v is on its side
                          of f at all real x, roundings of its target's execution, or of fp32, included; -1: v
                          is beyond f at side_x; 0: not known, or a table by another fit */
    double side_x;     /* or NaN */
    double slope;      /* of a table with a slope error: |f' - v'| is at most this, where that is measured; NaN:
                          not known */
} clpwl_proof;

/*
 * Encloses the error of a table against f on the table's domain, or on [a, b]: no x is left out.
 * Where f jumps, x between neighbouring fp32 numbers counts, too, though no device evaluates it.
 * The numbers in a formula, and parameters, are the nearest doubles. Any thread.
 *   out  written
 *   f    of the catalogue, a formula, or samples
 * CLPWL_ERR_UNSUPPORTED (a callback, a function that has no enclosure, samples with a weight, a shaper or a
 * reach, or a library that was built without Arb), CLPWL_ERR_NUMERIC (the bounds did not meet within the tolerance: the
 * message names x and the reason), CLPWL_ERR_CANCELLED, CLPWL_ERR_ARGUMENT, CLPWL_ERR_MEMORY.
 */
CLPWL_CHECKED clpwl_status clpwl_prove(clpwl_proof *out, const clpwl_function *f,
                                       const clpwl_table *table,
                                       const clpwl_prove_options *options);

/*
 * A lower bound of the number of segments: no continuous piecewise linear function on [a,b] with fewer
 * has |f - v| <= max_error for all real x. The bound is the length of the path with the fewest segments
 * through a tube that holds f +- max_error (S. Suri, Comput. Vision Graphics Image Process. 35 (1986)
 * 99-110). The tube is wider than that by enclosures of f's distance from its chords. The comparisons of
 * the path are made in double arithmetic, with a margin of 1e-12 of the values. A table in fp32 may need
 * more segments, because roundings are a part of its error.
 *   least      written
 *   a, b       a < b; both may be f's own domain
 *   max_error  positive
 *   options    tolerance: by how much the tube is wider, relative to max_error; 0: 1e-5, and more, at most
 *              0.1, where the tube would have more than 2^18 points. linf_only is not read.
 * CLPWL_ERR_UNSUPPORTED (as clpwl_prove; also with a weight), CLPWL_ERR_NUMERIC (f jumps, has a pole, or
 * the time is over; the message names x), CLPWL_ERR_CANCELLED, CLPWL_ERR_ARGUMENT, CLPWL_ERR_MEMORY.
 */
CLPWL_CHECKED clpwl_status clpwl_prove_fewest(size_t *least, const clpwl_function *f, double a,
                                              double b, double max_error,
                                              const clpwl_prove_options *options);

/*
 * Writes a certificate: a script for Sollya that encloses |f - v| on each segment and prints whether it
 * is at most `bound`. It does not depend on this library.
 *   text   set to the script, '\0' at its end; the caller frees it with clpwl_free
 *   f      of the catalogue or a formula, of elementary functions, erf and erfc
 *   bound  positive; that of clpwl_prove must be raised by 2^-19 of it, because supnorm is above the error
 *          by 2^-20
 * Segments at whose ends f' is infinite are not certified by Sollya. CLPWL_ERR_UNSUPPORTED (Sollya lacks
 * a function of f, or the table has a shaper), CLPWL_ERR_ARGUMENT, CLPWL_ERR_MEMORY.
 */
CLPWL_CHECKED clpwl_status clpwl_certificate(char **text, const clpwl_function *f,
                                             const clpwl_table *table, double bound);

/*
 * Finds the slopes of the linear asymptotes of f, for the tails of a table: f(x) less slope x has a limit.
 *   out  set to the slopes, rounded to double; NaN on a side without an asymptote, or where none is known
 *   f    of the catalogue, or a formula
 * CLPWL_ERR_UNSUPPORTED (as clpwl_prove), CLPWL_ERR_ARGUMENT, CLPWL_ERR_MEMORY.
 */
CLPWL_CHECKED clpwl_status clpwl_find_tails(clpwl_tails *out, const clpwl_function *f);

/* 1 if this build of the library has clpwl_prove, 0 if it was built without Arb. */
CLPWL_API int clpwl_can_prove(void);

#ifdef __cplusplus
}
#endif
#endif
