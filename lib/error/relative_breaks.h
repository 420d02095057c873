/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where a relative error is not smooth: at the floor, and where |f| all but touches 0. */
#ifndef CLPWL_HOST_FLOOR_H
#define CLPWL_HOST_FLOOR_H

#include "function/function.h"

/*
 * The end of the stretch from l on in which 1 / max(|f|, floor) has neither corner nor spike
 * inside, as `steps` equal steps from l to r show f, and what lies between two of them by
 * f itself, to the last place of x.
 *   floor  above 0
 *   end    above l, at most r; what begins there is on the corner's far side
 * CLPWL_ERR_NOT_FINITE (at which x).
 */
clpwl_status clpwl__floor_end(const clpwl_function *f, double floor, double l, double r,
                              size_t steps, double *end);

#endif
