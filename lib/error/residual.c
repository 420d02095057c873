/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "error/residual.h"
#include <float.h>

double clpwl__piece_end(const clpwl_function *f, double l, double r)
{
    size_t lo = 0, hi;
    const double *kinks = clpwl_function_kinks(f, &hi);
    while (lo < hi) { /* the first kink above l */
        size_t middle = lo + (hi - lo) / 2;
        if (kinks[middle] <= l)
            lo = middle + 1;
        else
            hi = middle;
    }
    clpwl_function_kinks(f, &hi);
    return lo < hi && kinks[lo] < r ? kinks[lo] : r;
}

double clpwl__residual_noise(const clpwl_function *f, const double *values, size_t segments)
{
    double most = 0;
    for (size_t i = 0; i <= segments; i++)
        most = fmax(most, fabs(values[i]));
    /* Differences of noise are some deviations wide. */
    return fmax(16 * DBL_EPSILON * most, 6 * f->noise);
}
