/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Many look-ups at arguments that a generator makes in registers: what a table costs
 * inside a kernel, without memory traffic of its own. Built as eval.cl is.
 */
#ifndef CLPWL_TABLE_clpwl_t /* so that this file compiles alone */
#define CLPWL_TABLE_clpwl_t global const float *clpwl_t_values
#define CLPWL_BEGIN_clpwl_t
#define CLPWL_VALUE_clpwl_t float
#define clpwl_t(x) (clpwl_t_values[0] * (x))
#endif

kernel void clpwl_measure(global CLPWL_VALUE(clpwl_t) *y, uint steps, float lo, float width,
                          CLPWL_TABLE(clpwl_t))
{
    CLPWL_BEGIN(clpwl_t);
    uint state = (uint)get_global_id(0) * 2654435761u + 1u;
    CLPWL_VALUE(clpwl_t) sum = 0.0f;
    for (uint k = 0; k < steps; k++) {
        state = state * 1664525u + 1013904223u;
        sum += clpwl_t(fma((float)(state >> 8) * 0x1p-24f, width, lo));
    }
    y[get_global_id(0)] = sum;
}
