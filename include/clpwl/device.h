/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The arithmetic of table look-up: OpenCL C 1.2 and later, and C99 on the host.
 *
 * The library's kernels, the sources of tables for users' kernels and the method host-scalar all
 * use these functions. All names begin with clpwl_ or CLPWL_.
 *
 * NaN gives NaN and is never an index or a coordinate, also under -cl-fast-relaxed-math and
 * -cl-finite-math-only. The functions have no state.
 *
 * Advanced (doc/abi.md).
 */
#ifndef CLPWL_DEVICE_H
#define CLPWL_DEVICE_H

#ifdef __OPENCL_C_VERSION__
#define CLPWL_FN static inline
#define clpwl_bits(x) as_uint(x)
#define clpwl_float(bits) as_float(bits)
#define clpwl_fma(a, b, c) fma(a, b, c)
#define clpwl_floor(x) floor(x)
typedef uint clpwl_uint;
#else
#include <math.h>
#include <stdint.h>
#include <string.h>
#ifdef __GNUC__ /* inlined, fmaf is an instruction where the caller's target has it */
#define CLPWL_FN static inline __attribute__((always_inline))
#else
#define CLPWL_FN static inline
#endif
#define clpwl_fma(a, b, c) fmaf(a, b, c)
#define clpwl_floor(x) floorf(x)
typedef uint32_t clpwl_uint;
CLPWL_FN clpwl_uint clpwl_bits(float x)
{
    clpwl_uint bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}
CLPWL_FN float clpwl_float(clpwl_uint bits)
{
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}
#endif

/* The compiler may assume that there are no NaNs. */
#if defined(__FAST_RELAXED_MATH__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__)
#define CLPWL_LOSES_NAN
#endif

/* What lies outside the domain; in the order of the host's enum clpwl_extend. Given as
 * a literal, so that the compiler keeps one branch. */
#define CLPWL_TAIL_CLAMP 0
#define CLPWL_TAIL_ZERO 1
#define CLPWL_TAIL_REPEAT 2
#define CLPWL_TAIL_MIRROR 3
#define CLPWL_TAIL_NAN 4
#define CLPWL_TAIL_LINEAR 5

/* The law of a table of which the half right of 0 is stored; in the order of the host's enum
 * clpwl_symmetry. A literal, too. */
#define CLPWL_HALF_EVEN 1
#define CLPWL_HALF_ODD 2
#define CLPWL_HALF_RAMP 3
#define CLPWL_HALF_POINT 4

/* How to locate x: one kernel argument, the same bytes on host and device. */
typedef struct clpwl_grid {
    float lo, hi;       /* the smallest and the largest float of the domain [a,b] */
    float origin;       /* a, rounded; 0 of a table with a symmetry */
    float period;       /* b - a, rounded */
    float scale;        /* steps of the grid (segments, or cells) / (b - a) */
    float offset;       /* origin - a, in steps */
    int last;           /* steps - 1 */
    float row_segments; /* folded image: segments in a row, a power of two */
    float row_inverse;  /* 1 / row_segments */
    int last_row;       /* folded image: rows - 1 */
    float gain[4];      /* in 8 or 16 bits: each table's value is fma(number, gain, bias) */
    float bias[4];
    float left[4];      /* slopes outside the domain, for CLPWL_TAIL_LINEAR: each table's */
    float right[4];
    float sum[4];       /* v(x) + v(-x) of each table with the symmetry point */
} clpwl_grid;

CLPWL_FN float clpwl_nan(void)
{
    return clpwl_float(0x7fc00000u);
}

/* x clamped to [lo,hi]; NaN stays NaN. With this order of operands each line is one
 * instruction. */
CLPWL_FN float clpwl_clamp(float x, float lo, float hi)
{
    x = x < lo ? lo : x;
    return x > hi ? hi : x;
}

/* The number of periods between x and the domain, for repeat and mirror: 0 inside. In odd periods
 * mirror reads the table backwards. */
CLPWL_FN float clpwl_turns(float x, clpwl_grid g)
{
    return (x >= g.lo && x <= g.hi) ? 0.0f : clpwl_floor((x - g.origin) / g.period);
}

CLPWL_FN int clpwl_is_odd(float turns)
{
    return turns - 2.0f * clpwl_floor(0.5f * turns) != 0.0f;
}

/* x folded into the domain for repeat and mirror, but for rounding; x inside is unchanged. An
 * infinity becomes NaN. */
CLPWL_FN float clpwl_fold(float x, clpwl_grid g, int mirror)
{
    float from = x - g.origin;
    float turns = clpwl_floor(from / g.period);
    float r = clpwl_fma(-turns, g.period, from);
    if (mirror && clpwl_is_odd(turns))
        r = g.period - r;
    return (x >= g.lo && x <= g.hi) ? x : g.origin + r;
}

