/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Refinement: from asymptotically optimal knots to optimal ones, for as many segments
 * as there are. The asymptotic theory is for many segments; with few of them, and where
 * f'' passes through 0 within one, there is more to be had. No state; any thread.
 */
#ifndef CLPWL_REFINE_H
#define CLPWL_REFINE_H

#include <stddef.h>
#include "clpwl/fit.h"
#include "clpwl/partition.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How much is done for the knots of an optimised partition. */
typedef enum clpwl_effort {
    CLPWL_EFFORT_ASYMPTOTIC, /* equal shares of the knot density */
    CLPWL_EFFORT_REFINED,    /* downhill from there, and with up to 64 segments from the best choice
                         on a coarse grid as well, to where no small move of a knot helps */
    CLPWL_EFFORT_OPTIMAL     /* the same from the best choice on a fine grid; up to 64 segments */
} clpwl_effort;

/* "asymptotic", "refined", "optimal"; NULL for a value that is none. */
CLPWL_API const char *clpwl_effort_name(clpwl_effort effort);
/* The reverse. CLPWL_ERR_UNKNOWN_NAME. */
CLPWL_API clpwl_status clpwl_effort_parse(clpwl_effort *out, const char *name);

/*
 * Moves inner knots so that the fit's error in the norm becomes smaller, where it does.
 *
 * Which norm a fit can be refined for: the interpolant for any; the projection for L2,
 * CLPWL_FIT_LEAST_ABSOLUTE for L1; CLPWL_FIT_MINIMAX, CLPWL_FIT_ABOVE and CLPWL_FIT_BELOW for Linf. For
 * the last three CLPWL_EFFORT_REFINED is the global optimum already.
 *   weight         NULL: none
 *   effort         CLPWL_EFFORT_REFINED or CLPWL_EFFORT_OPTIMAL
 *   knots          segments + 1, strictly ascending; then the better ones, inner ones
 *                  fp32 numbers wherever the spacing allows it
 *   progress       called on this thread; NULL: none
 * CLPWL_ERR_ARGUMENT, CLPWL_ERR_NOT_FINITE (at which x), CLPWL_ERR_MEMORY,
 * CLPWL_ERR_CANCELLED. On failure the knots are as they were.
 */
CLPWL_API clpwl_status clpwl_refine_knots(const clpwl_function *f, const clpwl_weight *weight,
                                          clpwl_norm norm, clpwl_fit fit, clpwl_effort effort,
                                          double *knots, size_t segments,
                                          clpwl_progress progress, void *user);

#ifdef __cplusplus
}
#endif
#endif
