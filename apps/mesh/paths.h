/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The lengths of the shortest paths between all nodes of a graph, in a matrix on the device.
 *
 *   full      Floyd-Warshall in tiles; directed graphs too: R. W. Floyd, "Algorithm 97", CACM 1962;
 *             tiles: G. Venkataraman et al., "A blocked all-pairs shortest-paths algorithm", 2003
 *   half      the same on the lower triangle of an undirected graph: half of the memory and of the
 *             work, and the same distances to the bit
 *   dijkstra  from each node, on all processors: E. W. Dijkstra, "A note on two problems in
 *             connexion with graphs", 1959; it stores the lower triangle of undirected graphs
 *   auto      dijkstra, or full or half, after a short run of each
 *
 * The ways differ by rounding alone: a path's lengths are added in another order.
 *
 * With 16 bits a distance is a whole number of units. The unit is chosen such that no distance
 * exceeds 65534. By dijkstra, each distance is rounded once. By full and half, each edge's length
 * is rounded, and then all is exact: errors add up along a path, and the summary bounds them.
 *
 * Functions that return int: 0, or an exit code after a message.
 */
#ifndef MESH_PATHS_H
#define MESH_PATHS_H

#include "common/device.h"
#include "mesh/graph.h"

typedef enum mesh_way { MESH_AUTO, MESH_FULL, MESH_HALF, MESH_DIJKSTRA, MESH_WAYS } mesh_way;
const char *mesh_way_name(int way);

typedef struct mesh_paths_options {
    int way;       /* mesh_way */
    int bits;      /* of a stored distance: 32 or 16; 0: 32 */
    double memory; /* MiB, at most; 0: what is free */
    double buffer; /* MiB of one buffer, at most; 0: what the device allows */
} mesh_paths_options;

typedef struct mesh_paths_memory {
    double matrix, beside; /* bytes of distances, and beside them while paths are searched */
    double allowed;        /* bytes that options or the device allow */
    int on_host;           /* the device works in the host's memory */
} mesh_paths_memory;

typedef struct mesh_paths mesh_paths;

typedef struct mesh_paths_summary {
    int way;            /* that ran; never MESH_AUTO */
    int bits;
    int buffers;        /* that hold the distances */
    double seconds;
    double operations;  /* a second, by full and half: an addition and a comparison for each i, j
                           and k; dijkstra: 0 */
    size_t bytes;       /* of device memory, at most */
    double estimates[MESH_WAYS]; /* auto: s that each way was expected to take; 0: not measured */
    double unit;        /* 16 bits: of a distance; otherwise 0 */
    double relative;    /* 16 bits by full and half: no distance d is off by more than `relative` d,
                           beside rounding in fp32. By dijkstra, none is by more than unit / 2. */
    double seen;        /* 16 bits: the largest difference from Dijkstra's fp32 in rows_seen rows */
    int rows_seen;
} mesh_paths_summary;

/* What mesh_paths_find will take. Fails where that is more than allowed; *out is set all the
 * same. */
int mesh_paths_forecast(mesh_paths_memory *out, const app_device *device, const mesh_graph *graph,
                        const mesh_paths_options *options);
/* device: borrowed. progress: NULL, or called on this thread. */
int mesh_paths_find(mesh_paths **out, app_device *device, const mesh_graph *graph,
                    const mesh_paths_options *options, clpwl_progress progress, void *user);
mesh_paths_summary mesh_paths_summarize(const mesh_paths *p);
void mesh_paths_free(mesh_paths *p);

/* The distances from node i to all; INFINITY: there is no path. */
int mesh_paths_row(const mesh_paths *p, uint32_t i, float *row);
/* out[k x N] = w[k x N] D[N x N], by rows. Infinite distances count as 0. */
int mesh_paths_product(const mesh_paths *p, uint32_t k, const float *w, float *out);
/* A .npy file of N x N fp32. */
int mesh_paths_save(const mesh_paths *p, const char *path);

#endif
