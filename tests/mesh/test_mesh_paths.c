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

/* Edges between random nodes: with a low degree, there are several components. */
static mesh_graph make_graph(const kind *k, uint32_t seed)
{
    const uint32_t n = k->nodes, both = !k->is_directed, count = n * k->degree & ~both;
    mesh_graph g = {n, calloc(n + 2, sizeof(uint32_t)), malloc((count + 1) * sizeof(uint32_t)),
                    malloc((count + 1) * sizeof(float))};
    struct edge {
        uint32_t from, to;
        float length;
    } *edges = malloc((count + 1) * sizeof *edges);
    for (uint32_t e = 0; e < count; e++) {
        edges[e] = (struct edge){random_bits(&seed) % n, random_bits(&seed) % n,
                                 random_length(k->lengths, &seed)};
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
    {1, 0, 0, REAL},    {2, 2, 0, REAL},    {64, 3, 0, WHOLE},   {65, 3, 1, WHOLE},
    {130, 2, 0, REAL},  {200, 4, 1, REAL},  {257, 3, 0, WHOLE},  {257, 1, 1, REAL},
    {300, 30, 0, REAL}, {192, 4, 0, MIXED}, {300, 60, 1, WHOLE},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

/* A buffer for each row of tiles. */
static const double SMALL = 1e-6; /* MiB */

/* With lanes, a work-item computes a tile; with one, a work-group does. Each device runs both: one
 * with small groups runs the first without lanes of its own. */
static const uint32_t lanes[] = {16, 1};

static void expect_truth(const float *d, const double *truth, size_t n, double relative,
                         double absolute, const char *what)
{
    for (size_t i = 0; i < n * n; i++)
        EXPECT((double)d[i] == truth[i] ||
                   fabs((double)d[i] - truth[i]) <= relative * truth[i] + absolute,
               "%s, %zu nodes: d(%zu, %zu) is %.9g, not %.9g", what, n, i / n, i % n, (double)d[i],
               truth[i]);
}

/* A path has fewer than n additions, each with a relative error of 2^-24; sums of whole lengths are exact. 16
 * bits are within the error said. */
START_TEST(all_ways_find_the_distances_of_a_triple_loop)
{
    const kind *k = &kinds[_i % KINDS];
    mesh_graph g = make_graph(k, (uint32_t)_i + 1);
    double *truth = make_reference(&g), most = 0;
    for (size_t e = 0; e < (size_t)g.nodes * g.nodes; e++)
        most = isfinite(truth[e]) ? fmax(most, truth[e]) : most;
    for (int way = MESH_FULL; way < MESH_WAYS; way++)
        for (int c = 0; c < 4; c++) {
            const int bits = c & 2 ? 16 : 32;
            double relative = k->lengths == WHOLE ? 0 : k->nodes * 0x1p-24, absolute = 0;
            if (k->is_directed && (way == MESH_HALF || bits == 16))
                continue;
            device.lanes = lanes[c & 1];
            mesh_paths *p = find(&g, (mesh_paths_options){way, bits, 0, 0});
            float *d = read_all(p, g.nodes);
            const mesh_paths_summary s = mesh_paths_summarize(p);
            if (bits == 16) { /* a product of a unit and a number of units is rounded, too */
                relative = s.relative + (g.nodes + 2) * 0x1p-24;
                absolute = way == MESH_DIJKSTRA ? s.unit / 2 : 0;
                EXPECT(s.seen <= s.relative * most * (1 + 1e-6) + absolute + 1e-6 * most, "%g seen", s.seen);
                /* The longest distance has at least half of the units that there are. */
                EXPECT(g.nodes < 3 || most / s.unit > 32000, "%u nodes: %g units", g.nodes, most / s.unit);
            }
            expect_truth(d, truth, k->nodes, relative, absolute, mesh_way_name(way));
            free(d);
            mesh_paths_free(p);
        }
    free(truth);
    mesh_graph_free(&g);
}
END_TEST

START_TEST(half_is_full_bit_for_bit_in_any_buffers_by_either_kernel)
{
    for (int i = 0; i < KINDS; i++) {
        mesh_graph g = make_graph(&kinds[i], 7);
        const size_t count = (size_t)g.nodes * g.nodes;
        float *full = NULL;
        for (int c = 0; c < 8 && !kinds[i].is_directed; c++) {
            const int way = c & 1 ? MESH_HALF : MESH_FULL, bits = c & 4 ? 16 : 32, first = c % 4 == 0;
            device.lanes = lanes[c >> 1 & 1];
            mesh_paths *p = find(&g, (mesh_paths_options){way, bits, 0, first ? 0 : SMALL});
            float *d = read_all(p, g.nodes);
            EXPECT(first || memcmp(d, full, count * sizeof *d) == 0, "%u nodes, case %d: other bits", g.nodes, c);
            ck_assert_int_eq(mesh_paths_summarize(p).buffers, first ? 1 : (int)(g.nodes + 63) / 64);
            free(first ? full : d);
            full = first ? d : full;
            mesh_paths_free(p);
        }
        free(full);
        mesh_graph_free(&g);
    }
}
END_TEST

/* On a path of n nodes errors of one sign add up: the worst case of rounded edges. */
START_TEST(rounding_adds_up_along_a_path_and_the_bound_covers_it)
{
    enum { N = 2000 };
    mesh_graph g = {N, malloc((N + 1) * sizeof(uint32_t)), malloc(2 * N * sizeof(uint32_t)),
                    malloc(2 * N * sizeof(float))};
    uint32_t edge = 0;
    float row[N];
    for (uint32_t i = 0; i < N; i++) {
        g.start[i] = edge;
        for (uint32_t j = i ? i - 1 : 1; j <= i + 1 && j < N; j += 2) {
            g.to[edge] = j;
            g.length[edge++] = i + j == 1 ? 0.3f : 1.0f; /* the unit is not that of whole numbers */
        }
    }
    g.start[N] = edge;
    mesh_paths *p = find(&g, (mesh_paths_options){MESH_HALF, 16, 0, 0});
    const mesh_paths_summary s = mesh_paths_summarize(p);
    DONE(mesh_paths_row(p, 0, row));
    const double truth = N - 2 + (double)0.3f, error = fabs((double)row[N - 1] - truth);
    EXPECT(error > 10 * s.unit, "%g: this path shows nothing", error / s.unit);
    EXPECT(error <= s.relative * truth && error <= s.seen * (1 + 1e-6), "%g, said %g, seen %g",
           error, s.relative * truth, s.seen);
    mesh_paths_free(p);
    mesh_graph_free(&g);
}
END_TEST

START_TEST(products_are_those_of_the_rows)
{
    enum { K = 37, N = 500 }; /* 8 tiles: two launches, more than 65534 iterations in all */
    const kind directed = {200, 2, 1, REAL}, undirected = {N, 2, 0, REAL};
    float *w = malloc(K * N * sizeof *w), *out = malloc(K * N * sizeof *out),
          *other = malloc(K * N * sizeof *other);
    uint32_t seed = 5;
    for (int i = 0; i < K * N; i++)
        w[i] = (float)random_01(&seed) - 0.25f;
    for (int c = 0; c < 8; c++) {
        const kind *k = c % 4 == 0 ? &directed : &undirected;
        const int ways[] = {MESH_FULL, MESH_FULL, MESH_HALF, MESH_HALF};
        const size_t n = k->nodes;
        mesh_graph g = make_graph(k, 9);
        device.lanes = lanes[c / 4];
        mesh_paths *p = find(&g, (mesh_paths_options){ways[c % 4], c % 4 == 3 ? 16 : 32, 0, 0});
        float *d = read_all(p, k->nodes);
        for (uint32_t rows = 1; rows <= K; rows += 12) {
            DONE(mesh_paths_product(p, rows, w, out));
            for (size_t r = 0; r < rows; r++)
                for (size_t j = 0; j < n; j++) {
                    double sum = 0, bound = 0;
                    for (size_t i = 0; i < n; i++)
                        if (isfinite(d[i * n + j])) {
                            const double term = (double)w[r * n + i] * (double)d[i * n + j];
                            sum += term;
                            bound += fabs(term);
                        }
                    /* 64 additions in a tile, then one for each of up to 8 tiles. */
                    EXPECT(fabs((double)out[r * n + j] - sum) <= 73 * 0x1p-24 * bound,
                           "case %d, %u rows: (%zu, %zu) is %.9g, not %.9g", c, rows, r, j,
                           (double)out[r * n + j], sum);
                }
        }
        mesh_paths_free(p);
        for (int way = MESH_FULL; way <= MESH_HALF && c % 4 == 2; way++) { /* nor do buffers change a bit */
            p = find(&g, (mesh_paths_options){way, 32, 0, SMALL});
            DONE(mesh_paths_product(p, K, w, other));
            ck_assert_mem_eq(out, other, K * N * sizeof *out);
            mesh_paths_free(p);
        }
        free(d);
        mesh_graph_free(&g);
    }
    free(w);
    free(out);
    free(other);
}
END_TEST

START_TEST(a_saved_matrix_is_that_of_the_rows)
{
    const kind k = {130, 2, 0, REAL};
    const size_t n = k.nodes;
    const char name[] = "mesh-distances.npy";
    mesh_graph g = make_graph(&k, 2);
    mesh_paths *p = find(&g, (mesh_paths_options){MESH_HALF, 32, 0, SMALL});
    float *d = read_all(p, k.nodes), *saved = malloc((n * n + 1) * sizeof *saved);
    char header[129] = "";
    DONE(mesh_paths_save(p, name));
    FILE *file = fopen(name, "rb");
    ck_assert_uint_eq(fread(header, 1, 128, file), 128);
    ck_assert_msg(memcmp(header, "\x93NUMPY\x01\x00\x76\x00{'descr': '<f4', ", 27) == 0 &&
                      strstr(header + 10, "'shape': (130, 130), }") && header[127] == '\n',
                  "%s", header + 10);
    ck_assert_uint_eq(fread(saved, sizeof *saved, n * n + 1, file), n * n);
    fclose(file);
    unlink(name);
    ck_assert_mem_eq(saved, d, n * n * sizeof *d);
    free(saved);
    free(d);
    mesh_paths_free(p);
    mesh_graph_free(&g);
}
END_TEST

START_TEST(auto_measures_both_and_takes_the_faster)
{
    for (int is_directed = 0; is_directed < 2; is_directed++) {
        const kind k = {1600, 2, is_directed, WHOLE};
        const int floyd = is_directed ? MESH_FULL : MESH_HALF;
        mesh_graph g = make_graph(&k, 1);
        float row[1600], other[1600];
        mesh_paths *p = find(&g, (mesh_paths_options){0});
        mesh_paths *reference = find(&g, (mesh_paths_options){.way = MESH_DIJKSTRA});
        const mesh_paths_summary s = mesh_paths_summarize(p);
        ck_assert(s.estimates[MESH_DIJKSTRA] > 0 && s.estimates[floyd] > 0);
        ck_assert_int_eq(s.way,
                         s.estimates[floyd] < s.estimates[MESH_DIJKSTRA] ? floyd : MESH_DIJKSTRA);
        for (uint32_t i = 0; i < k.nodes; i += 100) {
            DONE(mesh_paths_row(p, i, row));
            DONE(mesh_paths_row(reference, i, other));
            ck_assert_mem_eq(row, other, sizeof row);
        }
        mesh_paths_free(p);
        mesh_paths_free(reference);
        mesh_graph_free(&g);
    }
}
END_TEST

/* Refused with exit code `code` and a line with `part`. */
static void refuse(const mesh_graph *g, mesh_paths_options o, int code, const char *part)
{
    mesh_paths *p = NULL;
    REFUSED(code, part, mesh_paths_find(&p, &device, g, &o, NULL, NULL));
    ck_assert_ptr_null(p);
}

START_TEST(what_is_not_a_graph_or_does_not_fit_is_refused)
{
    const kind directed = {100, 3, 1, REAL}, undirected = {1000, 3, 0, REAL};
    mesh_graph d = make_graph(&directed, 1), u = make_graph(&undirected, 1);
    const mesh_graph none = {0, u.start, u.to, u.length};
    refuse(&d, (mesh_paths_options){.way = MESH_HALF}, EXIT_USAGE, "undirected");
    refuse(&d, (mesh_paths_options){.bits = 16}, EXIT_USAGE, "undirected");
    refuse(&u, (mesh_paths_options){.bits = 8}, EXIT_USAGE, "8");
    refuse(&u, (mesh_paths_options){.way = MESH_WAYS}, EXIT_USAGE, "way");
    refuse(&u, (mesh_paths_options){.memory = 1}, EXIT_FAILURE, "--bits 16");
    refuse(&u, (mesh_paths_options){.way = MESH_FULL, .bits = 16, .memory = 1}, EXIT_FAILURE,
           "--paths half");
    refuse(&none, (mesh_paths_options){0}, EXIT_FAILURE, "nodes");
    u.length[17] = -1;
    refuse(&u, (mesh_paths_options){0}, EXIT_FAILURE, "17");
    u.length[17] = NAN;
    refuse(&u, (mesh_paths_options){0}, EXIT_FAILURE, "17");
    u.length[17] = 1;
    u.to[3] = 1000;
    refuse(&u, (mesh_paths_options){0}, EXIT_FAILURE, "edge 3");
    mesh_graph_free(&d);
    mesh_graph_free(&u);
}
END_TEST

START_TEST(memory_is_what_the_forecast_said)
{
    static const mesh_paths_options cases[] = {
        {MESH_FULL, 32, 0, 0}, {MESH_HALF, 32, 0, 0}, {MESH_HALF, 16, 0, 0}, {MESH_DIJKSTRA, 32, 0, 0}};
    const kind k = {800, 3, 0, REAL};
    mesh_graph g = make_graph(&k, 1);
    /* 800 nodes have 13 rows of tiles of 64 x 64: all, or those up to the diagonal; two rows of tiles are
     * in work. */
    const double row = 13 * 4 * 64 * 64, matrix[] = {13 * row, 7 * row, 3.5 * row, 7 * row};
    for (int c = 0; c < 4; c++) {
        mesh_paths_memory m;
        DONE(mesh_paths_forecast(&m, &device, &g, &cases[c]));
        mesh_paths *p = find(&g, cases[c]);
        /* Dijkstra's threads have their memory on the host. */
        const double beside = cases[c].way == MESH_DIJKSTRA ? 0 : m.beside;
        ck_assert_double_eq((double)mesh_paths_summarize(p).bytes, m.matrix + beside);
        ck_assert_double_eq(m.matrix, matrix[c]);
        ck_assert(c == 3 || m.beside == 2 * row * cases[c].bits / 32);
        mesh_paths_free(p);
    }
    mesh_graph_free(&g);
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("mesh paths");
    TCase *c = tcase_create("ways");
    runs_in_one_process();
    tcase_add_checked_fixture(c, enter, leave);
    tcase_set_timeout(c, 600);
    tcase_add_loop_test(c, all_ways_find_the_distances_of_a_triple_loop, 0, KINDS);
    tcase_add_test(c, half_is_full_bit_for_bit_in_any_buffers_by_either_kernel);
    tcase_add_test(c, rounding_adds_up_along_a_path_and_the_bound_covers_it);
    tcase_add_test(c, products_are_those_of_the_rows);
    tcase_add_test(c, a_saved_matrix_is_that_of_the_rows);
    tcase_add_test(c, auto_measures_both_and_takes_the_faster);
    tcase_add_test(c, what_is_not_a_graph_or_does_not_fit_is_refused);
    tcase_add_test(c, memory_is_what_the_forecast_said);
    suite_add_tcase(s, c);
    return s;
}
