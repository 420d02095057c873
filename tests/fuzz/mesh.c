/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Models of meshes, of any name, by one of the readers. */
#include <math.h>
#include "fuzz.h"
#include "mesh/reader.h"

static void try_mesh(const uint8_t *data, size_t size, mesh_reader *read)
{
    mesh m;
    if (mesh_read_by(&m, fuzz_file(data, size), read) != 0) {
        FUZZ_HOLDS(!m.vertices && !m.faces && !m.pairs && m.face_count == 0);
        return;
    }
    /* 64 bytes for each of the file, and 1 MiB. */
    FUZZ_HOLDS((size_t)m.face_count * MESH_FACE_BYTES <= 64 * size + (1 << 20));
    FUZZ_HOLDS(m.face_count >= 2 && m.pair_count <= 3 * m.face_count && m.check.components > 0);
    for (uint32_t i = 0; i < m.vertex_count; i++)
        for (int k = 0; k < 3; k++)
            FUZZ_HOLDS(isfinite(m.vertices[i][k]));
    for (uint32_t f = 0; f < m.face_count; f++) {
        FUZZ_HOLDS(isfinite(m.areas[f]) && m.areas[f] >= 0 && m.component[f] < m.check.components);
        for (int k = 0; k < 3; k++)
            FUZZ_HOLDS(m.faces[f][k] < m.vertex_count && isfinite(m.centroids[f][k]));
    }
    for (uint32_t i = 0; i < m.pair_count; i++) {
        const mesh_pair *p = &m.pairs[i];
        FUZZ_HOLDS(p->a < m.face_count && p->b < m.face_count && p->a != p->b);
        FUZZ_HOLDS(p->half >= 0 && p->half <= 1 && p->geodesic >= 0 && isfinite(p->geodesic));
    }
    mesh_free(&m);
}

#define READER(format)                                       \
    void fuzz_##format(const uint8_t *data, size_t size)     \
    {                                                        \
        try_mesh(data, size, mesh_read_##format);            \
    }
READER(obj)
READER(off)
READER(ply)
READER(stl)
