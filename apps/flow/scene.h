/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pairs of pictures with an exact flow: a sum of cosines, and the same sum moved. */
#ifndef FLOW_SCENE_H
#define FLOW_SCENE_H

#include "flow.h"

typedef struct flow_scene {
    int width, height, seed;
    double shift[2]; /* px, right and down */
    double rotation; /* degrees, about the middle */
    double zoom;     /* factor, about the middle */
    double shear;    /* px to the right for each px down */
    double noise;    /* standard deviation in each picture, grey */
} flow_scene;

extern const flow_scene flow_scene_defaults;

/* Makes all three; the caller frees them. */
int flow_scene_make(const flow_scene *s, flow_image *first, flow_image *second, flow_field *truth);

#endif
