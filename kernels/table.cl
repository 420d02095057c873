/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How one table is read in a kernel, by every method. Behind clpwl/device.h, the #defines
 * of one table and kernels/options.cl this text makes the functions
 *
 *   clpwl_at_NAME(x, ...)                 the value at x
 *   clpwl_slope_NAME(x, ...)              the derivative at x
 *   clpwl_integral_NAME(x, ...)           the integral from a, where the domain begins, to x
 *   clpwl_between_NAME(from, to, ...)     the integral between two arguments
 *
 * and undefines all macros, so that the next table can follow.
 */

/* Element i + offset of an array, for i from 0. An unsigned index needs no extension of its sign, and an
 * offset that is added to the array is part of the load. pocl then searches 256 knots without branches,
 * in 9 ns and not 24, and reads a record of floats in 0.8 ns and not 1.4 (AVX2, Zen 3); cells took
 * 1.0 ns and not 1.5. The gathers of AVX-512 take signed indices of 32 bits. */
#ifdef __AVX512F__
#define CLPWL_FLOAT(array, i, offset) (array)[(i) + (offset)]
#else
#define CLPWL_FLOAT(array, i, offset) ((array) + (offset))[(uint)(i)]
#endif

/*
 * The segment of r among optimised knots, without branches: one comparison leaves a power of
 * two of segments, and each further one halves that (Knuth's uniform search; paper, section V).
 */
#if CLPWL_POWER && !CLPWL_READS_ENDS
#define CLPWL_KNOT(i, count) CLPWL_FLOAT(knots, i, count)
static inline int CLPWL_OWN(segment)(float r, global const float *knots, int last)
#elif CLPWL_POWER
#define CLPWL_KNOT(i, count) CLPWL_FLOAT(rules, i, count).x
#define CLPWL_INVERSE(i) CLPWL_FLOAT(rules, i, 0).y
static inline int CLPWL_OWN(segment)(float r, global const float2 *rules, int last)
#endif
#if CLPWL_POWER
{
    int i = last + 1 - CLPWL_POWER;
    i = r >= CLPWL_KNOT(i, 0) ? i : 0;
#define CLPWL_HALVE(count) i = r >= CLPWL_KNOT(i, count) ? i + count : i;
    CLPWL_HALVINGS
    return i;
}
#endif

/* Record i, or its word. */
#if CLPWL_METHOD == CLPWL_METHOD_LOCAL
#define CLPWL_SPACE local
#define CLPWL_RECORDS copied
#else
#define CLPWL_SPACE global
#define CLPWL_RECORDS records
#endif
#if CLPWL_METHOD == CLPWL_METHOD_SHUFFLE
/* A compiler chooses how large its sub-groups are, and a work-group's last one may be
 * smaller: one that cannot hold the table reads the buffer, all its lanes alike. */
#define CLPWL_READ(i) (clpwl_lanes_hold(g.last) ? CLPWL_EXCHANGE(i) : CLPWL_RECORDS[(uint)(i)])
#if CLPWL_CODED
#define CLPWL_EXCHANGE(i) clpwl_exchange(own, i)
#else
#define CLPWL_EXCHANGE(i) (float2)(as_float(clpwl_exchange(as_uint(own.x), i)), \
                                   as_float(clpwl_exchange(as_uint(own.y), i)))
#endif
#elif CLPWL_CODED || !CLPWL_SCALAR_LOADS
#define CLPWL_READ(i) CLPWL_RECORDS[(uint)(i)]
#else
#ifdef __AVX512F__
#define CLPWL_PART(i, right) ((CLPWL_SPACE const float *)CLPWL_RECORDS)[2 * (i) + (right)]
#else
#define CLPWL_PART(i, right) ((CLPWL_SPACE const float *)(CLPWL_RECORDS + (uint)(i)))[right]
#endif
#define CLPWL_READ(i) (float2)(CLPWL_PART(i, 0), CLPWL_PART(i, 1))
#endif

