/* SPDX-License-Identifier: GPL-3.0-or-later */
/* PPM and PGM pictures, and other bytes. */
#include "pictures.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_picture(data, size);
    return 0;
}
