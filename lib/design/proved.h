/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The proof of a design's errors, and what follows from it. */
#ifndef CLPWL__PROVED_H
#define CLPWL__PROVED_H

#include "clpwl/design.h"

/*
 * Proves the errors of a table as far as o->proving asks, and compares the measured ones with the proof.
 * Integrals that were measured too small, but are proved, are corrected.
 * Errors that are proved go into the table, with the target's evidence.
 *   f       with the kinks and features that are known
 *   missed  NaN; or a place near which the largest error was measured too small, or where the table is on
 *           the wrong side: then the errors stay as they are
 * CLPWL_ERR_TARGET (a corrected integral misses the target; the table is on the wrong side at an end),
 * CLPWL_ERR_UNSUPPORTED (of a proof that is required), CLPWL_ERR_NUMERIC (the same; the target is not met as
 * proved, where that is required), CLPWL_ERR_NOT_FINITE, CLPWL_ERR_MEMORY, CLPWL_ERR_CANCELLED.
 */
clpwl_status clpwl__design_check(const clpwl_function *f, const clpwl_design_options *o, clpwl_table *table,
                                 double *missed);

#endif
