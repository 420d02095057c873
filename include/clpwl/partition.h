/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Partitions: where the knots of a table lie.
 *
 * N segments have N + 1 knots, a = x_0 < x_1 < ... < x_N = b. All functions here
 * write into the caller's array of N + 1 doubles, keep no state and may be called
 * from any thread.
 */
#ifndef CLPWL_PARTITION_H
#define CLPWL_PARTITION_H

#include <stddef.h>
#include "clpwl/function.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum clpwl_norm {
    CLPWL_NORM_LINF, /* max |f - v|: the default */
    CLPWL_NORM_L1,   /* integral of |f - v| over [a,b] */
    CLPWL_NORM_L2    /* square root of the integral of (f - v)^2 over [a,b] */
} clpwl_norm;

typedef enum clpwl_partition {
    CLPWL_PARTITION_UNIFORM,  /* equal segments: O(1) location by one multiplication */
    CLPWL_PARTITION_OPTIMIZED /* knots where f bends: density |f''|^(2/5) for L2 and so on */
} clpwl_partition;

/* Names as the command line and table files spell them ("l2", "optimized");
 * NULL for a value that is none. */
CLPWL_API const char *clpwl_norm_name(clpwl_norm norm);
CLPWL_API const char *clpwl_partition_name(clpwl_partition partition);
/* The reverse. CLPWL_ERR_UNKNOWN_NAME (the message lists the names). */
CLPWL_API clpwl_status clpwl_norm_parse(clpwl_norm *out, const char *name);
CLPWL_API clpwl_status clpwl_partition_parse(clpwl_partition *out, const char *name);

/*
 * Equal segments: x_i = a + i (b - a) / segments, x_N = b exactly.
 *   a, b      finite, a < b, and far enough apart that the knots are distinct
 *   segments  at least 1
 *   knots     segments + 1 numbers, written
 * CLPWL_ERR_ARGUMENT.
 */
CLPWL_API clpwl_status clpwl_partition_uniform(double a, double b, size_t segments,
                                               double *knots);

/*
 * Asymptotically optimal knots: equal shares of the integral of the knot density
 * |f''|^(1/3), |f''|^(2/5) or |f''|^(1/2) for L1, L2, Linf (paper, eqs. 15 to 18).
 * Where f'' vanishes the density is floored, so that no segment grows without
 * bound. Inner knots are fp32 numbers wherever the spacing allows it, so that the
 * table that a device executes has the very same knots; kinks of f in (a,b) are
 * knots where segments are enough for it.
 * CLPWL_ERR_ARGUMENT, CLPWL_ERR_NOT_FINITE (at which x), CLPWL_ERR_MEMORY.
 */
CLPWL_API clpwl_status clpwl_partition_optimized(const clpwl_function *f, double a, double b,
                                                 size_t segments, clpwl_norm norm,
                                                 double *knots);

#ifdef __cplusplus
}
#endif
#endif
