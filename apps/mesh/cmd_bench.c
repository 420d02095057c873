/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clpwl-mesh bench: seconds and operations a second of each way by N. */
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include "command.h"
#include "common/clock.h"
#include "common/output.h"
#include "common/progress.h"
#include "paths.h"

typedef struct bench_options {
    int rounds;
    const char *device;
} bench_options;

#define AT(member) offsetof(bench_options, member)
static const app_option rows[] = {
    APP_INT(0, "rounds", "N", rounds, 1, 99, "runs of each; medians are printed"),
    APP_DEVICE(device),
    APP_OPTIONS_END,
};

enum { NODES_LEAST = 64, NODES_MOST = 100000, ROWS_SEEN = 16 };

static const mesh_paths_options ways[] = {
    {.way = MESH_DIJKSTRA, .bits = 32}, /* the others are compared with it */
    {.way = MESH_FULL, .bits = 32},
    {.way = MESH_HALF, .bits = 32},
    {.way = MESH_HALF, .bits = 16},
};
enum { WAYS = sizeof ways / sizeof *ways };

static float random_length(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return 0.1f + (float)(*state >> 8) * 0x1p-24f;
}

/* A wall of bricks that is closed to a torus, with random lengths: each node has three neighbours,
 * as a triangle has. N is even. */
static int make_wall(mesh_graph *g, uint32_t n)
{
    int code = 0;
    uint32_t state = 1;
    const uint32_t across = (uint32_t)sqrt(n) | 1u; /* odd: a chord ends at the other parity */
    *g = (mesh_graph){n, malloc((n + 1) * sizeof *g->start), malloc(3 * n * sizeof *g->to),
                      malloc(3 * n * sizeof *g->length)};
    CHECK(g->start && g->to && g->length, "out of memory for %u nodes", n);
    for (uint32_t i = 0; i < n; i++) {
        const float next = random_length(&state), chord = random_length(&state);
        const uint32_t right = (i + 1) % n, far = (i + across) % n;
        g->start[i] = 3 * i;
        g->to[3 * i] = right;
        g->to[3 * right + 1] = i;
        g->length[3 * i] = g->length[3 * right + 1] = next;
        if (i % 2)
            continue;
        g->to[3 * i + 2] = far;
        g->to[3 * far + 2] = i;
        g->length[3 * i + 2] = g->length[3 * far + 2] = chord;
    }
    g->start[n] = 3 * n;
done:
    return code;
}

static void print_row(uint32_t nodes, const char *way, int bits, double seconds, double operations,
                      double bytes, double difference)
{
    printf("%u\t%s\t%d\t%.4g\t", nodes, way, bits, seconds);
    printf(operations > 0 ? "%.1f\t" : "-\t", operations / 1e9);
    printf("%.1f\t", bytes / 1048576);
    printf(difference >= 0 ? "%.2g\n" : "-\n", difference);
    app_output_flush();
}

/* The plain triple loop, for k until two seconds are over, taken to all k. */
static int measure_loop(const mesh_graph *g)
{
    int code = 0;
    const size_t n = g->nodes;
    size_t k = 0;
    float *d = malloc(n * n * sizeof *d);
    CHECK(d, "out of memory for %zu x %zu distances", n, n);
    for (size_t i = 0; i < n * n; i++)
        d[i] = INFINITY;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t e = g->start[i]; e < g->start[i + 1]; e++)
            d[i * n + g->to[e]] = g->length[e];
    const double began = app_seconds();
    while (k < n && app_seconds() - began < 2) {
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j < n; j++)
                if (d[i * n + k] + d[k * n + j] < d[i * n + j])
                    d[i * n + j] = d[i * n + k] + d[k * n + j];
        k++;
    }
    const double seconds = (app_seconds() - began) * (double)n / (double)k;
    print_row(g->nodes, "loop", 32, seconds, 2 * pow((double)n, 3) / seconds,
              (double)(n * n * sizeof *d), -1);
done:
    free(d);
    return code;
}

/* The largest difference in some rows, as a share of the largest distance. */
static int compare(const mesh_paths *p, const mesh_paths *reference, uint32_t nodes, double *out)
{
    int code = 0;
    double most = 0, largest = 0;
    float *row = malloc(2 * nodes * sizeof *row), *other = row + nodes;
    CHECK(row, "out of memory for two rows of distances");
    for (uint32_t r = 0; r < ROWS_SEEN; r++) {
        TRY(mesh_paths_row(p, r * (nodes / ROWS_SEEN), row));
        TRY(mesh_paths_row(reference, r * (nodes / ROWS_SEEN), other));
        for (uint32_t j = 0; j < nodes; j++) {
            most = fmax(most, fabs((double)row[j] - (double)other[j]));
            largest = fmax(largest, (double)other[j]);
        }
    }
    *out = most / largest;
done:
    free(row);
    return code;
}

