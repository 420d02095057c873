/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options structs of callers that were compiled against another version of the headers. */
#ifndef CLPWL_BASE_OPTIONS_H
#define CLPWL_BASE_OPTIONS_H

#include "base/internal.h"

/*
 * Copies a caller's struct, whose first member is `size_t size`, into own. Members beyond the
 * caller's size become 0, the default.
 *   own    `size` bytes, whose `size` member is set
 *   given  NULL: all members are 0
 *   type   for messages: "clpwl_design_options"; init: "CLPWL_DESIGN_INIT"
 * CLPWL_ERR_ARGUMENT: the caller's size is 0, or it is larger than ours and the members that
 * this library does not know are not 0.
 */
clpwl_status clpwl__options_take(void *own, size_t size, const void *given, const char *type,
                                 const char *init);

#endif