#if CLPWL_METHOD == CLPWL_METHOD_LOCAL
#if !CLPWL_CODED
#define CLPWL_ELEMENT CLPWL_RECORD
#elif CLPWL_CODED == CLPWL_CODED_UNORM8
#define CLPWL_ELEMENT ushort
#else
#define CLPWL_ELEMENT uint
#endif
/* Copies the records into local memory. All work-items of the work-group must call it. */
static inline void CLPWL_OWN(fill)(local CLPWL_ELEMENT *to, global const CLPWL_ELEMENT *from,
                                   int last)
{
    int me = (int)((get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) +
                   get_local_id(0));
    int all = (int)(get_local_size(0) * get_local_size(1) * get_local_size(2));
    for (int i = me; i <= last; i += all)
        to[i] = from[i];
    barrier(CLK_LOCAL_MEM_FENCE);
}
#endif

/*
 * The line that r is on: *s has its values at d = 0, and its slopes. Returns the step of the grid,
 * or the segment; *d is in steps for uniform knots, in x for optimised ones. Compilers warn of a
 * float8 as a result where the CPU has no registers for it.
 */
#if CLPWL_METHOD != CLPWL_METHOD_EXACT
static inline int CLPWL_OWN(line)(float r, private float *d, private CLPWL_RECORD *s,
                                  CLPWL_PARAMETERS)
{
#if CLPWL_METHOD == CLPWL_METHOD_CELL
    const int k = clpwl_step(clpwl_position(r, g), g.last);
#if CLPWL_SCALAR_LOADS && defined(__AVX512F__)
    global const float *at = (global const float *)cells;
    const float4 c = (float4)(at[4 * k], at[4 * k + 1], at[4 * k + 2], at[4 * k + 3]);
#elif CLPWL_SCALAR_LOADS
    global const float *at = (global const float *)(cells + (uint)k);
    const float4 c = (float4)(at[0], at[1], at[2], at[3]);
#else
    const float4 c = cells[(uint)k];
#endif
    *d = r - c.x;
    *s = (float2)(c.y, *d < 0.0f ? c.z : c.w);
#else
#if CLPWL_POWER && !CLPWL_READS_ENDS
    const int k = CLPWL_OWN(segment)(r, knots, g.last);
    *d = r - CLPWL_KNOT(k, 0);
#elif CLPWL_POWER
    const int k = CLPWL_OWN(segment)(r, rules, g.last);
    *d = r - CLPWL_KNOT(k, 0);
#else
    const float u = clpwl_position(r, g);
    const int k = clpwl_step(u, g.last);
    *d = u - (float)k;
#endif
#if CLPWL_READS_ENDS
    CLPWL_WORD(k)
    const CLPWL_NUMBERS v0 = CLPWL_DECODE(CLPWL_END(k, 0)), v1 = CLPWL_DECODE(CLPWL_END(k, 1));
#if CLPWL_POWER
    *s = (CLPWL_RECORD)(v0, (v1 - v0) * CLPWL_INVERSE(k));
#else
    *s = (CLPWL_RECORD)(v0, v1 - v0);
#endif
#else
    *s = CLPWL_READ(k);
#endif
#endif
    return k;
}
#endif

