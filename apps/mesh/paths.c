/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The ways, the choice among them, and the memory that they take. */
#include "mesh/paths.h"
#include <math.h>
#include <stdio.h>
#include "common/clock.h"
#include "inside.h"
#include "mesh/embedded.h"

/* Of fewer nodes, Dijkstra's algorithm finds all distances in a tenth of a second, in which a
 * device does not compile its kernels. */
enum { NODES_LEAST = 1500, MEBIBYTE = 1 << 20 };

static const char *const names[MESH_KERNELS] = {
    [MESH_ROWS] = "rows",     [MESH_PRODUCT] = "product", [MESH_WITHIN] = "within",
    [MESH_PANELS] = "panels", [MESH_SPREAD] = "spread",
};

const char *mesh_way_name(int way)
{
    static const char *const ways[MESH_WAYS] = {"auto", "full", "half", "dijkstra"};
    return ways[way];
}

static int bits_of(const mesh_paths_options *o)
{
    return o->bits ? o->bits : 32;
}

static int check_options(const mesh_paths_options *o, const mesh_graph *graph, int *is_half)
{
    int code = 0;
    const int bits = bits_of(o);
    CHECK_USAGE(o->way >= MESH_AUTO && o->way < MESH_WAYS, "there is no way %d", o->way);
    CHECK_USAGE(bits == 32 || bits == 16, "distances have 32 or 16 bits, not %d", bits);
    TRY(mesh_graph_check(graph));
    *is_half = mesh_graph_is_undirected(graph);
    CHECK_USAGE(
        *is_half || o->way != MESH_HALF,
        "the way half is for undirected graphs, and an edge of this one has another length, "
        "or none, in the other direction");
    CHECK_USAGE(*is_half || bits == 32,
                "16 bits are for undirected graphs, and an edge of this one has another length, or "
                "none, in the other direction");
    *is_half = *is_half && o->way != MESH_FULL;
done:
    return code;
}

/* What the host has free; 0: unknown. */
static double free_bytes(void)
{
    double kilobytes = 0;
    char line[128];
    FILE *file = fopen("/proc/meminfo", "r");
    while (file && fgets(line, sizeof line, file))
        if (sscanf(line, "MemAvailable: %lf", &kilobytes) == 1)
            break;
    if (file)
        fclose(file);
    return 1024 * kilobytes;
}

static double tiles_across(const mesh_graph *graph)
{
    return ceil((double)graph->nodes / MESH_SIDE);
}

static void set_forecast(mesh_paths_memory *out, const app_device *device, const mesh_graph *graph,
                         const mesh_paths_options *o, int is_half)
{
    const clpwl_device_info *info = clpwl_context_info(device->context);
    const double tile = (double)(MESH_TILE * mesh_size_of(bits_of(o))), n = tiles_across(graph);
    const double dijkstra = mesh_dijkstra_bytes(graph, n * tile);
    const double floyd = mesh_floyd_bytes(graph->nodes, bits_of(o));
    *out = (mesh_paths_memory){.on_host = info->kind == CLPWL_DEVICE_CPU || info->unified_memory,
                               .matrix = (is_half ? n * (n + 1) / 2 : n * n) * tile};
    out->beside = o->way == MESH_DIJKSTRA ? dijkstra
                  : o->way == MESH_AUTO   ? fmax(dijkstra, floyd)
                                          : floyd;
    out->allowed = (double)info->global_memory;
    if (out->on_host && free_bytes() > 0)
        out->allowed = fmin(out->allowed, free_bytes());
    if (o->memory > 0)
        out->allowed = o->memory * MEBIBYTE;
}

static int check_forecast(const mesh_paths_memory *m, const mesh_graph *graph,
                          const mesh_paths_options *o, int is_half)
{
    int code = 0;
    CHECK(m->matrix + m->beside <= m->allowed,
          "the distances of %u faces take %.6g MiB and %.6g MiB beside them; %s %.6g MiB. Less is "
          "taken %s%s%sby fewer faces",
          graph->nodes, m->matrix / MEBIBYTE, m->beside / MEBIBYTE,
          o->memory > 0 ? "--memory allows" : "free are", m->allowed / MEBIBYTE,
          o->way == MESH_FULL && !is_half ? "by --paths half, " : "",
          bits_of(o) == 32 ? "by --bits 16, " : "",
          bits_of(o) == 32 || (o->way == MESH_FULL && !is_half) ? "or " : "");
done:
    return code;
}

int mesh_paths_forecast(mesh_paths_memory *out, const app_device *device, const mesh_graph *graph,
                        const mesh_paths_options *options)
{
    int code = 0, is_half;
    *out = (mesh_paths_memory){0};
    TRY(check_options(options, graph, &is_half));
    set_forecast(out, device, graph, options, is_half);
    TRY(check_forecast(out, graph, options, is_half));
done:
    return code;
}

