/* SPDX-License-Identifier: GPL-3.0-or-later */
/* f''(x), unchecked. */
#ifndef CLPWL__CURVATURE_H
#define CLPWL__CURVATURE_H

#include "clpwl/function.h"

/* f''(x) from d2f, or from values of f, NaN and infinity included. The last message does not
 * change. */
double clpwl__curvature_raw(const clpwl_function *f, double x);

/*
 * f''(x) from values of f, even where f has a d2f.
 *   scale  f'' comes from steps below this length; 0: below the domain's
 *   error  set to an estimate of the absolute error; may be NULL
 * NaN where f(x) is not finite or nothing converged; infinite with the right sign where the
 * difference quotients grow without bound, as at the 0 of sqrt.
 */
double clpwl__curvature_numeric(const clpwl_function *f, double x, double scale, double *error);

/* The same at n places, each with its scale and its error. A call of f has values for many places.
 * CLPWL_ERR_MEMORY. */
clpwl_status clpwl__curvatures_numeric(const clpwl_function *f, const double *x, const double *scale,
                                       size_t n, double *value, double *error);

#endif
