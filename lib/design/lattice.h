/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Nodal values that a storage of 8 or 16 bits holds exactly, chosen instead of rounded. */
#ifndef CLPWL__LATTICE_H
#define CLPWL__LATTICE_H

#include "design/problem.h"

/*
 * Moves nodal values to numbers of the storage of the options' execution; with float32 it does
 * nothing. A shortest path over the numbers near each value has the least error. The norm is that which the
 * fit minimises; for interpolants it is the norm of the options. A one-sided fit takes the next number on
 * its side. Refined knots move too, unless f has a kink there: a state of the path is a place and a number.
 *   options  complete
 *   watch    called as paths are sought; or NULL
 *   knots    in s; those of an optimised partition with refined knots are written
 * CLPWL_ERR_NOT_FINITE, CLPWL_ERR_ARGUMENT (negative weight), CLPWL_ERR_UNSUPPORTED (the range of
 * the values exceeds fp32), CLPWL_ERR_MEMORY, CLPWL_ERR_CANCELLED.
 */
clpwl_status clpwl__move_to_lattice(const clpwl__problem *problem,
                                    const clpwl_design_options *options, const clpwl__watch *watch,
                                    double *knots, size_t segments, double *values);

#endif
