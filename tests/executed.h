/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The error of a design with a given number of segments, for suites about targets. */
#ifndef CLPWL_TEST_EXECUTED_H
#define CLPWL_TEST_EXECUTED_H

#include "clpwl/design.h"
#include "suite.h"

/* As o's weight bits execute it; o's target is left out. */
static inline clpwl_error executed_with(const clpwl_function *f, clpwl_design_options o, size_t n)
{
    clpwl_table *table;
    clpwl_execution execution = CLPWL_EXECUTION_INIT;
    execution.weight_bits = o.weight_bits;
    o.max_error = 0;
    o.weight_bits = 0;
    o.segments = n;
    OK(clpwl_design(&table, f, &o));
    clpwl_error e = clpwl_table_executed(table, &execution);
    clpwl_table_free(table);
    return e;
}

#endif
