/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Distances by tiles of SIDE x SIDE, row by row: a buffer holds rows first ... end - 1 of tiles,
 * before which there are `base` tiles. With HALF, row I has tiles 0 ... I. With 16 bits a distance
 * counts units; 65535: no path.
 *
 * With WIDE a work-item computes a tile by vectors; otherwise a work-group of 16 x 16 does.
 *
 * Mesa's llvmpipe ends all loops of a work-item after 65534 iterations in all, without an error. No
 * kernel here takes as many in a launch.
 */
#ifndef BITS
#define BITS 32
#define HALF 0
#define WIDE 0
#endif
#define SIDE 64
#define TILE (SIDE * SIDE)

#if BITS == 16
typedef ushort dist;
#define NONE 65535
#define FLOAT(d, unit) ((d) == NONE ? INFINITY : (unit) * (float)(d))
#else
typedef float dist;
#define NONE INFINITY
#define FLOAT(d, unit) (d)
#endif

static inline ulong place(uint row, uint column, uint tiles)
{
#if HALF
    return (ulong)row * (row + 1) / 2 + column;
#else
    return (ulong)row * tiles + column;
#endif
}

/* Rows of the matrix, from row `from` on: out(r, j) is d(from + r, j). */
kernel void rows(global const dist *restrict d, ulong base, uint first, uint end, uint tiles,
                 uint from, float unit, global float *restrict out)
{
    uint j = get_global_id(0), r = get_global_id(1), i = from + r;
    uint at = r * tiles * SIDE + j;
#if HALF
    if (j / SIDE > i / SIDE) {
        uint swap = i;
        i = j;
        j = swap;
    }
#endif
    if (i / SIDE < first || i / SIDE >= end)
        return;
    dist v = d[(place(i / SIDE, j / SIDE, tiles) - base) * TILE + i % SIDE * SIDE + j % SIDE];
    out[at] = FLOAT(v, unit);
}

#if WIDE
#define ITEM 0u
#define ITEMS 1u
#define GROUP 1
#define MEET
#define PITCH SIDE /* from row to row of a local tile */
#else
#define ITEM ((uint)(get_local_id(1) * 16 + get_local_id(0)))
#define ITEMS 256u
#define GROUP 16
#define MEET barrier(CLK_LOCAL_MEM_FENCE)
#define PITCH (SIDE + 1) /* else all of a column would be in one bank of local memory */
#endif
#define WEIGHTS 32u /* rows of weights that share a tile */

/* Copies a tile, transposed where `turned`. No path counts as 0. */
static inline void stage(local float *tile, global const dist *from, uint turned, float unit)
{
    for (uint e = ITEM; e < TILE; e += ITEMS) {
        float v = FLOAT(from[e], unit);
        tile[turned ? e % SIDE * PITCH + e / SIDE : e / SIDE * PITCH + e % SIDE] =
            v == INFINITY ? 0.0f : v;
    }
}

/* Adds the product of a tile and WEIGHTS rows of weights, or `rows` if these are fewer, to out. */
static inline void multiply(local const float *tile, global const float *w, uint rows, uint width,
                            global float *out)
{
#if WIDE
    for (uint k = 0; k < rows && k < WEIGHTS; k += 4)
        for (uint j = 0; j < SIDE; j += 16) {
            float16 sum[4] = {0.0f, 0.0f, 0.0f, 0.0f};
            uint count = min(rows - k, 4u);
            for (uint i = 0; i < SIDE; i++) {
                float16 d = *(local const float16 *)(tile + i * PITCH + j);
#pragma unroll
                for (uint a = 0; a < 4; a++)
                    sum[a] += w[(k + (a < count ? a : 0)) * width + i] * d;
            }
            for (uint a = 0; a < count; a++)
                *(global float16 *)(out + (k + a) * width + j) += sum[a];
        }
#else
    uint j = ITEM % SIDE;
    for (uint k = ITEM / SIDE; k < rows && k < WEIGHTS; k += ITEMS / SIDE) {
        float sum = 0.0f;
        for (uint i = 0; i < SIDE; i++)
            sum += w[k * width + i] * tile[i * PITCH + j];
        out[k * width + j] += sum;
    }
#endif
}

/*
 * Adds w(k, i) d(i, j) over the rows i of a buffer to out(k, j), for a column of tiles and WEIGHTS
 * rows k; of the tiles of a column, over `from` ... `to` - 1. The order of a sum does not depend on
 * launches, buffers or storage: i ascends, and the sum over a tile is added to that over the tiles
 * before it.
 */