static inline CLPWL_NUMBERS CLPWL_OWN(at)(float x, CLPWL_PARAMETERS)
{
    const float inside = CLPWL_INSIDE(x), r = CLPWL_SHAPER(CLPWL_PLACE(inside));
#if CLPWL_METHOD == CLPWL_METHOD_EXACT
    const float y = CLPWL_OWN(f)(r);
#elif CLPWL_METHOD == CLPWL_METHOD_IMAGE_LINEAR
#if CLPWL_POWER
    const int i = CLPWL_OWN(segment)(r, rules, g.last);
    const float u = (float)i + (r - CLPWL_KNOT(i, 0)) * CLPWL_INVERSE(i);
#else
    const float u = clpwl_position(r, g);
#endif
    const CLPWL_NUMBERS y = CLPWL_DECODE(CLPWL_TEXEL(CLPWL_IMAGE(linear)(image, u, g)));
#elif CLPWL_READS_ENDS /* between them by d alone: i + d has the bits of d that i leaves */
#if CLPWL_POWER
    const int i = CLPWL_OWN(segment)(r, rules, g.last);
    const float d = (r - CLPWL_KNOT(i, 0)) * CLPWL_INVERSE(i);
#else
    const float u = clpwl_position(r, g);
    const int i = clpwl_step(u, g.last);
    const float d = u - (float)i;
#endif
    CLPWL_WORD(i)
    const CLPWL_NUMBERS from = CLPWL_END(i, 0), to = CLPWL_END(i, 1);
    const CLPWL_NUMBERS y = CLPWL_DECODE(fma((CLPWL_NUMBERS)(d), to - from, from));
#else
    float d;
    CLPWL_RECORD s;
    (void)CLPWL_OWN(line)(r, &d, &s, CLPWL_ARGUMENTS);
    const CLPWL_NUMBERS y = fma((CLPWL_NUMBERS)(d), s.hi, s.lo);
#endif
    const CLPWL_NUMBERS reflected = CLPWL_EACH_WITH(CLPWL_REFLECT, y, g.sum);
#if CLPWL_TAIL == CLPWL_TAIL_LINEAR
    CLPWL_BEYOND
    const CLPWL_NUMBERS there = reflected + CLPWL_EACH(CLPWL_RISE, CLPWL_TAIL_SLOPE);
    return CLPWL_EACH(CLPWL_FINISH, there);
#else
    return CLPWL_EACH(CLPWL_FINISH, reflected);
#endif
}

/* How many of the units of d are in one of x. */
#if CLPWL_POWER || CLPWL_METHOD == CLPWL_METHOD_CELL
#define CLPWL_SCALE 1.0f
#else
#define CLPWL_SCALE g.scale
#endif

#if CLPWL_QUANTITY >= 1
/* By the chain rule times g'(x) of a shaper. */
static inline CLPWL_NUMBERS CLPWL_OWN(slope)(float x, CLPWL_PARAMETERS)
{
    const float inside = CLPWL_INSIDE(x);
    float d;
    CLPWL_RECORD s;
    (void)CLPWL_OWN(line)(CLPWL_SHAPER(CLPWL_PLACE(inside)), &d, &s, CLPWL_ARGUMENTS);
    const CLPWL_NUMBERS stored = s.hi * CLPWL_SCALE * (CLPWL_SHAPER_SLOPE);
    const CLPWL_NUMBERS reflected = CLPWL_EACH(CLPWL_REFLECT_SLOPE, stored);
#if CLPWL_TAIL == CLPWL_TAIL_LINEAR
    CLPWL_BEYOND
    const CLPWL_NUMBERS y = beyond == 0.0f ? reflected : CLPWL_TAIL_SLOPE;
#else
    const CLPWL_NUMBERS y = reflected;
#endif
#define CLPWL_FINISH_SLOPE(y) clpwl_slope_tail(y, x, g, CLPWL_TAIL)
    return CLPWL_EACH(CLPWL_FINISH_SLOPE, y);
}
#endif

#if CLPWL_QUANTITY >= 2
/*
 * The integral from a to x in two parts, {the sum up to the step before x, the rest}. Behind area
 * k comes the trapezoid up to x. With a symmetry the areas are those of the knots on both sides,
 * and the mean height left of 0 follows from that right of 0 by the law. Returns a
 * number of the line that holds x; it is below 0 for a line left of 0. *distance becomes x less the
 * knot of x. *height becomes the value at x; a table that repeats or mirrors has it in the domain.
 */
