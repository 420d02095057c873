/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pictures, read as grey and as colours, of 8 and of 16 bits. */
#ifndef CLPWL_TEST_FUZZ_PICTURES_H
#define CLPWL_TEST_FUZZ_PICTURES_H

#include "fuzz.h"
#include "common/picture.h"

static inline void fuzz_picture(const uint8_t *data, size_t size)
{
    app_picture p = {0};
    for (int i = 0; i < 4; i++) {
        int channels = i % 2 ? 3 : 1, wide = i / 2;
        const char *path = fuzz_file(data, size);
        if ((wide ? app_picture_read_wide : app_picture_read)(&p, path, channels) == 0)
            FUZZ_HOLDS(p.data && p.width > 0 && p.height > 0 && p.channels == channels &&
                       p.wide == wide);
        else
            FUZZ_HOLDS(!p.data);
        app_picture_free(&p);
    }
}

#endif
