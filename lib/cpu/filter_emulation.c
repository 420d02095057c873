/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The values of a linear image filter whose weight has few bits, computed on the host: a design
 * knows them without such a device.
 */
#include "cpu/rows.h"
#include "cpu/locate.h"
#include "cpu/threads.h"

static float filtered(const clpwl__pack *p, float x, float steps)
{
    float w;
    size_t i = clpwl__locate(p, x, &w);
    if (p->knots)
        w /= p->knots[i + 1] - p->knots[i];
    w = rintf(w * steps) / steps;
    return fmaf(w, p->values[i + 1] - p->values[i], p->values[i]);
}

static void emulate(const void *how, const clpwl__pack *p, const float *x, float *y, size_t n)
{
    float steps = ldexpf(1, (int)*(const unsigned *)how);
    for (size_t i = 0; i < n; i++) {
        float at = x[i];
        int inside = at >= p->lo && at <= p->hi;
        if (!inside)
            at = clpwl__fold(p, at);
        if (isnan(at) || (!inside && p->extend == CLPWL_EXTEND_NAN))
            y[i] = NAN;
        else
            y[i] = !inside && p->extend == CLPWL_EXTEND_ZERO ? 0 : filtered(p, at, steps);
    }
}

void clpwl__host_emulate(const clpwl__pack *pack, unsigned bits, unsigned threads, const float *x,
                         float *y, size_t n)
{
    if (bits == 0)
        clpwl__host_eval(clpwl__host_rows(NULL), pack, threads, x, y, n);
    else
        clpwl__in_parts(emulate, &bits, pack, threads, x, y, n);
}
