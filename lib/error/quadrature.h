/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Adaptive quadrature of two integrands at once, over one piece where both are smooth. */
#ifndef CLPWL_HOST_QUADRATURE_H
#define CLPWL_HOST_QUADRATURE_H

#include "base/internal.h"

/* Writes both integrands at x. Any status but CLPWL_OK ends the quadrature with it. */
typedef clpwl_status (*clpwl__integrand)(double x, void *user, double out[2]);

typedef struct clpwl__quadrature {
    clpwl__integrand integrand;
    void *user;
    double relative;    /* tolerance, as a share of the integral of the integrand's size */
    double absolute[2]; /* and besides, for each unit of length: what rounding does */
} clpwl__quadrature;

/*
 * Adds the integrals over [l,r] to out. Gauss-Kronrod pairs of 7 and of 15 points are
 * tried, then the piece is halved; the ends themselves are never evaluated, so an
 * integrable singularity there is fine.
 */
clpwl_status clpwl__integrate(const clpwl__quadrature *q, double l, double r, double out[2]);

/* The same in equal panels no longer than `longest`: where the integrands may oscillate
 * within [l,r], so that a rule's few nodes could all miss it. */
clpwl_status clpwl__integrate_panels(const clpwl__quadrature *q, double l, double r,
                                     double longest, double out[2]);

/* How many such panels a whole domain is worth. */
enum { CLPWL__PANELS = 128 };

#endif
