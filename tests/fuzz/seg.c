/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Segmentations of meshes: .seg. */
#include "fuzz.h"
#include "mesh/seg.h"

void fuzz_seg(const uint8_t *data, size_t size)
{
    mesh_seg s;
    if (mesh_seg_read(&s, fuzz_file(data, size)) != 0) {
        FUZZ_HOLDS(!s.label && s.faces == 0);
        return;
    }
    FUZZ_HOLDS(s.faces > 0 && s.faces <= size);
    for (uint32_t f = 0; f < s.faces; f++)
        FUZZ_HOLDS(s.label[f] <= INT32_MAX);
    mesh_seg_free(&s);
}
