/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Many look-ups for each value that is loaded: what a table costs inside a kernel, with
 * next to no memory traffic but its own. The generator's constants are arguments, so
 * that no compiler knows the abscissas; the sum needs every look-up. Built with the
 * source of one table, by the name bench_t, before it.
 */
#ifndef CLPWL_TABLE_bench_t /* the same loop without a table */
#define CLPWL_TABLE_bench_t const int bench_t_none
#define CLPWL_BEGIN_bench_t
#define bench_t(x) (x)
#endif

kernel void bench_inkernel(global const uint *seeds, global float *y, uint rounds,
                           uint multiplier, uint increment, float lo, float width,
                           CLPWL_TABLE(bench_t))
{
    CLPWL_BEGIN(bench_t);
    uint state = seeds[get_global_id(0)];
    float sum = 0.0f;
    for (uint k = 0; k < rounds; k++) {
        state = state * multiplier + increment;
        sum += bench_t(fma((float)(state >> 8), width, lo));
    }
    y[get_global_id(0)] = sum;
}

/* The limit of everything that reads a float and writes one. */
kernel void bench_copy(global const float *x, global float *y)
{
    y[get_global_id(0)] = x[get_global_id(0)];
}
