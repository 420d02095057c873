/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All ways to the shortest paths against a triple loop in double. */
#include <math.h>
#include "mesh/paths.h"
#include "support/suite.h"

/* Functions of the program print to stderr why they fail. */
#define DONE(call) ck_assert_int_eq((call), 0)

static clpwl_context *context;
static app_device device;

static void enter(void)
{
    OK(clpwl_context_create(&context, NULL));
    app_device_open(&device, context);
}

static void leave(void)
{
    ck_assert_uint_eq(device.memory, 0); /* all buffers are free */
    clpwl_context_free(context);
}

typedef enum lengths { WHOLE, REAL, LENGTHS } lengths;

typedef struct kind {
    uint32_t nodes, degree; /* mean edges from a node */
    int is_directed;
    lengths lengths;
} kind;

static void add_edge(mesh_graph *g, uint32_t to, float length)
{
    const uint32_t e = g->start[g->nodes]++;
    g->to[e] = to;
    g->length[e] = length;
}

/* Edges between random nodes: with a low degree, there are several components. */
static mesh_graph make_graph(const kind *k, uint32_t seed)
{
    const uint32_t n = k->nodes, pairs = n * k->degree / (k->is_directed ? 1 : 2);
    uint32_t *ends = malloc(2 * (pairs + 1) * sizeof *ends);
    float *length = malloc((pairs + 1) * sizeof *length);
    mesh_graph g = {0, calloc(n + 2, sizeof(uint32_t)), malloc((2 * pairs + 1) * sizeof(uint32_t)),
                    malloc((2 * pairs + 1) * sizeof(float))};
    for (uint32_t p = 0; p < pairs; p++) {
        ends[2 * p] = random_bits(&seed) % n;
        ends[2 * p + 1] = random_bits(&seed) % n;
        length[p] = k->lengths == WHOLE ? (float)(random_bits(&seed) % 100)
                                        : (float)(0.1 + random_01(&seed));
    }
    for (uint32_t i = 0; i < n; i++) {
        g.start[i + 1] = g.start[i];
        g.nodes = i + 1;
        for (uint32_t p = 0; p < pairs; p++) {
            if (ends[2 * p] == i)
                add_edge(&g, ends[2 * p + 1], length[p]);
            if (!k->is_directed && ends[2 * p + 1] == i)
                add_edge(&g, ends[2 * p], length[p]);
        }
    }
    free(ends);
    free(length);
    return g;
}

static double *make_reference(const mesh_graph *g)
{
    const size_t n = g->nodes;
    double *d = malloc(n * n * sizeof *d);
    for (size_t i = 0; i < n * n; i++)
        d[i] = INFINITY;
    for (size_t i = 0; i < n; i++) {
        for (uint32_t e = g->start[i]; e < g->start[i + 1]; e++)
            d[i * n + g->to[e]] = fmin(d[i * n + g->to[e]], (double)g->length[e]);
        d[i * n + i] = 0;
    }
    for (size_t k = 0; k < n; k++)
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j < n; j++)
                d[i * n + j] = fmin(d[i * n + j], d[i * n + k] + d[k * n + j]);
    return d;
}

static mesh_paths *find(const mesh_graph *g, mesh_paths_options o)
{
    mesh_paths *p;
    DONE(mesh_paths_find(&p, &device, g, &o, NULL, NULL));
    return p;
}

static float *read_all(const mesh_paths *p, uint32_t n)
{
    float *d = malloc((size_t)n * n * sizeof *d);
    for (uint32_t i = 0; i < n; i++)
        DONE(mesh_paths_row(p, i, d + (size_t)i * n));
    return d;
}

static const kind kinds[] = {
    {1, 0, 0, REAL},    {2, 2, 0, REAL},    {64, 3, 0, WHOLE},  {65, 3, 1, WHOLE},
    {130, 2, 0, REAL},  {200, 4, 1, REAL},  {257, 3, 0, WHOLE}, {257, 1, 1, REAL},
    {300, 30, 0, REAL}, {300, 60, 1, WHOLE},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

START_TEST(all_ways_find_the_distances_of_a_triple_loop)
{
    const kind *k = &kinds[_i % KINDS];
    const int way = 1 + _i / KINDS;
    if (way == MESH_HALF && k->is_directed)
        return;
    mesh_graph g = make_graph(k, (uint32_t)_i + 1);
    const size_t n = k->nodes;
    double *truth = make_reference(&g);
    mesh_paths *p = find(&g, (mesh_paths_options){.way = way});
    float *d = read_all(p, k->nodes);
    for (size_t i = 0; i < n * n; i++) {
        /* A path has fewer than n additions, each with a relative error of 2^-24. */
        const double bound = k->lengths == WHOLE ? 0 : (double)n * 0x1p-24 * truth[i];
        EXPECT((double)d[i] == truth[i] || fabs((double)d[i] - truth[i]) <= bound,
               "%s, %u nodes: d(%zu, %zu) is %.9g, not %.9g", mesh_way_name(way), k->nodes, i / n,
               i % n, (double)d[i], truth[i]);
    }
    free(d);
    free(truth);
    mesh_paths_free(p);
    mesh_graph_free(&g);
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("mesh paths");
    TCase *c = tcase_create("ways");
    runs_in_one_process();
    tcase_add_checked_fixture(c, enter, leave);
    tcase_set_timeout(c, 120);
    tcase_add_loop_test(c, all_ways_find_the_distances_of_a_triple_loop, 0, 3 * KINDS);
    suite_add_tcase(s, c);
    return s;
}
