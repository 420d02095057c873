/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Proofs of the errors and the sides of tables. */
#ifndef CLPWL__PROVE_H
#define CLPWL__PROVE_H

#include "clpwl/execution.h"
#include "clpwl/proof.h"

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

/* Copies and checks the options of a proof, and the weight that they name. CLPWL_ERR_ARGUMENT. */
clpwl_status clpwl__prove_options_take(clpwl_prove_options *own, clpwl_weight *weight,
                                       const clpwl_prove_options *given);

#endif
