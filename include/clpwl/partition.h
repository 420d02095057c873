/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Partitions: where the knots of a table lie.
 *
 * N segments have N + 1 knots, a = x_0 < x_1 < ... < x_N = b. The optimised knots take equal
 * shares of the integral of a density: |f''|^(1/3) for L1, |f''|^(2/5) for L2, |f''|^(1/2) for
 * Linf (paper, eqs. 15 to 18). The functions keep no state; any thread may call them.
 *
 * Advanced (doc/abi.md).
 */
#ifndef CLPWL_PARTITION_H
#define CLPWL_PARTITION_H

#include <stddef.h>
#include "clpwl/function.h"
#include "clpwl/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Segments of equal length: x_i = a + i (b - a) / segments, and x_N = b exactly.
 *   a, b      finite, a < b, far enough apart that the knots differ
 *   segments  at least 1
 *   knots     segments + 1 numbers, written
 * CLPWL_ERR_ARGUMENT.
 */
CLPWL_CHECKED clpwl_status clpwl_partition_uniform(double a, double b, size_t segments,
                                                   double *knots);

/*
 * Asymptotically optimal knots for a norm.
 *
 * A floor under the density bounds the length of segments where f'' vanishes. Inner knots are
 * fp32 numbers wherever the spacing allows it, so that a device has the same knots. Kinks of
 * f in (a,b) are knots if there are enough segments.
 *   a, b, segments, knots  as for clpwl_partition_uniform, [a,b] within f's domain
 * CLPWL_ERR_ARGUMENT, CLPWL_ERR_NOT_FINITE (the message names x), CLPWL_ERR_MEMORY.
 */
CLPWL_CHECKED clpwl_status clpwl_partition_optimized(const clpwl_function *f, double a, double b,
                                                     size_t segments, clpwl_norm norm,
                                                     double *knots);

#ifdef __cplusplus
}
#endif
#endif
