/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A search for errors of a table that measuring did not meet. */
#ifndef CLPWL__LOOK_H
#define CLPWL__LOOK_H

#include "clpwl/proof.h"

/*
 * Looks for a larger error in Linf than `known`, as at a feature of f that is narrower than samples. Unlike
 * clpwl_prove it needs no bound: pieces on which f has none, as beside a pole, are passed over, and
 * the weight may be samples or a callback. When the budget is spent it ends with what it has found.
 *   out      set: least.linf, which is `known` or a larger error, and worst, where that is; the rest is NaN
 *   weight   or NULL
 *   seconds  of work (expression/range.h)
 * CLPWL_ERR_UNSUPPORTED (as clpwl_prove, of f), CLPWL_ERR_MEMORY.
 */
clpwl_status clpwl__look(clpwl_proof *out, const clpwl_function *f, const clpwl_table *table,
                         const clpwl_weight *weight, double known, double seconds);

#endif