kernel __attribute__((reqd_work_group_size(GROUP, GROUP, 1))) void
product(global const dist *restrict d, ulong base, uint first, uint end, uint tiles, uint from,
        uint to, global const float *restrict w, uint rows, float unit,
        global float *restrict out)
{
    local float tile[SIDE * PITCH] __attribute__((aligned(64)));
    uint column = get_group_id(0), above = get_group_id(1) * WEIGHTS, width = tiles * SIDE;
    uint begin = first;
#if HALF
    begin = column >= end ? end : column >= first ? 0 : first;
#endif
    for (uint t = max(begin, from); t < min(end, to); t++) {
        uint turned = HALF && column > t;
        global const dist *at =
            d + (place(turned ? column : t, turned ? t : column, tiles) - base) * TILE;
        MEET;
        stage(tile, at, turned, unit);
        MEET;
        multiply(tile, w + above * width + t * SIDE, rows - above, width,
                 out + above * width + column * SIDE);
    }
}

/* Two distances one after the other. */
#if BITS == 16
#define THEN(a, b) ((dist)min((uint)(a) + (uint)(b), 65535u))
#else
#define THEN(a, b) ((a) + (b))
#endif

#if WIDE
#if BITS == 16
typedef ushort16 lanes;
/* The sum wraps round where it is less than a summand. */
#define LANES_THEN(s, a, b) s = (a) + (b); s = s < (b) ? (lanes)(65535) : s
#define ROWS 4
#else
typedef float16 lanes;
#define LANES_THEN(s, a, b) s = (a) + (b)
#define ROWS 8
#endif
/* ROWS x 16 ACROSS distances are in registers. Processor time for 4050 nodes, s, way full:
 *                   8 x 2   4 x 2   4 x 4   4 x 1   2 x 2
 *   fp32, AVX-512    1.24    1.53    1.39    1.46    1.56
 *   fp32, AVX2       2.47    2.50    2.58    2.60    2.38
 *   16 bits, AVX-512  .87     .81     .75     .87    1.23
 *   16 bits, AVX2    1.63     .79    1.02     .87    1.17 */
#define ACROSS 2

/* to(i, j) = the least of from(i, j), if there is any, and c(i, k) + r(k, j); `mirror` is
 * transposed. Wide vectors are read and written in place: compilers warn of them as arguments where
 * the CPU has no registers for them. */
static inline void relax(global dist *to, global dist *mirror, global const dist *from,
                         global const dist *c, global const dist *r)
{
    for (uint i = 0; i < SIDE; i += ROWS)
        for (uint j = 0; j < SIDE; j += 16 * ACROSS) {
            lanes least[ROWS][ACROSS];
#pragma unroll
            for (uint a = 0; a < ROWS; a++)
#pragma unroll
                for (uint b = 0; b < ACROSS; b++)
                    least[a][b] = from ? *(global const lanes *)(from + (i + a) * SIDE + j + 16 * b)
                                       : (lanes)(NONE);
            for (uint k = 0; k < SIDE; k++) {
#pragma unroll
                for (uint a = 0; a < ROWS; a++) {
                    lanes here = (lanes)(c[(i + a) * SIDE + k]);
#pragma unroll
                    for (uint b = 0; b < ACROSS; b++) {
                        lanes s, there = *(global const lanes *)(r + k * SIDE + j + 16 * b);
                        LANES_THEN(s, here, there);
                        least[a][b] = s < least[a][b] ? s : least[a][b];
                    }
                }
            }
#pragma unroll
            for (uint a = 0; a < ROWS; a++)
#pragma unroll
                for (uint b = 0; b < ACROSS; b++)
                    *(global lanes *)(to + (i + a) * SIDE + j + 16 * b) = least[a][b];
        }
    if (mirror)
        for (uint e = 0; e < TILE; e++)
            mirror[e % SIDE * SIDE + e / SIDE] = to[e];
}
#else
/* The same. A work-item has 4 x 4 distances in registers; the tiles come through local memory,
 * SLICE columns of c and rows of r at a time. No GPU was at hand to measure these sizes. By reason:
 * 8 reads of local memory serve 16 sums and 16 minima; a group takes 8 KiB of local memory and 256
 * work-items, which every GPU has, so that several groups share a compute unit. */
#define SLICE 16
#define relax(to, mirror, from, c, r) relax_group(to, mirror, from, c, r, c_slice, r_slice)
#define RELAX_BEGIN                                                            \
    local dist c_slice[SLICE * PITCH], r_slice[SLICE * SIDE];

