/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clpwl-mesh without a command: a model in, its parts out. */
#include <stdio.h>
#include <string.h>
#include "command.h"
#include "common/bound.h"
#include "common/clock.h"
#include "common/output.h"
#include "common/progress.h"
#include "cost.h"
#include "draw.h"
#include "patches.h"
#include "seg.h"

enum { OUTPUTS = 5 };

typedef struct run_options {
    mesh_options mesh;
    const char *names[OUTPUTS]; /* in the order of `outputs` */
    const char *device;
    int json, quiet;
} run_options;

typedef struct job {
    run_options o;
    mesh m;
    mesh_cost_summary cost;
    mesh_paths_memory memory;
    mesh_graph graph;
    clpwl_context *context;
    app_device device;
    mesh_paths *paths;
    mesh_patches patches;
    app_progress progress;
    double cost_seconds, patch_seconds;
} job;

static int put_seg(job *j, const char *path)
{
    return mesh_seg_write(j->patches.label, j->m.face_count, path);
}

static int put_ply(job *j, const char *path)
{
    return mesh_ply_write(&j->m, j->patches.label, path);
}

static int put_off(job *j, const char *path)
{
    return mesh_off_write(&j->m, j->patches.label, path);
}

static int put_picture(job *j, const char *path)
{
    app_picture p = {0};
    int code = mesh_draw(&p, &j->m, &j->patches);
    if (code == 0)
        code = app_picture_write(&p, path);
    app_picture_free(&p);
    return code;
}

static int put_distances(job *j, const char *path)
{
    return mesh_paths_save(j->paths, path);
}

static const struct {
    const char *option, *ending; /* ending NULL: those of pictures */
    int (*put)(job *j, const char *path);
} outputs[OUTPUTS] = {{"seg", ".seg", put_seg},
                      {"ply", ".ply", put_ply},
                      {"off", ".off", put_off},
                      {"picture", NULL, put_picture},
                      {"save-distances", ".npy", put_distances}};

#define AT(member) offsetof(run_options, member)
static const app_option rows[] = {
    APP_HEADING("Output"),
    APP_TEXT('o', "seg", "FILE", names[0],
             "the part of each face: .seg, a number a line; or, by its ending, an output below"),
    APP_TEXT(0, "ply", "FILE", names[1], "the model with a colour for each part: .ply"),
    APP_TEXT(0, "off", "FILE", names[2], "the same: .off"),
    APP_TEXT(0, "picture", "FILE", names[3], "three views of the parts"),
    APP_TEXT(0, "save-distances", "FILE", names[4],
             "the distances of all faces: .npy, faces x faces floats"),
    APP_SWITCH(0, "json", json, "prints the report, with the parts' names and areas, as JSON"),
    APP_QUIET(quiet),
    APP_DEVICE(device),
    APP_OPTIONS_END,
};

static void print_json(const job *j)
{
    const mesh *m = &j->m;
    const mesh_check *c = &m->check;
    const mesh_paths_summary s = mesh_paths_summarize(j->paths);
    printf("{\"faces\": %u, \"vertices\": %u, \"edges\": %u, \"closed\": %s, "
           "\"boundary_edges\": %u, \"crowded_edges\": %u, \"turned_edges\": %u, "
           "\"degenerate_faces\": %u, \"components\": %u, \"polygons\": %u, \"left_out\": %u, \"welded\": %u",
           m->face_count, m->vertex_count - c->welded, m->edge_count,
           c->boundary ? "false" : "true", c->boundary, c->crowded, c->turned, c->degenerate,
           c->components, c->polygons, c->left_out, c->welded);
    printf(", \"table_method\": ");
    if (*j->cost.method)
        app_print_json_text(j->cost.method);
    else
        printf("null");
    printf(", \"table_error\": %.17g, \"paths\": \"%s\", \"bits\": %d, \"forecast_memory\": %.0f, "
           "\"device_memory\": %zu, \"operations_per_second\": %.6g, \"distance_error\": %.9g, "
           "\"distance_error_bound\": %.9g, \"distance_unit\": %.9g, "
           "\"seconds\": {\"costs\": %.6g, \"paths\": %.6g, \"parts\": %.6g}, \"device\": ",
           j->cost.error, mesh_way_name(s.way), s.bits, j->memory.matrix + j->memory.beside,
           s.bytes, s.operations, s.seen, s.relative, s.unit, j->cost_seconds, s.seconds,
           j->patch_seconds);
    app_print_json_text(clpwl_context_info(j->context)->name);
    printf(", \"rounds\": %d, \"cut_faces\": %u, \"moved_faces\": %u, \"guessed_number\": %s, "
           "\"parts\": [",
           j->patches.rounds, j->patches.fuzzy, j->patches.strays,
           j->o.mesh.clusters ? "false" : "true");
    for (uint32_t k = 0; k < j->patches.count; k++) {
        const mesh_patch *p = &j->patches.list[k];
        printf("%s{\"part\": %u, \"name\": \"%s\", \"faces\": %u, \"area\": %.9g, "
               "\"neighbors\": %u, \"representative\": %u}",
               k ? ", " : "", k, p->name, p->faces, p->area, p->neighbors, p->center);
    }
    printf("]}\n");
}

