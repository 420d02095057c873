/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "error/residual.h"
#include <float.h>

double clpwl__residual_noise(const clpwl_function *f, const double *values, size_t segments)
{
    double most = 0;
    for (size_t i = 0; i <= segments; i++)
        most = fmax(most, fabs(values[i]));
    return fmax(16, f->additions) * DBL_EPSILON * most;
}
