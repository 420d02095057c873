/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Adaptive quadrature of two integrands at once, on a piece where both are smooth. */
#ifndef CLPWL__QUADRATURE_H
#define CLPWL__QUADRATURE_H

#include "base/internal.h"
#include "function/function.h"

/* Places of one call of an integrand, at most. */
enum { CLPWL__NODES = 64 };

/* Writes both integrands at n places. A status other than CLPWL_OK ends the quadrature with it. */
typedef clpwl_status (*clpwl__integrand)(const double *x, size_t n, void *user, double (*out)[2]);

typedef struct clpwl__quadrature {
    clpwl__integrand integrand;
    void *user;
    double relative;    /* tolerance relative to the integral of |integrand| */
    double absolute[2]; /* added tolerance per unit of length, for rounding */
    double *variance;   /* of the integrals, raised where pieces end inaccurate; NULL: not wanted */
} clpwl__quadrature;

/*
 * Adds the integrals over [l,r] to out. Gauss-Kronrod pairs of 7 and of 15 points are tried,
 * then the piece is halved. The ends are never evaluated, so the integrands may have
 * integrable singularities there.
 */
clpwl_status clpwl__integrate(const clpwl__quadrature *q, double l, double r, double out[2]);

/* The same in equal panels no longer than `longest`, for integrands that oscillate between
 * the nodes of a rule on [l,r]. */
clpwl_status clpwl__integrate_panels(const clpwl__quadrature *q, double l, double r,
                                     double longest, double out[2]);

/* A piece, and where its integrals are added. */
typedef struct clpwl__stretch {
    clpwl__quadrature q;
    double l, r, *out;
    double size[2]; /* integrals of |integrand|, for the quadrature */
    int is_done;
} clpwl__stretch;

/* q's integrand at n places where f is known. */
typedef clpwl_status (*clpwl__integrand_of_f)(const double *x, const double *y, size_t n, void *user,
                                              double (*out)[2]);

/* clpwl__integrate for many pieces: their nodes are few calls of f. The members up to out are set. */
clpwl_status clpwl__integrate_stretches(const clpwl_function *f, clpwl__integrand_of_f integrand,
                                        clpwl__stretch *stretches, size_t count);

/*
 * Adds integrals by one value of each stratum, and raises q->variance by theirs. The places follow the
 * golden ratio, which no period of f follows: equal steps took 5.70e-5 for the 5.77e-5 of
 * floor(1e4 x) / 1e4.
 */
clpwl_status clpwl__integrate_strata(const clpwl__quadrature *q, double l, double r, double strata,
                                     double out[2]);

/* Panels of a whole domain. */
enum { CLPWL__PANELS = 128 };

/*
 * Adds the integrals of |e| and e^2 to out, from nine samples of e at equal steps, of which `most` is
 * the largest |e|: the integrals of the polynomial of degree 4 through every other sample. Returns 0,
 * and adds nothing, where that polynomial is not within q's tolerances at the other samples, or may
 * have zeros between two samples of one sign. q's integrand is not called.
 */
int clpwl__integrate_samples(const clpwl__quadrature *q, const double e[9], double most, double width,
                             double out[2]);

#endif
