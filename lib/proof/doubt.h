/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How exact f is in double. */
#ifndef CLPWL__DOUBT_H
#define CLPWL__DOUBT_H

#include "base/internal.h"
#include "clpwl/function.h"

/*
 * doubt[i] is at least |f(x[i]) in double - f(x[i])|; NaN where there is no enclosure.
 * CLPWL_ERR_UNSUPPORTED (nothing is proved of f, or there is no Arb), CLPWL_ERR_MEMORY.
 */
clpwl_status clpwl__doubt(const clpwl_function *f, const double *x, double *doubt, size_t n);

#endif
