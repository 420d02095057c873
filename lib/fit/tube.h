/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The tube around a function in which an error is small enough, and the continuous
 * piecewise linear functions that pass through the tube.
 */
#ifndef CLPWL__TUBE_H
#define CLPWL__TUBE_H

#include "fit/mesh.h"
#include "fit/stabbing_lines.h"

/* From y - below s to y + above s at the mesh points, cut to their limits. In between straight where the mesh
 * has no f; otherwise f decides where a path touches the tube. */
typedef struct clpwl__tube {
    const clpwl__mesh *mesh;
    double below, above; /* above + below > 0 */
} clpwl__tube;

static inline double clpwl__tube_floor(const clpwl__tube *t, size_t i)
{
    return fmax(t->mesh->y[i] - t->below * clpwl__mesh_scale(t->mesh, i),
                clpwl__bounds_at(t->mesh->limits, t->mesh->x[i]).lo);
}

static inline double clpwl__tube_ceiling(const clpwl__tube *t, size_t i)
{
    return fmin(t->mesh->y[i] + t->above * clpwl__mesh_scale(t->mesh, i),
                clpwl__bounds_at(t->mesh->limits, t->mesh->x[i]).hi);
}

/* Room for paths through any tube on a mesh of n points. Zero it to begin. */
typedef struct clpwl__path {
    clpwl__stab stab;
    double *knots, *values; /* count + 1, of the path found last */
    size_t count;           /* segments of that path */
    double margin;          /* of the last segment that it may have, at the right end: how far a
                               line may be moved; negative: none remains; infinite: the path has
                               fewer segments, or nothing is known */
    double needed;          /* about how many segments the tube takes, with a part of the last one */
} clpwl__path;

clpwl_status clpwl__path_create(clpwl__path *p, size_t n, size_t segments);
void clpwl__path_free(clpwl__path *p);

/*
 * Finds the continuous piecewise linear function with the fewest segments that stays in the
 * tube from end to end, with free knots, but for one where v is held to a single value. Returns 1, or 0
 * where it needs more than `most` segments. p must have been created for that many.
 */
int clpwl__tube_path(clpwl__path *p, const clpwl__tube *t, size_t most);

/*
 * Finds nodal values that keep the line in the tube, on given knots that are mesh points, and of which the
 * mesh may have more on either side. From the right end on, each value is the feasible one nearest to
 * `wanted`. Returns the number of segments, or of those that lines pass through from the left end, where no
 * values are feasible; those written are then none.
 *   most    room for segments + 1 numbers
 *   values  NULL: only the existence is decided
 */
size_t clpwl__tube_values(clpwl__stab *stab, const clpwl__tube *t, const double *knots,
                          size_t segments, const double *wanted, double *most, double *values);

#endif
