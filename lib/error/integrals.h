/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The integrals of |e| and e^2 over many pieces, whose values are few calls of f. */
#ifndef CLPWL__INTEGRALS_H
#define CLPWL__INTEGRALS_H

#include "error/extremum.h"
#include "error/quadrature.h"
#include "error/sampling.h"

struct clpwl__integrals;

/* A smooth piece. */
typedef struct clpwl__smooth_piece {
    struct clpwl__integrals *all;
    clpwl__segment s;
    double l, r;
    double noise, noise_plain; /* of the weighted e, and of e with a weight of 1: e^2 has the weight once */
    double most;               /* the largest |e| of its samples */
    size_t zeros;              /* of e between samples */
    int has_close_samples;     /* f varies fast in places */
} clpwl__smooth_piece;

typedef struct clpwl__integrals {
    unsigned norms;     /* CLPWL__MEASURE_L1, CLPWL__MEASURE_L2 */
    double domain;      /* its width */
    double sum[2];      /* integrals of |e| and e^2 so far */
    double variance[2]; /* of these, where f varies faster than it is evaluated */
    double calls, most_calls; /* places of f in integrals; after the most come strata */
    /* Pieces whose integrals wait for those of others; or NULL. */
    clpwl__smooth_piece *pieces;
    clpwl__zero *zeros;
    clpwl__stretch *stretches;
    size_t piece_count, zero_count;
} clpwl__integrals;

void clpwl__integrals_free(clpwl__integrals *in);

/* Sets what is not scratch for a new sum. */
void clpwl__integrals_begin(clpwl__integrals *in, unsigned norms, double domain, double most_calls);

/* Adds the integrals over a piece with its samples, at once or later. all, most and zeros need not be set.
 * CLPWL_ERR_NOT_FINITE, CLPWL_ERR_ARGUMENT (negative weight), CLPWL_ERR_MEMORY. */
clpwl_status clpwl__integrals_add(clpwl__integrals *in, const clpwl__smooth_piece *piece,
                                  const clpwl__sampling *at);

/* Adds those that wait. */
clpwl_status clpwl__integrals_end(clpwl__integrals *in);

#endif
