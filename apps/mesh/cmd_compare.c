/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clpwl-mesh compare: parts by tables against parts by exact functions. */
#include <stdio.h>
#include "command.h"
#include "common/output.h"
#include "common/progress.h"
#include "cost.h"
#include "patches.h"
#include "scene.h"
#include "score.h"

typedef struct compare_options {
    int clusters;
    const char *device;
} compare_options;

#define AT(member) offsetof(compare_options, member)
static const app_option rows[] = {
    APP_INT('k', "clusters", "K", clusters, 2, 1000, "parts"),
    APP_DEVICE(device),
    APP_OPTIONS_END,
};

typedef struct job {
    mesh m;
    clpwl_context *context;
    app_device device;
    mesh_seg exact; /* the parts by exact functions */
} job;

static int find_parts(job *j, const mesh_options *o, mesh_seg *out, mesh_cost_summary *cost)
{
    int code = 0;
    mesh_graph graph = {0};
    mesh_paths *paths = NULL;
    mesh_patches patches = {0};
    TRY(mesh_cost(&j->m, o, j->context, cost));
    TRY(mesh_graph_of(&graph, &j->m));
    TRY(mesh_paths_find(&paths, &j->device, &graph, &o->paths, NULL, NULL));
    TRY(mesh_patches_find(&patches, &j->m, &graph, paths, o));
    mesh_seg_free(out);
    *out = (mesh_seg){j->m.face_count, patches.label};
    patches.label = NULL;
done:
    mesh_patches_free(&patches);
    mesh_paths_free(paths);
    mesh_graph_free(&graph);
    return code;
}

static const int knots[] = {8, 16, 32, 64, 128, 256, 1024};
enum { KNOTS = sizeof knots / sizeof *knots, VARIABLES = 2, ANGLES = 2 };

static int compare_angle(job *j, mesh_options *o, app_progress *progress)
{
    int code = 0;
    mesh_seg seg = {0};
    mesh_cost_summary cost;
    mesh_score score;
    o->is_exact = 1;
    TRY(find_parts(j, o, &j->exact, &cost)); /* which checks the model */
    o->is_exact = 0;
    if (o->angle == MESH_LINEAR)
        printf("# %u faces, %s\nangle\tvariable\tknots\tmethod\ttable_error\tchanged_faces\tshare\n",
               j->m.face_count, clpwl_context_info(j->context)->name);
    for (o->by_cosine = 0; o->by_cosine < VARIABLES; o->by_cosine++)
        for (int i = 0; i < KNOTS; i++) {
            o->knots = knots[i];
            TRY(find_parts(j, o, &seg, &cost));
            TRY(mesh_score_make(&score, &seg, &j->exact));
            app_progress_show((o->angle - MESH_LINEAR + (o->by_cosine + (i + 1.0) / KNOTS) / 2) / 2,
                              progress);
            printf("%s\t%s\t%d\t%s\t%.6g\t%.0f\t%.6g\n", o->angle == MESH_LINEAR ? "linear" : "log",
                   o->by_cosine ? "cosine" : "half", o->knots, cost.method, cost.error,
                   score.hamming * seg.faces, score.hamming);
            TRY(app_output_stdout());
        }
done:
    mesh_seg_free(&seg);
    return code;
}

static void set_defaults(void *options)
{
    *(compare_options *)options = (compare_options){.clusters = 6};
}

static int run(void *options, int count, char **names)
{
    const compare_options *o = options;
    const mesh_scene scene = {MESH_HAND, 24};
    int code = 0;
    job j = {.context = NULL};
    mesh_seg truth = {0};
    mesh_options with = mesh_defaults;
    app_progress progress;
    app_progress_begin(&progress, "tables");
    with.clusters = o->clusters;
    TRY(count ? mesh_read(&j.m, *names) : mesh_scene_make(&scene, &j.m, &truth));
    if (j.m.check.components > 1)
        TRY(mesh_link(&j.m));
    TRY(app_context(&j.context, o->device));
    app_progress_compile(&progress, clpwl_context_info(j.context)->name);
    app_device_open(&j.device, j.context);
    for (with.angle = MESH_LINEAR; with.angle <= MESH_LOG; with.angle++)
        TRY(compare_angle(&j, &with, &progress));
done:
    app_progress_end(&progress);
    mesh_seg_free(&truth);
    mesh_seg_free(&j.exact);
    clpwl_context_free(j.context);
    mesh_free(&j.m);
    return code;
}

const app_command mesh_compare_command = {
    .name = "compare",
    .summary = "compares parts by tables with parts by exact functions",
    .synopsis = "[MODEL] [OPTION ...]",
    .text = "Finds the parts of MODEL, or of a generated hand, by tables of 8 to 1024 knots over "
            "the half angle and over the cosine, and by exact functions. Prints a line of "
            "tab-separated columns for each table: its error, and the faces that changed their "
            "part, the mean of both directions of the Hamming distance.\n",
    .most = 1,
    .rows = {{rows, 0, 0}},
    .size = sizeof(compare_options),
    .set_defaults = set_defaults,
    .run = run,
};
