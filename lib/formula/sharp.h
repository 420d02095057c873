/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Values of a formula where double loses digits by cancellation, or has none: the double next to the value
 * of the formula over the reals, from an enclosure. Where the formula has no value but a limit, the limit.
 */
#ifndef CLPWL__SHARP_H
#define CLPWL__SHARP_H

#include "base/internal.h"

typedef struct clpwl__sharp clpwl__sharp;

/* *out is NULL where formulas are not enclosed: in a build without Arb. The caller frees *out after a
 * failure, too.
 * CLPWL_ERR_MEMORY. */
clpwl_status clpwl__sharp_create(clpwl__sharp **out, const char *formula);
void clpwl__sharp_free(clpwl__sharp *s);

/* *y becomes the sharp value at x, NaN where its digits are lost for good, or stays where no enclosure of the
 * formula is known, or memory lacks. Any thread may call this.
 * The last message does not change. NULL: *y stays. */
void clpwl__sharpen(clpwl__sharp *s, double x, double *y);

#endif
