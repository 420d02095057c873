/* SPDX-License-Identifier: GPL-3.0-or-later */
/* |f''| and the weight in cells of a density, from values of f at many places at once. */
#ifndef CLPWL__DENSITY_CELLS_H
#define CLPWL__DENSITY_CELLS_H

#include "partition/density.h"

static const double clpwl__gauss = 0.57735026918962576451; /* 1 / sqrt(3): the Gauss points of [-1,1] */

enum { CLPWL__ROUNDINGS = 16 /* in a value of f, about */ };

typedef struct clpwl__curved_place {
    double l, r;       /* the cell */
    double x;          /* in it */
    double rounding;   /* of f there */
    double d2f, error; /* set: |f''(x)|, 0 where it is not above the rounding; and an estimate of its error */
} clpwl__curved_place;

/* CLPWL_ERR_NOT_FINITE. */
clpwl_status clpwl__density_curvatures(const clpwl__density *d, const clpwl_function *f,
                                       clpwl__curved_place *places, size_t n);

/* Evaluates n cells whose ends are set. CLPWL_ERR_NOT_FINITE, CLPWL_ERR_ARGUMENT (negative weight). */
clpwl_status clpwl__density_evaluate(const clpwl__density *d, const clpwl_function *f,
                                     clpwl__density_cell *cells, size_t n);

/* Sets `rounding` and `unit`. Values that are all floats have the rounding of floats. An argument that f
 * rounds to a float adds to it. CLPWL_ERR_NOT_FINITE: f is not finite at an end, which will be a knot. */
clpwl_status clpwl__density_find_rounding(clpwl__density *d, const clpwl_function *f);

/* Sets `jumps`, from the cells. None where f is noise. CLPWL_ERR_MEMORY. */
clpwl_status clpwl__density_find_jumps(clpwl__density *d);

#endif
