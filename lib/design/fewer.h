/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fewer segments than those that a bracket found. */
#ifndef CLPWL__FEWER_H
#define CLPWL__FEWER_H

#include "design/bracket.h"

/* Lowers hi, to any number, until none of those tried below it meets the target. The error falls
 * with N, but not at each step: Linf goes up and down with the place of a knot near an inflection
 * of f. So a few percent fewer segments may meet the target too. */
clpwl_status clpwl__try_fewer(clpwl__bracket *b);

/*
 * Lowers b->hi to a dip that meets the target. With some numbers of segments all kinks of f happen to lie
 * near knots of a uniform partition. If no number puts knots on all kinks, Linf of a uniform table goes up
 * and down with N, and the smallest N that meets a target is then one of these dips: |sin x| on [0.5, 10]
 * within 1e-4 takes 2147 segments, without looking for dips 28821 (bench/corpus rectified). Only an
 * unweighted design with a uniform partition has dips.
 *   smooth  the number of segments that f needs without its kinks
 * CLPWL_ERR_MEMORY, and the codes of clpwl__plan_trial.
 */
clpwl_status clpwl__try_dips(clpwl__bracket *b, double smooth);

#endif
