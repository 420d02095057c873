/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Polygons in space to triangles, in the plane of the normal after Newell.
 *
 *   convex     a fan from the first corner
 *   otherwise  ears are cut off: G. H. Meisters, "Polygons have ears", 1975. Where none is left, the
 *              polygon crosses itself, and the rest becomes a fan.
 *
 * Ears take a time that grows with the square of the corners. A polygon of more than MESH_EARS_MOST corners
 * is convex, or is refused; its corners may lie by a millionth of its size inside of a convex one.
 */
#ifndef MESH_POLYGON_H
#define MESH_POLYGON_H

#include <stdint.h>

enum { MESH_EARS_MOST = 4096 };

typedef struct mesh_cutter mesh_cutter;

/* For polygons of up to `most` corners. NULL where memory lacks. */
mesh_cutter *mesh_cutter_make(uint32_t most);
void mesh_cutter_free(mesh_cutter *c);

/* Writes n - 2 triangles, n >= 3, wound as the polygon. 0: the polygon is refused. */
int mesh_polygon_cut(mesh_cutter *c, const double (*vertices)[3], const uint32_t *corners, uint32_t n,
                     uint32_t (*out)[3]);

#endif
