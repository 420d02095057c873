/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One segment of a table against f: what fits and measurements have in common. */
#ifndef CLPWL_HOST_SEGMENT_H
#define CLPWL_HOST_SEGMENT_H

#include "clpwl/function.h"
#include "host/function.h"
#include "internal.h"

typedef struct clpwl__segment {
    const clpwl_function *f;
    double x0, x1, y0, y1;
} clpwl__segment;

/* f(x), checked; the message is made only where it fails. */
static inline clpwl_status clpwl__value(const clpwl_function *f, double x, double *y)
{
    *y = clpwl__function_raw(f, x);
    return isfinite(*y) ? CLPWL_OK : clpwl_function_value(f, x, y);
}

/* f(x) - v(x) on the segment; exact at its ends. */
static inline clpwl_status clpwl__residual(const clpwl__segment *s, double x, double *e)
{
    double y, t = (x - s->x0) / (s->x1 - s->x0);
    clpwl_status status = clpwl__value(s->f, x, &y);
    *e = y - (t < 0.5 ? s->y0 + (s->y1 - s->y0) * t : s->y1 - (s->y1 - s->y0) * (1 - t));
    return status;
}

/* Where the smooth piece that begins at l ends: at f's next kink, or at r. */
double clpwl__piece_end(const clpwl_function *f, double l, double r);

/* What rounding of f and of v may do to a residual: nothing below is worth a look. */
double clpwl__residual_noise(const double *values, size_t segments);

#endif
