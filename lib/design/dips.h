/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Numbers of segments with which all kinks of f happen to lie near knots of a uniform partition.
 * If no number puts knots on all kinks, Linf of a uniform table goes up and down with N. The
 * smallest N that meets a target is then one of these dips: |sin x| on [0.5, 10] within 1e-4
 * takes 2147 segments, without looking for dips 28821 (bench/corpus rectified).
 */
#ifndef CLPWL__DIPS_H
#define CLPWL__DIPS_H

#include "design/bracket.h"

/*
 * Lowers b->hi to a dip that meets the target. Only an unweighted design with a uniform
 * partition has dips.
 *   smooth  the number of segments that f needs without its kinks
 * CLPWL_ERR_MEMORY, and the codes of clpwl__plan_trial.
 */
clpwl_status clpwl__try_dips(clpwl__bracket *b, double smooth);

#endif
