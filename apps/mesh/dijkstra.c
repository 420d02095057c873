/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Dijkstra's algorithm with a heap of four children a node. A heap of (distance, node) without
 * positions is read in one cache line a level. A node that came nearer is pushed again, and its
 * older entries are skipped when they surface. Boost and igraph have heaps with positions, graphs
 * of their own, and one thread.
 */
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>
#include "inside.h"

struct mesh_search {
    const mesh_graph *graph;
    uint32_t padded; /* nodes, rounded up */
    float *at;
    uint64_t *heap; /* the bits of a distance, which is not negative, order as it does; the node */
};

void mesh_search_free(mesh_search *s)
{
    if (!s)
        return;
    free(s->at);
    free(s->heap);
    free(s);
}

int mesh_search_make(mesh_search **out, const mesh_graph *graph)
{
    int code = 0;
    mesh_search *s = calloc(1, sizeof *s);
    CHECK(s, "out of memory");
    s->graph = graph;
    s->padded = (graph->nodes + MESH_SIDE - 1) / MESH_SIDE * MESH_SIDE;
    s->at = malloc(s->padded * sizeof *s->at);
    s->heap = malloc(((size_t)graph->start[graph->nodes] + 1) * sizeof *s->heap);
    CHECK(s->at && s->heap, "out of memory for a search among %u nodes", graph->nodes);
done:
    if (code)
        mesh_search_free(s);
    *out = code ? NULL : s;
    return code;
}

static uint64_t entry_of(float distance, uint32_t node)
{
    uint32_t bits;
    memcpy(&bits, &distance, sizeof bits);
    return (uint64_t)bits << 32 | node;
}

static void push(uint64_t *heap, size_t count, uint64_t entry)
{
    size_t i = count;
    while (i > 0 && entry < heap[(i - 1) / 4]) {
        heap[i] = heap[(i - 1) / 4];
        i = (i - 1) / 4;
    }
    heap[i] = entry;
}

/* Removes the least entry: count remain. */
static uint64_t pop(uint64_t *heap, size_t count)
{
    const uint64_t least = heap[0], entry = heap[count];
    size_t i = 0;
    for (;;) {
        const size_t child = 4 * i + 1, end = child + 4 < count ? child + 4 : count;
        size_t next = child;
        for (size_t c = child + 1; c < end; c++)
            next = heap[c] < heap[next] ? c : next;
        if (child >= end || heap[next] >= entry)
            break;
        heap[i] = heap[next];
        i = next;
    }
    heap[i] = entry;
    return least;
}

const float *mesh_search_run(mesh_search *s, uint32_t from)
{
    const mesh_graph *g = s->graph;
    size_t count = 0;
    for (uint32_t i = 0; i < s->padded; i++)
        s->at[i] = INFINITY;
    s->at[from] = 0;
    push(s->heap, count++, entry_of(0, from));
    while (count > 0) {
        const uint64_t least = pop(s->heap, --count);
        const uint32_t node = (uint32_t)least;
        const float here = s->at[node];
        if (least != entry_of(here, node))
            continue;
        for (uint32_t e = g->start[node]; e < g->start[node + 1]; e++) {
            const float there = here + g->length[e];
            if (there < s->at[g->to[e]]) {
                s->at[g->to[e]] = there;
                push(s->heap, count++, entry_of(there, g->to[e]));
            }
        }
    }
    return s->at;
}

unsigned mesh_threads(void)
{
    const long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : (unsigned)count;
}

double mesh_dijkstra_bytes(const mesh_graph *graph, double tile_row_bytes)
{
    return mesh_threads() * (tile_row_bytes + 4.0 * graph->nodes);
}

/* What the threads share. */
typedef struct work {
    mesh_paths *paths;
    const mesh_graph *graph;
    cl_uint first, end;
    atomic_uint taken;    /* rows of tiles */
    pthread_mutex_t lock; /* of `code` and of the device's queue: one thread prints one message */
    atomic_int code;
    clpwl_progress progress;
    void *user;
} work;

typedef struct worker {
    work *work;
    mesh_search *search;
    void *tiles;
    int shows; /* runs on the caller's thread */
    pthread_t thread;
} worker;

static int end_tile_row(const worker *me, cl_uint row, cl_uint done)
{
    int code = 0;
    const work *w = me->work;
    TRY(mesh_tile_row_write(w->paths, row, me->tiles));
    if (w->progress && me->shows)
        CHECK(w->progress((done + 1.0) / (w->end - w->first), w->user) == 0, "cancelled");
done:
    return code;
}

static void *run_worker(void *user)
{
    worker *me = user;
    work *w = me->work;
    while (atomic_load(&w->code) == 0) {
        /* From the last row, as of the lower triangle later rows are longer. */
        const cl_uint taken = atomic_fetch_add(&w->taken, 1), row = w->end - 1 - taken;
        if (taken >= w->end - w->first)
            break;
        mesh_tile_row_clear(w->paths, row, me->tiles);
        for (uint32_t i = row * MESH_SIDE; i < (row + 1) * MESH_SIDE && i < w->graph->nodes; i++)
            mesh_tile_row_put(w->paths, i, mesh_search_run(me->search, i), me->tiles);
        pthread_mutex_lock(&w->lock);
        if (w->code == 0)
            w->code = end_tile_row(me, row, taken);
        pthread_mutex_unlock(&w->lock);
    }
    return NULL;
}

int mesh_dijkstra(mesh_paths *p, const mesh_graph *graph, cl_uint first, cl_uint end,
                  clpwl_progress progress, void *user)
{
    int code = 0;
    work w = {.paths = p,
              .graph = graph,
              .first = first,
              .end = end,
              .progress = progress,
              .user = user,
              .lock = PTHREAD_MUTEX_INITIALIZER};
    const unsigned count = end - first < mesh_threads() ? end - first : mesh_threads();
    unsigned started = 1;
    worker *workers = calloc(count, sizeof *workers);
    CHECK(workers, "out of memory for %u threads", count);
    for (unsigned i = 0; i < count; i++) {
        workers[i].work = &w;
        workers[i].shows = i == 0;
        workers[i].tiles = mesh_tile_row_make(p, end - 1);
        CHECK(workers[i].tiles, "out of memory for distances from %d nodes", MESH_SIDE);
        TRY(mesh_search_make(&workers[i].search, graph));
    }
    while (started < count &&
           pthread_create(&workers[started].thread, NULL, run_worker, &workers[started]) == 0)
        started++;
    run_worker(&workers[0]);
    for (unsigned i = 1; i < started; i++)
        pthread_join(workers[i].thread, NULL);
    code = atomic_load(&w.code);
done:
    for (unsigned i = 0; i < count && workers; i++) {
        mesh_search_free(workers[i].search);
        free(workers[i].tiles);
    }
    free(workers);
    return code;
}
