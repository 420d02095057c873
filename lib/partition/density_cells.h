/* SPDX-License-Identifier: GPL-3.0-or-later */
/* |f''| and the weight in cells of a density. */
#ifndef CLPWL__DENSITY_CELLS_H
#define CLPWL__DENSITY_CELLS_H

#include "partition/density.h"

/* Evaluates n cells whose ends are set. CLPWL_ERR_NOT_FINITE, CLPWL_ERR_ARGUMENT (negative weight). */
clpwl_status clpwl__density_evaluate(const clpwl__density *d, clpwl__density_cell *cells, size_t n);

/* Sets `parts`, from the cells and pieces. CLPWL_ERR_MEMORY. */
clpwl_status clpwl__density_find_parts(clpwl__density *d);

/* Sets `rounding`. CLPWL_ERR_NOT_FINITE: f is not finite at an end, which will be a knot. */
clpwl_status clpwl__density_find_rounding(clpwl__density *d);

#endif