static inline void relax_group(global dist *to, global dist *mirror, global const dist *from,
                               global const dist *c, global const dist *r, local dist *c_slice,
                               local dist *r_slice)
{
    uint x = get_local_id(0), y = get_local_id(1);
    dist least[4][4];
    for (uint a = 0; a < 4; a++)
        for (uint b = 0; b < 4; b++)
            least[a][b] = from ? from[(y + 16 * a) * SIDE + x + 16 * b] : (dist)NONE;
    for (uint k0 = 0; k0 < SIDE; k0 += SLICE) {
        MEET;
        for (uint e = ITEM; e < SLICE * SIDE; e += ITEMS) {
            c_slice[e % SLICE * PITCH + e / SLICE] = c[e / SLICE * SIDE + k0 + e % SLICE];
            r_slice[e] = r[k0 * SIDE + e];
        }
        MEET;
        for (uint k = 0; k < SLICE; k++) {
            dist here[4], there[4];
            for (uint a = 0; a < 4; a++) {
                here[a] = c_slice[k * PITCH + y + 16 * a];
                there[a] = r_slice[k * SIDE + x + 16 * a];
            }
            for (uint a = 0; a < 4; a++)
                for (uint b = 0; b < 4; b++) {
                    dist s = THEN(here[a], there[b]);
                    least[a][b] = s < least[a][b] ? s : least[a][b];
                }
        }
    }
    for (uint a = 0; a < 4; a++)
        for (uint b = 0; b < 4; b++) {
            to[(y + 16 * a) * SIDE + x + 16 * b] = least[a][b];
            if (mirror)
                mirror[(x + 16 * b) * SIDE + y + 16 * a] = least[a][b];
        }
}
#endif
#ifndef RELAX_BEGIN
#define RELAX_BEGIN
#endif

/* The paths by node n of a tile. Neither row n nor column n changes: no work-item writes what
 * another reads. */
static inline void relax_by(local dist *tile, uint n)
{
#if WIDE
    for (uint e = 0; e < TILE; e += 16) {
        lanes s, here = (lanes)(tile[e / SIDE * SIDE + n]);
        lanes there = *(local const lanes *)(tile + n * SIDE + e % SIDE);
        local lanes *least = (local lanes *)(tile + e);
        LANES_THEN(s, here, there);
        *least = s < *least ? s : *least;
    }
#else
    for (uint e = ITEM; e < TILE; e += ITEMS) {
        dist s = THEN(tile[e / SIDE * SIDE + n], tile[n * SIDE + e % SIDE]);
        if (s < tile[e])
            tile[e] = s;
    }
#endif
}

/* The shortest paths within the nodes of the tile (k, k), into both panels. */
kernel __attribute__((reqd_work_group_size(GROUP, GROUP, 1))) void
within(global const dist *restrict d, ulong base, uint tiles, uint k, global dist *restrict columns,
      global dist *restrict rows)
{
    local dist tile[TILE] __attribute__((aligned(64)));
    global const dist *from = d + (place(k, k, tiles) - base) * TILE;
    for (uint e = ITEM; e < TILE; e += ITEMS)
        tile[e] = from[e];
    for (uint n = 0; n < SIDE; n++) {
        MEET;
        relax_by(tile, n);
    }
    MEET;
    for (uint e = ITEM; e < TILE; e += ITEMS)
        columns[k * TILE + e] = rows[k * TILE + e] = tile[e];
}

/* The tile (t, k), or (k, t), by the closed tile (k, k). */
kernel __attribute__((reqd_work_group_size(GROUP, GROUP, 1))) void
panels(global const dist *d, ulong base, uint first, uint end, uint tiles, uint k,
      global dist *columns, global dist *rows)
{
    RELAX_BEGIN
    uint t = get_group_id(0), is_column = HALF ? t > k : get_group_id(1) == 0;
    uint row = is_column ? t : k, column = is_column ? k : t;
    if (t == k || row < first || row >= end)
        return;
    global const dist *tile = d + (place(row, column, tiles) - base) * TILE;
    global dist *c = columns + t * TILE, *r = rows + t * TILE;
    if (is_column)
        relax(c, HALF ? r : 0, 0, tile, rows + k * TILE);
    else
        relax(r, HALF ? c : 0, 0, columns + k * TILE, tile);
}

/* The tiles (i, j) from row `first` on, by (i, k) and (k, j). */
kernel __attribute__((reqd_work_group_size(GROUP, GROUP, 1))) void
spread(global dist *d, ulong base, uint first, uint tiles, uint k, global const dist *columns,
       global const dist *rows)
{
    RELAX_BEGIN
    uint j = get_group_id(0), i = first + get_group_id(1);
    if (HALF && j > i)
        return;
    global dist *tile = d + (place(i, j, tiles) - base) * TILE;
    global const dist *c = columns + i * TILE, *r = rows + j * TILE;
    if (i == k || j == k)
        for (uint e = ITEM; e < TILE; e += ITEMS)
            tile[e] = j == k ? c[e] : r[e];
    else
        relax(tile, 0, tile, c, r);
}
