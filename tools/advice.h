/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a table does not show. */
#ifndef CLPWL_TOOL_ADVICE_H
#define CLPWL_TOOL_ADVICE_H

#include "clpwl.h"

/* Notes where the table does not show f, and where an end of the domain is no fp32 number.
 *   o  as the table was designed */
void advice_print(const clpwl_function *f, const clpwl_design_options *o, const clpwl_table *table);

#endif