typedef struct job {
    app_device *device;
    const mesh_graph *g;
    const mesh_paths_options *way;
    mesh_paths *p; /* of the last run */
    app_progress progress;
} job;

static int find_once(void *user, size_t unused, double seconds[2])
{
    job *j = user;
    (void)unused;
    mesh_paths_free(j->p);
    int code = mesh_paths_find(&j->p, j->device, j->g, j->way, app_progress_show, &j->progress);
    seconds[0] = code ? 0 : mesh_paths_summarize(j->p).seconds;
    return code;
}

static int measure(app_device *device, const bench_options *o, const mesh_graph *g,
                   const mesh_paths_options *way, mesh_paths **reference)
{
    int code = 0;
    double difference = -1;
    app_times times[1][2];
    job j = {.device = device, .g = g, .way = way};
    app_progress_begin(&j.progress, mesh_way_name(way->way));
    app_progress_compile(&j.progress, clpwl_context_info(device->context)->name);
    TRY(app_repeat(find_once, &j, 1, (size_t)o->rounds, INFINITY, times));
    app_progress_end(&j.progress);
    const mesh_paths_summary s = mesh_paths_summarize(j.p);
    const double median = times[0][0].median, n = g->nodes;
    if (*reference)
        TRY(compare(j.p, *reference, g->nodes, &difference));
    print_row(g->nodes, mesh_way_name(s.way), s.bits, median,
              s.way == MESH_DIJKSTRA ? 0 : 2 * n * n * n / median, (double)s.bytes, difference);
    if (!*reference) {
        *reference = j.p;
        j.p = NULL;
    }
done:
    app_progress_end(&j.progress);
    mesh_paths_free(j.p);
    return code;
}

static int measure_nodes(app_device *device, const bench_options *o, uint32_t nodes)
{
    int code = 0;
    mesh_graph g;
    mesh_paths *reference = NULL;
    TRY(make_wall(&g, nodes));
    TRY(measure_loop(&g));
    for (int i = 0; i < WAYS; i++)
        TRY(measure(device, o, &g, &ways[i], &reference));
done:
    mesh_paths_free(reference);
    mesh_graph_free(&g);
    return code;
}

static int parse_nodes(const char *text, uint32_t *nodes)
{
    char rest;
    if (sscanf(text, "%u%c", nodes, &rest) == 1 && *nodes >= NODES_LEAST && *nodes <= NODES_MOST &&
        *nodes % 2 == 0)
        return 0;
    return app_usage("'%s' is not an even number of nodes from %d to %d", text, NODES_LEAST,
                     NODES_MOST);
}

static void set_defaults(void *options)
{
    *(bench_options *)options = (bench_options){.rounds = 3};
}

static int run(void *options, int count, char **nodes)
{
    static const char *const usual[] = {"512", "1024", "2048"};
    const bench_options *o = options;
    int code = 0;
    uint32_t n;
    clpwl_context *context = NULL;
    app_device device;
    for (int i = 0; i < count; i++)
        TRY(parse_nodes(nodes[i], &n));
    TRY(app_context(&context, o->device));
    app_device_open(&device, context);
    printf("# %s, driver %s\nnodes\tway\tbits\tseconds\tGop_per_second\tMiB\tdifference\n",
           clpwl_context_info(context)->name, clpwl_context_info(context)->driver);
    for (int i = 0; i < (count ? count : 3); i++) {
        TRY(parse_nodes(count ? nodes[i] : usual[i], &n));
        TRY(measure_nodes(&device, o, n));
    }
done:
    clpwl_context_free(context);
    return code;
}

const app_command mesh_bench_command = {
    .name = "bench",
    .summary = "measures the ways to shortest paths on generated graphs",
    .synopsis = "[NODES ...] [OPTION ...]",
    .text = "Measures each way to the shortest paths between all nodes of graphs with as many "
            "nodes as given, an even number each, by default 512, 1024 and 2048. A node has three "
            "neighbours. Prints a line of tab-separated columns for each way. An addition and a "
            "comparison for each of N x N x N is two operations; the way half does half of them, "
            "and the column counts all. The last column is the largest difference from the way "
            "dijkstra, as a share of the largest distance. The way loop is a plain loop in C on "
            "one processor; where it would take longer than two seconds, a part is run, and the "
            "seconds are those of the whole.\n",
    .most = INT_MAX,
    .rows = {{rows, 0, 0}},
    .size = sizeof(bench_options),
    .set_defaults = set_defaults,
    .run = run,
};
