/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the design sees of a table that is still its own. */
#ifndef CLPWL_HOST_TABLE_H
#define CLPWL_HOST_TABLE_H

#include "clpwl/table.h"

/* Puts the weighted error as executed into the table's weighting, which it must have: that
 * can be found only once there is a table. */
void clpwl__table_set_executed(clpwl_table *table, clpwl_error executed);

#endif
