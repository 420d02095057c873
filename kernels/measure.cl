/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The cost of a table inside a kernel: many look-ups at arguments from generators in registers,
 * without memory traffic of the kernel's own. There are four generators: CPUs would do the
 * look-ups while they wait for a single one, and all methods would seem alike. Built as eval.cl.
 */
#ifndef CLPWL_TABLE_clpwl_t /* so that this file compiles alone */
#define CLPWL_TABLE_clpwl_t global const float *clpwl_t_values
#define CLPWL_BEGIN_clpwl_t
#define CLPWL_VALUE_clpwl_t float
#define clpwl_t(x) (clpwl_t_values[0] * (x))
#endif
#ifndef CLPWL_GIVEN
#define CLPWL_GIVEN clpwl_t
#endif

kernel void clpwl_measure(global CLPWL_VALUE(clpwl_t) *y, uint steps, float lo, float width,
                          CLPWL_TABLE(clpwl_t))
{
    CLPWL_BEGIN(clpwl_t);
    uint4 state = ((uint4)(0, 1, 2, 3) + (uint)get_global_id(0) * 4) * 2654435761u + 1u;
    CLPWL_VALUE(clpwl_t) sum = 0.0f;
    for (uint k = 0; k < steps; k += 4) {
        state = state * 1664525u + 1013904223u;
        float4 x = fma(convert_float4(state >> 8), width * 0x1p-24f, lo);
        sum += (CLPWL_GIVEN(x.x) + CLPWL_GIVEN(x.y)) + (CLPWL_GIVEN(x.z) + CLPWL_GIVEN(x.w));
    }
    y[get_global_id(0)] = sum;
}
