/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The error of a design with a given number of segments, for suites about targets. */
#ifndef CLPWL_TEST_EXECUTED_H
#define CLPWL_TEST_EXECUTED_H

#include "clpwl.h"
#include "suite.h"

/* The executed error of a design of f with n segments, with the options o but without their
 * target. */
static inline clpwl_error executed_with(const clpwl_function *f, clpwl_design_options o, size_t n)
{
    clpwl_table *table;
    o.max_error = 0;
    o.segments = n;
    OK(clpwl_design(&table, f, &o));
    clpwl_error e = clpwl_table_executed_error(table, o.execution);
    clpwl_table_free(table);
    return e;
}

#endif
