/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every tolerance of the device suites, with its reason. */
#ifndef CLPWL_TEST_TOLERANCE_H
#define CLPWL_TEST_TOLERANCE_H

#include <math.h>
#include "clpwl.h"

#define EPS 0x1p-24 /* half an ulp of 1 in fp32: one rounding */

/*
 * How far an fp32 evaluation at x may be from the table in exact arithmetic: the bound
 * of clpwl_table_executed_error, which is an error against f, taken for a table whose error
 * against f is 0.
 */
static inline double execution_bound(const clpwl_table *exact, double weight_error)
{
    clpwl_execution how = CLPWL_EXECUTION_INIT;
    how.weight_error = weight_error;
    return clpwl_table_executed_error(exact, &how).linf;
}

#endif
