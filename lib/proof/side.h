/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Proofs that one-sided tables are on their side. */
#ifndef CLPWL__SIDE_H
#define CLPWL__SIDE_H

#include "clpwl/proof.h"

/*
 * Proves that f is beyond no value of a one-sided table by more than what execution adds there, that of the
 * table's target, or that of fp32.
 *   table    by CLPWL_FIT_ABOVE or CLPWL_FIT_BELOW
 *   options  seconds and progress
 *   out      bound.linf is read; side and side_x are set
 * CLPWL_ERR_UNSUPPORTED (as clpwl_prove), CLPWL_ERR_CANCELLED, CLPWL_ERR_MEMORY.
 */
clpwl_status clpwl__prove_side(clpwl_proof *out, const clpwl_function *f, const clpwl_table *table,
                               const clpwl_prove_options *options);

#endif
