/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clpwl-mesh scene: writes a generated body and its parts. */
#include <stdio.h>
#include <string.h>
#include "command.h"
#include "common/output.h"
#include "common/pattern.h"
#include "scene.h"

static const app_choice words[] = {{"dumbbell", "two balls and a bar"},
                                   {"hand", "a palm and five fingers"},
                                   {NULL, NULL}};

#define AT(member) offsetof(mesh_scene, member)
static const app_option rows[] = {
    APP_CHOICE(0, "body", "WORD", body, words, "what is generated"),
    APP_INT(0, "cells", "N", cells, 16, 256, "cells of the grid along the body's longest side"),
    APP_OPTIONS_END,
};

static void set_defaults(void *options)
{
    *(mesh_scene *)options = mesh_scene_defaults;
}

static int run(void *options, int count, char **folder)
{
    int code = 0;
    char name[APP_NAME];
    mesh m = {0};
    mesh_seg truth = {0};
    (void)count;
    CHECK_USAGE(strlen(*folder) <= APP_NAME - 64, "FOLDER is too long");
    TRY(app_make_folder(*folder));
    TRY(mesh_scene_make(options, &m, &truth));
    snprintf(name, sizeof name, "%s/model.off", *folder);
    TRY(mesh_off_write(&m, NULL, name));
    snprintf(name, sizeof name, "%s/truth.seg", *folder);
    TRY(mesh_seg_write(truth.label, truth.faces, name));
done:
    mesh_free(&m);
    mesh_seg_free(&truth);
    return code;
}

const app_command mesh_scene_command = {
    .name = "scene",
    .summary = "writes a generated body and its parts",
    .synopsis = "FOLDER [OPTION ...]",
    .text = "Writes FOLDER/model.off, the surface of a union of capsules, and FOLDER/truth.seg, "
            "the capsule of each face.\n",
    .least = 1,
    .most = 1,
    .rows = {{rows, 0, 0}},
    .size = sizeof(mesh_scene),
    .set_defaults = set_defaults,
    .run = run,
};
