/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All ways to the shortest paths against a triple loop in double. */
#include <math.h>
#include <unistd.h>
#include "mesh/paths.h"
#include "support/said.h"

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

typedef enum lengths {
    WHOLE, /* 0 to 99: sums are exact */
    REAL,  /* 0.1 to 1.1 */
    MIXED  /* 0, or from 1e-4 to 1e4: some edges are longer than any distance */
} lengths;

typedef struct kind {
    uint32_t nodes, degree; /* mean edges from a node */
    int is_directed;
    lengths lengths;
} kind;

static float random_length(lengths which, uint32_t *seed)
{
    const double r = random_01(seed);
    return which == WHOLE  ? floorf(100 * (float)r)
           : which == REAL ? 0.1f + (float)r
           : r < 0.1       ? 0
                           : (float)pow(10, 10 * r - 6);
}

/* Edges between random nodes: with a low degree, there are several components. Without any: a path, on
 * which errors of one sign add up, as the unit is not that of whole numbers: the worst case of rounded
 * edges. */
static mesh_graph make_graph(const kind *k, uint32_t seed)
{
    const uint32_t n = k->nodes, both = !k->is_directed,
                   count = k->degree ? n * k->degree & ~both : 2 * (n - 1);
    mesh_graph g = {n, calloc(n + 2, sizeof(uint32_t)), malloc((count + 1) * sizeof(uint32_t)),
                    malloc((count + 1) * sizeof(float))};
    struct edge {
        uint32_t from, to;
        float length;
    } *edges = malloc((count + 1) * sizeof *edges);
    for (uint32_t e = 0; e < count; e++) {
        edges[e] = (struct edge){random_bits(&seed) % n, random_bits(&seed) % n,
                                 random_length(k->lengths, &seed)};
        if (k->degree == 0)
            edges[e] = (struct edge){e / 2, e / 2 + 1, e ? 1.0f : 0.3f};
        if (both && e % 2) /* and back */
            edges[e] = (struct edge){edges[e - 1].to, edges[e - 1].from, edges[e - 1].length};
        g.start[edges[e].from + 2]++;
    }
    for (uint32_t i = 2; i <= n; i++)
        g.start[i] += g.start[i - 1];
    for (uint32_t e = 0; e < count; e++) {
        const uint32_t at = g.start[edges[e].from + 1]++;
        g.to[at] = edges[e].to;
        g.length[at] = edges[e].length;
    }
    free(edges);
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
    {1, 0, 0, REAL},    {2, 2, 0, REAL},   {64, 3, 0, WHOLE},  {130, 2, 0, REAL},  {200, 4, 1, REAL},
    {257, 3, 0, WHOLE}, {300, 0, 0, REAL}, {300, 30, 0, REAL}, {192, 4, 0, MIXED}, {300, 60, 1, WHOLE},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

/* A buffer for each row of tiles. */
static const double SMALL = 1e-6; /* MiB */

/* With lanes, a work-item computes a tile; with one, a work-group does. Each device runs both: one
 * with small groups runs the first without lanes of its own. */
static const uint32_t lanes[] = {16, 1};

ONE_PROCESS
FIXTURE(enter, leave)

/* A path has fewer than n additions, each with a relative error of 2^-24; sums of whole lengths are exact. 16
 * bits are within the error said. Half is full bit for bit, in any buffers, by either kernel. */
TESTS(all_ways_find_the_distances_of_a_triple_loop, KINDS)
{
    const kind *k = &kinds[_i];
    mesh_graph g = make_graph(k, (uint32_t)_i + 1);
    const size_t n = g.nodes;
    double *truth = make_reference(&g), most = 0;
    float *first[2] = {NULL, NULL}; /* of 32 bits, of 16 */
    for (size_t e = 0; e < n * n; e++)
        most = isfinite(truth[e]) ? fmax(most, truth[e]) : most;
    for (int way = MESH_FULL; way < MESH_WAYS; way++)
        for (int c = 0; c < 8; c++) {
            const int bits = c & 2 ? 16 : 32, is_split = c & 4 && way != MESH_DIJKSTRA;
            double relative = k->lengths == WHOLE ? 0 : k->nodes * 0x1p-24, absolute = 0;
            if (k->is_directed && (way == MESH_HALF || bits == 16))
                continue;
            device.lanes = lanes[c & 1];
            mesh_paths *p = find(&g, (mesh_paths_options){way, bits, 0, is_split ? SMALL : 0});
            float *d = read_all(p, g.nodes);
            const mesh_paths_summary s = mesh_paths_summarize(p);
            if (bits == 16) { /* a product of a unit and a number of units is rounded, too */
                relative = s.relative + (g.nodes + 2) * 0x1p-24;
                absolute = way == MESH_DIJKSTRA ? s.unit / 2 : 0;
                EXPECT(s.seen <= s.relative * most * (1 + 1e-6) + absolute + 1e-6 * most, "%g seen", s.seen);
                /* The longest distance has at least half of the units that there are. */
                EXPECT(g.nodes < 3 || most / s.unit > 32000, "%u nodes: %g units", g.nodes, most / s.unit);
            }
            for (size_t i = 0; i < n * n; i++)
                EXPECT((double)d[i] == truth[i] ||
                           fabs((double)d[i] - truth[i]) <= relative * truth[i] + absolute,
                       "%s, case %d, %zu nodes: d(%zu, %zu) is %.9g, not %.9g", mesh_way_name(way), c, n,
                       i / n, i % n, (double)d[i], truth[i]);
            if (way != MESH_DIJKSTRA) {
                ck_assert_int_eq(s.buffers, is_split ? (int)(n + 63) / 64 : 1);
                if (!first[bits == 16])
                    first[bits == 16] = d;
                EXPECT(memcmp(d, first[bits == 16], n * n * sizeof *d) == 0, "%zu nodes, case %d: other bits",
                       n, c);
            }
            if (d != first[bits == 16])
                free(d);
            mesh_paths_free(p);
        }
    free(first[0]);
    free(first[1]);
    free(truth);
    mesh_graph_free(&g);
}

TEST(products_are_those_of_the_rows)
{
    enum { K = 37, N = 500 }; /* 8 tiles: two launches, more than 65534 iterations in all */
    static const struct {
        kind kind;
        int way, bits;
    } rows[] = {{{200, 2, 1, REAL}, MESH_FULL, 32},
                {{N, 2, 0, REAL}, MESH_HALF, 16},
                {{N, 2, 0, REAL}, MESH_HALF, 32}};
    static float w[K * N], out[K * N];
    uint32_t seed = 5;
    for (int i = 0; i < K * N; i++)
        w[i] = (float)random_01(&seed) - 0.25f;
    for (int c = 0; c < 6; c++) {
        const size_t n = rows[c / 2].kind.nodes;
        mesh_graph g = make_graph(&rows[c / 2].kind, 9);
        device.lanes = lanes[c % 2];
        mesh_paths *p = find(&g, (mesh_paths_options){rows[c / 2].way, rows[c / 2].bits, 0, 0});
        float *d = read_all(p, g.nodes);
        for (uint32_t count = 1; count <= K; count += 12) {
            DONE(mesh_paths_product(p, count, w, out));
            for (size_t r = 0; r < count; r++)
                for (size_t j = 0; j < n; j++) {
                    double sum = 0, bound = 0;
                    for (size_t i = 0; i < n; i++) {
                        const double term = isfinite(d[i * n + j])
                                                ? (double)w[r * n + i] * (double)d[i * n + j]
                                                : 0;
                        sum += term;
                        bound += fabs(term);
                    }
                    /* 64 additions in a tile, then one for each of up to 8 tiles. */
                    EXPECT(fabs((double)out[r * n + j] - sum) <= 73 * 0x1p-24 * bound,
                           "case %d, %u rows: (%zu, %zu)", c, count, r, j);
                }
        }
        mesh_paths_free(p);
        free(d);
        mesh_graph_free(&g);
    }
}

TEST(a_saved_matrix_is_that_of_the_rows)
{
    enum { N = 130, HEAD = 128 };
    const kind k = {N, 2, 0, REAL};
    static char bytes[HEAD + 4 * N * N + 1];
    mesh_graph g = make_graph(&k, 2);
    mesh_paths *p = find(&g, (mesh_paths_options){MESH_HALF, 32, 0, SMALL});
    float *d = read_all(p, N);
    DONE(mesh_paths_save(p, "mesh-distances.npy"));
    FILE *file = fopen("mesh-distances.npy", "rb");
    ck_assert_uint_eq(fread(bytes, 1, sizeof bytes, file), sizeof bytes - 1);
    fclose(file);
    unlink("mesh-distances.npy");
    ck_assert_mem_eq(bytes, "\x93NUMPY\x01\x00\x76\x00{'descr': '<f4', ", 27);
    ck_assert(strstr(bytes + 10, "'shape': (130, 130), }") && bytes[HEAD - 1] == '\n');
    ck_assert_mem_eq(bytes + HEAD, d, N * N * sizeof *d);
    free(d);
    mesh_paths_free(p);
    mesh_graph_free(&g);
}

TEST(what_is_not_a_graph_or_does_not_fit_is_refused)
{
    static const struct {
        int kind; /* of a graph: directed, undirected, without nodes, with an edge of -1, NaN, to nowhere */
        mesh_paths_options o;
        int code;
        const char *part;
    } rows[] = {{0, {.way = MESH_HALF}, EXIT_USAGE, "undirected"},
                {1, {.bits = 8}, EXIT_USAGE, "8"},
                {1, {.memory = 1}, EXIT_FAILURE, "--bits 16"},
                {1, {.way = MESH_FULL, .bits = 16, .memory = 1}, EXIT_FAILURE, "--paths half"},
                {2, {0}, EXIT_FAILURE, "nodes"},
                {3, {0}, EXIT_FAILURE, "17"},
                {4, {0}, EXIT_FAILURE, "17"},
                {5, {0}, EXIT_FAILURE, "edge 3"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const kind k = {1000, 3, rows[i].kind == 0, REAL};
        mesh_graph g = make_graph(&k, 1);
        mesh_paths *p = NULL;
        g.nodes = rows[i].kind == 2 ? 0 : g.nodes;
        if (rows[i].kind == 3 || rows[i].kind == 4)
            g.length[17] = rows[i].kind == 3 ? -1 : NAN;
        if (rows[i].kind == 5)
            g.to[3] = 1000;
        REFUSED(rows[i].code, rows[i].part, mesh_paths_find(&p, &device, &g, &rows[i].o, NULL, NULL));
        ck_assert_ptr_null(p);
        mesh_graph_free(&g);
    }
}

/* 800 nodes have 13 rows of tiles of 64 x 64: all, or those up to the diagonal; two rows of tiles are in
 * work. Dijkstra's threads have their memory on the host. */
TEST(memory_is_what_the_forecast_said)
{
    static const struct {
        mesh_paths_options o;
        double matrix, beside; /* rows of tiles of 4 bytes */
    } rows[] = {{{MESH_FULL, 32, 0, 0}, 13, 2},
                {{MESH_HALF, 32, 0, 0}, 7, 2},
                {{MESH_HALF, 16, 0, 0}, 3.5, 1},
                {{MESH_DIJKSTRA, 32, 0, 0}, 7, 0}};
    const kind k = {800, 3, 0, REAL};
    const double row = 13 * 4 * 64 * 64;
    mesh_graph g = make_graph(&k, 1);
    for (int c = 0; c < 4; c++) {
        mesh_paths_memory m;
        DONE(mesh_paths_forecast(&m, &device, &g, &rows[c].o));
        mesh_paths *p = find(&g, rows[c].o);
        ck_assert_double_eq((double)mesh_paths_summarize(p).bytes, (rows[c].matrix + rows[c].beside) * row);
        ck_assert(m.matrix == rows[c].matrix * row && (c == 3 || m.beside == rows[c].beside * row));
        mesh_paths_free(p);
    }
    mesh_graph_free(&g);
}
