/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Segmentations in files: NAME.seg, a whole number a line for each face in the model's order, and
 * the model itself with coloured faces, NAME.ply and NAME.off.
 */
#ifndef MESH_SEG_H
#define MESH_SEG_H

#include "mesh.h"

typedef struct mesh_seg {
    uint32_t faces;
    uint32_t *label; /* by face */
} mesh_seg;

/* At most 2^30 faces, labels from 0 to 2^31 - 1. */
int mesh_seg_read(mesh_seg *out, const char *path);
void mesh_seg_free(mesh_seg *s);
int mesh_seg_write(const uint32_t *label, uint32_t faces, const char *path);
/* Files give back each coordinate to the last bit. Text. label NULL: without colours. */
int mesh_off_write(const mesh *m, const uint32_t *label, const char *path);
/* Binary, little-endian in memory; doubles unless floats hold all coordinates. */
int mesh_ply_write(const mesh *m, const uint32_t *label, const char *path);

/* The colour of a patch. */
void mesh_color(uint32_t label, unsigned char rgb[3]);

#endif
