/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the floors above see of a function, besides clpwl/function.h. */
#ifndef CLPWL_HOST_FUNCTION_H
#define CLPWL_HOST_FUNCTION_H

#include <math.h>
#include "clpwl/function.h"

struct clpwl_function {
    char *name;
    clpwl_callback f, d2f; /* d2f may be NULL */
    void *user;
    void (*release)(void *user);
    double a, b; /* both 0: no default domain */
    double *kinks;
    size_t kink_count;
    char *opencl, *opencl_native;
    int smooth;          /* no kinks but these */
    int sampled;         /* made of samples, in which there is this noise */
    double sample_noise;
    double noise;        /* what scatters less is no feature of f, nor worth a look; 0: but
                            rounding. Known in a design only */
};

/* f(x) unchecked, NaN and infinity included. The last message does not change. */
static inline double clpwl__function_raw(const clpwl_function *f, double x)
{
    return f->f(x, f->user);
}

/* f''(x), unchecked in the same way. */
double clpwl__curvature_raw(const clpwl_function *f, double x);

/* f(x), checked. A message is made only after a failure. */
static inline clpwl_status clpwl__value(const clpwl_function *f, double x, double *y)
{
    *y = clpwl__function_raw(f, x);
    return isfinite(*y) ? CLPWL_OK : clpwl_function_value(f, x, y);
}

/* The end of the smooth piece that begins at l: f's next kink, or r. */
double clpwl__piece_end(const clpwl_function *f, double l, double r);

/*
 * f''(x) from values of f alone, whatever d2f says.
 *   error  set to an estimate of the absolute error; may be NULL
 * NaN where f(x) is not finite or nothing converged; infinite with the right sign
 * where the difference quotients grow without bound, as at the 0 of sqrt.
 */
double clpwl__curvature_numeric(const clpwl_function *f, double x, double *error);

/* The deviation of the noise in f's values on [a,b]; 0: none beyond rounding. Some 200
 * calls of f. */
double clpwl__noise_of(const clpwl_function *f, double a, double b);

/* As clpwl_function_find_kinks, with f's noise known.
 *   kinks  set to an array of *count, which the caller frees */
clpwl_status clpwl__find_kinks(const clpwl_function *f, double a, double b, double noise,
                               clpwl_kink **kinks, size_t *count);

#endif
