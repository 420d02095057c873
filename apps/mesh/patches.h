/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Fuzzy clustering of faces after Katz and Tal (cost.h), by the distances of all faces:
 *
 *   1. representatives: the face nearest to all others, then, again and again, the face farthest
 *      from the representatives so far; of two patches, two ends. Each face goes to the nearest.
 *   2. memberships P_k(f) = (1/D(f,k)) / sum_l (1/D(f,l)), D: the mean distance to the faces of
 *      patch k. Each face goes to the patch of its largest membership. The new representative of k
 *      is its face g with the least sum over f of P_k(f) D(f,g).
 *   3. 2 again, until no representative changes.
 *   4. For two adjacent patches, faces whose memberships are nearly equal are divided anew, by a
 *      minimum cut. A pair of adjacent faces has the capacity 1/(1 + angle/mean).
 *   5. What is not connected with the rest of its patch goes to the patch with the longest common
 *      border, in pairs of faces.
 */
#ifndef MESH_PATCHES_H
#define MESH_PATCHES_H

#include "mesh.h"
#include "options.h"

typedef struct mesh_patch {
    uint32_t faces, center; /* center: the representative */
    uint32_t neighbors;     /* adjacent patches */
    double area;
    /* "body", the patch with the most neighbours, and of those the largest; otherwise "limb-N",
     * with one neighbour, "link-N", with several, and "piece-N", with none */
    char name[24];
} mesh_patch;

enum { MESH_PATCHES_MOST = 20 }; /* where their number is not given */

typedef struct mesh_patches {
    uint32_t count;
    uint32_t *label; /* by face, 0 ... count - 1 */
    mesh_patch *list;
    int rounds;       /* of the last clustering */
    uint32_t fuzzy;   /* faces that a cut decided */
    uint32_t strays;  /* faces that step 5 moved */
} mesh_patches;

/* Refuses more parts than faces. */
int mesh_patches_check(const mesh *m, const mesh_options *o);
int mesh_patches_find(mesh_patches *out, const mesh *m, const mesh_graph *graph,
                      const mesh_paths *paths, const mesh_options *o);
/* Sets the list but for the centers. */
int mesh_patches_describe(mesh_patches *p, const mesh *m);
void mesh_patches_free(mesh_patches *p);

/* Divides the faces of the labels i and j whose share P_i / (P_i + P_j) is less than `band` from
 * 1/2. *count: the number of those faces. share[0], share[1]: P_i and P_j by face. */
int mesh_cut(const mesh *m, uint32_t *label, const uint32_t labels[2], const float *const share[2],
             double band, uint32_t *count);
/* Step 5. Faces of the label MESH_OUTSIDE stay. *moved: the faces that got another label. */
#define MESH_OUTSIDE UINT32_MAX
int mesh_connect(const mesh_graph *graph, uint32_t *label, uint32_t count, uint32_t *moved);

#endif
