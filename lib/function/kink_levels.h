/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether a bend of f is a kink: by second differences on ever finer levels, until noise sets in or x has no
 * more digits. */
#ifndef CLPWL__KINK_LEVELS_H
#define CLPWL__KINK_LEVELS_H

#include <math.h>
#include "clpwl/function.h"

typedef struct clpwl__kink_limits {
    const clpwl_function *f;
    double a, b; /* kinks are between them */
    double noise;
    double least_jump; /* a lower one is a step of a rounded f or x */
    double step; /* rounding of x makes f constant over less: sign((x+5)/10-0.48645) is 0 for 64 x */
} clpwl__kink_limits;

/* A second difference so many times those beside it is a kink. */
static const double clpwl__certain = 25;

/* The second difference about x[1], of points that are not quite equally spaced. */
static inline double clpwl__second_difference(const double *x, const double *y)
{
    double h = (x[2] - x[0]) / 2;
    return fabs((y[2] - y[1]) / (x[2] - x[1]) - (y[1] - y[0]) / (x[1] - x[0])) * h;
}

/* Returns 1 and the kink with the largest bend in [l,r], or 0. */
int clpwl__locate_kink(const clpwl__kink_limits *h, double l, double r, clpwl_kink *k);

#endif
