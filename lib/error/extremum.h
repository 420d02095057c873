/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the error of a segment is largest, and where it is zero. */
#ifndef CLPWL_HOST_EXTREMUM_H
#define CLPWL_HOST_EXTREMUM_H

#include "error/residual.h"

/*
 * Of a segment with a weight e is the error weighted for the max norm.
 *
 * The largest |e| on [x[0], x[2]], where e is e[i] at x[i], x[0] <= x[1] <= x[2], and
 * e[1] is largest of the three in size: Brent's search, to some 1e-8 of the value. It
 * keeps to the sign of e[1].
 */
clpwl_status clpwl__largest(const clpwl__segment *s, const double x[3], const double e[3],
                            double *out);

/*
 * A zero of e between l and r, where its values e_l and e_r differ in sign: regula falsi
 * (Illinois), to 1e-4 of the interval, which is enough to split an integral of |e|.
 */
clpwl_status clpwl__zero(const clpwl__segment *s, double l, double e_l, double r, double e_r,
                         double *out);

#endif
