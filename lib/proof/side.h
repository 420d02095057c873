/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Proofs that one-sided tables are on their side. */
#ifndef CLPWL__SIDE_H
#define CLPWL__SIDE_H

#include "clpwl/execution.h"
#include "clpwl/proof.h"

/*
 * Proves that a one-sided table is on its side of f by more than what an execution adds there.
 *   table      by CLPWL_FIT_ABOVE or CLPWL_FIT_BELOW
 *   execution  NULL: the table's storage, by the filter of its target
 *   options    seconds and progress
 *   out        bound.linf is read; side and side_x are set
 * CLPWL_ERR_UNSUPPORTED (as clpwl_prove), CLPWL_ERR_CANCELLED, CLPWL_ERR_MEMORY.
 */
clpwl_status clpwl__prove_side(clpwl_proof *out, const clpwl_function *f, const clpwl_table *table,
                               const clpwl_execution *execution, const clpwl_prove_options *options);

#endif
