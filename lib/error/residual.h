/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The line v on one segment, and where f - v is smooth. */
#ifndef CLPWL__RESIDUAL_H
#define CLPWL__RESIDUAL_H

#include <float.h>
#include "clpwl/function.h"
#include "function/function.h"
#include "function/weight.h"
#include "base/internal.h"

typedef struct clpwl__segment {
    double x0, x1, y0, y1;
} clpwl__segment;

/* Segment i of the line through (knots, values). */
static inline clpwl__segment clpwl__segment_at(const double *knots, const double *values, size_t i)
{
    return (clpwl__segment){knots[i], knots[i + 1], values[i], values[i + 1]};
}

/* v(x) on the segment; exact at its ends. */
static inline double clpwl__segment_value(const clpwl__segment *s, double x)
{
    double t = (x - s->x0) / (s->x1 - s->x0), rise = s->y1 - s->y0;
    return t < 0.5 ? s->y0 + rise * t : s->y1 - rise * (1 - t);
}

/* The end of the piece from l on where both f and the weight, which may be NULL, are smooth. */
static inline double clpwl__weighted_piece_end(const clpwl_function *f, const clpwl_weight *weight,
                                               double l, double r)
{
    r = clpwl__piece_end(f, l, r);
    return weight && weight->w ? clpwl__piece_end(weight->w, l, r) : r;
}

/* A bound of the rounding and the noise in residuals. */
static inline double clpwl__residual_noise(const clpwl_function *f, const double *values, size_t segments)
{
    double most = 0;
    for (size_t i = 0; i <= segments; i++)
        most = fmax(most, fabs(values[i]));
    return fmax(16, f->additions) * DBL_EPSILON * most;
}

#endif
