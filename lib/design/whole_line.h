/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Infinite domains: a table as wide as it must be, whose tails are the asymptotes of f. */
#ifndef CLPWL__WHOLE_LINE_H
#define CLPWL__WHOLE_LINE_H

#include "clpwl/design.h"

typedef struct clpwl__whole_line {
    clpwl_tails tails;
    double y[2]; /* v is held to these at infinite ends; NaN: at no other end */
} clpwl__whole_line;

/*
 * Replaces each infinite end of the options' domain by the x from which on the asymptote of f is within the
 * max error, which is proved. v is held to the asymptote there, rounded to the storage. The table is extended
 * by clamp if the asymptotes are constant, else by linear. Nothing changes where both ends are finite.
 *   o  with max_error, weight and execution; then with the ends, extend and tails, which point to *out
 * CLPWL_ERR_ARGUMENT (what an infinite domain excludes), CLPWL_ERR_UNSUPPORTED and CLPWL_ERR_NUMERIC (no
 * asymptote is known, or nothing is proved of it), CLPWL_ERR_NOT_FINITE, CLPWL_ERR_MEMORY.
 */
clpwl_status clpwl__whole_line_take(clpwl__whole_line *out, clpwl_design_options *o, const clpwl_function *f);

#endif
