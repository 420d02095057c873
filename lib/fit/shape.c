/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fit/shape.h"
#include "base/internal.h"

/* How far value i is above the chord from l to r. */
static double rise_above(const double *x, const double *y, size_t l, size_t i, size_t r)
{
    return y[i] - (y[l] + (y[r] - y[l]) * ((x[i] - x[l]) / (x[r] - x[l])));
}

double clpwl__shape_defect(clpwl_shape shape, const double *x, const double *y, size_t n, double *at)
{
    double most = 0, lowest = INFINITY, highest = -INFINITY;
    for (size_t k = 1; k < n; k *= 2)
        for (size_t i = 0; i < n; i++) {
            lowest = fmin(lowest, y[i]);
            highest = fmax(highest, y[i]);
            const double bend = i >= k && i + k < n ? rise_above(x, y, i - k, i, i + k) : 0;
            const double off[] = {k == 1 ? highest - y[i] : 0, k == 1 ? y[i] - lowest : 0, bend, -bend};
            for (int bit = 0; bit < 4; bit++) /* in the order of the bits of a shape */
                if ((int)shape >> bit & 1 && off[bit] > most) {
                    most = off[bit];
                    *at = x[i];
                }
        }
    return most;
}

/* The largest convex function below the line, or, for sign -1, the least concave one above it. */
static clpwl_status take_hull(double sign, const double *x, double *y, size_t n)
{
    clpwl_status status = CLPWL_OK;
    size_t count = 0, *corners = clpwl__alloc(n, sizeof *corners);
    CHECK_MEMORY(corners);
    for (size_t i = 0; i < n; i++) {
        while (count > 1 && sign * rise_above(x, y, corners[count - 2], corners[count - 1], i) > 0)
            count--;
        corners[count++] = i;
    }
    for (size_t k = 1; k < count; k++)
        for (size_t l = corners[k - 1], i = l + 1; i < corners[k]; i++)
            y[i] -= rise_above(x, y, l, i, corners[k]);
done:
    clpwl__free(corners);
    return status;
}

clpwl_status clpwl__shape_values(clpwl_shape shape, const clpwl__bounds *limits, const double *x, double *y,
                                 size_t n)
{
    clpwl_status status = CLPWL_OK;
    const double sign = shape & CLPWL_SHAPE_RISING ? 1 : -1;
    if (shape >= CLPWL_SHAPE_CONVEX)
        TRY(take_hull(shape & CLPWL_SHAPE_CONVEX ? 1 : -1, x, y, n));
    if (!(shape & CLPWL_SHAPE_MONOTONE))
        goto done;
    for (size_t i = 1;
         i < n && shape != CLPWL_SHAPE_RISING_CONVEX && shape != CLPWL_SHAPE_FALLING_CONCAVE; i++)
        y[i] = clpwl__clip(clpwl__bounds_at(limits, x[i]), sign * fmax(sign * y[i], sign * y[i - 1]));
    for (size_t i = n - 1; i-- > 0;)
        y[i] = sign * fmin(sign * y[i], sign * y[i + 1]);
done:
    return status;
}
