/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pictures, read as grey and as colours, of 8 and of 16 bits. PNG pictures: as they are, and with correct
 * checksums of their chunks. libpng refuses most files with wrong ones at once. */
#include <stdlib.h>
#include <string.h>
#include "fuzz.h"
#include "common/picture.h"

static void try_picture(const uint8_t *data, size_t size)
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

/* CRC-32 by annex D of PNG's specification. */
static uint32_t crc(const uint8_t *data, size_t n)
{
    uint32_t c = 0xffffffff;
    for (size_t i = 0; i < n; i++) {
        c ^= data[i];
        for (int k = 0; k < 8; k++)
            c = c & 1 ? 0xedb88320 ^ (c >> 1) : c >> 1;
    }
    return ~c;
}

/* Chunks are: length (4 bytes, the highest first), type (4), data, checksum (4). */
static void mend(uint8_t *data, size_t size)
{
    enum { SIGNATURE = 8, FRONT = 8, SUM = 4 };
    for (size_t at = SIGNATURE; at + FRONT + SUM <= size;) {
        const uint8_t *l = data + at;
        size_t n = (size_t)l[0] << 24 | (size_t)l[1] << 16 | (size_t)l[2] << 8 | l[3];
        if (n > size - at - FRONT - SUM)
            break;
        uint32_t sum = crc(l + 4, 4 + n);
        for (size_t i = 0; i < SUM; i++)
            data[at + FRONT + n + i] = (uint8_t)(sum >> (24 - 8 * i));
        at += FRONT + n + SUM;
    }
}

void fuzz_png(const uint8_t *data, size_t size)
{
    uint8_t *copy = (uint8_t *)fuzz_text("", 0, data, size, 1);
    try_picture(data, size);
    mend(copy, size);
    try_picture(copy, size);
    free(copy);
}

#define READER(format)                                       \
    void fuzz_##format(const uint8_t *data, size_t size)     \
    {                                                        \
        try_picture(data, size);                             \
    }
READER(bmp)
READER(jpeg)
READER(pnm)
