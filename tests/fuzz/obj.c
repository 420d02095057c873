/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Models of meshes: OBJ. */
#include "meshes.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_mesh(data, size, mesh_read_obj);
    return 0;
}
