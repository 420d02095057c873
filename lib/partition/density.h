/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * |f''| and its weight on [a,b], resolved once: the knot density and all estimates come
 * from them, for any number of segments.
 *
 * [a,b] is cut into cells, fine where the density varies fast: at zeros of f'' and
 * towards ends where it grows without bound. A cell keeps them at its two Gauss points,
 * which integrates cubics exactly and never looks at an end.
 */
#ifndef CLPWL_HOST_DENSITY_H
#define CLPWL_HOST_DENSITY_H

#include "clpwl/types.h"
#include "clpwl/weight.h"

typedef struct clpwl__bend {
    double l, r;   /* the cell */
    double d2f[2];    /* |f''| at its Gauss points */
    double factor[2]; /* there: what the errors of L1 and Linf are multiplied with, w s */
    double root[2];   /* and that of L2, sqrt(w) s */
    double noise;     /* what bends less, over a whole cell, is straight: f's rounding */
} clpwl__bend;

typedef struct clpwl__density {
    double a, b;
    const clpwl_weight *weight; /* or NULL */
    clpwl_norm norm;    /* that the knots are for */
    double power;       /* of the weighted |f''|: 1/3, 2/5 or 1/2 */
    double rounding;    /* of f, absolute */
    clpwl__bend *cells; /* from a to b without gaps */
    size_t cell_count, cell_room;
    size_t *pieces;     /* first cell of each piece between kinks, and cell_count */
    size_t piece_count;
    double floor;       /* least density, so that no segment grows without bound */
    double total;       /* integral of the density */
} clpwl__density;

/* The share of a uniform partition that a segment can always count on. */
#define CLPWL__DENSITY_FLOOR 0.005

/*
 * Resolves f'' for the norm that the knots are meant for. Free in any case.
 *   weight  checked, borrowed while this is in use; NULL: none
 * CLPWL_ERR_NOT_FINITE (at which x), CLPWL_ERR_ARGUMENT (negative weight),
 * CLPWL_ERR_MEMORY.
 */
clpwl_status clpwl__density_create(clpwl__density *d, const clpwl_function *f, double a,
                                   double b, const clpwl_weight *weight, clpwl_norm norm);
void clpwl__density_free(clpwl__density *d);

/* The exponent of |f''| in the knot density that is optimal for a norm (paper, eq. 16;
 * p/(2p+1) for the p-norm). */
double clpwl__density_power(clpwl_norm norm);

/* The density in a cell: mean + slope (x - middle), nowhere under the floor. */
void clpwl__density_in(const clpwl__density *d, const clpwl__bend *cell, double *mean,
                       double *slope);

/* Knots at equal shares of the density, kinks among them; see
 * clpwl_partition_optimized. CLPWL_ERR_ARGUMENT where doubles are too coarse. */
clpwl_status clpwl__density_knots(const clpwl__density *d, size_t segments, double *knots);

/* Makes knots strictly ascending, and inner ones fp32 numbers wherever the spacing allows
 * it: a device then has the very same. CLPWL_ERR_ARGUMENT where doubles are too coarse. */
clpwl_status clpwl__knots_settle(double *knots, size_t segments);

/* The knot density at a cell's Gauss point k, not floored. */
double clpwl__density_at(const clpwl__density *d, const clpwl__bend *cell, int k);

#endif
