/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The kernels of the densities for each Gaussian, and the choice of the fastest. */
#ifndef BGS_DENSITY_H
#define BGS_DENSITY_H

#include "inside.h"

typedef struct bgs_density {
    bgs_gaussian gaussian;
    clpwl_evaluator *evaluator; /* NULL without a table */
    cl_kernel background, foreground;
    int axes; /* evaluations a sample */
} bgs_density;

/* Makes the kernels. method: the evaluation method of the table; NULL: the library's choice, or
 * no table. */
int bgs_density_create(bgs_density *d, bgs_model *m, bgs_gaussian gaussian, const char *method);
int bgs_density_has_table(bgs_gaussian gaussian);
/* Whether the device can evaluate the Gaussian's table by this method. */
int bgs_density_can(bgs_model *m, bgs_gaussian gaussian, const char *method);
void bgs_density_free(bgs_density *d); /* a zeroed one is allowed */

/* The planes that a run reads and writes. The background's density ends where it makes
 * p(background) certain against its rival, which the foreground's run writes. */
typedef struct bgs_density_planes {
    cl_mem samples, now, spatial;
    cl_mem rival;     /* the density of the background that would be as probable */
    cl_mem evaluated; /* two uints: see density.cl */
    cl_mem inverse, density; /* background */
    cl_mem last;      /* foreground: the posterior of the last frame */
} bgs_density_planes;

/* Run over the first `rows` rows, or over all. They do not wait. */
int bgs_density_background(bgs_density *d, bgs_model *m, const bgs_density_planes *planes,
                           int count, int rows);
int bgs_density_foreground(bgs_density *d, bgs_model *m, const bgs_density_planes *planes,
                           int count);

/* Whether the options leave a choice, which needs measurements. */
int bgs_density_must_choose(const bgs_model *m);
/* Makes the kernels of the Gaussian that the options name, or else of one that compiles soon. */
int bgs_density_begin(bgs_density *d, bgs_model *m);
/*
 * Makes the kernels of every Gaussian, and of every method of its table, that the options allow;
 * runs them on the planes with `count` samples; keeps the fastest.
 */
int bgs_density_choose(bgs_density *d, bgs_model *m, const bgs_density_planes *planes, int count);
/* Seconds of work before a model chooses. With empty caches a choice takes 4 s of processor time
 * (13 candidates, pocl), a tenth of these: it can save no more than the work that is left. */
#define BGS_CHOICE_WAITS 40

/*
 * For measurements with a kde or stkde model that has processed a frame. choose makes the kernels
 * of a Gaussian (BGS_AUTO: the fastest), measured as the model does. swap exchanges *d with the
 * kernels of the model.
 */
int bgs_stkde_choose(bgs_model *m, bgs_gaussian gaussian, bgs_density *out);
void bgs_stkde_swap(bgs_model *m, bgs_density *d);

#endif
