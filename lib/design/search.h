/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The smallest number of segments N that meets a target error. The estimate gives the first N,
 * and measurements decide. The error falls about as 1/N^2, but not exactly monotonically.
 */
#ifndef CLPWL__SEARCH_H
#define CLPWL__SEARCH_H

#include "design/plan.h"

/*
 * Sets *segments to the smallest number that meets the max_error of the plan's options. On
 * return plan->share.to is the part of the whole work that is done.
 * CLPWL_ERR_TARGET (the message gives an error that can be met), and those of clpwl__plan_trial.
 */
clpwl_status clpwl__search(clpwl__plan *plan, size_t *segments);

#endif
