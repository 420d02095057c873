/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a user might ask for in place of a table. */
#ifndef CLPWL_TOOL_ADVICE_H
#define CLPWL_TOOL_ADVICE_H

#include "clpwl.h"

/* Notes where the table does not show f, and where other options take far fewer segments.
 *   o  as the table was designed */
void advice_print(const clpwl_function *f, const clpwl_design_options *o, const clpwl_table *table);

#endif
