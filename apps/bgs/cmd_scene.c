/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clpwl-bgs scene: writes the generated scene. */
#include <stdio.h>
#include <string.h>
#include "command.h"
#include "common/output.h"
#include "common/pattern.h"
#include "common/picture.h"
#include "common/progress.h"
#include "scene.h"

typedef struct scene_options {
    bgs_scene scene;
    int frames, format;
} scene_options;

static const app_choice formats[] = {{"png", "PNG"}, {"pnm", "PPM and PGM"}, {NULL, NULL}};

#define AT(member) offsetof(bgs_scene, member)
const app_option bgs_scene_rows[] = {
    APP_INT(0, "width", "N", width, 32, 4096, "width, px"),
    APP_INT(0, "height", "N", height, 32, 4096, "height, px"),
    APP_INT(0, "empty", "N", empty, 0, 100000, "frames before the two objects appear"),
    APP_INT(0, "seed", "N", seed, 0, 1000000000, "seed of the noise and the texture"),
    APP_NUMBER(0, "noise", "X", noise, 0, 50, "standard deviation of the noise, levels"),
    APP_NUMBER(0, "drift", "X", drift, 0, 0.5, "relative amplitude of the light's drift"),
    APP_NUMBER(0, "sway", "X", sway, 0, 5, "amplitude of the trees' tops, 1/20 of the width"),
    APP_NUMBER(0, "camouflage", "X", camouflage, 0, 0.95,
               "share of the background's colour in the objects' colour"),
    APP_OPTIONS_END,
};
#undef AT

#define AT(member) offsetof(scene_options, member)
static const app_option rows[] = {
    APP_INT(0, "frames", "N", frames, 1, 100000, "number of frames"),
    APP_CHOICE(0, "format", "WORD", format, formats, "format of the pictures"),
    APP_OPTIONS_END,
};

static int write_range(const scene_options *o, const char *folder)
{
    char name[APP_NAME];
    app_output file;
    snprintf(name, sizeof name, "%s/temporalROI.txt", folder);
    int code = app_output_open(&file, name);
    if (code)
        return code;
    fprintf(file.file, "%d %d\n", o->scene.empty, o->frames - 1);
    return app_output_end(&file, 0);
}

static int write_frames(const scene_options *o, const char *folder)
{
    int code = 0;
    char name[APP_NAME];
    const bgs_scene *s = &o->scene;
    app_picture in = {0}, truth = {0};
    app_progress progress;
    app_progress_begin(&progress, "scene");
    TRY(app_picture_make(&in, s->width, s->height, 3, folder));
    TRY(app_picture_make(&truth, s->width, s->height, 1, folder));
    for (int t = 0; t < o->frames; t++) {
        bgs_scene_frame(s, t, &in, truth.data);
        snprintf(name, sizeof name, "%s/in%06d.%s", folder, t, o->format ? "ppm" : "png");
        TRY(app_picture_write(&in, name));
        snprintf(name, sizeof name, "%s/truth%06d.%s", folder, t, o->format ? "pgm" : "png");
        TRY(app_picture_write(&truth, name));
        app_progress_show((t + 1.0) / o->frames, &progress);
    }
done:
    app_progress_end(&progress);
    app_picture_free(&in);
    app_picture_free(&truth);
    return code;
}

static void set_defaults(void *options)
{
    scene_options *o = options;
    *o = (scene_options){
        .scene = bgs_scene_defaults, .frames = 300, .format = !app_picture_has_png};
}

static int run(void *options, int count, char **folder)
{
    int code = 0;
    const scene_options *o = options;
    (void)count;
    CHECK_USAGE(o->scene.empty < o->frames,
                "--empty %d: no object appears in %d frames; it must be less than --frames",
                o->scene.empty, o->frames);
    CHECK_USAGE(strlen(*folder) <= APP_NAME - 64, "FOLDER is too long");
    TRY(app_make_folder(*folder));
    TRY(write_frames(o, *folder));
    TRY(write_range(o, *folder));
done:
    return code;
}

const app_command bgs_scene_command = {
    .name = "scene",
    .summary = "writes a generated scene and its truth",
    .synopsis = "FOLDER [OPTION ...]",
    .text = "Writes FOLDER/in%06d.png, the exact truth FOLDER/truth%06d.png, and the range of "
            "frames with objects, FOLDER/temporalROI.txt. Equal seeds give equal scenes.\n",
    .least = 1,
    .most = 1,
    .rows = {{rows, 0, 0}, {bgs_scene_rows, offsetof(scene_options, scene), 0}},
    .size = sizeof(scene_options),
    .set_defaults = set_defaults,
    .run = run,
};
