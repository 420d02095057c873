/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A scene with exact truth, generated from a seed: a wall and sky, trees whose edges sway, water
 * with travelling waves, noise of the sensor, drifting light, and from a given frame on two moving
 * objects. A frame depends only on its number. The truth is computed in integers, so that it is
 * the same on every platform.
 */
#ifndef BGS_SCENE_H
#define BGS_SCENE_H

#include "common/picture.h"

typedef struct bgs_scene {
    int width, height;
    int seed;
    int empty;    /* frames before the objects appear */
    double noise; /* standard deviation, levels */
    double drift; /* relative amplitude of the light's drift */
    double sway;  /* amplitude of the trees' tops, 1/20 of the width */
    double camouflage; /* share of the background's colour in the objects' colours */
} bgs_scene;

extern const bgs_scene bgs_scene_defaults;

/* Fills the caller's arrays, of the scene's size. truth: 0 or 255. */
void bgs_scene_frame(const bgs_scene *scene, int number, app_picture *frame, unsigned char *truth);

#endif
