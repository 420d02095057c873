/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One value at a time on the host: a table is prepared once, and clpwl_lookup is an inline function that
 * reads it, in one to two nanoseconds. This header needs no OpenCL, and is C99 and C++11 or later.
 *
 *     clpwl_lookup_table j0 = CLPWL_LOOKUP_TABLE_INIT;
 *     if (clpwl_lookup_prepare(&j0, table) == CLPWL_OK)
 *         y = clpwl_lookup(&j0, 0.5f);
 *     clpwl_lookup_release(&j0);
 *
 * Every table is served: each partition, extension, symmetry, shaper and storage. Arguments of the domain
 * are looked up inline in tables of equal segments, and in those of optimised knots that a grid of cells
 * serves, which are nearly all. Arguments outside, and tables with a symmetry or a shaper, take a call,
 * some 5 ns.
 *
 * Arrays of more than some fifty values are faster by clpwl_eval.
 *
 * Advanced (doc/abi.md).
 */
#ifndef CLPWL_LOOKUP_H
#define CLPWL_LOOKUP_H

#include "clpwl/device.h"
#include "clpwl/table.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Segment i: value + d slope. Between equal knots d is in segments, and the slope the rise of one; between
 * optimised ones d = x - knots[i]. */
typedef struct clpwl_lookup_record {
    float value, slope;
} clpwl_lookup_record;

/* Cell k of the grid over optimised knots, which has one knot at most: d = x - cell.x; cell.y plus d times
 * left or right of the knot. */
typedef struct clpwl_lookup_cell {
    float x, y, left, right;
} clpwl_lookup_cell;

/* A prepared table. Begin with CLPWL_LOOKUP_TABLE_INIT; what is behind `size` is written by
 * clpwl_lookup_prepare alone. A copy may be read as long as the first one is not released. */
typedef struct clpwl_lookup_table {
    size_t size;                        /* sizeof(clpwl_lookup_table) */
    void *pack;                         /* what the pointers point into; NULL: not prepared */
    const clpwl_lookup_record *records;
    const clpwl_lookup_cell *cells;     /* NULL: equal knots, or knots that no cells serve */
    /* A position, in segments or in cells, whose bits are less is one of an argument of the domain. The
     * second ones are 0 if the grid has an offset. */
    clpwl_uint segments_end, cells_end, unshifted_segments_end, unshifted_cells_end;
    clpwl_grid grid;                    /* of segments, or of cells */
    int extend, symmetry;               /* a clpwl_extend, a clpwl_symmetry */
    const float *knots;                 /* optimised ones, else NULL */
    float (*shaper)(float x);           /* NULL: none */
} clpwl_lookup_table;

#define CLPWL_LOOKUP_TABLE_INIT CLPWL_SIZED(clpwl_lookup_table)

/*
 * Prepares a table, its values in its storage. The table is copied and may be freed at once.
 *   t      from CLPWL_LOOKUP_TABLE_INIT, or released; unchanged after a failure
 *   table  the table
 * CLPWL_ERR_ARGUMENT (`t` is prepared already), CLPWL_ERR_UNSUPPORTED (fp32 cannot tell the knots from each
 * other, or hold the width of the domain or a slope), CLPWL_ERR_MEMORY.
 */
CLPWL_CHECKED clpwl_status clpwl_lookup_prepare(clpwl_lookup_table *t, const clpwl_table *table);

/* Frees what clpwl_lookup_prepare allocated. NULL, and a table that is not prepared, are allowed. */
CLPWL_API void clpwl_lookup_release(clpwl_lookup_table *t);

/* What clpwl_lookup is made of. */

/* d slope + value. Without an instruction for it, fmaf is a call, which takes longer than the look-up. */
#if defined(FP_FAST_FMAF) || defined(__FMA__) || defined(__aarch64__)
#define CLPWL_LOOKUP_FUSED
#define CLPWL_LOOKUP_LINE(d, slope, value) clpwl_fma(d, slope, value)
#else
#define CLPWL_LOOKUP_LINE(d, slope, value) ((d) * (slope) + (value))
#endif

#ifdef __GNUC__
#define CLPWL_LOOKUP_REST __attribute__((noinline, pure, unused)) static
#define CLPWL_LOOKUP_LIKELY(condition) __builtin_expect(condition, 1)
#else
#define CLPWL_LOOKUP_REST static inline
#define CLPWL_LOOKUP_LIKELY(condition) (condition)
#endif

