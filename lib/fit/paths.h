/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ways along a mesh from its left end to its right one, by chords of f within a given error. */
#ifndef CLPWL__PATHS_H
#define CLPWL__PATHS_H

#include "fit/mesh.h"

#define CLPWL__NOT_REACHED ((unsigned)-1)

typedef struct clpwl__paths {
    const clpwl__mesh *mesh;
    /* Of mesh points: */
    float *x;             /* the farthest end in the step after the point */
    unsigned *bend;       /* f bends one way from the point to this one */
    /* Of points 2 i, the mesh points, and 2 i + 1, the ends in the steps after them: */
    unsigned *from;       /* the previous knot on the way of the fewest segments; or CLPWL__NOT_REACHED */
    unsigned char *is_open; /* reached, and ways from the point were not followed yet */
    size_t nearest, farthest; /* of the points reached last */
    size_t work;          /* mesh points that lines have passed */
} clpwl__paths;

/* Makes room for as many points as the mesh has, and finds how far f bends one way from each. Bends that are
 * tiny for an error of r are none. All members but `mesh`, a mesh of floats, are 0 at first. Free the paths
 * after a failure, too. CLPWL_ERR_MEMORY. */
clpwl_status clpwl__paths_create(clpwl__paths *g, double r);
void clpwl__paths_free(clpwl__paths *g);

/* The fewest segments with an error of r, or CLPWL__NOT_REACHED if these are more than `most`. */
unsigned clpwl__paths_count(clpwl__paths *g, double r, size_t most);

/* The knots of the path of `count` segments that was counted last, and f there: count + 1. */
void clpwl__paths_trace(const clpwl__paths *g, size_t count, double *knots, double *values);

#endif
