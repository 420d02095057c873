/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clpwl-flow scene: writes a generated pair and its exact flow. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include "command.h"
#include "common/output.h"
#include "common/pattern.h"
#include "files.h"
#include "scene.h"

#define AT(member) offsetof(flow_scene, member)
static const app_option rows[] = {
    APP_INT(0, "width", "N", width, 32, 8192, "width, px"),
    APP_INT(0, "height", "N", height, 32, 8192, "height, px"),
    APP_NUMBER(0, "right", "X", shift[0], -256, 256, "shift to the right, px"),
    APP_NUMBER(0, "down", "X", shift[1], -256, 256, "shift down, px"),
    APP_NUMBER(0, "rotation", "X", rotation, -180, 180, "rotation about the middle, degrees"),
    APP_NUMBER(0, "zoom", "X", zoom, 0.5, 2, "zoom about the middle, a factor"),
    APP_NUMBER(0, "shear", "X", shear, -1, 1, "px to the right for each px down"),
    APP_NUMBER(0, "noise", "X", noise, 0, 50, "standard deviation of the noise, grey levels"),
    APP_INT(0, "seed", "N", seed, 0, 1000000000, "seed of the waves and the noise"),
    APP_OPTIONS_END,
};

static int write_grey(const flow_image *image, const char *folder, const char *file)
{
    int code = 0;
    char name[APP_NAME];
    const char *ending = app_picture_has_png ? "png" : "pgm";
    const size_t n = (size_t)image->width * (size_t)image->height;
    uint16_t *at = malloc(n * sizeof *at);
    const app_picture p = {image->width, image->height, 1, (unsigned char *)at, 1};
    CHECK(at, "out of memory: a picture of %zu pixels", n);
    for (size_t i = 0; i < n; i++)
        at[i] = (uint16_t)lrint(257 * fmin(fmax((double)image->at[i][0], 0), 255));
    snprintf(name, sizeof name, "%s/%s.%s", folder, file, ending);
    TRY(app_picture_write(&p, name));
done:
    free(at);
    return code;
}

static void set_defaults(void *options)
{
    flow_scene *scene = options;
    *scene = flow_scene_defaults;
    scene->rotation = 6; /* all directions, and motion of up to 21 px */
}

static int run(void *options, int count, char **folder)
{
    int code = 0;
    char name[APP_NAME];
    flow_image first = {0}, second = {0};
    flow_field truth = {0};
    (void)count;
    CHECK_USAGE(strlen(*folder) <= APP_NAME - 64, "FOLDER is too long");
    TRY(app_make_folder(*folder));
    TRY(flow_scene_make(options, &first, &second, &truth));
    TRY(write_grey(&first, *folder, "first"));
    TRY(write_grey(&second, *folder, "second"));
    snprintf(name, sizeof name, "%s/truth.flo", *folder);
    TRY(flow_write(&truth, name));
done:
    flow_image_free(&first);
    flow_image_free(&second);
    flow_field_free(&truth);
    return code;
}

const app_command flow_scene_command = {
    .name = "scene",
    .summary = "writes a generated pair and its exact flow",
    .synopsis = "FOLDER [OPTION ...]",
    .text = "Writes FOLDER/first.png, FOLDER/second.png (16 bits) and the exact flow "
            "FOLDER/truth.flo: a sum of cosines, and the same sum sheared, rotated, zoomed and "
            "shifted. Equal seeds give equal pairs.\n",
    .least = 1,
    .most = 1,
    .rows = {{rows, 0, 0}},
    .size = sizeof(flow_scene),
    .set_defaults = set_defaults,
    .run = run,
};
