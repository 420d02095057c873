/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Fits: the nodal values c_i of a table on given knots x_i.
 *
 * v is the continuous piecewise linear function with v(x_i) = c_i. The fits are described
 * with clpwl_fit in clpwl/types.h. No state; any thread.
 *
 * Advanced (doc/abi.md).
 */
#ifndef CLPWL_FIT_H
#define CLPWL_FIT_H

#include <stddef.h>
#include "clpwl/function.h"
#include "clpwl/types.h"
#include "clpwl/weight.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Computes the nodal values of a fit.
 *
 * Interpolant: c_i = f(x_i); the weight has no influence. Projection: the tridiagonal system
 * of least squares. Least absolute: Newton's method. Both integrate by Gauss-Legendre quadrature
 * with 8 nodes, on panels on which f is one polynomial of clpwl_error_measure. Minimax, above and
 * below: bisection for the narrowest tube around f that holds a continuous line over these knots;
 * where the tube leaves freedom, a value minimises the error of its own two segments. Iterations
 * stop at 1e-9 of the error.
 *   weight    of the error; NULL: none
 *   knots     segments + 1 numbers, finite, strictly ascending
 *   segments  at least 1
 *   values    segments + 1 numbers, written, in double (fp32 adds its rounding; clpwl_design
 *             allows for it)
 * CLPWL_ERR_ARGUMENT, CLPWL_ERR_NOT_FINITE (the message names x), CLPWL_ERR_NUMERIC, CLPWL_ERR_MEMORY.
 */
CLPWL_CHECKED clpwl_status clpwl_fit_values(clpwl_fit fit, const clpwl_function *f,
                                            const clpwl_weight *weight, const double *knots,
                                            size_t segments, double *values);

#ifdef __cplusplus
}
#endif
#endif
