/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clpwl-bgs scene: writes the generated scene. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include "command.h"
#include "file.h"
#include "message.h"
#include "options.h"
#include "pattern.h"
#include "picture.h"
#include "scene.h"

typedef struct scene_options {
    bgs_scene scene;
    int frames, format, help;
} scene_options;

static const bgs_choice formats[] = {{"png", "PNG"}, {"pnm", "PPM and PGM"}, {NULL, NULL}};

/* clang-format off */
#define IN_SCENE(member) offsetof(bgs_scene, member)
const bgs_option bgs_scene_rows[] = {
    {BGS_OPTION_COUNT, "width", "N", IN_SCENE(width), 32, 4096, NULL, "width, px"},
    {BGS_OPTION_COUNT, "height", "N", IN_SCENE(height), 32, 4096, NULL, "height, px"},
    {BGS_OPTION_COUNT, "empty", "N", IN_SCENE(empty), 0, 100000, NULL,
     "frames before the two objects come"},
    {BGS_OPTION_COUNT, "seed", "N", IN_SCENE(seed), 0, 1000000000, NULL,
     "another seed, another noise and texture"},
    {BGS_OPTION_NUMBER, "noise", "X", IN_SCENE(noise), 0, 50, NULL,
     "standard deviation of the noise, levels"},
    {BGS_OPTION_NUMBER, "drift", "X", IN_SCENE(drift), 0, 0.5, NULL,
     "amplitude of the light's drift, as a share"},
    {BGS_OPTION_NUMBER, "sway", "X", IN_SCENE(sway), 0, 5, NULL,
     "amplitude of the trees' tops, 1/20 of the width"},
    {BGS_OPTION_NUMBER, "camouflage", "X", IN_SCENE(camouflage), 0, 0.95, NULL,
     "share of the background's colour in the objects'"},
    BGS_OPTIONS_END,
};

#define AT(member) offsetof(scene_options, member)
static const bgs_option rows[] = {
    {BGS_OPTION_COUNT, "frames", "N", AT(frames), 1, 100000, NULL, "frames in all"},
    {BGS_OPTION_CHOICE, "format", "WORD", AT(format), 0, 0, formats, "format of the pictures"},
    BGS_OPTION_HELP(AT(help)),
    BGS_OPTIONS_END,
};
/* clang-format on */

static int write_range(const scene_options *o, const char *folder)
{
    int code = 0, last;
    char name[BGS_NAME];
    bgs_file file = {0};
    snprintf(name, sizeof name, "%s/temporalROI.txt", folder);
    BGS_TRY(bgs_file_open(&file, name));
    fprintf(file.f, "%d %d\n", o->scene.empty < o->frames ? o->scene.empty : 0, o->frames - 1);
    BGS_TRY(bgs_file_mark(&file));
done:
    last = bgs_file_close(&file);
    return code ? code : last;
}

static int write_frames(const scene_options *o, const char *folder)
{
    int code = 0;
    char name[BGS_NAME];
    const bgs_scene *s = &o->scene;
    bgs_picture in = {0}, truth = {0};
    BGS_TRY(bgs_picture_make(&in, s->width, s->height, 3, folder));
    BGS_TRY(bgs_picture_make(&truth, s->width, s->height, 1, folder));
    bgs_frame frame = {s->width, s->height, in.data};
    for (int t = 0; t < o->frames; t++) {
        bgs_scene_frame(s, t, &frame, truth.data);
        snprintf(name, sizeof name, "%s/in%06d.%s", folder, t, o->format ? "ppm" : "png");
        BGS_TRY(bgs_picture_write(&in, name));
        snprintf(name, sizeof name, "%s/truth%06d.%s", folder, t, o->format ? "pgm" : "png");
        BGS_TRY(bgs_picture_write(&truth, name));
    }
done:
    bgs_picture_free(&in);
    bgs_picture_free(&truth);
    return code;
}

int bgs_scene_command(int argc, char **argv)
{
    int code = 0, operands = 0;
    scene_options o = {.scene = bgs_scene_defaults, .frames = 300};
#ifndef HAVE_PNG
    o.format = 1;
#endif
    const bgs_option_group groups[] = {{rows, &o}, {bgs_scene_rows, &o.scene}};
    BGS_TRY(bgs_options_parse(argc, argv, groups, 2, &operands));
    if (o.help) {
        o.help = 0;
        printf("usage: clpwl-bgs scene [OPTION]... FOLDER\n\n"
               "Writes FOLDER/in%%06d.png, their exact truth FOLDER/truth%%06d.png, and the range\n"
               "of frames with objects, FOLDER/temporalROI.txt. One seed, one scene.\n\n");
        bgs_options_print(groups, 2);
        goto done;
    }
    if (operands != 1 || strlen(argv[1]) > BGS_NAME - 64)
        return bgs_usage("scene takes one FOLDER");
    BGS_CHECK(mkdir(argv[1], 0777) == 0 || errno == EEXIST, "cannot make the folder '%s': %s",
              argv[1], strerror(errno));
    BGS_TRY(write_frames(&o, argv[1]));
    BGS_TRY(write_range(&o, argv[1]));
done:
    return code;
}
