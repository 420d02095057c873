/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A graph in compressed rows. It is directed; an undirected graph has each edge in both rows, with
 * one length.
 */
#ifndef MESH_GRAPH_H
#define MESH_GRAPH_H

#include <stdint.h>

typedef struct mesh_graph {
    uint32_t nodes;
    uint32_t *start; /* nodes + 1: the edges of node i are start[i] ... start[i + 1] - 1 */
    uint32_t *to;    /* by edge */
    float *length;   /* by edge, >= 0, finite */
} mesh_graph;

void mesh_graph_free(mesh_graph *graph); /* its arrays are by malloc; sets all to 0 */
/* 0, or an exit code after a message where the graph is not as above. */
int mesh_graph_check(const mesh_graph *graph);
int mesh_graph_is_undirected(const mesh_graph *graph);

#endif
