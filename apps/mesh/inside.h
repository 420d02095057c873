/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the files of the paths share. The matrix is stored by tiles of MESH_SIDE x MESH_SIDE
 * distances, each row by row; tiles come row by row, and of the lower triangle row I has tiles
 * 0 ... I. A part is a buffer with some rows of tiles.
 */
#ifndef MESH_INSIDE_H
#define MESH_INSIDE_H

#include "mesh/paths.h"

enum {
    MESH_SIDE = 64,
    MESH_TILE = MESH_SIDE * MESH_SIDE,
    MESH_NONE = 65535 /* 16 bits: no path */
};

typedef enum mesh_kernel {
    MESH_ROWS,
    MESH_PRODUCT,
    MESH_WITHIN,
    MESH_PANELS,
    MESH_SPREAD,
    MESH_KERNELS
} mesh_kernel;

typedef struct mesh_part {
    cl_mem buffer;
    cl_uint first, end; /* rows of tiles */
    cl_ulong base;      /* tiles before the first */
} mesh_part;

struct mesh_paths {
    app_device *device;
    uint32_t nodes;
    cl_uint tiles; /* of a row */
    int is_half, bits;
    int is_wide;   /* a work-item, not a work-group, computes a tile */
    float unit;    /* 16 bits; 32 bits: 1 */
    mesh_part *parts;
    int count;
    cl_program program;
    cl_kernel kernels[MESH_KERNELS];
    mesh_paths_summary summary;
};

int mesh_matrix_make(mesh_paths *p, double buffer_bytes);
void mesh_matrix_free(mesh_paths *p);
/* The tiles of row I, and how many there are before it. */
static inline cl_ulong mesh_tiles_of(const mesh_paths *p, cl_uint row)
{
    return p->is_half ? row + 1 : p->tiles;
}
static inline cl_ulong mesh_tiles_before(int is_half, cl_uint tiles, cl_ulong row)
{
    return is_half ? row * (row + 1) / 2 : row * tiles;
}
static inline size_t mesh_size_of(int bits)
{
    return bits == 16 ? sizeof(cl_ushort) : sizeof(cl_float);
}

/* Room for a row of tiles, filled with "no path". */
void *mesh_tile_row_make(const mesh_paths *p, cl_uint row);
void mesh_tile_row_clear(const mesh_paths *p, cl_uint row, void *tiles);
cl_ushort mesh_units(float unit, float distance); /* to nearest; MESH_NONE for INFINITY */
/* Node i's distances, of which `at` has a multiple of MESH_SIDE, rounded to units. */
void mesh_tile_row_put(const mesh_paths *p, uint32_t i, const float *at, void *tiles);
int mesh_tile_row_write(const mesh_paths *p, cl_uint row, const void *tiles);

/* Groups of a work-item on wide devices, otherwise of 256, for tiles across x down. */
int mesh_launch(const mesh_paths *p, mesh_kernel kernel, const app_arg *args, size_t count,
                size_t across, size_t down);
#define MESH_RUN(p, kernel, across, down, ...)                                 \
    mesh_launch(p, kernel, (const app_arg[]){__VA_ARGS__},                     \
                sizeof (const app_arg[]){__VA_ARGS__} / sizeof(app_arg), across, down)

/* Sets the matrix to the edges' lengths. */
int mesh_edges_write(mesh_paths *p, const mesh_graph *graph);

/* Floyd-Warshall on the matrix. */
int mesh_floyd(mesh_paths *p, clpwl_progress progress, void *user);
/* The s that mesh_floyd is expected to take. The matrix is not the edges' any more. */
int mesh_floyd_expect(mesh_paths *p, double *seconds);
double mesh_floyd_bytes(uint32_t nodes, int bits); /* beside the matrix */

/* Dijkstra's algorithm from one node. */
typedef struct mesh_search mesh_search;
int mesh_search_make(mesh_search **out, const mesh_graph *graph);
void mesh_search_free(mesh_search *s);
/* The distances from a node: N, then INFINITY up to a multiple of MESH_SIDE; borrowed. */
const float *mesh_search_run(mesh_search *s, uint32_t from);
/* Writes rows first ... end - 1 of tiles, on all processors. */
int mesh_dijkstra(mesh_paths *p, const mesh_graph *graph, cl_uint first, cl_uint end,
                  clpwl_progress progress, void *user);
unsigned mesh_threads(void);
double mesh_dijkstra_bytes(const mesh_graph *graph, double tile_row_bytes);

/* 16 bits: the unit. */
int mesh_unit_find(mesh_paths *p, const mesh_graph *graph);
/* 16 bits: compares some rows with Dijkstra's. */
int mesh_unit_check(mesh_paths *p, const mesh_graph *graph);

#endif