CLPWL_FN float clpwl_lookup_in_segment(const clpwl_lookup_table *t, float u, int i)
{
    /* The value at position u, in segment i, between equal knots. */
    const clpwl_lookup_record *r = t->records + (clpwl_uint)i;
    return CLPWL_LOOKUP_LINE(u - (float)i, r->slope, r->value);
}

CLPWL_FN float clpwl_lookup_in_cell(const clpwl_lookup_table *t, float x, int i)
{
    /* The value at x, in cell i. */
    const clpwl_lookup_cell *c = t->cells + (clpwl_uint)i;
    const float d = x - c->x;
    float slope; /* by its address: a branch would often be mispredicted */
    memcpy(&slope, (const char *)&c->right - (d < 0.0f) * sizeof slope, sizeof slope);
    return CLPWL_LOOKUP_LINE(d, slope, c->y);
}

CLPWL_FN float clpwl_lookup_by_search(const clpwl_lookup_table *t, float x)
{
    /* The value at x of the domain, by a search among the knots. */
    int i = 0, length = t->grid.last + 1;
    while (length > 1) {
        const int half = length / 2;
        i = t->knots[i + half] <= x ? i + half : i;
        length -= half;
    }
    return CLPWL_LOOKUP_LINE(x - t->knots[i], t->records[i].slope, t->records[i].value);
}

CLPWL_FN float clpwl_lookup_inside(const clpwl_lookup_table *t, float x)
{
    /* The value at x of the domain, for any table. */
    const float right = t->symmetry ? clpwl_right(x) : x;
    float y;
    if (t->knots && !t->cells) {
        y = clpwl_lookup_by_search(t, right);
    } else {
        const float u = clpwl_position(t->shaper ? t->shaper(right) : right, t->grid);
        const int i = clpwl_step(u, t->grid.last);
        y = t->cells ? clpwl_lookup_in_cell(t, right, i) : clpwl_lookup_in_segment(t, u, i);
    }
    return clpwl_reflect(y, x, t->symmetry, t->grid.sum[0]);
}

CLPWL_LOOKUP_REST float clpwl_lookup_anywhere(const clpwl_lookup_table *t, float x)
{
    /* The value at any x, for any table. */
    const int extend = t->extend;
    float y, beyond;
    if (!t->pack)
        return clpwl_nan();
    if (x >= t->grid.lo && x <= t->grid.hi)
        return clpwl_lookup_inside(t, x);
    y = clpwl_lookup_inside(t, clpwl_inside_number(x, t->grid, extend));
    beyond = clpwl_beyond(x, t->grid);
    if (extend == CLPWL_TAIL_LINEAR)
        y += clpwl_product(beyond < 0.0f ? t->grid.left[0] : t->grid.right[0], beyond);
    return clpwl_keep_nan(clpwl_tail(y, x, t->grid, extend), x, extend); /* last, for -ffast-math */
}

/*
 * The value at x. Where the program is compiled for CPUs that multiply and add in one instruction
 * (-march=native, -mfma; always on ARM64), it is that of the method host-scalar to the bit, and the error
 * is at most clpwl_table_executed_error. Elsewhere the last bits may differ, and the error is larger by at
 * most 2^-24 of the largest rise of a segment. NaN gives NaN, and so does a table that is not prepared. The
 * caller's floating-point environment is used as it is.
 *   t  any number of threads may read it
 */
CLPWL_FN float clpwl_lookup(const clpwl_lookup_table *t, float x)
{
#ifdef CLPWL_LOOKUP_FUSED
    const float u = clpwl_position(x, t->grid);
    if (CLPWL_LOOKUP_LIKELY(clpwl_bits(u) < t->segments_end))
        return clpwl_lookup_in_segment(t, u, (int)u);
    if (clpwl_bits(u) < t->cells_end)
        return clpwl_lookup_in_cell(t, x, (int)u);
#else
    float u = (x - t->grid.origin) * t->grid.scale;
    if (CLPWL_LOOKUP_LIKELY(clpwl_bits(u) < t->unshifted_segments_end))
        return clpwl_lookup_in_segment(t, u, (int)u);
    if (clpwl_bits(u) < t->unshifted_cells_end)
        return clpwl_lookup_in_cell(t, x, (int)u);
    u += t->grid.offset; /* within the error of a position; but a knot may leave its cell */
    if (clpwl_bits(u) < t->segments_end - t->unshifted_segments_end)
        return clpwl_lookup_in_segment(t, u, (int)u);
#endif
    return clpwl_lookup_anywhere(t, x);
}

#ifdef __cplusplus
}
#endif
#endif
