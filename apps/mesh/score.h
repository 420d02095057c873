/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A segmentation against others: X. Chen, A. Golovinskiy, T. Funkhouser, "A benchmark for 3D mesh
 * segmentation", SIGGRAPH 2009. All faces count alike. 0: they are the same.
 */
#ifndef MESH_SCORE_H
#define MESH_SCORE_H

#include "seg.h"

typedef struct mesh_score {
    double rand;    /* pairs of faces that are together in one and apart in the other, a share */
    double missing; /* directional Hamming distances a face: faces of the other's patch that the */
    double alarm;   /* best patch here misses; faces of a patch here outside the best one there */
    double hamming; /* their mean */
    double gce, lce; /* global and local consistency error */
} mesh_score;

/* s against the truth t, which has as many faces. */
int mesh_score_make(mesh_score *out, const mesh_seg *s, const mesh_seg *t);

#endif
