/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Proofs of the errors and the sides of tables. */
#ifndef CLPWL__PROVE_H
#define CLPWL__PROVE_H

#include "clpwl/execution.h"
#include "clpwl/proof.h"
#include "fit/mesh.h"

/* clpwl_prove. by_work: the options' seconds are of work (expression/range.h), not of processor time. */
clpwl_status clpwl__prove(clpwl_proof *out, const clpwl_function *f, const clpwl_table *table,
                          const clpwl_prove_options *options, int by_work);

/*
 * Proves that a one-sided table is on its side of f by more than what an execution adds there.
 *   table      by CLPWL_FIT_ABOVE or CLPWL_FIT_BELOW
 *   execution  NULL: the table's storage, by the filter of its target
 *   options    seconds and progress
 *   by_work    as for clpwl__prove
 *   out        bound.linf is read; side and side_x are set
 * CLPWL_ERR_UNSUPPORTED (as clpwl_prove), CLPWL_ERR_CANCELLED, CLPWL_ERR_MEMORY.
 */
clpwl_status clpwl__prove_side(clpwl_proof *out, const clpwl_function *f, const clpwl_table *table,
                               const clpwl_execution *execution, const clpwl_prove_options *options,
                               int by_work);
/* What NULL stands for there. */
clpwl_execution clpwl__side_execution(const clpwl_table *table);

/* Tells how much of a proof is done. CLPWL_ERR_CANCELLED. */
clpwl_status clpwl__prove_report(const clpwl_prove_options *options, double part);

/* The same by enclosures, of options that are taken: without the side, the side, and the tube of
 * clpwl_prove_fewest, whose mesh is zeroed, and freed by the caller. Where Arb is missing they refuse. */
clpwl_status clpwl__prove_enclosed(clpwl_proof *out, const clpwl_function *f, const clpwl_table *table,
                                   const clpwl_prove_options *options, int by_work);
clpwl_status clpwl__side_enclosed(clpwl_proof *out, const clpwl_function *f, const clpwl_table *table,
                                  const clpwl_execution *execution, const clpwl_prove_options *options,
                                  int by_work);
clpwl_status clpwl__tube_enclosed(clpwl__mesh *out, const clpwl_function *f, double a, double b,
                                  double max_error, const clpwl_prove_options *options);

#endif
