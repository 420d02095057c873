/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Nodal values that a storage of 8 or 16 bits holds exactly, chosen instead of rounded. */
#ifndef CLPWL__LATTICE_H
#define CLPWL__LATTICE_H

#include "design/subject.h"

/*
 * Moves nodal values to numbers of the storage of the options' execution; with float32 it does
 * nothing. Among the numbers near each value a shortest path has the least error: in the norm that the
 * fit minimises, for interpolants in that of the options. Numbers of one-sided fits are the next ones
 * on their side. Refined knots are moved too, unless f has a kink there: what a value lost, its place
 * makes up for.
 *   options  complete
 *   knots    in s; those of an optimised partition with refined knots are written
 * CLPWL_ERR_NOT_FINITE, CLPWL_ERR_ARGUMENT (negative weight), CLPWL_ERR_UNSUPPORTED (the range of
 * the values exceeds fp32), CLPWL_ERR_MEMORY.
 */
clpwl_status clpwl__move_to_lattice(const clpwl__subject *subject,
                                    const clpwl_design_options *options, double *knots,
                                    size_t segments, double *values);

#endif
