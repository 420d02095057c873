/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The values of a linear image filter whose weight has few bits, computed on the host, so that a
 * design for such a device does not need the device.
 */
#include "cpu/rows.h"
#include "cpu/locate.h"
#include "cpu/arrays.h"

CLPWL_FN float value_stored(const void *steps, const clpwl__pack *p, float x)
{
    float w, count = *(const float *)steps;
    int i = clpwl__locate(p, x, &w);
    if (p->knots)
        w /= p->knots[i + 1] - p->knots[i];
    w = rintf(w * count) / count;
    return clpwl_fma(w, p->values[i + 1] - p->values[i], p->values[i]);
}

static void evaluate_filtered(const void *steps, const clpwl__pack *p, const float *x, float *y,
                              size_t n)
{
    for (size_t i = 0; i < n; i++)
        y[i] = clpwl__value_at(value_stored, steps, p, x[i]);
}

void clpwl__host_emulate(const clpwl__pack *pack, unsigned bits, unsigned threads,
                         clpwl__arrays arrays)
{
    float steps = ldexpf(1, (int)bits);
    if (bits == 0)
        clpwl__host_eval(clpwl__host_rows(NULL), pack, threads, arrays);
    else
        clpwl__in_parts(evaluate_filtered, &steps, pack, threads, arrays);
}