static inline int CLPWL_OWN(sum)(float x, private CLPWL_RECORD *out, private float *distance,
                                 private CLPWL_NUMBERS *height, CLPWL_PARAMETERS)
{
    const float inside = CLPWL_INSIDE(x);
    float d;
    CLPWL_RECORD s;
    const float r = CLPWL_PLACE(inside);
    const int k = CLPWL_OWN(line)(r, &d, &s, CLPWL_ARGUMENTS);
    float run = d / CLPWL_SCALE;
    CLPWL_NUMBERS mean = fma((CLPWL_NUMBERS)(0.5f * d), s.hi, s.lo);
#if CLPWL_SYMMETRY
    const int left = inside < 0.0f;
    const float middle = left ? 0.5f * run - r : r - 0.5f * run;
    mean = CLPWL_EACH_WITH(CLPWL_REFLECT_MEAN, mean, g.sum);
    run = left ? -run : run;
    CLPWL_RECORD sum = areas[left ? g.last + 1 - k : g.last + 2 + k];
#else
    CLPWL_RECORD sum = areas[k];
#endif
    sum.hi = fma((CLPWL_NUMBERS)(run), mean, sum.hi);
    const CLPWL_NUMBERS end = fma((CLPWL_NUMBERS)(d), s.hi, s.lo);
    CLPWL_NUMBERS y = CLPWL_EACH_WITH(CLPWL_REFLECT, end, g.sum);
    *height = y;
    *distance = run;
#if CLPWL_TAIL == CLPWL_TAIL_CLAMP || CLPWL_TAIL == CLPWL_TAIL_LINEAR
#if CLPWL_TAIL == CLPWL_TAIL_LINEAR /* the mean height of the tail */
    CLPWL_BEYOND
    const CLPWL_NUMBERS rise = CLPWL_EACH(CLPWL_RISE, CLPWL_TAIL_SLOPE);
    *height += rise;
    y += 0.5f * rise;
#endif
#define CLPWL_FINISH_AREA(y) clpwl_product(y, x - inside)
    sum.hi += CLPWL_EACH(CLPWL_FINISH_AREA, y);
#elif CLPWL_TAIL == CLPWL_TAIL_REPEAT || CLPWL_TAIL == CLPWL_TAIL_MIRROR
    const CLPWL_RECORD all = areas[g.last + 1];
    const float turns = clpwl_turns(x, g);
#if CLPWL_TAIL == CLPWL_TAIL_MIRROR
    if (clpwl_is_odd(turns))
        sum = (CLPWL_RECORD)(all.hi - sum.lo, all.lo - sum.hi);
#endif
    if (turns != 0.0f)
        sum = (CLPWL_RECORD)(fma((CLPWL_NUMBERS)(turns), all.hi, sum.lo),
                             fma((CLPWL_NUMBERS)(turns), all.lo, sum.hi));
#endif
    *out = sum;
#if CLPWL_TAIL == CLPWL_TAIL_CLAMP || CLPWL_TAIL == CLPWL_TAIL_LINEAR
    if (x < g.lo || x > g.hi)
        return x < g.lo ? INT_MIN : INT_MAX;
#endif
#if CLPWL_METHOD == CLPWL_METHOD_CELL /* two lines meet in it */
    const int line = 2 * k + (d < 0.0f);
#else
    const int line = k;
#endif
#if CLPWL_SYMMETRY
    return left ? -1 - line : line;
#else
    return line;
#endif
}

static inline CLPWL_NUMBERS CLPWL_OWN(integral)(float x, CLPWL_PARAMETERS)
{
    CLPWL_RECORD sum;
    CLPWL_NUMBERS height;
    float distance;
    (void)CLPWL_OWN(sum)(x, &sum, &distance, &height, CLPWL_ARGUMENTS);
#define CLPWL_FINISH_INTEGRAL(y) clpwl_integral_tail(y, x, g, CLPWL_TAIL)
    return CLPWL_EACH(CLPWL_FINISH_INTEGRAL, sum.lo + sum.hi);
}

/* If one line holds both ends, the area of a trapezoid. Else the difference of two sums. Each position in a
 * grid is rounded, so that the distance of two is not to - from. On neighbouring steps a product with the
 * height at `to` corrects the difference; on others its own rounding would be larger. */
