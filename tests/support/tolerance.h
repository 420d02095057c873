/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tolerance of evaluations in fp32. */
#ifndef CLPWL_TEST_TOLERANCE_H
#define CLPWL_TEST_TOLERANCE_H

#include <math.h>
#include "clpwl.h"

#define EPS 0x1p-24 /* one rounding: half an ulp of 1 in fp32 */

/* The largest distance of an fp32 evaluation from the table in exact arithmetic: the bound of
 * clpwl_table_executed_error for a table whose error against f is 0. */
static inline double execution_bound(const clpwl_table *exact, double weight_error)
{
    clpwl_execution how = CLPWL_EXECUTION_INIT;
    how.weight_error = weight_error;
    return clpwl_table_executed_error(exact, &how).linf;
}

#endif
