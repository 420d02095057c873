/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * y[i] = table(x[i]) for first <= i < n; y may be x. The source of one evaluator comes before this
 * text, with the name clpwl_t. `first` is an argument, because global sizes and offsets beyond
 * 2^31 are wrong on some devices.
 *
 * clpwl_eval takes whole work-groups: n - first is a multiple of their values. It has no `if (i < n)`:
 * behind one, pocl makes no vectors of the work-items for AVX-512, and a value takes twice as long.
 * clpwl_eval_rest takes what is left, a value an item. Its items beyond n look up too, because
 * others may need their registers.
 *
 *   CLPWL_VECTORS      an item of clpwl_eval takes so many vectors of 4 values, which its group reads at
 *                      neighbouring places: for the memory of GPUs. x and y begin at multiples of 16 bytes.
 *                      0: an item takes a value
 *   CLPWL_GRID_STRIDE  any number of work-groups reaches n. Without it those of n - first values do.
 *   CLPWL_IN_STEP      with CLPWL_GRID_STRIDE: the items of a work-group stay together. Otherwise
 *                      pocl runs each item through the whole array, at 15 to 19 ns a value
 *                      instead of 2.
 *   CLPWL_GIVEN        the look-up: the value, the derivative or the integral
 *   CLPWL_HALVES       x and y are halves, so many in y for each in x; 0: they are floats
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

#if !CLPWL_HALVES
#define CLPWL_X float
#define CLPWL_Y CLPWL_VALUE(clpwl_t)
#define CLPWL_LOAD(i) x[i]
#define CLPWL_STORE(i, v) y[i] = v
#define CLPWL_LOAD_4(i) ((global const float4 *)x)[i]
#define CLPWL_STORE_4(i, v) ((global float4 *)y)[i] = v
#else
#define CLPWL_X half
#define CLPWL_Y half
#define CLPWL_LOAD(i) clpwl_load(i, x)
#define CLPWL_STORE(i, v) clpwl_store(v, i, y)
#define CLPWL_LOAD_4(i) vload_half4(i, x)
#define CLPWL_STORE_4(i, v) vstore_half4_rte(v, i, y)
#define CLPWL_STORE_HALF_1 vstore_half_rte
#define CLPWL_STORE_HALF_2 vstore_half2_rte
#define CLPWL_STORE_HALF_4 vstore_half4_rte
#define CLPWL_STORE_HALF__(lanes) CLPWL_STORE_HALF_##lanes
#define CLPWL_STORE_HALF_(lanes) CLPWL_STORE_HALF__(lanes)

/* pocl 3.1 computes the bits in vload_half and vstore_half, at 2 to 5 ns a value. clang has the
 * CPU's instructions where there are some. */
static inline float clpwl_load(ulong i, global const half *x)
{
#ifdef __F16C__
    return __builtin_load_halff(x + i);
#else
    return vload_half(i, x);
#endif
}

static inline void clpwl_store(CLPWL_VALUE(clpwl_t) v, ulong i, global half *y)
{
#ifdef __F16C__
    for (int k = 0; k < CLPWL_HALVES; k++)
        __builtin_store_halff(((const float *)&v)[k], y + CLPWL_HALVES * i + k);
#else
    CLPWL_STORE_HALF_(CLPWL_HALVES)(v, i, y);
#endif
}
#endif

/* The values from `at` on that are this item's in a work-group. All are loaded before the first is stored, so
 * that the loads wait together. */
#if CLPWL_VECTORS
#define CLPWL_SPAN (4 * CLPWL_VECTORS)
#define CLPWL_TAKE(at)                                                                          \
    float4 v[CLPWL_VECTORS];                                                                    \
    for (int k = 0; k < CLPWL_VECTORS; k++)                                                     \
        v[k] = CLPWL_LOAD_4((at) / 4 + k * get_local_size(0) + get_local_id(0));                \
    for (int k = 0; k < CLPWL_VECTORS; k++)                                                     \
        v[k] = (float4)(CLPWL_GIVEN(v[k].x), CLPWL_GIVEN(v[k].y), CLPWL_GIVEN(v[k].z),          \
                        CLPWL_GIVEN(v[k].w));                                                   \
    for (int k = 0; k < CLPWL_VECTORS; k++)                                                     \
        CLPWL_STORE_4((at) / 4 + k * get_local_size(0) + get_local_id(0), v[k]);
#else
#define CLPWL_SPAN 1
#define CLPWL_TAKE(at)                                                                          \
    ulong i = (at) + get_local_id(0);                                                           \
    CLPWL_STORE(i, CLPWL_GIVEN(CLPWL_LOAD(i)));
#endif

kernel void clpwl_eval(global const CLPWL_X *x, global CLPWL_Y *y, ulong first, ulong n,
                       CLPWL_TABLE(clpwl_t))
{
    CLPWL_BEGIN(clpwl_t);
#ifdef CLPWL_GRID_STRIDE
    for (ulong at = first + get_group_id(0) * get_local_size(0) * CLPWL_SPAN; at < n;
         at += get_global_size(0) * CLPWL_SPAN) {
        CLPWL_TAKE(at)
#ifdef CLPWL_IN_STEP
        barrier(CLK_LOCAL_MEM_FENCE);
#endif
    }
#else
    CLPWL_TAKE(first + get_group_id(0) * get_local_size(0) * CLPWL_SPAN)
#endif
}

kernel void clpwl_eval_rest(global const CLPWL_X *x, global CLPWL_Y *y, ulong first, ulong n,
                            CLPWL_TABLE(clpwl_t))
{
    CLPWL_BEGIN(clpwl_t);
    ulong i = first + get_global_id(0);
    CLPWL_VALUE(clpwl_t) v = CLPWL_GIVEN(i < n ? CLPWL_LOAD(i) : 0.0f);
    if (i < n)
        CLPWL_STORE(i, v);
}
