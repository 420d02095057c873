/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The OpenCL C of one table. */
#ifndef CLPWL_CL_SOURCE_H
#define CLPWL_CL_SOURCE_H

#include "cl/evaluator/method.h"

/* clpwl_evaluator_source for any name, those of the library's own kernels among them. */
clpwl_status clpwl__table_source(const clpwl_evaluator *e, const char *name, char **source);

/* Refuses what cannot be a table's name in a kernel. */
clpwl_status clpwl__check_table_name(const char *name);

/* The compiler's option without which it may not know of the sub-groups that a method needs; or
 * "". */
const char *clpwl__dialect(const clpwl_evaluator *e);

/* Refuses a host method. */
clpwl_status clpwl__check_source(const clpwl_evaluator *e);

/* The parameters of CLPWL_TABLE(NAME) are called "clpwl_needs_CLPWL_TABLE_" slot "_of_" NAME. The
 * grid, the last one, has a mark for the slot's name, which is made from the text of the table:
 * evaluators with the same mark can be bound in each other's place. */
#define CLPWL__PARAMETER "clpwl_needs_CLPWL_TABLE_"
#define CLPWL__PARAMETER_OF "_of_"
enum { CLPWL__MARK = 32 };
clpwl_status clpwl__grid_mark(const clpwl_evaluator *e, char *mark);

/* Refuses tables that no kernel can have. */
clpwl_status clpwl__check_tables(const char *function, const clpwl_kernel_table *tables,
                                 size_t count);

/* Sets the table's arguments of a kernel, the first of which has that index. */
clpwl_status clpwl__bind_at(const clpwl_evaluator *e, cl_kernel kernel, cl_uint first);

#endif
