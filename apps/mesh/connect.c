/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Patches: connected, and described. */
#include <stdio.h>
#include <string.h>
#include "patches.h"

typedef struct pieces {
    uint32_t *of, *stack; /* by face */
    uint32_t *size, *label, count; /* by piece */
    uint32_t *largest; /* by label */
    uint32_t *border;  /* by label */
} pieces;

static void find_pieces(pieces *p, const mesh_graph *g, const uint32_t *label, uint32_t count)
{
    memset(p->of, 0xff, g->nodes * sizeof *p->of);
    memset(p->largest, 0xff, count * sizeof *p->largest);
    p->count = 0;
    for (uint32_t f = 0; f < g->nodes; f++) {
        uint32_t top = 0, size = 0;
        if (p->of[f] != UINT32_MAX || label[f] == MESH_OUTSIDE)
            continue;
        p->of[p->stack[top++] = f] = p->count;
        while (top) {
            const uint32_t i = p->stack[--top];
            size++;
            for (uint32_t e = g->start[i]; e < g->start[i + 1]; e++)
                if (p->of[g->to[e]] == UINT32_MAX && label[g->to[e]] == label[i])
                    p->of[p->stack[top++] = g->to[e]] = p->count;
        }
        p->size[p->count] = size;
        p->label[p->count] = label[f];
        uint32_t *largest = &p->largest[label[f]];
        if (*largest == UINT32_MAX || size > p->size[*largest])
            *largest = p->count;
        p->count++;
    }
}

/* The label with the most pairs across the piece's border; MESH_OUTSIDE: it has no neighbour. */
static uint32_t find_neighbor(pieces *p, const mesh_graph *g, const uint32_t *label, uint32_t count,
                              uint32_t piece)
{
    uint32_t best = MESH_OUTSIDE;
    memset(p->border, 0, count * sizeof *p->border);
    for (uint32_t f = 0; f < g->nodes; f++)
        for (uint32_t e = g->start[f]; p->of[f] == piece && e < g->start[f + 1]; e++)
            if (label[g->to[e]] != MESH_OUTSIDE && p->of[g->to[e]] != piece)
                p->border[label[g->to[e]]]++;
    for (uint32_t k = 0; k < count; k++)
        if (p->border[k] && (best == MESH_OUTSIDE || p->border[k] > p->border[best]))
            best = k;
    return best;
}

int mesh_connect(const mesh_graph *g, uint32_t *label, uint32_t count, uint32_t *moved)
{
    int code = 0, again = 1;
    const size_t n = g->nodes;
    pieces p = {malloc(n * sizeof *p.of),    malloc(n * sizeof *p.stack),
                malloc(n * sizeof *p.size),  malloc(n * sizeof *p.label), 0,
                malloc(count * sizeof *p.largest), malloc(count * sizeof *p.border)};
    CHECK(p.of && p.stack && p.size && p.label && p.largest && p.border,
          "out of memory: %zu faces", n);
    *moved = 0;
    while (again) { /* a pass joins one piece to a neighbour: there is one piece less */
        again = 0;
        find_pieces(&p, g, label, count);
        for (uint32_t k = 0; k < p.count && !again; k++) {
            const uint32_t to = p.largest[p.label[k]] == k ? MESH_OUTSIDE
                                                           : find_neighbor(&p, g, label, count, k);
            if (to == MESH_OUTSIDE)
                continue;
            for (uint32_t f = 0; f < g->nodes; f++)
                if (p.of[f] == k)
                    label[f] = to;
            *moved += p.size[k];
            again = 1;
        }
    }
done:
    free(p.of);
    free(p.stack);
    free(p.size);
    free(p.label);
    free(p.largest);
    free(p.border);
    return code;
}

/* Patches without faces go. */
static void drop_empty(mesh_patches *p, uint32_t faces)
{
    uint32_t kept = 0;
    for (uint32_t k = 0; k < p->count; k++) {
        int is_empty = 1;
        for (uint32_t f = 0; f < faces; f++)
            if (p->label[f] == k) {
                p->label[f] = kept;
                is_empty = 0;
            }
        if (!is_empty)
            p->list[kept++].center = p->list[k].center;
    }
    p->count = kept;
}

static void name_patches(mesh_patches *p)
{
    static const char *const words[] = {"piece", "limb", "link"};
    int numbers[3] = {0};
    uint32_t body = 0;
    for (uint32_t k = 1; k < p->count; k++) {
        const mesh_patch *a = &p->list[k], *b = &p->list[body];
        if (a->neighbors > b->neighbors || (a->neighbors == b->neighbors && a->area > b->area))
            body = k;
    }
    for (uint32_t k = 0; k < p->count; k++) {
        mesh_patch *a = &p->list[k];
        const int word = a->neighbors < 2 ? (int)a->neighbors : 2;
        if (k == body)
            snprintf(a->name, sizeof a->name, "body");
        else
            snprintf(a->name, sizeof a->name, "%s-%d", words[word], ++numbers[word]);
    }
}

int mesh_patches_describe(mesh_patches *p, const mesh *m)
{
    int code = 0;
    unsigned char *touch = NULL;
    drop_empty(p, m->face_count);
    touch = calloc((size_t)p->count * p->count, 1);
    CHECK(touch, "out of memory: %u patches", p->count);
    for (uint32_t f = 0; f < m->face_count; f++) {
        p->list[p->label[f]].faces++;
        p->list[p->label[f]].area += m->areas[f];
    }
    for (uint32_t i = 0; i < m->pair_count; i++) {
        const uint32_t a = p->label[m->pairs[i].a], b = p->label[m->pairs[i].b];
        touch[a * (size_t)p->count + b] = touch[b * (size_t)p->count + a] = 1;
    }
    for (uint32_t a = 0; a < p->count; a++)
        for (uint32_t b = 0; b < p->count; b++)
            p->list[a].neighbors += a != b && touch[a * (size_t)p->count + b];
    name_patches(p);
done:
    free(touch);
    return code;
}

void mesh_patches_free(mesh_patches *p)
{
    free(p->label);
    free(p->list);
    *p = (mesh_patches){0};
}
