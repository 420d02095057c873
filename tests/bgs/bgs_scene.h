/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Small frames for the suites of clpwl-bgs; they are the same on every machine. */
#ifndef TESTS_BGS_SCENE_H
#define TESTS_BGS_SCENE_H

#include "common/picture.h"

enum { SCENE_WIDTH = 45, SCENE_HEIGHT = 33, SCENE_PIXELS = SCENE_WIDTH * SCENE_HEIGHT };

typedef struct scene {
    unsigned seed;
    unsigned char rgb[3 * SCENE_PIXELS];
    unsigned char truth[SCENE_PIXELS]; /* 255 where the object is */
} scene;

static inline int scene_noise(scene *s, int range)
{
    s->seed = s->seed * 1664525u + 1013904223u;
    return (int)((s->seed >> 16) % (unsigned)(2 * range + 1)) - range;
}

/* 1 if the object covers a pixel at time t. It is a square that enters at t = 24. */
static inline int scene_object(int x, int y, int t)
{
    int left = 2 * (t - 24) - 10, top = 10;
    return t >= 24 && x >= left && x < left + 10 && y >= top && y < top + 12;
}

/* A gradient, an edge that moves by two pixels, noise, and the object. */
static inline app_picture scene_frame(scene *s, int t)
{
    static const int sway[8] = {0, 1, 2, 2, 1, 0, -1, -1};
    for (int y = 0; y < SCENE_HEIGHT; y++)
        for (int x = 0; x < SCENE_WIDTH; x++) {
            unsigned char *p = &s->rgb[3 * (y * SCENE_WIDTH + x)];
            int leaf = x + sway[t % 8] < 15, object = scene_object(x, y, t);
            int base[3] = {90 + x, 110 + y, 100};
            if (leaf)
                base[0] = 40, base[1] = 120, base[2] = 30;
            if (object)
                base[0] = 200, base[1] = 60 + 2 * y, base[2] = 60;
            for (int d = 0; d < 3; d++)
                p[d] = (unsigned char)(base[d] + scene_noise(s, 4));
            s->truth[y * SCENE_WIDTH + x] = object ? 255 : 0;
        }
    return (app_picture){SCENE_WIDTH, SCENE_HEIGHT, 3, s->rgb, 0};
}

#endif
