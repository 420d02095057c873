/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A table as evaluators hold it: in fp32, with the constants that locate x. Host
 * and device methods read the same pack, so what is proved of one holds for all.
 * It is immutable once made.
 */
#ifndef CLPWL_HOST_PACK_H
#define CLPWL_HOST_PACK_H

#include "clpwl_lookup.h"

typedef clpwl_lookup_record clpwl__record;
typedef clpwl_lookup_cell clpwl__cell;

/*
 * The records of a uniform table of at most CLPWL__PLANES_MOST segments without a shaper,
 * for look-ups in registers: u = x' scale - turn, i its whole part, d the rest.
 *   bytes  from a multiple of 64 on. Up to CLPWL__PLANES_OF_FLOATS segments so many values,
 *          then as many slopes; above, eight planes of `room` bytes: byte k of the values
 *          is in plane k, of the slopes in plane 4 + k. NULL: none were made
 *   corners  up to 2 CLPWL__CORNERS segments three tables of CLPWL__CORNERS floats, behind bytes:
 *          the values of the knots 2k + 1, the rises before these and the rises after these, with
 *          v(b) beyond b. Knot 2k + 1 has the entry (k + 1) % CLPWL__CORNERS. NULL: more segments
 *   split  from there up to CLPWL__PLANES_OF_FLOATS segments, behind bytes: the same records in eight
 *          planes of so many bytes. NULL: fewer or more segments
 *   cells  of an optimised table of 33 to CLPWL__PLANES_MOST segments and at most twice so many cells: a
 *          byte for each of 2 cells_room cells with the number of its knot, or of the last knot before it,
 *          and planes of cells_room bytes of knots, values and slopes. NULL: another table
 *   room   places: 32, 128 or 256; beyond the last segment lie v(b) and slope 0
 *   x'     x where from_0, else x - origin + shift; from least to most, where u is below
 *          `room`. At `end` u is `segments` at most
 */
typedef struct clpwl__planes {
    unsigned char *bytes;
    void *block; /* that they are in */
    float *corners;
    unsigned char *split;
    unsigned char *cells;
    size_t room, cells_room;
    int from_0;
    float shift, turn, least, most, end;
} clpwl__planes;

/* A pack of a table with a symmetry holds the half right of 0: its knots, values, records, cells and
 * planes are those of |x|. Its grid has the ends of the whole domain. */
typedef struct clpwl__pack {
    size_t segments;
    clpwl_partition partition;
    clpwl_shaper shaper; /* uniform: g(x) stands for x in origin, scale and offset */
    clpwl_extend extend;
    clpwl_symmetry symmetry;
    clpwl_grid grid; /* its steps are the segments, or the cells where there are cells */
    float *values; /* segments + 1 */
    float *knots;  /* segments + 1; NULL for a uniform partition */
    clpwl__record *records; /* segments */
    /* Of an optimised partition; NULL and 0 where the knots are too uneven for cells. */
    clpwl__cell *cells;
    size_t cell_count;
    clpwl__planes planes;
} clpwl__pack;

/*
 * Packs a table, its values as a storage would have them; free with clpwl__pack_free.
 * CLPWL_ERR_UNSUPPORTED (the domain holds no fp32 numbers, its knots are not distinct
 * in fp32, or its width or its values' is out of fp32's range), CLPWL_ERR_MEMORY.
 */
clpwl_status clpwl__pack_create(clpwl__pack **out, const clpwl_table *table,
                                clpwl_storage storage);
void clpwl__pack_free(clpwl__pack *pack);

/* The grid of cells; leaves cells NULL where more than CLPWL__CELLS_PER_SEGMENT a
 * segment would be needed. CLPWL_ERR_MEMORY. */
#define CLPWL__CELLS_PER_SEGMENT 64
clpwl_status clpwl__pack_cells(clpwl__pack *pack, double a, double b);

/* The planes, of a table that may have them, with its cells. CLPWL_ERR_MEMORY. */
enum { CLPWL__PLANES_OF_FLOATS = 32, CLPWL__PLANES_MOST = 256, CLPWL__CORNERS = 8 };
clpwl_status clpwl__pack_planes(clpwl__pack *pack);

#endif