static inline CLPWL_NUMBERS CLPWL_OWN(between)(float from, float to, CLPWL_PARAMETERS)
{
    CLPWL_RECORD before, sum;
    CLPWL_NUMBERS left, right;
    float first, last;
    const int begin = CLPWL_OWN(sum)(from, &before, &first, &left, CLPWL_ARGUMENTS);
    const int end = CLPWL_OWN(sum)(to, &sum, &last, &right, CLPWL_ARGUMENTS);
    CLPWL_NUMBERS y = (sum.lo - before.lo) + (sum.hi - before.hi);
    int is_line = begin == end;
    const int is_inside = from >= g.lo && from <= g.hi && to >= g.lo && to <= g.hi;
#if CLPWL_TAIL != CLPWL_TAIL_CLAMP && CLPWL_TAIL != CLPWL_TAIL_LINEAR
    is_line = is_line && is_inside;
#endif
#if !CLPWL_POWER && CLPWL_METHOD != CLPWL_METHOD_CELL
    const float steps = (float)((end < 0 ? end + 1 : end) - (begin < 0 ? begin + 1 : begin));
    if (is_inside && fabs(steps) <= 1.0f)
        y = fma((CLPWL_NUMBERS)((to - from) - (steps / CLPWL_SCALE + (last - first))), right, y);
#endif
    if (is_line) {
        y = 0.5f * (left + right);
#define CLPWL_TIMES_LENGTH(y) clpwl_product(y, to - from)
        y = CLPWL_EACH(CLPWL_TIMES_LENGTH, y);
    }
#define CLPWL_FINISH_BOTH(y) \
    clpwl_integral_tail(clpwl_integral_tail(y, to, g, CLPWL_TAIL), from, g, CLPWL_TAIL)
    return CLPWL_EACH(CLPWL_FINISH_BOTH, y);
}
#endif

#undef CLPWL_METHOD_IMAGE_LINEAR
#undef CLPWL_METHOD_IMAGE_MANUAL
#undef CLPWL_METHOD_BUFFER
#undef CLPWL_METHOD_LOCAL
#undef CLPWL_METHOD_SHUFFLE
#undef CLPWL_METHOD_CELL
#undef CLPWL_METHOD_EXACT
#undef CLPWL_CODED_HALF
#undef CLPWL_CODED_UNORM16
#undef CLPWL_CODED_UNORM8
#undef CLPWL_CODED_BFLOAT16
#undef CLPWL_NAME
#undef CLPWL_METHOD
#undef CLPWL_PARAMETERS
#undef CLPWL_ARGUMENTS
#undef CLPWL_LANES
#undef CLPWL_TAIL
#undef CLPWL_SYMMETRY
#undef CLPWL_QUANTITY
#undef CLPWL_SHAPER
#undef CLPWL_SHAPER_SLOPE
#undef CLPWL_POWER
#undef CLPWL_HALVINGS
#undef CLPWL_IMAGE
#undef CLPWL_CODED
#undef CLPWL_SCALAR_LOADS
#undef CLPWL_IS_IMAGE
#undef CLPWL_READS_ENDS
#undef CLPWL_JOIN_EXPANDED
#undef CLPWL_JOIN
#undef CLPWL_OWN
#undef CLPWL_NUMBERS
#undef CLPWL_RECORD
#undef CLPWL_EACH
#undef CLPWL_EACH_WITH
#undef CLPWL_TEXEL
#undef CLPWL_OF_EACH
#undef CLPWL_OF_LANES
#undef CLPWL_DECODE
#undef CLPWL_WORD
#undef CLPWL_END
#undef CLPWL_BITS
#undef CLPWL_INSIDE
#undef CLPWL_FINISH
#undef CLPWL_PLACE
#undef CLPWL_REFLECT
#undef CLPWL_REFLECT_MEAN
#undef CLPWL_REFLECT_SLOPE
#undef CLPWL_BEYOND
#undef CLPWL_TAIL_SLOPE
#undef CLPWL_RISE
#undef CLPWL_KNOT
#undef CLPWL_HALVE
#undef CLPWL_FLOAT
#undef CLPWL_INVERSE
#undef CLPWL_SPACE
#undef CLPWL_RECORDS
#undef CLPWL_PART
#undef CLPWL_EXCHANGE
#undef CLPWL_ELEMENT
#undef CLPWL_READ
#undef CLPWL_SCALE
#undef CLPWL_FINISH_SLOPE
#undef CLPWL_FINISH_AREA
#undef CLPWL_FINISH_INTEGRAL
#undef CLPWL_FINISH_BOTH
