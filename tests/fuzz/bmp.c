/* SPDX-License-Identifier: GPL-3.0-or-later */
/* BMP pictures. */
#include "pictures.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_picture(data, size);
    return 0;
}
