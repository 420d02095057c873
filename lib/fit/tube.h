/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The tube around a function within which an error is small enough, and continuous
 * piecewise linear functions through it.
 */
#ifndef CLPWL_HOST_TUBE_H
#define CLPWL_HOST_TUBE_H

#include "fit/mesh.h"
#include "fit/stabbing_lines.h"

/* From y - below s to y + above s at the points of the mesh, straight in between. */
typedef struct clpwl__tube {
    const clpwl__mesh *mesh;
    double below, above; /* above + below > 0 */
} clpwl__tube;

static inline double clpwl__tube_floor(const clpwl__tube *t, size_t i)
{
    return t->mesh->y[i] - t->below * t->mesh->s[i];
}

static inline double clpwl__tube_ceiling(const clpwl__tube *t, size_t i)
{
    return t->mesh->y[i] + t->above * t->mesh->s[i];
}

/* Room for paths through any tube on a mesh of n points. Zero it to begin. */
typedef struct clpwl__path {
    clpwl__stab stab;
    double *knots, *values; /* of the path found last: count + 1 */
    size_t count;           /* its segments */
} clpwl__path;

clpwl_status clpwl__path_create(clpwl__path *p, size_t n, size_t segments);
void clpwl__path_free(clpwl__path *p);

/*
 * The continuous piecewise linear function with the fewest segments of all that stay
 * in the tube from end to end, its knots anywhere. Returns 1, or 0 where more than
 * `most` are needed, which is the room that p was created with.
 */
int clpwl__tube_path(clpwl__path *p, const clpwl__tube *t, size_t most);

/*
 * Nodal values that keep a line on given knots, which are points of the mesh, in the
 * tube: of all these the nearest to `wanted`, chosen from the right end on. Returns 1,
 * or 0 where there are none; values are then not written. NULL: whether there are any.
 *   range  2 (segments + 1) numbers, scratch
 */
int clpwl__tube_values(clpwl__stab *stab, const clpwl__tube *t, const double *knots,
                       size_t segments, const double *wanted, double *range, double *values);

#endif
