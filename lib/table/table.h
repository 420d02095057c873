/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a design changes in the table that it has made. */
#ifndef CLPWL__TABLE_H
#define CLPWL__TABLE_H

#include "clpwl/table.h"

/* Sets the weighted error as executed, which is computed from the table itself. The table must
 * have a weighting. */
void clpwl__table_set_executed(clpwl_table *table, clpwl_error executed);
/* Sets the target, which must be valid. */
void clpwl__table_set_target(clpwl_table *table, const clpwl_target *target);

#endif
