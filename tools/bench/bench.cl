/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Many evaluations for each work-item: the cost of a table inside a kernel, with almost no memory
 * traffic except the table's own. The sums need every evaluation. Four generators run at once, as
 * one alone is so slow that CPUs evaluate the table while they wait for it. The source of one
 * table, named bench_t, precedes this text.
 */
#ifndef CLPWL_TABLE_bench_t /* the same loop without a table */
#define CLPWL_TABLE_bench_t const int bench_t_none
#define CLPWL_BEGIN_bench_t
#define bench_t(x) (x)
#endif

kernel void bench_inkernel(global float *y, uint rounds, float lo, float width, CLPWL_TABLE(bench_t))
{
    CLPWL_BEGIN(bench_t);
    uint4 state = ((uint)get_global_id(0) * 4u + (uint4)(0u, 1u, 2u, 3u)) * 0x9e3779b9u + 1u; /* a hash */
    state = (state ^ (state >> 16)) * 0x85ebca6bu;
    state ^= state >> 13;
    float4 sum = 0.0f;
    for (uint k = 0; k < rounds; k += 4) {
        state = state * 1664525u + 1013904223u;
        float4 x = fma(convert_float4(state >> 8), width, lo);
        sum += (float4)(bench_t(x.x), bench_t(x.y), bench_t(x.z), bench_t(x.w));
    }
    y[get_global_id(0)] = sum.x + sum.y + sum.z + sum.w;
}

/* The limit of every kernel that reads a float and writes one. */
kernel void bench_copy(global const float *x, global float *y)
{
    y[get_global_id(0)] = x[get_global_id(0)];
}
