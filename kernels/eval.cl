/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * y[i] = table(x[i]) for first <= i < n, or as many of them as there are work-items: what a
 * launch begins with is an argument, as global sizes and offsets beyond 2^31 are wrong on
 * some devices. Built with the source of one evaluator, by the name
 * `clpwl_t`, before it; y may be x. With CLPWL_GRID_STRIDE any global size reaches n,
 * without it n - first or more: CPU compilers make vectors of the work-items only then. There
 * CLPWL_IN_STEP keeps a work-group together, which otherwise runs item by item through
 * the whole array: 15 to 19 ns a value on pocl, and 2 in step. With CLPWL_ALL_LANES those
 * beyond n look up as well: others may need what they hold.
 */
#ifndef CLPWL_TABLE_clpwl_t /* so that this file compiles alone */
#define CLPWL_TABLE_clpwl_t global const float *clpwl_t_values
#define CLPWL_BEGIN_clpwl_t
#define CLPWL_VALUE_clpwl_t float
#define clpwl_t(x) (clpwl_t_values[0] * (x))
#endif
#ifndef CLPWL_GIVEN /* or its derivative, or its integral */
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
