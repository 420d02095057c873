/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pictures of clpwl-bgs, read as grey and as colours. */
#ifndef CLPWL_TEST_FUZZ_PICTURES_H
#define CLPWL_TEST_FUZZ_PICTURES_H

#include "fuzz.h"
#include "common/picture.h"

static inline void fuzz_picture(const uint8_t *data, size_t size)
{
    app_picture p = {0};
    for (int channels = 1; channels <= 3; channels += 2) {
        if (app_picture_read(&p, fuzz_file(data, size), channels) == 0)
            FUZZ_HOLDS(p.data && p.width > 0 && p.height > 0 && p.channels == channels);
        else
            FUZZ_HOLDS(!p.data);
        app_picture_free(&p);
    }
}

#endif
