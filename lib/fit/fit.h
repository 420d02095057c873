/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLPWL_HOST_FIT_H
#define CLPWL_HOST_FIT_H

#include "clpwl/fit.h"

/* Of the error: how near to the least one clpwl_fit_values comes where it must iterate. */
#define CLPWL__FIT_DIGITS 1e-9

/* clpwl_fit_values with other digits: fewer of them take less time. */
clpwl_status clpwl__fit_values(clpwl_fit fit, const clpwl_function *f, const clpwl_weight *weight,
                               const double *knots, size_t segments, double digits,
                               double *values);

#endif
