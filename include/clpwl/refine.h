/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Refinement: from asymptotically optimal knots to optimal ones for a given number of
 * segments. The asymptotic theory assumes many segments. With few, and where f'' changes its
 * sign within a segment, refinement lowers the error further. No state; any thread.
 *
 * Advanced (doc/abi.md).
 */
#ifndef CLPWL_REFINE_H
#define CLPWL_REFINE_H

#include <stddef.h>
#include "clpwl/fit.h"
#include "clpwl/partition.h"
#include "clpwl/progress.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Moves inner knots to lower the error of a fit in a norm. Knots that cannot be improved
 * stay.
 *
 * Supported pairs: the interpolant with every norm, the projection with L2, least absolute
 * with L1; minimax, above and below with Linf, for which refined knots are the global
 * optimum.
 *   weight    of the error; NULL: none
 *   knots     segments + 1 numbers, strictly ascending; overwritten with the better knots.
 *             Inner knots become fp32 numbers wherever the spacing allows it. After a
 *             failure the knots are unchanged.
 *   progress  NULL: none; user is handed to it
 * CLPWL_ERR_ARGUMENT, CLPWL_ERR_NOT_FINITE (the message names x), CLPWL_ERR_TARGET (as
 * clpwl_error_measure), CLPWL_ERR_MEMORY, CLPWL_ERR_CANCELLED.
 */
CLPWL_CHECKED clpwl_status clpwl_refine_knots(const clpwl_function *f, const clpwl_weight *weight,
                                              clpwl_norm norm, clpwl_fit fit, double *knots,
                                              size_t segments, clpwl_progress progress, void *user);

#ifdef __cplusplus
}
#endif
#endif
