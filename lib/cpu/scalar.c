/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One value at a time: the reference of the other rows, and the row of any CPU. */
#include "cpu/rows.h"
#include "cpu/locate.h"

CLPWL__INLINE float value_at(const clpwl__pack *p, float x)
{
    if (p->cells) {
        float t = fmaf(x - p->origin, p->cell_scale, p->cell_offset);
        size_t k = t > 0 ? (size_t)t : 0;
        if (k >= p->cell_count)
            k = p->cell_count - 1;
        const clpwl__cell *c = &p->cells[k];
        float d = x - c->x;
        return fmaf(d, d < 0 ? c->left : c->right, c->y);
    }
    float d;
    const clpwl__record *r = &p->records[clpwl__locate(p, x, &d)];
    return fmaf(d, r->slope, r->value);
}

CLPWL__INLINE void eval(const clpwl__pack *p, const float *x, float *y, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        float at = x[i];
        if (!(at >= p->lo && at <= p->hi)) {
            if (p->extend == CLPWL_EXTEND_ZERO || p->extend == CLPWL_EXTEND_NAN) {
                y[i] = isnan(at) || p->extend == CLPWL_EXTEND_NAN ? NAN : 0;
                continue;
            }
            at = clpwl__fold(p, at);
        }
        y[i] = isnan(at) ? at : value_at(p, at);
    }
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
