/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A picture of a mesh and its patches. */
#ifndef MESH_DRAW_H
#define MESH_DRAW_H

#include "common/picture.h"
#include "patches.h"

/* Three views, turned about the upright axis, and the patches' names. The first view is from the
 * side with the largest area. */
int mesh_draw(app_picture *out, const mesh *m, const mesh_patches *patches);

#endif
