/* SPDX-License-Identifier: GPL-3.0-or-later */
/* CLPWL_SHAPER_AUTO, and the better of two tables. */
#ifndef CLPWL__SHAPER_CHOICE_H
#define CLPWL__SHAPER_CHOICE_H

#include "clpwl/design.h"

/* Whether no other table is to be tried. */
static inline int clpwl__is_final(clpwl_status status)
{
    return status == CLPWL_ERR_MEMORY || status == CLPWL_ERR_CANCELLED;
}

/* The better of the best table so far and the next one, which is taken; the other one is freed. Better is a
 * smaller number of segments if the options have a max_error, and otherwise a smaller error as executed.
 *   factor  the next one must be better by this */
void clpwl__take_better(clpwl_table **best, clpwl_table *next, double factor,
                        const clpwl_design_options *options);

/*
 * The table by the best shaper. The options are complete.
 * CLPWL_ERR_TARGET (the message of the shaper that comes nearest), CLPWL_ERR_ARGUMENT,
 * CLPWL_ERR_NOT_FINITE, CLPWL_ERR_MEMORY, CLPWL_ERR_CANCELLED.
 */
clpwl_status clpwl__choose_shaper(clpwl_table **out, const clpwl_function *f,
                                  const clpwl_design_options *given);

#endif
