/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A function on a mesh: its values, and how far from them an error of 1 may go. The
 * minimax designs work on this; where it is too coarse, it is sharpened where the
 * error is largest (the exchange of Remez).
 */
#ifndef CLPWL_HOST_MESH_H
#define CLPWL_HOST_MESH_H

#include "clpwl/weight.h"
#include "base/internal.h"

typedef struct clpwl__mesh {
    const clpwl_function *f;
    const clpwl_weight *weight; /* or NULL; of the max norm */
    double *x, *y, *s;          /* ascending; f(x); 1 / weight */
    size_t n, room;
    double widest;              /* bound of 1 / w, where that is next to nothing */
} clpwl__mesh;

/*
 * At least so many steps on each segment, at least a few thousand over all, more where
 * f turns more often than that shows; the knots and kinks among them. Zero it to begin;
 * free it in any case.
 * CLPWL_ERR_NOT_FINITE, CLPWL_ERR_ARGUMENT (negative weight), CLPWL_ERR_MEMORY.
 */
clpwl_status clpwl__mesh_create(clpwl__mesh *m, const clpwl_function *f,
                                const clpwl_weight *weight, const double *knots,
                                size_t segments, size_t steps);
void clpwl__mesh_free(clpwl__mesh *m);

/* Puts more abscissas in: ascending, within the mesh; those already there are passed
 * over. */
clpwl_status clpwl__mesh_insert(clpwl__mesh *m, const double *x, size_t n);

/* Below this a weighted error is but rounding. */
double clpwl__mesh_noise(const clpwl__mesh *m);

/* The largest weighted error of the interpolant on knots that are mesh points. */
double clpwl__mesh_chords(const clpwl__mesh *m, const double *knots, size_t segments);

/* Halves the steps over which f is not within r of its chord, weighted, judged by second
 * differences; steps beside a kink that is a mesh point by those on their other side. */
clpwl_status clpwl__mesh_resolve(clpwl__mesh *m, double r);

/*
 * Puts those abscissas in at which the error of the line through (knots, values) is
 * about to be largest, judged by parabolas, and the knots.
 *   centre   what errors are counted from: 0, or half the width of a one-sided tube
 *   share    errors below this share of the largest are let be
 *   largest  set to the largest weighted error seen, the new abscissas included
 */
clpwl_status clpwl__mesh_sharpen(clpwl__mesh *m, const double *knots, const double *values,
                                 size_t segments, double centre, double share,
                                 double *largest);

#endif
