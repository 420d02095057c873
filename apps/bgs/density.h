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

/* Makes the kernels. method: how the table is read, a method of the library; NULL: the
 * library's choice, or no table. */
int bgs_density_create(bgs_density *d, bgs_model *m, bgs_gaussian gaussian, const char *method);
int bgs_density_has_table(bgs_gaussian gaussian);
/* Whether the device reads the Gaussian's table by this method. */
int bgs_density_can(bgs_model *m, bgs_gaussian gaussian, const char *method);
void bgs_density_free(bgs_density *d); /* zeroed ones are allowed */

/* The planes that a run reads and writes. */
typedef struct bgs_density_planes {
    cl_mem samples, now, spatial, density;
    cl_mem inverse;   /* background */
    cl_mem evaluated; /* foreground: one uint */
} bgs_density_planes;

/* Over the first `rows` rows. Not waited for. */
int bgs_density_background(bgs_density *d, bgs_model *m, const bgs_density_planes *planes,
                           int count, int rows);
int bgs_density_foreground(bgs_density *d, bgs_model *m, const bgs_density_planes *planes,
                           int count);

/* Whether what the options ask for has to be measured. */
int bgs_density_must_choose(const bgs_model *m);
/*
 * Makes the kernels of every Gaussian, and of every method for its table, that the
 * options leave open; runs them on the planes with `count` samples; keeps the fastest.
 */
int bgs_density_choose(bgs_density *d, bgs_model *m, const bgs_density_planes *planes, int count);

/*
 * For measurements, of a kde or stkde model that has seen at least one frame. choose makes
 * the kernels of a Gaussian (BGS_AUTO: of the fastest), measured as the model would; swap
 * hands *d to the model for the frames to come, and what the model had to *d.
 */
int bgs_stkde_choose(bgs_model *m, bgs_gaussian gaussian, bgs_density *out);
void bgs_stkde_swap(bgs_model *m, bgs_density *d);

#endif