/* After the word edge. */
static const char *have(uint32_t n)
{
    return n == 1 ? " has" : "s have";
}

static void print_model(const job *j)
{
    const mesh *m = &j->m;
    const mesh_check *c = &m->check;
    printf("model        %u faces, %u vertices, %u edges, %s\n", m->face_count,
           m->vertex_count - c->welded, m->edge_count, c->boundary ? "open" : "closed");
    if (c->polygons)
        printf("polygons     %u of more than three corners %s triangulated: faces, in files too, are "
               "triangles\n", c->polygons, c->polygons == 1 ? "was" : "were");
    if (c->left_out)
        printf("left out     %u %s\n", c->left_out, c->left_out == 1 ? "point or line" : "points and lines");
    if (c->welded)
        printf("welded       %u %s equal to another one\n", c->welded,
               c->welded == 1 ? "vertex" : "vertices");
    if (c->degenerate)
        printf("degenerate   %u face%s without area: the angles there cost nothing\n", c->degenerate,
               app_s(c->degenerate));
    if (c->boundary)
        printf("boundary     %u edge%s one face\n", c->boundary, have(c->boundary));
    if (c->crowded)
        printf("crowded      %u edge%s more than two faces: each is adjacent to the next\n",
               c->crowded, have(c->crowded));
    if (c->turned)
        printf("turned       %u edge%s faces wound in opposite ways: one normal was reversed "
               "there\n", c->turned, have(c->turned));
    if (c->components > 1)
        printf("components   %u: the nearest faces of each two were made adjacent, by a concave "
               "right angle\n", c->components);
    printf("memory       %.3g MiB of distances, and %.3g MiB while they are found\n",
           j->memory.matrix / 1048576, j->memory.beside / 1048576);
    app_output_flush();
}

static void print_parts(const job *j)
{
    const mesh_paths_summary s = mesh_paths_summarize(j->paths);
    char time[3][APP_TIME], error[APP_BOUND_ROOM];
    if (*j->cost.method)
        printf("angles       by a table of %d knots, method %s, max error %s as executed\n",
               j->o.mesh.knots, j->cost.method, app_bound(error, j->cost.error, 2));
    printf("paths        %s, %d bits", mesh_way_name(s.way), s.bits);
    if (s.estimates[s.way] > 0 && j->o.mesh.paths.way == MESH_AUTO)
        printf(", the fastest by estimates:");
    for (int way = MESH_FULL; j->o.mesh.paths.way == MESH_AUTO && way < MESH_WAYS; way++)
        if (s.estimates[way] > 0)
            printf(" %s %s", mesh_way_name(way), app_time_text(time[0], s.estimates[way]));
    if (s.bits == 16)
        printf(s.relative > 0 ? ", off by %.2g in %d rows, by less than %s of a distance in all"
                              : ", off by %.2g in %d rows, as rounded to multiples of %s",
               s.seen, s.rows_seen, app_bound(error, s.relative > 0 ? s.relative : s.unit, 2));
    printf("\ntime         %s for the angles, %s for the paths, %s for the parts, on %s, "
           "compilation of new kernels included\n",
           app_time_text(time[0], j->cost_seconds), app_time_text(time[1], s.seconds),
           app_time_text(time[2], j->patch_seconds), clpwl_context_info(j->context)->name);
    printf("parts        %u after %d round%s; a cut decided %u face%s, %u %s not connected\n",
           j->patches.count, j->patches.rounds, app_s((uint32_t)j->patches.rounds), j->patches.fuzzy,
           app_s(j->patches.fuzzy), j->patches.strays, j->patches.strays == 1 ? "was" : "were");
    if (j->patches.count < (uint32_t)j->o.mesh.clusters)
        printf("fewer        than %d: the others were left without faces\n", j->o.mesh.clusters);
    if (!j->o.mesh.clusters)
        printf("number       guessed: no -k says how many parts there are\n");
    for (uint32_t k = 0; k < j->patches.count; k++) {
        const mesh_patch *p = &j->patches.list[k];
        printf("%4u  %-10s %6u face%s, area %.4g\n", k, p->name, p->faces, app_s(p->faces), p->area);
    }
}

