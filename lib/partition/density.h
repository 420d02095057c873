/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * |f''| of a proxy, and the weight, on [a,b], resolved once. The knot density and all estimates follow from
 * them, for any number of segments.
 *
 * Each polynomial of the proxy is divided into cells, small where the density varies fast, as at zeros of
 * f''. A cell has values at its two Gauss points, which integrate cubics exactly and avoid the ends.
 */
#ifndef CLPWL__DENSITY_H
#define CLPWL__DENSITY_H

#include "base/progress.h"
#include "clpwl/types.h"
#include "clpwl/weight.h"

typedef struct clpwl__density_cell {
    double l, r;      /* the cell */
    double d2f[2];    /* |f''| at its Gauss points */
    double factor[2]; /* the factor of errors in L1 and Linf there: w s */
    double root[2];   /* the factor of errors in L2 there: sqrt(w) s */
    double steepness; /* |f(r) - f(l)| / (r - l) */
    double noise;     /* rounding of f: f is straight if |f''| (r - l)^2 is less */
} clpwl__density_cell;

typedef struct clpwl__density {
    double a, b;
    const clpwl_function *f;
    const clpwl_weight *weight; /* or NULL */
    clpwl_norm norm;            /* the knots are optimal in this norm */
    double power;               /* of the weighted |f''|: p/(2p+1) for the p-norm (paper, eq. 16) */
    double tilt;                /* see clpwl__density_tilt */
    double rounding;            /* of f, absolute */
    clpwl__density_cell *cells; /* from a to b without gaps */
    size_t cell_count;
    size_t *pieces;             /* first cell of each piece between kinks, and cell_count */
    size_t piece_count;
    size_t *parts;              /* the same for each part of a piece between jumps of f'' */
    size_t part_count;
    double floor;               /* the least density; it bounds the length of segments */
    double total;               /* integral of the density */
} clpwl__density;

/* The floor as a share of the mean density. */
#define CLPWL__DENSITY_FLOOR 0.005

/*
 * Resolves f'' for knots that are optimal in the norm. Free it in any case.
 *   f       of a proxy, borrowed for the lifetime of the density
 *   weight  checked, borrowed too; NULL: none
 *   share   of the work, for its progress; or NULL
 * CLPWL_ERR_NOT_FINITE (at which x), CLPWL_ERR_ARGUMENT (negative weight),
 * CLPWL_ERR_MEMORY, CLPWL_ERR_CANCELLED.
 */
clpwl_status clpwl__density_create(clpwl__density *d, const clpwl_function *f, double a,
                                   double b, const clpwl_weight *weight, clpwl_norm norm,
                                   clpwl__share *share);
void clpwl__density_free(clpwl__density *d);

/*
 * Makes knots denser where f is steep, too: the density of Linf becomes p + sqrt(p^2 + q^2), where p is
 * w tilt |f'| and q^2 is w |f''|. Segments of a length h with q^2 h^2 + 2 p h = 1 have equal errors, if these
 * have a part in proportion to |f'| h. 0: the density of a new one.
 */
void clpwl__density_tilt(clpwl__density *d, double tilt);

/* The knot density at Gauss point k of a cell, without the floor. */
double clpwl__density_at(const clpwl__density *d, const clpwl__density_cell *cell, int k);

/* Its mean in a cell. */
static inline double clpwl__density_mean(const clpwl__density *d, const clpwl__density_cell *cell)
{
    return (clpwl__density_at(d, cell, 0) + clpwl__density_at(d, cell, 1)) / 2;
}

/* The integral of the density, with the floor, over cells from ... to - 1. */
double clpwl__density_mass(const clpwl__density *d, size_t from, size_t to);

/* The density in a cell, with the floor: mean + slope (x - middle). */
void clpwl__density_on(const clpwl__density *d, const clpwl__density_cell *cell, double *mean,
                       double *slope);

#endif
