/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The fuzzy band of two patches, divided by a minimum cut of igraph. */
#include <igraph.h>
#include <math.h>
#include "patches.h"

/* igraph returns codes and prints nothing. */
#define TRY_IGRAPH(call) CHECK((call) == IGRAPH_SUCCESS, "a minimum cut of %u faces failed", count)

enum { SOURCE, SINK, FACES }; /* nodes: all certain faces of a patch, and each fuzzy one */

/* The node of each fuzzy face, SOURCE or SINK of a certain one, MESH_OUTSIDE of the others. */
static uint32_t find_nodes(uint32_t *node, uint32_t n, const uint32_t *label,
                           const uint32_t labels[2], const float *const share[2], double band)
{
    uint32_t count = 0;
    for (uint32_t f = 0; f < n; f++) {
        const double p = share[0][f] / ((double)share[0][f] + share[1][f]);
        node[f] = label[f] == labels[0] ? SOURCE : label[f] == labels[1] ? SINK : MESH_OUTSIDE;
        if (node[f] != MESH_OUTSIDE && fabs(p - 0.5) < band)
            node[f] = FACES + count++;
    }
    return count;
}

/* is_first: by node, whether it is on the first patch's side. *found: 0 if a patch would end. */
static int find_cut(const mesh *m, const uint32_t *node, uint32_t count, unsigned char *is_first,
                    int *found)
{
    int code = 0;
    uint32_t ends[2] = {0};
    igraph_t graph;
    igraph_real_t value;
    igraph_vector_t capacity;
    igraph_vector_int_t edges, side;
    igraph_vector_int_init(&edges, 0);
    igraph_vector_int_init(&side, 0);
    igraph_vector_init(&capacity, 0);
    igraph_empty(&graph, FACES + (igraph_integer_t)count, IGRAPH_UNDIRECTED);
    for (uint32_t i = 0; i < m->pair_count; i++) {
        const uint32_t a = node[m->pairs[i].a], b = node[m->pairs[i].b];
        if (a == b || a == MESH_OUTSIDE || b == MESH_OUTSIDE)
            continue;
        TRY_IGRAPH(igraph_vector_int_push_back(&edges, a));
        TRY_IGRAPH(igraph_vector_int_push_back(&edges, b));
        TRY_IGRAPH(igraph_vector_push_back(
            &capacity, 1 / (1 + (m->mean_angle > 0 ? m->pairs[i].angle / m->mean_angle : 0))));
        for (int s = SOURCE; s <= SINK; s++)
            ends[s] += a == (uint32_t)s || b == (uint32_t)s;
    }
    *found = ends[SOURCE] && ends[SINK];
    if (*found) {
        TRY_IGRAPH(igraph_add_edges(&graph, &edges, NULL));
        TRY_IGRAPH(igraph_maxflow(&graph, &value, NULL, NULL, &side, NULL, SOURCE, SINK, &capacity,
                                  NULL));
        for (uint32_t i = 0; i < FACES + count; i++)
            is_first[i] = 0;
        for (igraph_integer_t i = 0; i < igraph_vector_int_size(&side); i++)
            is_first[VECTOR(side)[i]] = 1;
    }
done:
    igraph_vector_int_destroy(&edges);
    igraph_vector_int_destroy(&side);
    igraph_vector_destroy(&capacity);
    igraph_destroy(&graph);
    return code;
}

int mesh_cut(const mesh *m, uint32_t *label, const uint32_t labels[2], const float *const share[2],
             double band, uint32_t *count)
{
    int code = 0, found = 0;
    uint32_t *node = malloc(m->face_count * sizeof *node);
    unsigned char *is_first = malloc((size_t)m->face_count + FACES);
    CHECK(node && is_first, "out of memory: a cut of %u faces", m->face_count);
    igraph_set_error_handler(igraph_error_handler_ignore);
    *count = find_nodes(node, m->face_count, label, labels, share, band);
    if (*count)
        TRY(find_cut(m, node, *count, is_first, &found));
    for (uint32_t f = 0; found && f < m->face_count; f++)
        if (node[f] != MESH_OUTSIDE)
            label[f] = labels[!is_first[node[f]]];
done:
    free(node);
    free(is_first);
    return code;
}
