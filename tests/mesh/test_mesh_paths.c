/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All ways to the shortest paths against a triple loop in double. */
#include <malloc.h>
#include <math.h>
#include <stdio.h>
#include <unistd.h>
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

static void add_edge(mesh_graph *g, uint32_t to, float length)
{
    const uint32_t e = g->start[g->nodes]++;
    g->to[e] = to;
    g->length[e] = length;
}

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
    const uint32_t n = k->nodes, pairs = n * k->degree / (k->is_directed ? 1 : 2);
    uint32_t *ends = malloc(2 * (pairs + 1) * sizeof *ends);
    float *length = malloc((pairs + 1) * sizeof *length);
    mesh_graph g = {0, calloc(n + 2, sizeof(uint32_t)), malloc((2 * pairs + 1) * sizeof(uint32_t)),
                    malloc((2 * pairs + 1) * sizeof(float))};
    for (uint32_t p = 0; p < pairs; p++) {
        ends[2 * p] = random_bits(&seed) % n;
        ends[2 * p + 1] = random_bits(&seed) % n;
        length[p] = random_length(k->lengths, &seed);
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

static float *find_all(const mesh_graph *g, mesh_paths_options o)
{
    mesh_paths *p = find(g, o);
    float *d = read_all(p, g->nodes);
    mesh_paths_free(p);
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
enum { LANES = 16 };

static int set_lanes(int lanes)
{
    device.lanes = lanes;
    return lanes;
}

static int first_lanes(void)
{
    return set_lanes(LANES);
}

static int next_lanes(void)
{
    return set_lanes(device.lanes > 1);
}

static void expect_truth(const float *d, const double *truth, size_t n, double relative,
                         double absolute, const char *what)
{
    for (size_t i = 0; i < n * n; i++)
        EXPECT((double)d[i] == truth[i] ||
                   fabs((double)d[i] - truth[i]) <= relative * truth[i] + absolute,
               "%s, %zu nodes: d(%zu, %zu) is %.9g, not %.9g", what, n, i / n, i % n, (double)d[i],
               truth[i]);
}

/* A path has fewer than n additions, each with a relative error of 2^-24. Sums of whole lengths are
 * exact. */
static double rounding(const kind *k)
{
    return k->lengths == WHOLE ? 0 : k->nodes * 0x1p-24;
}

START_TEST(all_ways_find_the_distances_of_a_triple_loop)
{
    const kind *k = &kinds[_i % KINDS];
    mesh_graph g = make_graph(k, (uint32_t)_i + 1);
    double *truth = make_reference(&g);
    for (int way = MESH_FULL; way < MESH_WAYS; way++)
        for (int lanes = first_lanes(); lanes && (way != MESH_HALF || !k->is_directed);
             lanes = next_lanes()) {
            float *d = find_all(&g, (mesh_paths_options){.way = way});
            expect_truth(d, truth, k->nodes, rounding(k), 0, mesh_way_name(way));
            free(d);
        }
    free(truth);
    mesh_graph_free(&g);
}
END_TEST

static void expect_same(const float *a, const float *b, size_t count, const char *what)
{
    EXPECT(memcmp(a, b, count * sizeof *a) == 0, "%s: other bits", what);
}

START_TEST(half_is_full_bit_for_bit_in_any_buffers_by_either_kernel)
{
    for (int i = 0; i < KINDS; i++) {
        if (kinds[i].is_directed)
            continue;
        mesh_graph g = make_graph(&kinds[i], 7);
        const size_t count = (size_t)g.nodes * g.nodes;
        for (int bits = 32; bits >= 16; bits -= 16) {
            first_lanes();
            float *full = find_all(&g, (mesh_paths_options){MESH_FULL, bits, 0, 0});
            for (int lanes = first_lanes(); lanes; lanes = next_lanes())
                for (int way = MESH_FULL; way <= MESH_HALF; way++) {
                    float *d = find_all(&g, (mesh_paths_options){way, bits, 0, SMALL});
                    expect_same(d, full, count, mesh_way_name(way));
                    free(d);
                }
            free(full);
        }
        mesh_graph_free(&g);
    }
}
END_TEST

START_TEST(each_row_of_tiles_has_a_buffer_where_buffers_are_small)
{
    const kind k = {300, 3, 0, REAL};
    mesh_graph g = make_graph(&k, 3);
    mesh_paths *p = find(&g, (mesh_paths_options){MESH_HALF, 32, 0, SMALL});
    ck_assert_int_eq(mesh_paths_summarize(p).buffers, 5);
    mesh_paths_free(p);
    p = find(&g, (mesh_paths_options){MESH_HALF, 32, 0, 0});
    ck_assert_int_eq(mesh_paths_summarize(p).buffers, 1);
    mesh_paths_free(p);
    mesh_graph_free(&g);
}
END_TEST

START_TEST(sixteen_bits_are_within_the_error_said)
{
    for (int i = 0; i < KINDS; i++)
        for (int way = MESH_FULL; way < MESH_WAYS && !kinds[i].is_directed; way++) {
            mesh_graph g = make_graph(&kinds[i], 11);
            double *truth = make_reference(&g);
            mesh_paths *p = find(&g, (mesh_paths_options){way, 16, 0, 0});
            float *d = read_all(p, g.nodes);
            const mesh_paths_summary s = mesh_paths_summarize(p);
            const double absolute = way == MESH_DIJKSTRA ? s.unit / 2 : 0;
            double most = 0;
            for (size_t e = 0; e < (size_t)g.nodes * g.nodes; e++)
                most = isfinite(truth[e]) ? fmax(most, truth[e]) : most;
            /* A product of a unit and a number of units is rounded, too. */
            expect_truth(d, truth, g.nodes, s.relative + (g.nodes + 2) * 0x1p-24, absolute,
                         mesh_way_name(way));
            EXPECT(s.seen <= s.relative * most * (1 + 1e-6) + absolute + 1e-6 * most, "%g seen",
                   s.seen);
            /* The longest distance has at least half of the units that there are. */
            EXPECT(g.nodes < 3 || most / s.unit > 32000, "%u nodes: %g units", g.nodes,
                   most / s.unit);
            free(d);
            free(truth);
            mesh_paths_free(p);
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
        set_lanes(c < 4 ? LANES : 1);
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
        if (c % 4 == 2) { /* neither storage nor buffers change a bit */
            p = find(&g, (mesh_paths_options){MESH_FULL, 32, 0, SMALL});
            DONE(mesh_paths_product(p, K, w, other));
            expect_same(out, other, K * n, "full");
            mesh_paths_free(p);
            p = find(&g, (mesh_paths_options){MESH_HALF, 32, 0, SMALL});
            DONE(mesh_paths_product(p, K, w, other));
            expect_same(out, other, K * n, "half");
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
    expect_same(saved, d, n * n, "saved");
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
            expect_same(row, other, k.nodes, "auto");
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
    char text[1000] = "";
    FILE *file = tmpfile();
    fflush(stderr);
    const int kept = dup(STDERR_FILENO);
    dup2(fileno(file), STDERR_FILENO);
    const int got = mesh_paths_find(&p, &device, g, &o, NULL, NULL);
    fflush(stderr);
    dup2(kept, STDERR_FILENO);
    close(kept);
    rewind(file);
    text[fread(text, 1, sizeof text - 1, file)] = 0;
    fclose(file);
    ck_assert_int_eq(got, code);
    ck_assert_ptr_null(p);
    ck_assert_msg(strstr(text, part) && strchr(text, '\n') == text + strlen(text) - 1,
                  "'%s' lacks '%s', or is not one line", text, part);
}

START_TEST(what_is_not_a_graph_or_does_not_fit_is_refused)
{
    const kind directed = {100, 3, 1, REAL}, undirected = {1000, 3, 0, REAL};
    mesh_graph d = make_graph(&directed, 1), u = make_graph(&undirected, 1);
    const mesh_graph none = {0, u.start, u.to, u.length};
    refuse(&d, (mesh_paths_options){.way = MESH_HALF}, EXIT_USAGE, "undirected");
    refuse(&d, (mesh_paths_options){.bits = 16}, EXIT_USAGE, "undirected");
    refuse(&u, (mesh_paths_options){.bits = 8}, EXIT_USAGE, "16 bits, not 8");
    refuse(&u, (mesh_paths_options){.way = MESH_WAYS}, EXIT_USAGE, "way");
    refuse(&u, (mesh_paths_options){.memory = 1}, EXIT_FAILURE, "--memory allows 1 MiB. Less is taken by --bits 16, ");
    refuse(&u, (mesh_paths_options){.way = MESH_FULL, .bits = 16, .memory = 1}, EXIT_FAILURE,
           "by --paths half, or by fewer");
    refuse(&none, (mesh_paths_options){0}, EXIT_FAILURE, "without nodes");
    u.length[17] = -1;
    refuse(&u, (mesh_paths_options){0}, EXIT_FAILURE, "edge 17 has the length -1");
    u.length[17] = NAN;
    refuse(&u, (mesh_paths_options){0}, EXIT_FAILURE, "edge 17 has the length nan");
    u.length[17] = 1;
    u.to[3] = 1000;
    refuse(&u, (mesh_paths_options){0}, EXIT_FAILURE, "edge 3 leads to node 1000 of 1000");
    mesh_graph_free(&d);
    mesh_graph_free(&u);
}
END_TEST

static int cancel(double fraction, void *user)
{
    *(int *)user += 1;
    return fraction >= 0;
}

START_TEST(cancelled_work_leaves_no_buffers)
{
    const kind k = {300, 3, 0, REAL};
    mesh_graph g = make_graph(&k, 1);
    for (int way = MESH_FULL; way < MESH_WAYS; way++) {
        mesh_paths *p = NULL;
        int calls = 0;
        const mesh_paths_options o = {.way = way};
        while (calls == 0) /* other threads may have searched all before this one began */
            if (mesh_paths_find(&p, &device, &g, &o, cancel, &calls) == 0)
                mesh_paths_free(p);
        ck_assert_int_eq(calls, 1);
        ck_assert_uint_eq(device.memory, 0);
    }
    mesh_graph_free(&g);
}
END_TEST

/* KiB of this process, by its name in /proc/self/status; 0: unknown. */
static long read_status(const char *name)
{
    char line[128];
    long value = 0;
    FILE *file = fopen("/proc/self/status", "r");
    while (file && fgets(line, sizeof line, file))
        if (strncmp(line, name, strlen(name)) == 0)
            value = atol(line + strlen(name));
    if (file)
        fclose(file);
    return value;
}

/* The peak of this process becomes its present size. */
static int reset_peak(void)
{
    FILE *file = fopen("/proc/self/clear_refs", "w");
    const int ok = file && fputs("5", file) >= 0;
    return file && fclose(file) == 0 && ok;
}

/* Whether build-aux/check platforms runs the suite on Intel's runtime. */
static int is_on_intel(void)
{
    const char *platform = getenv("CLPWL_TEST_PLATFORM");
    return platform && strcmp(platform, "intel") == 0;
}

START_TEST(memory_is_what_the_forecast_said)
{
    /* Where a work-group computes a tile, a CPU takes long. */
    const kind k = {device.lanes > 1 ? 3000 : 800, 3, 0, REAL}, small = {100, 3, 0, REAL};
    const struct {
        int way, bits;
    } cases[] = {{MESH_FULL, 32}, {MESH_HALF, 32}, {MESH_HALF, 16}, {MESH_DIJKSTRA, 32}};
    mesh_graph g = make_graph(&k, 1), warm = make_graph(&small, 1);
    double bytes[4];
    for (int c = 0; c < 4; c++) {
        const mesh_paths_options o = {cases[c].way, cases[c].bits, 0, 0};
        mesh_paths_memory m;
        mesh_paths_free(find(&warm, o)); /* compiles */
        DONE(mesh_paths_forecast(&m, &device, &g, &o));
        malloc_trim(0);
        const int known = reset_peak();
        const long before = read_status("VmRSS:");
        mesh_paths *p = find(&g, o);
        const double grown = 1024.0 * (double)(read_status("VmHWM:") - before);
        const mesh_paths_summary s = mesh_paths_summarize(p);
        bytes[c] = (double)s.bytes;
        /* Dijkstra's threads have their memory on the host. */
        EXPECT(bytes[c] == m.matrix + (s.way == MESH_DIJKSTRA ? 0 : m.beside),
               "%s: %g bytes, %g and %g were forecast", mesh_way_name(s.way), bytes[c], m.matrix,
               m.beside);
#if !defined __SANITIZE_ADDRESS__ && !defined __SANITIZE_THREAD__ /* which take memory too */
        /* The driver builds the program in up to 3 MiB. Intel's has a second copy of each buffer. */
        if (known && before && m.on_host && device.lanes > 1 && !is_on_intel())
            EXPECT(grown > 0.9 * (m.matrix + m.beside) &&
                       grown < 1.1 * (m.matrix + m.beside) + 3 * 1048576,
                   "%s, %d bits: the process grew by %g bytes, %g were forecast",
                   mesh_way_name(s.way), s.bits, grown, m.matrix + m.beside);
#endif
        mesh_paths_free(p);
    }
    ck_assert(bytes[1] <= 0.6 * bytes[0] && bytes[2] == 0.5 * bytes[1]);
    mesh_graph_free(&g);
    mesh_graph_free(&warm);
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
    tcase_add_test(c, each_row_of_tiles_has_a_buffer_where_buffers_are_small);
    tcase_add_test(c, sixteen_bits_are_within_the_error_said);
    tcase_add_test(c, rounding_adds_up_along_a_path_and_the_bound_covers_it);
    tcase_add_test(c, products_are_those_of_the_rows);
    tcase_add_test(c, a_saved_matrix_is_that_of_the_rows);
    tcase_add_test(c, auto_measures_both_and_takes_the_faster);
    tcase_add_test(c, what_is_not_a_graph_or_does_not_fit_is_refused);
    tcase_add_test(c, cancelled_work_leaves_no_buffers);
    tcase_add_test(c, memory_is_what_the_forecast_said);
    suite_add_tcase(s, c);
    return s;
}
