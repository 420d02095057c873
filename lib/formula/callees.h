/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The functions that formulas call: their values in double, and their texts. */
#ifndef CLPWL__CALLEES_H
#define CLPWL__CALLEES_H

#include "function/tree/tree.h"

/* A row of callees.def. */
typedef struct clpwl__function_row {
    clpwl__callee callee;
    const char *opencl, *native; /* of a and b; or NULL */
    const char *text;            /* of a function of GSL alone */
} clpwl__function_row;

/* The names of formulas. */
extern const clpwl__names clpwl__formula_names;

/* The row of this name, or NULL. */
const clpwl__callee *clpwl__callee_named(const char *name);

/*
 * A tree without slots as an expression in float x of OpenCL C, whose numbers are float literals.
 *   native  1: by native_ built-ins
 *   text    set; the caller frees it. NULL: OpenCL C lacks a function, or the text is too long
 * CLPWL_ERR_MEMORY.
 */
clpwl_status clpwl__tree_opencl(const clpwl__tree *tree, int native, char **text);

#endif
