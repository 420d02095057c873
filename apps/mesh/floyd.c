/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Floyd-Warshall in tiles. For each K, in three stages:
 *   within  the tile (K, K): paths within the nodes of K
 *   panels  the tiles of row and column K, by the closed tile. They go into two panels, as stage
 *           three reads them: the column by rows, the row by columns of tiles. Of an undirected
 *           graph, either panel is the other one transposed: half of the tiles are computed
 *   spread  all tiles (I, J), by (I, K) of one panel and (K, J) of the other. Row and column K are
 *           copied from the panels. This stage alone writes to the matrix, and each of its launches
 *           needs one buffer of the matrix: where that is split, nothing else changes
 */
#include <math.h>
#include "common/clock.h"
#include "inside.h"

typedef struct panels {
    cl_mem column, row;
} panels;

static size_t panel_bytes(uint32_t tiles, int bits)
{
    return (size_t)tiles * MESH_TILE * mesh_size_of(bits);
}

double mesh_floyd_bytes(uint32_t nodes, int bits)
{
    return 2 * (double)panel_bytes((nodes + MESH_SIDE - 1) / MESH_SIDE, bits);
}

int mesh_edges_write(mesh_paths *p, const mesh_graph *g)
{
    int code = 0;
    const size_t width = (size_t)p->tiles * MESH_SIDE;
    float *at = malloc(width * sizeof *at);
    void *tiles = mesh_tile_row_make(p, p->tiles - 1);
    CHECK(at && tiles, "out of memory for the edges of %d nodes", MESH_SIDE);
    for (size_t j = 0; j < width; j++)
        at[j] = INFINITY;
    for (cl_uint row = 0; row < p->tiles; row++) {
        mesh_tile_row_clear(p, row, tiles);
        for (uint32_t i = row * MESH_SIDE; i < (row + 1) * MESH_SIDE && i < p->nodes; i++) {
            for (uint32_t e = g->start[i]; e < g->start[i + 1]; e++)
                at[g->to[e]] = fminf(at[g->to[e]], g->length[e]);
            at[i] = 0;
            mesh_tile_row_put(p, i, at, tiles);
            for (uint32_t e = g->start[i]; e < g->start[i + 1]; e++)
                at[g->to[e]] = INFINITY;
            at[i] = INFINITY;
        }
        TRY(mesh_tile_row_write(p, row, tiles));
    }
done:
    free(at);
    free(tiles);
    return code;
}

static int panels_make(panels *out, mesh_paths *p)
{
    int code = 0;
    const size_t bytes = panel_bytes(p->tiles, p->bits);
    *out = (panels){NULL, NULL};
    TRY(app_buffer(p->device, &out->column, bytes, "a column of distances"));
    TRY(app_buffer(p->device, &out->row, bytes, "a row of distances"));
done:
    return code;
}

static void panels_free(panels *b, mesh_paths *p)
{
    app_buffer_free(p->device, &b->column);
    app_buffer_free(p->device, &b->row);
}

static int run_cross(mesh_paths *p, const panels *b, cl_uint k)
{
    int code = 0;
    for (int i = 0; i < p->count; i++) {
        const mesh_part *part = &p->parts[i];
        if (k >= part->first && k < part->end)
            TRY(MESH_RUN(p, MESH_WITHIN, 1, 1, ARG(part->buffer), ARG(part->base), ARG(p->tiles),
                         ARG(k), ARG(b->column), ARG(b->row)));
    }
    for (int i = 0; i < p->count; i++) {
        const mesh_part *part = &p->parts[i];
        TRY(MESH_RUN(p, MESH_PANELS, p->tiles, p->is_half ? 1 : 2, ARG(part->buffer),
                     ARG(part->base), ARG(part->first), ARG(part->end), ARG(p->tiles), ARG(k),
                     ARG(b->column), ARG(b->row)));
    }
done:
    return code;
}

/* Rows first ... of tiles. */
static int run_spread(mesh_paths *p, const panels *b, cl_uint k, cl_uint first)
{
    int code = 0;
    for (int i = 0; i < p->count; i++) {
        const mesh_part *part = &p->parts[i];
        const cl_uint begin = first > part->first ? first : part->first;
        if (begin < part->end)
            TRY(MESH_RUN(p, MESH_SPREAD, p->is_half ? part->end : p->tiles, part->end - begin,
                         ARG(part->buffer), ARG(part->base), ARG(begin), ARG(p->tiles), ARG(k),
                         ARG(b->column), ARG(b->row)));
    }
    TRY(app_finish(p->device));
done:
    return code;
}

int mesh_floyd(mesh_paths *p, clpwl_progress progress, void *user)
{
    int code = 0;
    panels b;
    TRY(panels_make(&b, p));
    for (cl_uint k = 0; k < p->tiles; k++) {
        TRY(run_cross(p, &b, k));
        TRY(run_spread(p, &b, k, 0));
        CHECK(!progress || progress((k + 1.0) / p->tiles, user) == 0, "cancelled");
    }
done:
    panels_free(&b, p);
    return code;
}

int mesh_floyd_expect(mesh_paths *p, double *seconds)
{
    int code = 0;
    const cl_uint first = p->tiles - (p->tiles + 7) / 8;
    const double all = (double)mesh_tiles_before(p->is_half, p->tiles, p->tiles);
    const double part = all - (double)mesh_tiles_before(p->is_half, p->tiles, first);
    double began, crossed;
    panels b;
    TRY(panels_make(&b, p));
    for (int i = 0; i < 2; i++) { /* the first run compiles */
        began = app_seconds();
        TRY(run_cross(p, &b, 0));
        TRY(app_finish(p->device));
        crossed = app_seconds();
        TRY(run_spread(p, &b, 0, first));
        *seconds = p->tiles * (crossed - began + (app_seconds() - crossed) * all / part);
    }
done:
    panels_free(&b, p);
    return code;
}
