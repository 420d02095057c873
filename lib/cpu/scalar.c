/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The reference of the vector methods, and the method of any CPU. */
#include "cpu/rows.h"
#include "cpu/scalar.h"

#if CLPWL__X86
__attribute__((target("fma"))) static void eval_fma(const clpwl__pack *p, const float *x, float *y,
                                                    size_t n)
{
    eval(p, x, y, n);
}

void clpwl__host_scalar(const clpwl__pack *p, const float *x, float *y, size_t n)
{
    (clpwl__x86_level >= 3 ? eval_fma : clpwl__host_scalar_plain)(p, x, y, n);
}
#else
void clpwl__host_scalar(const clpwl__pack *p, const float *x, float *y, size_t n)
{
    eval(p, x, y, n);
}
#endif
