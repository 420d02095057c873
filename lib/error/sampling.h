/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Samples of the error on a smooth piece, closer where it oscillates. */
#ifndef CLPWL__SAMPLING_H
#define CLPWL__SAMPLING_H

#include "error/residual.h"

typedef struct clpwl__sampling {
    double *x, *e; /* n + 1 samples, x ascending; e weighted for Linf where there is a weight */
    size_t n, room;
    double most;   /* the largest |e| of them, and where they do not show the course of e, more */
    double place;  /* the sample beside it */
    size_t spent;  /* samples beyond the least ones so far, over all pieces */
    size_t extra;  /* those of them beyond the share of their place */
    struct clpwl__group *groups; /* scratch; or NULL */
} clpwl__sampling;

/* Free it in any case; all members are 0 at first. */
void clpwl__sampling_free(clpwl__sampling *s);

/*
 * Samples e on [l,r] in at least `least` equal steps. Steps are halved where the samples do not
 * show the course of e, until they do or the differences are within the noise. A search for
 * maxima may start from the samples.
 *   noise   of e
 *   domain  what is still to be sampled: [l, domain]
 * CLPWL_ERR_NOT_FINITE, CLPWL_ERR_ARGUMENT (the weight is negative), CLPWL_ERR_MEMORY.
 */
clpwl_status clpwl__sample_piece(clpwl__sampling *s, const clpwl__segment *segment, double l,
                                 double r, size_t least, double noise, double domain);

/* How far e may rise above sample i, neither the first nor the last, in the direction of the sign
 * of e there, up to its neighbours: twice what the parabola through three samples rises, and what
 * the samples may have missed. 0 where the parabola has no maximum between the neighbours. */
double clpwl__sampled_rise(const clpwl__sampling *s, size_t i);

#endif
