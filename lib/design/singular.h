/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Targets that equal segments cannot meet at one place of f, such as sqrt's end at 0. */
#ifndef CLPWL__SINGULAR_H
#define CLPWL__SINGULAR_H

#include "design/subject.h"

/* A lower bound of the weighted Linf of any line on the segment from l to r: half of the largest
 * distance between f and its chord, times the least factor of the weight. 0 if f or the weight
 * fails there. */
double clpwl__bound_error(const clpwl__subject *subject, double l, double r);

/* The least error for such a bound: in Linf interpolants have the whole distance between f and its chord, and
 * so have lines on one side of f. */
double clpwl__least_error(const clpwl_design_options *options, double bound);

/*
 * Refuses the options' max_error if the error exceeds `target`, that error or the floor of rounding above
 * it, between neighbouring fp32 numbers, where no knot lies: at an end of the domain, at a kink or at a
 * place.
 *   place  in s, where a large error was seen; NaN: none
 * CLPWL_ERR_TARGET.
 */
clpwl_status clpwl__check_gaps(const clpwl__subject *subject, const clpwl_design_options *options,
                               double target, double place);

/*
 * Refuses the options' max_error if the first or the last of `most` equal segments exceeds
 * `target`, that error or the floor of rounding above it. This is seen from a few values of f,
 * before a search that would take long.
 * CLPWL_ERR_TARGET.
 */
clpwl_status clpwl__check_singular_ends(const clpwl__subject *subject,
                                        const clpwl_design_options *options, double target,
                                        size_t most);

/* The same for a point in the segment from `worst` on, the worst of n equal ones: the segment of at most
 * `most` that contains it has a larger error wherever it begins. */
clpwl_status clpwl__check_worst(const clpwl__subject *subject, const clpwl_design_options *options,
                                double target, size_t n, size_t most, double worst);

/*
 * For a search whose errors stopped falling at n segments, as they do until segments are as short as a
 * narrow feature. *next becomes a number of segments at which the worst of the n can meet the target,
 * or n if that is not known and enough segments were tried. Refuses the target if `most` equal segments
 * exceed it there.
 * CLPWL_ERR_TARGET.
 */
clpwl_status clpwl__leave_plateau(const clpwl__subject *subject,
                                  const clpwl_design_options *options, double target, size_t n,
                                  size_t most, size_t *next);

/* Why no table meets the target, whose errors are too large at a feature of f at x: after the reason of
 * the last search. */
clpwl_status clpwl__refuse_feature(const clpwl_function *f, const clpwl_design_options *options, double x);

/*
 * f with kinks for relative errors, in geometric progression on both sides of its zeros: a segment that
 * reaches from a zero far from it has roundings that are not small beside the values near the zero.
 *   out  out[1] has the kinks of out[0], which are those of f, and these; free both after a failure too.
 *        out[1].kinks is NULL unless errors are relative and f has zeros
 * CLPWL_ERR_MEMORY.
 */
clpwl_status clpwl__grade_zeros(const clpwl_function *f, const clpwl_design_options *options,
                                clpwl__broken out[2]);

#endif
