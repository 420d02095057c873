/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A scene with exact truth, made from a seed: a wall and sky, trees whose edges sway,
 * water with travelling waves, noise of the sensor, light that drifts, and from a stated
 * frame on two moving objects. Every frame is a function of its number, so that any can
 * be made alone; the truth depends on no floating-point function of the platform.
 */
#ifndef BGS_SCENE_H
#define BGS_SCENE_H

#include "common/picture.h"

typedef struct bgs_scene {
    int width, height;
    int seed;
    int empty;    /* frames before the objects come */
    double noise; /* deviation, levels */
    double drift; /* amplitude of the light's drift, as a share */
    double sway;  /* amplitude of the trees' tops, 1/20 of the width */
    double camouflage; /* share of the background in the objects' colours */
} bgs_scene;

extern const bgs_scene bgs_scene_defaults;

/* frame's and truth's arrays are the caller's, of the scene's size. truth: 0 or 255. */
void bgs_scene_frame(const bgs_scene *scene, int number, app_picture *frame, unsigned char *truth);

#endif
