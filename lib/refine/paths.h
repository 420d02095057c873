/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ways along a mesh from its left end to its right one, by chords of f within a given error. */
#ifndef CLPWL__PATHS_H
#define CLPWL__PATHS_H

#include "fit/mesh.h"

#define CLPWL__NOT_REACHED ((unsigned)-1)

typedef struct clpwl__paths {
    clpwl__mesh mesh;     /* made by the user */
    char *may;            /* whether a mesh point may be a knot */
    double *x, *y;        /* the farthest end in the step after a mesh point, and f there */
    /* Of points 2 i, the mesh points, and 2 i + 1, the ends in the steps after them: */
    unsigned *links;      /* the fewest segments from the left end to the point */
    size_t *from;         /* the previous knot on that way */
    size_t *bend, room;   /* f bends one way from a mesh point to this one */
    double *step_error;   /* of the chord over a step beside a mesh point, the larger one */
    size_t nearest, farthest; /* of the points reached last */
    size_t followed;      /* the points from which lines begin, beside a turning point; 0: all */
    size_t work;          /* mesh points that lines have passed */
} clpwl__paths;

/* Makes room for as many points as the mesh has. Zero the paths to begin; free them in any case.
 * CLPWL_ERR_MEMORY. */
clpwl_status clpwl__paths_make_room(clpwl__paths *g);
void clpwl__paths_free(clpwl__paths *g);

static inline double clpwl__paths_x(const clpwl__paths *g, size_t point)
{
    return point % 2 ? g->x[point / 2] : g->mesh.x[point / 2];
}

static inline double clpwl__paths_y(const clpwl__paths *g, size_t point)
{
    return point % 2 ? g->y[point / 2] : g->mesh.y[point / 2];
}

/* How far f bends one way from each mesh point on. Bends that are tiny for an error of r are none: where
 * steps are narrow, as between a knot and a kink, as if they were as wide as the mean. */
void clpwl__paths_find_bends(clpwl__paths *g, double r);

/*
 * The fewest segments with an error of r, or CLPWL__NOT_REACHED if these are more than `most`.
 *   is_quick  whether only the farthest point is followed; then the number may be too large
 */
unsigned clpwl__paths_count(clpwl__paths *g, double r, int is_quick, size_t most);

#endif
