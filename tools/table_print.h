/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLPWL_TOOL_TABLE_PRINT_H
#define CLPWL_TOOL_TABLE_PRINT_H

#include "clpwl.h"

/* What is known beside a table: its errors in a linear filter of few bits; its tails; its data. */
typedef struct filtered {
    clpwl_execution how;
    const char *device; /* whose filter it is; NULL: any with these bits */
    int asked;          /* 0: the rest is not set */
    clpwl_error plain, weighted;
    clpwl_tails beyond; /* how far tails are proved: numbers or infinities; 0 and 0: not at all */
    double beyond_linf; /* the bound there */
    clpwl_samples_info samples; /* that the function was made from; n 0: none */
} filtered;

/* Prints a table for people, or as one line of JSON. `with` may be NULL. Without a target, the first
 * line has the error in `norm`. An exit code. */
int table_print(const clpwl_table *table, clpwl_norm norm, const filtered *with, int json);

#endif
