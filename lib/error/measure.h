/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Measured errors, of some norms only: searches need not pay for all.
 *
 * Between its seams a proxy of f is a polynomial, and the error is one. A weighted error is interpolated
 * at Chebyshev nodes on stretches that are halved until the coefficients decay. series.h has extrema, zeros
 * and integrals of polynomials.
 */
#ifndef CLPWL__MEASURE_H
#define CLPWL__MEASURE_H

#include "clpwl/progress.h"
#include "clpwl/error.h"

enum {
    CLPWL__MEASURE_LINF = 1 << CLPWL_NORM_LINF,
    CLPWL__MEASURE_L1 = 1 << CLPWL_NORM_L1,
    CLPWL__MEASURE_L2 = 1 << CLPWL_NORM_L2
};
#define CLPWL__MEASURE_ALL (CLPWL__MEASURE_LINF | CLPWL__MEASURE_L1 | CLPWL__MEASURE_L2)

enum { CLPWL__RESOLUTION = 4096 }; /* values over a domain, at least, where features are looked for */

/* Adds what is not known of f to the errors, and to those of segments, which may be NULL. */
static inline void clpwl__add_doubt(clpwl_error *e, double *each, size_t segments, const clpwl_error *doubt)
{
    *e = (clpwl_error){e->l1 + doubt->l1, e->l2 + doubt->l2, e->linf + doubt->linf};
    for (size_t i = 0; each && i < segments; i++)
        each[i] += doubt->linf;
}

/* The bit of a norm. */
static inline unsigned clpwl__measure_of(clpwl_norm norm)
{
    return 1u << norm;
}

/* Of f - v, without a weight. */
typedef struct clpwl__difference {
    double slope;    /* the largest |f' - v'|, on both sides of kinks and knots; stretches between two fp32
                        numbers do not count */
    double integral;
} clpwl__difference;

typedef struct clpwl__measure {
    const clpwl_weight *weight; /* checked; or NULL */
    unsigned norms;  /* bits of the norms to measure; the others become NaN */
    clpwl_progress progress; /* or NULL */
    void *progress_user;
    double *each; /* set to the Linf of each segment; or NULL */
    double *worst; /* set to the x near which Linf was seen; or NULL */
    clpwl__difference *difference; /* set, for no norms, and `worst` to the place of the
                                      slope: of a proxy; or NULL */
    int side;     /* of v, on which f - v counts for Linf. 1: above; -1: below; 0: both */
} clpwl__measure;

/*
 * See clpwl_error_measure, whose arguments have been checked. An f that is no proxy gets one, and a second
 * proxy where the first one is too far from f to tell the error. The proxy's doubt is added to errors, unless
 * the proxy was moved to the measured side.
 * CLPWL_ERR_CANCELLED, and the codes of clpwl__proxy_create.
 */
clpwl_status clpwl__error_measure(const clpwl__measure *how, const clpwl_function *f,
                                  const double *knots, const double *values, size_t segments,
                                  clpwl_error *out);

#endif
