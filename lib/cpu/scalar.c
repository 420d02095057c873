/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One value at a time, by the arithmetic of clpwl/device.h: the reference of the vector methods,
 * and the method of any CPU. */
#include "cpu/rows.h"
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

static void eval_plain(const clpwl__pack *p, const float *x, float *y, size_t n)
{
    eval(p, x, y, n);
}

#if CLPWL__X86
/* The same function to the bit, two to four times faster: without this target every
 * fmaf is a call. */
__attribute__((target("fma"))) static void eval_fma(const clpwl__pack *p, const float *x, float *y,
                                                    size_t n)
{
    eval(p, x, y, n);
}
#endif

void clpwl__host_scalar(const clpwl__pack *p, const float *x, float *y, size_t n)
{
#if CLPWL__X86
    if (clpwl__x86_level >= 3) {
        eval_fma(p, x, y, n);
        return;
    }
#endif
    eval_plain(p, x, y, n);
}
