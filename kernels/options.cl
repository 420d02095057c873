/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What kernels/table.cl, which follows this text, is specialised by: the options of one table, and the
 * macros that depend on these alone, for the types of values, stored numbers, symmetries and tails. The
 * defaults are those of a table in a buffer: with them both texts compile alone.
 */
#define CLPWL_METHOD_IMAGE_LINEAR 1 /* image read by a linear sampler */
#define CLPWL_METHOD_IMAGE_MANUAL 2 /* image read without a filter, interpolated here */
#define CLPWL_METHOD_BUFFER 3       /* records {value, slope} in a buffer */
#define CLPWL_METHOD_LOCAL 4        /* records in local memory */
#define CLPWL_METHOD_SHUFFLE 5      /* a record in registers of each lane of a sub-group */
#define CLPWL_METHOD_CELL 6         /* cells {x, y, left slope, right slope} */
#define CLPWL_METHOD_EXACT 7        /* no table: clpwl_f_NAME(x) is the function itself */

#define CLPWL_CODED_HALF 2 /* nodal values in 8 or 16 bits, in the order of enum clpwl_storage */
#define CLPWL_CODED_UNORM16 3
#define CLPWL_CODED_UNORM8 4
#define CLPWL_CODED_BFLOAT16 5

#ifndef CLPWL_NAME /* the table's name; its parameters here, and the same as arguments */
#define CLPWL_NAME clpwl_t
#define CLPWL_METHOD CLPWL_METHOD_BUFFER
#define CLPWL_PARAMETERS global const float2 *records, const clpwl_grid g
#define CLPWL_ARGUMENTS records, g
#endif
#ifndef CLPWL_LANES /* tables read at once, each a component: 1, 2 or 4 */
#define CLPWL_LANES 1
#endif
#ifndef CLPWL_TAIL /* what lies outside the domain: a CLPWL_TAIL_ of clpwl/device.h */
#define CLPWL_TAIL CLPWL_TAIL_CLAMP
#endif
#ifndef CLPWL_SYMMETRY /* of a table whose half right of 0 is stored: a CLPWL_HALF_; 0: none */
#define CLPWL_SYMMETRY 0
#endif
#ifndef CLPWL_QUANTITY /* 0: values; 1: derivatives too; 2: integrals too */
#define CLPWL_QUANTITY 0
#endif
#ifndef CLPWL_SHAPER /* the built-in g of a table that is straight in g(x) */
#define CLPWL_SHAPER
#define CLPWL_SHAPER_SLOPE 1.0f /* g'(inside) */
#endif
#ifndef CLPWL_POWER /* optimised knots: the largest power of two up to the segments' number */
#define CLPWL_POWER 0
#define CLPWL_HALVINGS /* CLPWL_HALVE(POWER / 2) ... CLPWL_HALVE(1) */
#endif
#ifndef CLPWL_IMAGE /* clpwl_image, or clpwl_folded for a table in the rows of a 2D image */
#define CLPWL_IMAGE(read) clpwl_image_##read
#endif
#ifndef CLPWL_CODED /* how nodal values are coded in an image or in the records; 0: floats */
#define CLPWL_CODED 0
#endif
#ifndef CLPWL_SCALAR_LOADS /* 1: compilers for CPUs make vectors of scalar loads only */
#define CLPWL_SCALAR_LOADS 0
#endif

#define CLPWL_IS_IMAGE \
    (CLPWL_METHOD == CLPWL_METHOD_IMAGE_LINEAR || CLPWL_METHOD == CLPWL_METHOD_IMAGE_MANUAL)

/* Whether the nodal values at both ends of a segment are read. Optimised knots then are rules. */
#define CLPWL_READS_ENDS (CLPWL_IS_IMAGE || CLPWL_CODED)

#define CLPWL_JOIN_EXPANDED(part, name) clpwl_##part##_##name
#define CLPWL_JOIN(part, name) CLPWL_JOIN_EXPANDED(part, name)
#define CLPWL_OWN(part) CLPWL_JOIN(part, CLPWL_NAME)

/* The types of a value and of a record {values, slopes}; f of each component of v, or of that and a
 * number of its table; the
 * components of a texel that make a value; a number of each table; a built-in for all of them. */
#if CLPWL_LANES == 1
#define CLPWL_NUMBERS float
#define CLPWL_RECORD float2
#define CLPWL_EACH(f, v) f(v)
#define CLPWL_EACH_WITH(f, v, n) f(v, (n)[0])
#define CLPWL_TEXEL(texel) (texel).x
#define CLPWL_OF_EACH(n) (n)[0]
#define CLPWL_OF_LANES(function) function
#elif CLPWL_LANES == 2
#define CLPWL_NUMBERS float2
#define CLPWL_RECORD float4
#define CLPWL_EACH(f, v) (float2)(f((v).x), f((v).y))
#define CLPWL_EACH_WITH(f, v, n) (float2)(f((v).x, (n)[0]), f((v).y, (n)[1]))
#define CLPWL_TEXEL(texel) (texel).xy
#define CLPWL_OF_EACH(n) (float2)((n)[0], (n)[1])
#define CLPWL_OF_LANES(function) function##2
#else
#define CLPWL_NUMBERS float4
#define CLPWL_RECORD float8
#define CLPWL_EACH(f, v) (float4)(f((v).x), f((v).y), f((v).z), f((v).w))
#define CLPWL_EACH_WITH(f, v, n) \
    (float4)(f((v).x, (n)[0]), f((v).y, (n)[1]), f((v).z, (n)[2]), f((v).w, (n)[3]))
