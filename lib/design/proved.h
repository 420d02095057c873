/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The proof of a design's errors, and what follows from it. */
#ifndef CLPWL__PROVED_H
#define CLPWL__PROVED_H

#include "clpwl/design.h"
#include "clpwl/proof.h"

/* What is proved of a design: nothing; that no feature was missed; its errors. */
typedef enum clpwl__proved {
    CLPWL__PROVED_NOTHING,
    CLPWL__PROVED_FEATURES,
    CLPWL__PROVED_ERRORS
} clpwl__proved;

/* The fraction of a design that is done before its proof. Only a required proof takes long. */
double clpwl__design_proof_begins(const clpwl_design_options *o);

/*
 * Proves the errors of the design as far as o->proving asks.
 *   proved  nothing where nothing was to be proved, or nothing could be and a proof is not required
 * CLPWL_ERR_UNSUPPORTED, CLPWL_ERR_NUMERIC (only of proofs that are required), CLPWL_ERR_MEMORY,
 * CLPWL_ERR_CANCELLED.
 */
clpwl_status clpwl__design_prove(const clpwl_function *f, const clpwl_design_options *o,
                                 const clpwl_table *table, clpwl_proof *out,
                                 clpwl__proved *proved);

/*
 * Compares the measured errors with the proof. Integrals that were measured too small are corrected.
 * Errors that are proved go into the table, with the target's evidence.
 *   f       with the kinks and features that are known
 *   missed  1: the largest error was measured too small, near p->worst; then nothing is changed
 * CLPWL_ERR_TARGET (a corrected integral misses the target), CLPWL_ERR_NUMERIC (the target is not met as
 * proved, where that is required), CLPWL_ERR_NOT_FINITE, CLPWL_ERR_MEMORY.
 */
clpwl_status clpwl__design_take_proof(const clpwl_function *f, const clpwl_design_options *o,
                                      const clpwl_proof *p, clpwl__proved proved,
                                      clpwl_table *table, int *missed);

/*
 * The same for the errors without the weight of a weighted design: those that were measured too small become
 * the bounds that are proved, where they can be.
 *   missed  1: the largest of them was too small, near x
 */
clpwl_status clpwl__design_prove_plain(const clpwl_function *f, const clpwl_design_options *o,
                                       clpwl_table *table, double *x, int *missed);

#endif
