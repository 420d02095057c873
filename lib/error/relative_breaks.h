/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where a relative error is not smooth: where |f| crosses the floor or nearly touches 0. */
#ifndef CLPWL__RELATIVE_BREAKS_H
#define CLPWL__RELATIVE_BREAKS_H

#include "function/function.h"

/*
 * The end of the piece from l on in which 1 / max(|f|, floor) has neither corner nor spike.
 * f is sampled in `steps` equal steps from l to r; breaks between samples are located to the
 * last place of x.
 *   floor  above 0
 *   end    set to the first number beyond the break, above l, at most r
 * CLPWL_ERR_NOT_FINITE (at which x).
 */
clpwl_status clpwl__relative_piece_end(const clpwl_function *f, double floor, double l, double r,
                              size_t steps, double *end);

#endif
