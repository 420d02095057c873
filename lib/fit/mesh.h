/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A mesh for minimax fits: points, f there, and the deviation from f that is a weighted
 * error of 1. Points are added where the error of a fit is largest, as in the exchange of
 * Remez.
 */
#ifndef CLPWL__MESH_H
#define CLPWL__MESH_H

#include "clpwl/weight.h"
#include "base/internal.h"
#include "base/progress.h"
#include "function/bounds.h"

typedef struct clpwl__mesh {
    const clpwl_function *f;
    const clpwl_weight *weight; /* or NULL; of the max norm */
    double *x, *y, *s;          /* ascending; f(x); 1 / (weight at x), NULL: all are 1 */
    const clpwl__bounds *limits; /* of v; or NULL */
    size_t n, room;
    double widest;              /* the limit of 1 / w where w is close to 0 */
    double r;                   /* the weighted error of the chord over a step, at most; or infinity */
    int is_of_floats;           /* steps end at floats; knots and kinks are points, too, and floats beside */
    const clpwl__watch *watch;  /* called while f is evaluated; or NULL */
} clpwl__mesh;

/* The deviation at a point that is a weighted error of 1. */
static inline double clpwl__mesh_scale(const clpwl__mesh *m, size_t i)
{
    return m->s ? m->s[i] : 1;
}

/* Whether errors are relative. */
static inline int clpwl__mesh_is_relative(const clpwl__mesh *m)
{
    return m->weight && m->weight->floor > 0;
}

/*
 * Makes a mesh with at least `steps` steps in each segment, and some in each polynomial of a proxy. Knots and
 * kinks are mesh points. Zero the mesh to begin, but for `watch` and is_of_floats; free it in any case.
 * CLPWL_ERR_NOT_FINITE, CLPWL_ERR_ARGUMENT (negative weight), CLPWL_ERR_MEMORY, CLPWL_ERR_CANCELLED.
 */
clpwl_status clpwl__mesh_create(clpwl__mesh *m, const clpwl_function *f,
                                const clpwl_weight *weight, const double *knots,
                                size_t segments, size_t steps);
/* Divides steps by f'', so that the weighted error of the chord over each is at most r. */
clpwl_status clpwl__mesh_resolve(clpwl__mesh *m, double r);
/* Divides some steps on each side of the inner knots. */
clpwl_status clpwl__mesh_divide(clpwl__mesh *m, const double *knots, size_t segments);
void clpwl__mesh_free(clpwl__mesh *m);

/* Inserts n ascending abscissas between the ends of the mesh. Abscissas that are mesh points
 * already are skipped. */
clpwl_status clpwl__mesh_insert(clpwl__mesh *m, const double *x, size_t n);

/* Weighted errors below this are rounding and noise. */
double clpwl__mesh_noise(const clpwl__mesh *m);

/* f minus its chord between mesh points l and r, at mesh point i. */
static inline double clpwl__mesh_chord_error(const clpwl__mesh *m, size_t l, size_t r, size_t i)
{
    double part = (m->x[i] - m->x[l]) / (m->x[r] - m->x[l]);
    return m->y[i] - (m->y[l] + (m->y[r] - m->y[l]) * part);
}

/* f at x, between mesh points, and the deviation there that is a weighted error of 1. Returns 0 where they
 * are not known. */
int clpwl__mesh_at(const clpwl__mesh *m, double x, double *y, double *s);

/* The vertex of the parabola through three points. Where the vertex is very close to one of
 * the points or outside, the middle point. */
double clpwl__mesh_vertex(const double x[3], const double e[3]);

/* The largest weighted error of the interpolant. The knots must be mesh points. */
double clpwl__mesh_chords(const clpwl__mesh *m, const double *knots, size_t segments);

/*
 * Inserts the knots, and the abscissas where the error of the line through (knots, values)
 * has its local extrema by parabolic interpolation.
 *   centre   subtracted from errors: 0, or half the width of a one-sided tube
 *   share    extrema below this share of the largest are skipped
 *   largest  set to the largest weighted error, new points included
 */
clpwl_status clpwl__mesh_sharpen(clpwl__mesh *m, const double *knots, const double *values,
                                 size_t segments, double centre, double share,
                                 double *largest);

#endif
