/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether a design may have a symmetry, and whether f has it. */
#ifndef CLPWL__SYMMETRIC_H
#define CLPWL__SYMMETRIC_H

#include "clpwl/design.h"
#include "function/proxy.h"

/* Refuses a symmetry that the options, which are complete, do not allow. CLPWL_ERR_ARGUMENT. */
clpwl_status clpwl__symmetric_check(const clpwl_design_options *options);

/* Refuses the symmetry of the options where f does not have it, or the weight is not even, at the places
 * where f was asked for its proxy, and at 0. CLPWL_SYMMETRY_AUTO becomes one that f and the options have,
 * or none. CLPWL_ERR_ARGUMENT, CLPWL_ERR_NOT_FINITE (the weight). */
clpwl_status clpwl__symmetric_take(clpwl_design_options *options, const clpwl_function *f,
                                   const clpwl__proxy *proxy);

#endif
