/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Fits: the nodal values of a table on given knots.
 *
 * The values are those of a continuous piecewise linear function v that is
 * v(x_i) = c_i at the knots. No state; any thread.
 */
#ifndef CLPWL_FIT_H
#define CLPWL_FIT_H

#include <stddef.h>
#include "clpwl/function.h"
#include "clpwl/weight.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum clpwl_fit {
    CLPWL_FIT_INTERPOLANT,    /* c_i = f(x_i) (paper, eq. 3) */
    CLPWL_FIT_PROJECTION,     /* least squares: M c = b (paper, eqs. 5 and 6) */
    CLPWL_FIT_LEAST_ABSOLUTE, /* the least integral of |f - v| */
    CLPWL_FIT_MINIMAX,        /* the least max |f - v| */
    CLPWL_FIT_ABOVE,          /* v >= f everywhere, and then the least max v - f */
    CLPWL_FIT_BELOW           /* v <= f everywhere, and then the least max f - v */
} clpwl_fit;

/* "interpolant", "projection" and so on; NULL for a value that is none. */
CLPWL_API const char *clpwl_fit_name(clpwl_fit fit);
/* The reverse. CLPWL_ERR_UNKNOWN_NAME. */
CLPWL_API clpwl_status clpwl_fit_parse(clpwl_fit *out, const char *name);

/*
 * c_i = f(x_i).
 *   knots   segments + 1 ascending numbers
 *   values  segments + 1 numbers, written
 * CLPWL_ERR_ARGUMENT, CLPWL_ERR_NOT_FINITE.
 */
CLPWL_API clpwl_status clpwl_fit_interpolant(const clpwl_function *f, const double *knots,
                                             size_t segments, double *values);

/*
 * The orthogonal projection of f on the CPWL functions over the knots: the
 * tridiagonal system of the hat functions' Gramian, solved by the Thomas algorithm;
 * the moments <f, phi_i> by Gauss-Legendre quadrature, refined until they hold.
 * Parameters and codes as above, and CLPWL_ERR_MEMORY.
 */
CLPWL_API clpwl_status clpwl_fit_projection(const clpwl_function *f, const double *knots,
                                            size_t segments, double *values);

/*
 * The nodal values of any fit, with a weight.
 *
 * CLPWL_FIT_MINIMAX, CLPWL_FIT_ABOVE and CLPWL_FIT_BELOW: of all lines on these knots one with the
 * least weighted max error, found by halving a tube around f through which the line must
 * fit; where the tube leaves room a value is where it serves its own two segments best.
 * In double arithmetic, to some 1e-9 of the error; clpwl_design leaves room for fp32.
 * The interpolant does not depend on the weight.
 *   weight  NULL: none
 * Parameters and codes as above, and CLPWL_ERR_ARGUMENT for the weight.
 */
CLPWL_API clpwl_status clpwl_fit_values(clpwl_fit fit, const clpwl_function *f,
                                        const clpwl_weight *weight, const double *knots,
                                        size_t segments, double *values);

#ifdef __cplusplus
}
#endif
#endif
