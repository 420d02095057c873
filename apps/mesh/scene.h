/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bodies of capsules, as closed meshes with known parts. */
#ifndef MESH_SCENE_H
#define MESH_SCENE_H

#include "seg.h"

typedef enum mesh_body { MESH_DUMBBELL, MESH_HAND } mesh_body;

typedef struct mesh_scene {
    int body; /* mesh_body */
    int cells; /* of the grid, along the longest side */
} mesh_scene;

extern const mesh_scene mesh_scene_defaults;

/* The mesh, finished, and the part of each face. The dumbbell has 3 parts, the hand 6. */
int mesh_scene_make(const mesh_scene *s, mesh *out, mesh_seg *truth);

#endif