static int make_program(mesh_paths *p)
{
    int code = 0;
    char options[128];
    snprintf(options, sizeof options, "-cl-std=CL1.2 -DBITS=%d -DHALF=%d -DWIDE=%d", p->bits,
             p->is_half, p->is_wide);
    TRY(app_build(p->device, &p->program, (const char *const[]){clpwl__source_paths_cl}, 1,
                  options));
    for (int k = 0; k < MESH_KERNELS; k++)
        TRY(app_kernel(&p->kernels[k], p->program, names[k]));
done:
    return code;
}

static int choose_way(mesh_paths *p, const mesh_graph *graph, int *way)
{
    int code = 0;
    double *estimates = p->summary.estimates, began;
    const int floyd = p->is_half ? MESH_HALF : MESH_FULL;
    const cl_uint rows = p->tiles < mesh_threads() ? p->tiles : mesh_threads();
    *way = MESH_DIJKSTRA;
    if (p->nodes < NODES_LEAST)
        return 0;
    began = app_seconds();
    TRY(mesh_dijkstra(p, graph, p->tiles - rows, p->tiles, NULL, NULL));
    estimates[MESH_DIJKSTRA] = (app_seconds() - began) * p->tiles / rows;
    TRY(mesh_edges_write(p, graph));
    TRY(mesh_floyd_expect(p, &estimates[floyd]));
    if (estimates[floyd] < estimates[MESH_DIJKSTRA])
        *way = floyd;
done:
    return code;
}

static int find_paths(mesh_paths *p, const mesh_graph *graph, int way, clpwl_progress progress,
                      void *user)
{
    int code = 0;
    const double n = graph->nodes;
    double began;
    if (p->bits == 16)
        TRY(mesh_unit_find(p, graph));
    if (way == MESH_AUTO)
        TRY(choose_way(p, graph, &way));
    p->summary.way = way;
    began = app_seconds();
    if (way == MESH_DIJKSTRA) {
        TRY(mesh_dijkstra(p, graph, 0, p->tiles, progress, user));
    } else {
        TRY(mesh_edges_write(p, graph));
        TRY(mesh_floyd(p, progress, user));
    }
    p->summary.seconds = app_seconds() - began;
    if (way != MESH_DIJKSTRA)
        p->summary.operations = 2 * n * n * n / p->summary.seconds;
    if (p->bits == 16)
        TRY(mesh_unit_check(p, graph));
done:
    return code;
}

int mesh_paths_find(mesh_paths **out, app_device *device, const mesh_graph *graph,
                    const mesh_paths_options *options, clpwl_progress progress, void *user)
{
    int code = 0, is_half;
    mesh_paths_memory memory;
    mesh_paths *p = NULL;
    const clpwl_device_info *info = clpwl_context_info(device->context);
    const size_t before = device->memory, peak = device->peak;
    device->peak = device->memory;
    TRY(check_options(options, graph, &is_half));
    set_forecast(&memory, device, graph, options, is_half);
    TRY(check_forecast(&memory, graph, options, is_half));
    device->advice = bits_of(options) == 32 ? "--bits 16, or fewer faces" : "fewer faces";
    p = calloc(1, sizeof *p);
    CHECK(p, "out of memory");
    *p = (mesh_paths){.device = device,
                      .nodes = graph->nodes,
                      .tiles = (cl_uint)tiles_across(graph),
                      .is_half = is_half,
                      .bits = bits_of(options),
                      /* A work-group that computes a tile has 256 work-items. */
                      .is_wide = device->lanes > 1 || info->max_work_group < 256,
                      .unit = 1};
    TRY(make_program(p));
    TRY(mesh_matrix_make(p, options->buffer > 0 ? options->buffer * MEBIBYTE
                                                : (double)info->max_allocation));
    TRY(find_paths(p, graph, options->way, progress, user));
    p->summary.bytes = device->peak - before;
done:
    device->peak = peak > device->peak ? peak : device->peak;
    if (code) {
        mesh_paths_free(p);
        p = NULL;
    }
    *out = p;
    return code;
}

mesh_paths_summary mesh_paths_summarize(const mesh_paths *p)
{
    mesh_paths_summary s = p->summary;
    s.bits = p->bits;
    s.buffers = p->count;
    return s;
}

void mesh_paths_free(mesh_paths *p)
{
    if (!p)
        return;
    mesh_matrix_free(p);
    for (int k = 0; k < MESH_KERNELS; k++)
        if (p->kernels[k])
            clReleaseKernel(p->kernels[k]);
    if (p->program)
        clReleaseProgram(p->program);
    free(p);
}
