/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where an argument falls in a pack: clpwl/device.h, and the search among optimised knots. */
#ifndef CLPWL_CPU_LOCATE_H
#define CLPWL_CPU_LOCATE_H

#include "cpu/pack.h"
#include "table/shaper.h"

/* The segment of r: the last one whose knot is not above r. */
CLPWL_FN int clpwl__segment(const clpwl__pack *p, float r)
{
    int i = 0;
    for (int length = (int)p->segments; length > 1;) {
        int half = length / 2;
        i = p->knots[i + half] <= r ? i + half : i;
        length -= half;
    }
    return i;
}

/* The segment of x, lo <= x <= hi, and the position in it: in segments for a uniform partition,
 * in units of x for an optimised one. The pack has no cells, or they are not read. */
CLPWL_FN int clpwl__locate(const clpwl__pack *p, float x, float *d)
{
    int i;
    if (p->knots) {
        i = clpwl__segment(p, x);
        *d = x - p->knots[i];
    } else {
        float u = clpwl_position(clpwl__shaper_float(p->shaper, x), p->grid);
        i = clpwl_step(u, p->grid.last);
        *d = u - (float)i;
    }
    return i;
}

/* The value at x, lo <= x <= hi, by the numbers stored: at |x| for a pack with a symmetry. */
typedef float clpwl__stored_fn(const void *how, const clpwl__pack *p, float x);

CLPWL_FN float clpwl__value_inside(clpwl__stored_fn *stored, const void *how, const clpwl__pack *p, float x)
{
    return p->symmetry ? clpwl_reflect(stored(how, p, clpwl_right(x)), x, (int)p->symmetry, p->grid.sum[0])
                       : stored(how, p, x);
}

/* The value for x outside the domain, or NaN. */
CLPWL_FN float clpwl__outside(clpwl__stored_fn *stored, const void *how, const clpwl__pack *p, float x)
{
    int extend = (int)p->extend;
    float y = 0;
    if (extend != CLPWL_TAIL_ZERO && extend != CLPWL_TAIL_NAN)
        y = clpwl__value_inside(stored, how, p, clpwl_number(clpwl_inside(x, p->grid, extend), p->grid));
    if (extend == CLPWL_TAIL_LINEAR) {
        float beyond = clpwl_beyond(x, p->grid);
        y += clpwl_product(beyond < 0 ? p->grid.left[0] : p->grid.right[0], beyond);
    }
    return clpwl_tail(clpwl_keep_nan(y, x, extend), x, p->grid, extend);
}

CLPWL_FN float clpwl__value_at(clpwl__stored_fn *stored, const void *how, const clpwl__pack *p, float x)
{
    return x >= p->grid.lo && x <= p->grid.hi ? clpwl__value_inside(stored, how, p, x)
                                              : clpwl__outside(stored, how, p, x);
}

#endif
