/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions by their names. */
#ifndef CLPWL__FORMULA_H
#define CLPWL__FORMULA_H

#include "base/internal.h"
#include "function/function.h"

/* A function of the catalogue, or the formula that the name is; the caller frees *out.
 * CLPWL_ERR_UNKNOWN_NAME, CLPWL_ERR_ARGUMENT: the name is neither; CLPWL_ERR_MEMORY. */
clpwl_status clpwl__function_named(clpwl_function **out, const char *name);

#endif