/* The argument at which the table is read, in [lo,hi]; NaN if the value is NaN. */
CLPWL_FN float clpwl_inside(float x, clpwl_grid g, int extend)
{
    if (extend == CLPWL_TAIL_REPEAT || extend == CLPWL_TAIL_MIRROR)
        x = clpwl_fold(x, g, extend == CLPWL_TAIL_MIRROR);
    return clpwl_clamp(x, g.lo, g.hi);
}

/* x, or lo for NaN: samplers and indices must not get NaN. */
CLPWL_FN float clpwl_number(float x, clpwl_grid g)
{
    return x > g.lo ? x : g.lo;
}

/* clpwl_inside, or lo where that is NaN. */
CLPWL_FN float clpwl_inside_number(float x, clpwl_grid g, int extend)
{
    if (extend == CLPWL_TAIL_REPEAT || extend == CLPWL_TAIL_MIRROR)
        x = clpwl_fold(x, g, extend == CLPWL_TAIL_MIRROR);
    x = clpwl_number(x, g);
    return x > g.hi ? g.hi : x;
}

/* |inside|, where a table with a symmetry is read. */
CLPWL_FN float clpwl_right(float inside)
{
    return clpwl_float(clpwl_bits(inside) & 0x7fffffffu);
}

/* The value at `inside`, of the domain, where y is the value at clpwl_right(inside), and `sum` is that
 * of the grid. */
CLPWL_FN float clpwl_reflect(float y, float inside, int symmetry, float sum)
{
    if (symmetry == CLPWL_HALF_ODD) {
        y = inside == 0.0f ? 0.0f : y;
        y = clpwl_float(clpwl_bits(y) ^ (clpwl_bits(inside) & 0x80000000u));
    }
    if (symmetry == CLPWL_HALF_RAMP)
        y += inside < 0.0f ? inside : 0.0f;
    if (symmetry == CLPWL_HALF_POINT)
        y = inside < 0.0f ? sum - y : y;
    return y;
}

/* The slope there, where y is the slope at clpwl_right(inside). */
CLPWL_FN float clpwl_reflect_slope(float y, float inside, int symmetry)
{
    if (symmetry == CLPWL_HALF_EVEN)
        y = inside < 0.0f ? -y : y;
    if (symmetry == CLPWL_HALF_RAMP)
        y = inside < 0.0f ? 1.0f - y : y;
    return y;
}

/* y; or NaN if x is NaN, or infinite and the table periodic. It tests the bits of x, and so works
 * for compilers that assume that there are no NaNs. */
CLPWL_FN float clpwl_keep_nan(float y, float x, int extend)
{
    clpwl_uint periodic = extend == CLPWL_TAIL_REPEAT || extend == CLPWL_TAIL_MIRROR;
    return (clpwl_bits(x) & 0x7fffffffu) > 0x7f800000u - periodic ? clpwl_nan() : y;
}

/* The distance of x from the domain: negative to the left of it, 0 inside and for NaN. */
CLPWL_FN float clpwl_beyond(float x, clpwl_grid g)
{
    return x < g.lo ? x - g.lo : x > g.hi ? x - g.hi : 0.0f;
}

/* y times a length, which may be infinite: 0 if y is 0. */
CLPWL_FN float clpwl_product(float y, float length)
{
    return y == 0.0f ? 0.0f : y * length;
}

/* The value at x, where y is the value at clpwl_inside(x). NaN passes through the arithmetic,
 * unless the compiler assumes that there is none. */
CLPWL_FN float clpwl_tail(float y, float x, clpwl_grid g, int extend)
{
#ifdef CLPWL_LOSES_NAN
    y = clpwl_keep_nan(y, x, extend);
#endif
    if (extend == CLPWL_TAIL_ZERO)
        y = (x < g.lo || x > g.hi) ? 0.0f : y;
    if (extend == CLPWL_TAIL_NAN)
        y = (x < g.lo || x > g.hi) ? clpwl_nan() : y;
    return y;
}

/* The slope at x, where y is the slope at clpwl_inside(x); that of a linear tail is y already. */
CLPWL_FN float clpwl_slope_tail(float y, float x, clpwl_grid g, int extend)
{
    int outside = x < g.lo || x > g.hi;
    if (extend == CLPWL_TAIL_CLAMP || extend == CLPWL_TAIL_ZERO)
        y = outside ? 0.0f : y;
    if (extend == CLPWL_TAIL_NAN)
        y = outside ? clpwl_nan() : y;
    if (extend == CLPWL_TAIL_MIRROR)
        y = clpwl_is_odd(clpwl_turns(x, g)) ? -y : y;
    return clpwl_keep_nan(y, x, extend);
}