/* A FILE of -o goes to the output of its ending. */
static void sort_names(const char **names)
{
    for (int i = 1; i < OUTPUTS; i++)
        if (names[0] && !names[i] && outputs[i].ending && app_ends_in(names[0], outputs[i].ending)) {
            names[i] = names[0];
            names[0] = NULL;
        }
}

static int check_names(const job *j)
{
    int code = 0, streams = j->o.json;
    for (int i = 0; i < OUTPUTS; i++) {
        const char *name = j->o.names[i], *ending = outputs[i].ending;
        if (!name)
            continue;
        streams += strcmp(name, "-") == 0;
        if (!ending)
            TRY(app_picture_can_write(name));
        else
            CHECK_USAGE(app_ends_in(name, ending) || (i == 0 && strcmp(name, "-") == 0),
                        "--%s '%s': its name must end in %s", outputs[i].option, name, ending);
        TRY(app_output_try(name));
    }
    CHECK_USAGE(streams <= 1, "standard output takes --seg or --json, not both");
done:
    return code;
}

static int find_distances(job *j)
{
    int code = 0;
    double began = app_seconds();
    app_progress_begin(&j->progress, "paths");
    j->progress.on = j->progress.on && !j->o.quiet;
    app_progress_compile(&j->progress, clpwl_context_info(j->context)->name);
    if (j->m.check.components > 1)
        TRY(mesh_link(&j->m));
    TRY(mesh_cost(&j->m, &j->o.mesh, j->context, &j->cost));
    j->cost_seconds = app_seconds() - began;
    mesh_graph_free(&j->graph);
    TRY(mesh_graph_of(&j->graph, &j->m));
    j->progress.began = app_seconds();
    TRY(mesh_paths_find(&j->paths, &j->device, &j->graph, &j->o.mesh.paths, app_progress_show,
                        &j->progress));
done:
    app_progress_end(&j->progress);
    return code;
}

static void set_defaults(void *options)
{
    *(run_options *)options = (run_options){.mesh = mesh_defaults};
}

static int run(void *options, int count, char **names)
{
    int code = 0;
    job j = {.o = *(run_options *)options};
    const int talks = !j.o.quiet && !j.o.json && !(j.o.names[0] && strcmp(j.o.names[0], "-") == 0);
    (void)count;
    TRY(mesh_options_check(&j.o.mesh));
    TRY(mesh_read(&j.m, *names));
    sort_names(j.o.names);
    TRY(check_names(&j));
    TRY(mesh_patches_check(&j.m, &j.o.mesh));
    TRY(app_context(&j.context, j.o.device));
    app_device_open(&j.device, j.context);
    TRY(mesh_graph_of(&j.graph, &j.m));
    TRY(mesh_paths_forecast(&j.memory, &j.device, &j.graph, &j.o.mesh.paths));
    if (talks)
        print_model(&j);
    TRY(find_distances(&j));
    const double began = app_seconds();
    TRY(mesh_patches_find(&j.patches, &j.m, &j.graph, j.paths, &j.o.mesh));
    j.patch_seconds = app_seconds() - began;
    for (int i = 0; i < OUTPUTS; i++)
        if (j.o.names[i])
            TRY(outputs[i].put(&j, j.o.names[i]));
    if (talks)
        print_parts(&j);
    else if (j.o.json)
        print_json(&j);
done:
    mesh_patches_free(&j.patches);
    mesh_paths_free(j.paths);
    clpwl_context_free(j.context);
    mesh_graph_free(&j.graph);
    mesh_free(&j.m);
    return code;
}

const app_command mesh_run_command = {
    .synopsis = "MODEL [OPTION ...]",
    .text = "Finds the parts of a triangle mesh, .off, .obj, .ply or .stl, by fuzzy clustering of "
            "its faces.\n"
            "  clpwl-mesh model.off --clusters 6 --seg model.seg --picture model.png\n",
    .least = 1,
    .most = 1,
    .rows = {{rows, 0, 0}, {mesh_option_rows, offsetof(run_options, mesh), 0}},
    .size = sizeof(run_options),
    .set_defaults = set_defaults,
    .run = run,
};
