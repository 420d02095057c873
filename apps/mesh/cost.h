/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Distances of adjacent faces: S. Katz, A. Tal, "Hierarchical mesh decomposition using fuzzy
 * clustering and cuts", ACM Trans. Graphics 22(3), 2003:
 *   alpha geodesic / mean + (1 - alpha) angle / mean
 *   angle = w c(theta), w = 1 if concave, otherwise eta; theta: between the normals
 *
 * The costs theta and -log(1 - theta/pi) come from tables. A uniform table of acos over the cosine
 * fails, as acos is steepest where most faces lie, at 1. Over |n_a - n_b|/2, the sine of the half
 * angle, the costs are smooth there. The cost 1 - cos(theta) is 2 (|n_a - n_b|/2)^2 and needs no
 * table.
 */
#ifndef MESH_COST_H
#define MESH_COST_H

#include "mesh.h"
#include "options.h"

typedef struct mesh_cost_summary {
    char method[32]; /* of the table; "": there is none */
    double error;    /* of the table as executed */
} mesh_cost_summary;

/* Sets the costs and lengths of all pairs. */
int mesh_cost(mesh *m, const mesh_options *o, clpwl_context *context, mesh_cost_summary *out);

#endif
