/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The kernels of the densities, by each of the Gaussians, and the choice among these. */
#ifndef BGS_DENSITY_H
#define BGS_DENSITY_H

#include "inside.h"

typedef struct bgs_density {
    bgs_gaussian gaussian;
    clpwl_evaluator *evaluator; /* NULL without a table */
    cl_kernel background, foreground;
    int axes; /* evaluations a sample */
} bgs_density;

/* Makes the kernels; build is the model's options of the layout and the radii. */
int bgs_density_create(bgs_density *d, bgs_model *m, bgs_gaussian gaussian, const char *build);
void bgs_density_free(bgs_density *d); /* zeroed ones are allowed */

/* The planes that a run reads and writes. */
typedef struct bgs_density_planes {
    cl_mem samples, now, inverse, spatial, density;
} bgs_density_planes;

/* Over the first `rows` rows. Not waited for. */
int bgs_density_background(bgs_density *d, bgs_model *m, const bgs_density_planes *planes,
                           int count, int rows);
int bgs_density_foreground(bgs_density *d, bgs_model *m, const bgs_density_planes *planes,
                           int count);

/*
 * Makes every Gaussian's kernels, runs them on the planes with `count` samples, and
 * keeps the fastest.
 */
int bgs_density_choose(bgs_density *d, bgs_model *m, const char *build,
                       const bgs_density_planes *planes, int count);

#endif
