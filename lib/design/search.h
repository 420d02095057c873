/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The smallest number of segments N that meets a target error. The estimate gives the first N,
 * and measurements decide. The error falls about as 1/N^2, but not exactly monotonically.
 */
#ifndef CLPWL__SEARCH_H
#define CLPWL__SEARCH_H

#include "design/plan.h"

/*
 * The table with the plan's number of segments, or, for a max_error, with the smallest number that meets it.
 * CLPWL_ERR_TARGET (the message gives an error that can be met), and those of clpwl__plan_trial.
 */
clpwl_status clpwl__find_table(clpwl_table **out, clpwl__plan *plan);

#endif
