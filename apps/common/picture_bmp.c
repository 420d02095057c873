/* SPDX-License-Identifier: GPL-3.0-or-later */
/* BMP of 1, 4, 8, 24 and 32 bits without compression, with rows in either order. */
#include <errno.h>
#include <limits.h>
#include <string.h>
#include "common/message.h"
#include "common/picture.h"

enum {
    FILE_HEAD = 14, /* "BM", the file's size, 4 bytes, the place of the pixels */
    INFO_HEAD = 40, /* the least of the heads that follow: BITMAPINFOHEADER */
    COLOURS = 256,
    PLAIN = 0,
    MASKS = 3 /* 32 bits, with a mask for each channel */
};

typedef struct bmp {
    long width, height, start; /* start: the place of the pixels */
    int upwards, bits;
    unsigned char palette[COLOURS][4]; /* B G R and an unused byte */
} bmp;

static unsigned long word(const unsigned char *at)
{
    return at[0] | (unsigned long)at[1] << 8 | (unsigned long)at[2] << 16 |
           (unsigned long)at[3] << 24;
}

static long number(const unsigned char *at)
{
    unsigned long w = word(at);
    return w > INT_MAX ? (long)w - (1L << 32) : (long)w;
}

static int read_head(bmp *b, FILE *f, const char *path)
{
    static const unsigned char usual[12] = {0, 0, 0xff, 0, 0, 0xff, 0, 0, 0xff};
    int code = 0;
    unsigned char h[FILE_HEAD + INFO_HEAD + 12] = {0};
    CHECK(fread(h, 1, FILE_HEAD + INFO_HEAD, f) == FILE_HEAD + INFO_HEAD,
          "'%s' ends in the header of its BMP", path);
    const unsigned long head = word(h + 14), compression = word(h + 30), used = word(h + 46);
    b->start = (long)word(h + 10);
    b->width = number(h + 18);
    b->height = number(h + 22);
    b->bits = h[28] | h[29] << 8;
    b->upwards = b->height > 0;
    b->height = b->upwards ? b->height : -b->height;
    CHECK(head >= INFO_HEAD && head <= 124, "'%s' is a BMP whose header has %lu bytes; it must be "
          "40 to 124", path, head);
    CHECK(compression == PLAIN || (compression == MASKS && b->bits == 32),
          "'%s' is a compressed BMP; it must be without compression", path);
    CHECK(b->bits == 1 || b->bits == 4 || b->bits == 8 || b->bits == 24 || b->bits == 32,
          "'%s' is a BMP of %d bits; it must be 1, 4, 8, 24 or 32", path, b->bits);
    if (compression == MASKS) /* in the head, or between the least head and the pixels */
        CHECK(fread(h + FILE_HEAD + INFO_HEAD, 1, 12, f) == 12 &&
                  memcmp(h + FILE_HEAD + INFO_HEAD, usual, 12) == 0,
              "'%s' is a BMP with unusual places of the channels; they must be B, G, R", path);
    if (b->bits <= 8) {
        size_t count = used && used < (1UL << b->bits) ? used : 1UL << b->bits;
        CHECK(fseek(f, FILE_HEAD + (long)head, SEEK_SET) == 0 &&
                  fread(b->palette, 4, count, f) == count,
              "'%s' ends in the palette of its BMP", path);
    }
    CHECK(b->start >= FILE_HEAD + (long)head && fseek(f, b->start, SEEK_SET) == 0,
          "'%s' is a BMP whose pixels begin in its header", path);
done:
    return code;
}

static void convert_row(const bmp *b, const unsigned char *row, app_picture *out, long y)
{
    const int bytes = b->bits / 8, each = b->bits < 8 ? 8 / b->bits : 1;
    for (long x = 0; x < b->width; x++) {
        const unsigned char *p = row + x * bytes;
        if (b->bits <= 8) {
            int shift = b->bits * (each - 1 - (int)(x % each));
            p = b->palette[row[x / each] >> shift & ((1 << b->bits) - 1)];
        }
        app_store_pixel(out, (size_t)(y * b->width + x), (const int[]){p[2], p[1], p[0]});
    }
}

int app_bmp_read(app_picture *out, FILE *f, const char *path)
{
    int code = 0, channels = out->channels;
    bmp b = {.width = 0};
    unsigned char *row = NULL;
    *out = (app_picture){0};
    TRY(read_head(&b, f, path));
    TRY(app_picture_is_held(f, b.width, b.height, b.bits < 8 ? 8 / b.bits : 1, path));
    TRY(app_picture_make(out, b.width, b.height, channels, path));
    const size_t bytes = ((size_t)b.width * (size_t)b.bits + 31) / 32 * 4;
    row = malloc(bytes);
    CHECK(row, "out of memory: a row of '%s'", path);
    for (long i = 0; i < b.height; i++) {
        long y = b.upwards ? b.height - 1 - i : i;
        CHECK(fread(row, 1, bytes, f) == bytes, "'%s' ends before its %ld x %ld pixels", path,
              b.width, b.height);
        convert_row(&b, row, out, y);
    }
done:
    free(row);
    if (code)
        app_picture_free(out);
    return code;
}