/* y, an integral that ends at x; or NaN if x is outside and the tails are NaN, or as
 * clpwl_keep_nan. */
CLPWL_FN float clpwl_integral_tail(float y, float x, clpwl_grid g, int extend)
{
    if (extend == CLPWL_TAIL_NAN)
        y = (x < g.lo || x > g.hi) ? clpwl_nan() : y;
    return clpwl_keep_nan(y, x, extend);
}

/* The position of x in the grid, in steps: in [0, steps] but for rounding. The offset keeps the
 * precision of domains far from zero. */
CLPWL_FN float clpwl_position(float x, clpwl_grid g)
{
    return clpwl_fma(x - g.origin, g.scale, g.offset);
}

/* The step of a position, 0 to last. u is above -1; in OpenCL it may be NaN, which converts to 0
 * or to the smallest integer, and that as an unsigned number is above last. */
CLPWL_FN int clpwl_step(float u, int last)
{
    clpwl_uint i = (clpwl_uint)(int)u;
    return (int)(i < (clpwl_uint)last ? i : (clpwl_uint)last);
}

/* The value at distance d from a cell's knot, where two lines meet. */
CLPWL_FN float clpwl_corner(float d, float left, float right, float value)
{
    return clpwl_fma(d, d < 0.0f ? left : right, value);
}

#ifdef __OPENCL_C_VERSION__

/* OpenCL C 3.0 lacks the image types on a device without images. */
#if __OPENCL_C_VERSION__ < 300 || defined(__opencl_c_images)

/* Samplers are literals: some implementations lose a sampler object that is released
 * while a kernel that uses it is still queued. */
constant sampler_t clpwl_sampler_linear =
    CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR;
constant sampler_t clpwl_sampler_nearest =
    CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

/* Reads a 1D image of nodal values at position u, in segments; texel i is at i + 0.5. */
CLPWL_FN float4 clpwl_image_linear(read_only image1d_t image, float u, clpwl_grid g)
{
    (void)g; /* the folded image's functions take the same arguments */
    return read_imagef(image, clpwl_sampler_linear, u + 0.5f);
}

/* The value at the left (right = 0) or right (1) end of segment i. */
CLPWL_FN float4 clpwl_image_end(read_only image1d_t image, int i, int right, clpwl_grid g)
{
    (void)g;
    return read_imagef(image, clpwl_sampler_nearest, i + right);
}

/* The same for a table in the rows of a 2D image: each row ends with the texel with which the next
 * row begins. */
CLPWL_FN float4 clpwl_folded_linear(read_only image2d_t image, float u, clpwl_grid g)
{
    float row = (float)clpwl_step(u * g.row_inverse, g.last_row);
    return read_imagef(image, clpwl_sampler_linear,
                       (float2)(fma(-row, g.row_segments, u) + 0.5f, row + 0.5f));
}

CLPWL_FN float4 clpwl_folded_end(read_only image2d_t image, int i, int right, clpwl_grid g)
{
    int width = (int)g.row_segments, row = i / width;
    return read_imagef(image, clpwl_sampler_nearest, (int2)(i - row * width + right, row));
}

#endif

#endif

/*
 * A table NAME in a kernel, behind the source of clpwl_evaluator_source:
 *   CLPWL_TABLE(NAME)   the kernel's parameters
 *   CLPWL_BEGIN(NAME);  once, in the kernel function, before NAME is used
 *   NAME(x)             the value at x, of type CLPWL_VALUE(NAME): float, or float2 or float4 if
 *                       the evaluator reads several tables at once
 * and in a function that the kernel calls:
 *   CLPWL_HANDLE(NAME)  the function's parameters
 *   CLPWL_PASS(NAME)    the arguments of the call
 * With an evaluator of derivatives or integrals also
 *   NAME_slope(x)        the derivative at x
 * and with an evaluator of integrals
 *   NAME_integral(x)     the integral from a, where the domain begins, to x
 *   NAME_between(x0, x1) the integral from x0 to x1, as for the mean over a narrow interval.
 *                        Within a segment its relative error is that of a value, and so it is where
 *                        x0 and x1 are beyond the same end of the domain (a cell, by the method
 *                        cell, may end within a segment). Within two segments that share a knot its
 *                        error is some ulp of the integral over both. Elsewhere its error is that of
 *                        a difference of two NAME_integral
 */
#define CLPWL_TABLE(name) CLPWL_TABLE_##name
#define CLPWL_BEGIN(name) CLPWL_BEGIN_##name
#define CLPWL_HANDLE(name) CLPWL_HANDLE_##name
#define CLPWL_PASS(name) CLPWL_PASS_##name
#define CLPWL_VALUE(name) CLPWL_VALUE_##name

#endif
