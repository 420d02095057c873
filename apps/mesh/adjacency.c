/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "mesh/graph.h"
#include <math.h>
#include <stdlib.h>
#include "common/message.h"

void mesh_graph_free(mesh_graph *graph)
{
    free(graph->start);
    free(graph->to);
    free(graph->length);
    *graph = (mesh_graph){0};
}

int mesh_graph_check(const mesh_graph *g)
{
    int code = 0;
    CHECK(g->nodes > 0, "a graph without nodes has no paths");
    for (uint32_t i = 0; i < g->nodes; i++)
        CHECK(g->start[i] <= g->start[i + 1], "the edges of node %u end before they begin", i);
    for (uint32_t e = g->start[0]; e < g->start[g->nodes]; e++) {
        CHECK(g->to[e] < g->nodes, "edge %u leads to node %u of %u", e, g->to[e], g->nodes);
        CHECK(isfinite(g->length[e]) && g->length[e] >= 0,
              "edge %u has the length %g; lengths are finite and not negative", e,
              (double)g->length[e]);
    }
done:
    return code;
}

/* The shortest of the edges from a to b; -1: there is none. */
static float find_length(const mesh_graph *g, uint32_t a, uint32_t b)
{
    float least = -1;
    for (uint32_t e = g->start[a]; e < g->start[a + 1]; e++)
        if (g->to[e] == b && (least < 0 || g->length[e] < least))
            least = g->length[e];
    return least;
}

int mesh_graph_is_undirected(const mesh_graph *g)
{
    for (uint32_t i = 0; i < g->nodes; i++)
        for (uint32_t e = g->start[i]; e < g->start[i + 1]; e++)
            if (find_length(g, i, g->to[e]) != find_length(g, g->to[e], i))
                return 0;
    return 1;
}
