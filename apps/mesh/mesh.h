/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A triangle mesh, what is wrong with it, and its pairs of adjacent faces: the edges of its dual
 * graph.
 *
 * Functions that return int: 0, or an exit code after a message.
 */
#ifndef MESH_MESH_H
#define MESH_MESH_H

#include <stdint.h>
#include "common/message.h"
#include "mesh/graph.h"

typedef struct mesh_check {
    uint32_t polygons;   /* faces of more than three corners, which were triangulated */
    uint32_t left_out;   /* points and lines of the file */
    uint32_t welded;     /* vertices equal to another one */
    uint32_t degenerate; /* faces without area */
    uint32_t boundary;   /* edges of one face */
    uint32_t crowded;    /* edges of more than two faces */
    uint32_t turned;     /* edges whose two faces are wound in opposite ways */
    uint32_t components;
} mesh_check;

/* Two adjacent faces. */
typedef struct mesh_pair {
    uint32_t a, b;
    double geodesic; /* between the centroids, the faces unfolded about their edge */
    double half;     /* |n_a - n_b| / 2, the sine of half the angle between the normals */
    double cosine;   /* n_a . n_b */
    double angle;    /* the cost of the angle: Ang */
    float length;    /* of the dual graph's edge */
    int is_concave;
} mesh_pair;

typedef struct mesh {
    uint32_t vertex_count, face_count, pair_count, edge_count;
    double (*vertices)[3]; /* as in the file: no coordinate is narrowed */
    uint32_t (*faces)[3];
    double (*normals)[3], (*centroids)[3]; /* by face; a normal has the length 1, or 0 */
    double *areas;                         /* by face */
    mesh_pair *pairs;
    double mean_geodesic, mean_angle; /* of the pairs */
    uint32_t *component;              /* by face */
    uint32_t links;                   /* pairs at the end that join components */
    mesh_check check;
} mesh;

/* Reads NAME.off, .obj, .ply or .stl. Then mesh_finish. Takes at most 64 bytes of memory for each
 * byte of the file, and 1 MiB. */
int mesh_read(mesh *out, const char *path);
/* Of vertices and faces makes all the rest but links, costs and lengths. Equal vertices become
 * one. Faces keep their order, those without area too. Takes at most MESH_FACE_BYTES for each face and
 * MESH_VERTEX_BYTES for each vertex, the mesh included. */
int mesh_finish(mesh *m);
enum { MESH_FACE_BYTES = 256, MESH_VERTEX_BYTES = 36 };
/* Joins the components by pairs of their nearest faces, as many as needed. A link is as long as the
 * distance of the centroids, and its angle is concave and right. */
int mesh_link(mesh *m);
/* The dual graph of the pairs' lengths. */
int mesh_graph_of(mesh_graph *out, const mesh *m);
void mesh_free(mesh *m);

#endif
