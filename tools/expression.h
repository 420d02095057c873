/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions from formulas in x: muParser's arithmetic, the catalogue, and GSL's functions. */
#ifndef CLPWL_TOOL_EXPRESSION_H
#define CLPWL_TOOL_EXPRESSION_H

#include "source.h"

/* 0, or an exit code after a message. kinks may be NULL: not given. The caller frees *out. */
int expression_open(const char *text, const source_kinks *kinks, clpwl_function **out);
/* 1, or 0 without a message if the text is not a formula. */
int expression_try(const char *text, clpwl_function **out);
/* The i-th special function that the catalogue lacks, and a line that describes it; NULL after
 * the last. */
const char *expression_function(size_t i, const char **text);

#endif
