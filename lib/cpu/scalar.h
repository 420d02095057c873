/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One value at a time, by the arithmetic of clpwl/device.h. */
#ifndef CLPWL__SCALAR_H
#define CLPWL__SCALAR_H

#include "cpu/locate.h"

/* The value at x, lo <= x <= hi, by the numbers stored. */
CLPWL_FN float value_stored(const void *unused, const clpwl__pack *p, float x)
{
    (void)unused;
    if (p->cells) {
        const clpwl__cell *c = &p->cells[clpwl_step(clpwl_position(x, p->grid), p->grid.last)];
        return clpwl_corner(x - c->x, c->left, c->right, c->y);
    }
    float d;
    const clpwl__record *r = &p->records[clpwl__locate(p, x, &d)];
    return clpwl_fma(d, r->slope, r->value);
}

CLPWL_FN void eval(const clpwl__pack *p, const float *x, float *y, size_t n)
{
    for (size_t i = 0; i < n; i++)
        y[i] = clpwl__value_at(value_stored, NULL, p, x[i]);
}

#endif