#define CLPWL_TEXEL(texel) (texel)
#define CLPWL_OF_EACH(n) (float4)((n)[0], (n)[1], (n)[2], (n)[3])
#define CLPWL_OF_LANES(function) function##4
#endif
/* The value of a stored number; bfloat16 are values. */
#if CLPWL_CODED && CLPWL_CODED != CLPWL_CODED_BFLOAT16
#define CLPWL_DECODE(number) fma(number, CLPWL_OF_EACH(g.gain), CLPWL_OF_EACH(g.bias))
#else
#define CLPWL_DECODE(number) (number)
#endif

/* The stored numbers at the left (right = 0) or right (1) end of segment k. For one table, the codes
 * at both ends are one word, which CLPWL_WORD reads; for several tables, the codes at an end are a vector. */
#if CLPWL_CODED && !CLPWL_IS_IMAGE && CLPWL_LANES == 1
#define CLPWL_WORD(k) const uint word = CLPWL_READ(k);
#else
#define CLPWL_WORD(k)
#endif
#if CLPWL_IS_IMAGE
#define CLPWL_END(k, right) CLPWL_TEXEL(CLPWL_IMAGE(end)(image, k, right, g))
#elif CLPWL_CODED == CLPWL_CODED_HALF && CLPWL_LANES == 1
#define CLPWL_END(k, right) vload_half(right, (private const half *)&word)
#elif CLPWL_CODED == CLPWL_CODED_HALF
#define CLPWL_END(k, right) \
    CLPWL_OF_LANES(vload_half)(2 * (k) + (right), (global const half *)records)
#elif CLPWL_CODED == CLPWL_CODED_BFLOAT16 && CLPWL_LANES == 1
#define CLPWL_END(k, right) as_float((right) ? word & 0xffff0000u : word << 16)
#elif CLPWL_CODED == CLPWL_CODED_BFLOAT16
#define CLPWL_END(k, right) \
    CLPWL_OF_LANES(as_float)(CLPWL_OF_LANES(convert_uint)(records[2 * (k) + (right)]) << 16)
#elif CLPWL_CODED && CLPWL_LANES == 1
#define CLPWL_BITS (CLPWL_CODED == CLPWL_CODED_UNORM8 ? 8 : 16)
#define CLPWL_END(k, right) \
    (float)(int)((right) ? word >> CLPWL_BITS : word & ((1u << CLPWL_BITS) - 1u))
#elif CLPWL_CODED
#define CLPWL_END(k, right) CLPWL_OF_LANES(convert_float)(records[2 * (k) + (right)])
#endif

/* Linear samplers and the function itself must not get NaN: they read a number in its place, and
 * the value becomes NaN again afterwards. */
#if CLPWL_METHOD == CLPWL_METHOD_IMAGE_LINEAR || CLPWL_METHOD == CLPWL_METHOD_EXACT
#define CLPWL_INSIDE(x) clpwl_inside_number(x, g, CLPWL_TAIL)
#define CLPWL_FINISH(y) clpwl_tail(clpwl_keep_nan(y, x, CLPWL_TAIL), x, g, CLPWL_TAIL)
#else
#define CLPWL_INSIDE(x) clpwl_inside(x, g, CLPWL_TAIL)
#define CLPWL_FINISH(y) clpwl_tail(y, x, g, CLPWL_TAIL)
#endif

/* Where the table is read for an argument of the domain; and what its value and its slope
 * become. */
#if CLPWL_SYMMETRY
#define CLPWL_PLACE(inside) clpwl_right(inside)
#define CLPWL_REFLECT(y, sum) clpwl_reflect(y, inside, CLPWL_SYMMETRY, sum)
#define CLPWL_REFLECT_MEAN(y, sum) clpwl_reflect(y, middle, CLPWL_SYMMETRY, sum)
#define CLPWL_REFLECT_SLOPE(y) clpwl_reflect_slope(y, inside, CLPWL_SYMMETRY)
#else
#define CLPWL_PLACE(inside) (inside)
#define CLPWL_REFLECT(y, sum) (y)
#define CLPWL_REFLECT_SLOPE(y) (y)
#endif

/* Linear tails: the distance of x from the domain, and the slope there, of each table. */
#if CLPWL_TAIL == CLPWL_TAIL_LINEAR
#define CLPWL_BEYOND const float beyond = clpwl_beyond(x, g);
#define CLPWL_TAIL_SLOPE (beyond < 0.0f ? CLPWL_OF_EACH(g.left) : CLPWL_OF_EACH(g.right))
#define CLPWL_RISE(slope) clpwl_product(slope, beyond)
#endif
