/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The unit of 16-bit distances, and the error of whole numbers of units. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "inside.h"

enum { UNITS_MOST = MESH_NONE - 1, ROWS_CHECKED = 16 };

/* The largest finite distance; *where: a node that has it. */
static float find_largest(const float *row, uint32_t count, uint32_t *where)
{
    float most = 0;
    *where = 0;
    for (uint32_t i = 0; i < count; i++)
        if (isfinite(row[i]) && row[i] >= most) {
            most = row[i];
            *where = i;
        }
    return most;
}

/* Adds the component of a node to `seen`. *centre: the node of it whose distances to two nodes far
 * apart are least. */
static void find_centre(mesh_search *s, uint32_t count, uint32_t node, float *first, char *seen,
                        uint32_t *centre)
{
    uint32_t far;
    float least = INFINITY;
    const float *row = mesh_search_run(s, node);
    for (uint32_t i = 0; i < count; i++)
        seen[i] = seen[i] || isfinite(row[i]);
    find_largest(row, count, &far);
    row = mesh_search_run(s, far);
    memcpy(first, row, count * sizeof *first);
    find_largest(row, count, &far);
    row = mesh_search_run(s, far);
    for (uint32_t i = 0; i < count; i++)
        if (fmaxf(row[i], first[i]) < least) {
            least = fmaxf(row[i], first[i]);
            *centre = i;
        }
}

/* No distance within the components of these nodes is longer than the result. */
static double find_span(mesh_search *s, uint32_t nodes, const uint32_t *centres, uint32_t count)
{
    double most = 0;
    uint32_t where;
    for (uint32_t c = 0; c < count; c++)
        most = fmax(most, 2 * (double)find_largest(mesh_search_run(s, centres[c]), nodes, &where));
    return most;
}

static int find_centres(mesh_search *s, uint32_t nodes, uint32_t *centres, uint32_t *count)
{
    int code = 0;
    char *seen = calloc(nodes, 1);
    float *row = malloc(nodes * sizeof *row);
    CHECK(seen && row, "out of memory for %u nodes", nodes);
    *count = 0;
    for (uint32_t i = 0; i < nodes; i++)
        if (!seen[i])
            find_centre(s, nodes, i, row, seen, &centres[(*count)++]);
done:
    free(seen);
    free(row);
    return code;
}

/* The lengths in whole units, as floats, whose sums up to 2^24 are exact. */
static void round_lengths(const mesh_paths *p, const mesh_graph *graph, float *length)
{
    for (uint32_t e = graph->start[0]; e < graph->start[graph->nodes]; e++)
        length[e] = mesh_units(p->unit, graph->length[e]);
}

/* The largest relative error of a rounded length. No shortest path has a length beyond the span. */
static double find_relative(const mesh_paths *p, const mesh_graph *graph)
{
    double most = 0;
    for (uint32_t e = graph->start[0]; e < graph->start[graph->nodes]; e++) {
        const double exact = graph->length[e];
        const double units = mesh_units(p->unit, graph->length[e]);
        if (units < MESH_NONE && exact > 0)
            most = fmax(most, fabs(units * (double)p->unit - exact) / exact);
    }
    return most;
}

int mesh_unit_find(mesh_paths *p, const mesh_graph *graph)
{
    int code = 0;
    mesh_graph whole = *graph;
    mesh_search *exact = NULL, *rounded = NULL;
    uint32_t *centres = malloc(graph->nodes * sizeof *centres), count = 0;
    double span;
    whole.length = malloc(((size_t)graph->start[graph->nodes] + 1) * sizeof *whole.length);
    CHECK(centres && whole.length, "out of memory for the edges of %u nodes", graph->nodes);
    TRY(mesh_search_make(&exact, graph));
    TRY(mesh_search_make(&rounded, &whole));
    TRY(find_centres(exact, graph->nodes, centres, &count));
    span = find_span(exact, graph->nodes, centres, count);
    p->unit = span > 0 ? (float)(span / UNITS_MOST) : 1;
    for (;;) { /* rounded up, lengths may add up to more */
        round_lengths(p, graph, whole.length);
        span = find_span(rounded, graph->nodes, centres, count);
        if (span <= UNITS_MOST)
            break;
        p->unit *= (float)(span / UNITS_MOST) * 1.0001f;
    }
    p->summary.unit = (double)p->unit;
done:
    mesh_search_free(exact);
    mesh_search_free(rounded);
    free(centres);
    free(whole.length);
    return code;
}

int mesh_unit_check(mesh_paths *p, const mesh_graph *graph)
{
    int code = 0;
    mesh_search *search = NULL;
    mesh_paths_summary *s = &p->summary;
    float *row = malloc(p->nodes * sizeof *row);
    CHECK(row, "out of memory for a row of distances");
    if (s->way != MESH_DIJKSTRA)
        s->relative = find_relative(p, graph);
    TRY(mesh_search_make(&search, graph));
    s->rows_seen = p->nodes < ROWS_CHECKED ? (int)p->nodes : ROWS_CHECKED;
    for (int r = 0; r < s->rows_seen; r++) {
        const uint32_t i = (uint32_t)((uint64_t)p->nodes * (uint64_t)r / (uint64_t)s->rows_seen);
        const float *exact = mesh_search_run(search, i);
        TRY(mesh_paths_row(p, i, row));
        for (uint32_t j = 0; j < p->nodes; j++)
            if (isfinite(exact[j]))
                s->seen = fmax(s->seen, fabs((double)row[j] - (double)exact[j]));
    }
done:
    mesh_search_free(search);
    free(row);
    return code;
}
