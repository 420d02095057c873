/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * y[i] = table(x[i]) for first <= i < n; y may be x. The source of one evaluator comes before this
 * text, with the name clpwl_t. `first` is an argument, because global sizes and offsets beyond
 * 2^31 are wrong on some devices.
 *
 *   CLPWL_GRID_STRIDE  any number of work-items reaches n. Without it n - first work-items do:
 *                      compilers for CPUs make vectors of the work-items only then.
 *   CLPWL_IN_STEP      with CLPWL_GRID_STRIDE: the items of a work-group stay together. Otherwise
 *                      pocl runs each item through the whole array, at 15 to 19 ns a value
 *                      instead of 2.
 *   CLPWL_ALL_LANES    items beyond n look up too, because others may need their registers.
 *   CLPWL_GIVEN        the look-up: the value, the derivative or the integral
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

kernel void clpwl_eval(global const float *x, global CLPWL_VALUE(clpwl_t) *y, ulong first,
                       ulong n, CLPWL_TABLE(clpwl_t))
{
    CLPWL_BEGIN(clpwl_t);
#ifdef CLPWL_GRID_STRIDE
    for (ulong at = first + get_group_id(0) * get_local_size(0); at < n;
         at += get_global_size(0)) {
        ulong i = at + get_local_id(0);
        if (i < n)
            y[i] = CLPWL_GIVEN(x[i]);
#ifdef CLPWL_IN_STEP
        barrier(CLK_LOCAL_MEM_FENCE);
#endif
    }
#elif defined(CLPWL_ALL_LANES)
    ulong i = first + get_global_id(0);
    CLPWL_VALUE(clpwl_t) v = CLPWL_GIVEN(i < n ? x[i] : 0.0f);
    if (i < n)
        y[i] = v;
#else
    ulong i = first + get_global_id(0);
    if (i < n)
        y[i] = CLPWL_GIVEN(x[i]);
#endif
}
