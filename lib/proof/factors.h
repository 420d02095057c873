/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bounds of the factors by which a weight multiplies roundings. */
#ifndef CLPWL__PROOF_FACTORS_H
#define CLPWL__PROOF_FACTORS_H

#include "clpwl/table.h"
#include "base/progress.h"
#include "execution/weighted.h"

/*
 * The factors of all segments of the table, as bounds over all arguments in fp32.
 *   weight  checked
 *   norm    that matters: means are near for L1 and L2 alone
 *   seconds of work (expression/range.h), after which the search for bounds ends with CLPWL_ERR_NUMERIC
 *   watch   called for each segment, with the part that is done
 *   out     room for all segments
 *   missed  NaN, or an argument at which the factor is more than 1.1 times what samples show of its
 *           segment, as in a feature of w that is narrower than samples
 * CLPWL_ERR_UNSUPPORTED (f or w has no enclosure), CLPWL_ERR_NUMERIC (no bound), CLPWL_ERR_MEMORY,
 * CLPWL_ERR_NOT_FINITE, CLPWL_ERR_ARGUMENT (w is negative), CLPWL_ERR_CANCELLED.
 */
clpwl_status clpwl__factors_enclose(const clpwl_function *f, const clpwl_weight *weight,
                                    const clpwl_table *table, clpwl_norm norm, double seconds,
                                    const clpwl__watch *watch, clpwl__factors *out, double *missed);

#endif
