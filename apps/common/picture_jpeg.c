/* SPDX-License-Identifier: GPL-3.0-or-later */
/* JPEG by libjpeg, whose errors leave by longjmp. */
#include <setjmp.h>
#include <stdio.h>
#include <string.h>
#include <jpeglib.h>
#include "common/message.h"
#include "common/picture.h"

typedef struct decoder {
    struct jpeg_decompress_struct jpeg;
    struct jpeg_error_mgr errors;
    jmp_buf out;
    char text[JMSG_LENGTH_MAX];
    int orientation; /* of Exif, from 1 to 8 */
} decoder;

static void leave(j_common_ptr jpeg)
{
    decoder *d = (decoder *)jpeg;
    jpeg->err->format_message(jpeg, d->text);
    longjmp(d->out, 1);
}

/* libjpeg fills the rest of a file that ends early with grey, and only warns: that is an error
 * here. */
static void warn(j_common_ptr jpeg, int level)
{
    if (level < 0)
        leave(jpeg);
}

/*
 * The most pixels that a byte of a JPEG can encode: in Huffman's code a block of 64 pixels takes
 * at least a bit; twice that number is allowed. In arithmetic code a flat block takes almost no
 * bits; there the size of the picture is limited to that of 8K.
 */
enum { MOST_PIXELS = 2 * 8 * 64, MOST_ARITHMETIC = 7680 * 4320 };

static int is_plausible(const decoder *d, FILE *f, const char *path)
{
    int code = 0;
    long width = (long)d->jpeg.image_width, height = (long)d->jpeg.image_height;
    if (!d->jpeg.arith_code)
        return app_picture_is_held(f, width, height, MOST_PIXELS, path);
    CHECK(width * height <= MOST_ARITHMETIC,
          "'%s' has %ld x %ld pixels in arithmetic code; at most 7680 x 4320 of them are read",
          path, width, height);
done:
    return code;
}

enum { EXIF = JPEG_APP0 + 1, ORIENTATION = 0x112, SHORT = 3, UPRIGHT = 1, ORIENTATIONS = 8 };

/* A number of `bytes` bytes at data; `last` is 1 where the least byte is the last. */
static unsigned long take_number(const JOCTET *data, size_t bytes, int last)
{
    unsigned long value = 0;
    for (size_t i = 0; i < bytes; i++)
        value |= (unsigned long)data[i] << 8 * (last ? bytes - 1 - i : i);
    return value;
}

/* The orientation of an Exif segment: "Exif", 0, 0, then a TIFF header with the place of entries of 12 bytes.
 * UPRIGHT where the segment is damaged or has none. */
static int find_orientation(const JOCTET *data, size_t length)
{
    enum { NAME = 6, HEADER = 8, ENTRY = 12 };
    if (length < NAME + HEADER || memcmp(data, "Exif\0\0", NAME) != 0)
        return UPRIGHT;
    data += NAME;
    length -= NAME;
    int last = data[0] == 'M';
    if (memcmp(data, last ? "MM\0*" : "II*\0", 4) != 0)
        return UPRIGHT;
    size_t at = take_number(data + 4, 4, last);
    if (at > length - 2)
        return UPRIGHT;
    size_t count = take_number(data + at, 2, last);
    for (at += 2; count > 0 && at + ENTRY <= length; count--, at += ENTRY) {
        unsigned long value = take_number(data + at + 8, 2, last);
        if (take_number(data + at, 2, last) == ORIENTATION)
            return take_number(data + at + 2, 2, last) == SHORT && value >= UPRIGHT && value <= ORIENTATIONS
                       ? (int)value
                       : UPRIGHT;
    }
    return UPRIGHT;
}

static int orientation_of(const decoder *d)
{
    for (jpeg_saved_marker_ptr m = d->jpeg.marker_list; m; m = m->next)
        if (m->marker == EXIF && m->data_length >= 4 && memcmp(m->data, "Exif", 4) == 0)
            return find_orientation(m->data, m->data_length);
    return UPRIGHT;
}

/* Turns and mirrors the picture as the orientation says: 2 to 4 keep the sides, 5 to 8 exchange them. */
static int turn(app_picture *picture, int orientation, const char *path)
{
    static const struct {
        int from_right, from_below;
    } begins[] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}, {0, 0}, {0, 1}, {1, 1}, {1, 0}};
    const int swaps = orientation > 4, w = picture->width, h = picture->height, c = picture->channels;
    int code = 0;
    app_picture turned = {0};
    if (orientation == UPRIGHT)
        goto done;
    TRY(app_picture_make(&turned, swaps ? h : w, swaps ? w : h, c, path));
    for (int y = 0; y < turned.height; y++)
        for (int x = 0; x < turned.width; x++) {
            int from_x = swaps ? y : x, from_y = swaps ? x : y;
            from_x = begins[orientation - 1].from_right ? w - 1 - from_x : from_x;
            from_y = begins[orientation - 1].from_below ? h - 1 - from_y : from_y;
            memcpy(turned.data + ((size_t)y * (size_t)turned.width + (size_t)x) * (size_t)c,
                   picture->data + ((size_t)from_y * (size_t)w + (size_t)from_x) * (size_t)c, (size_t)c);
        }
    app_picture_free(picture);
    *picture = turned;
done:
    return code;
}

static int decode(decoder *d, app_picture *out, FILE *f, const char *path)
{
    int channels = out->channels;
    *out = (app_picture){0};
    if (setjmp(d->out))
        return app_fail("'%s' cannot be read as JPEG: %s", path, d->text);
    jpeg_create_decompress(&d->jpeg);
    jpeg_stdio_src(&d->jpeg, f);
    jpeg_save_markers(&d->jpeg, EXIF, 0xffff);
    jpeg_read_header(&d->jpeg, TRUE);
    d->orientation = orientation_of(d);
    if (is_plausible(d, f, path))
        return EXIT_FAILURE;
    if (d->jpeg.jpeg_color_space == JCS_CMYK || d->jpeg.jpeg_color_space == JCS_YCCK)
        return app_fail("'%s' is a CMYK picture; it must be converted to RGB or grey", path);
    d->jpeg.out_color_space = channels == 3 ? JCS_RGB : JCS_GRAYSCALE;
    jpeg_start_decompress(&d->jpeg);
    if (app_picture_make(out, (long)d->jpeg.output_width, (long)d->jpeg.output_height, channels,
                         path))
        return EXIT_FAILURE;
    while (d->jpeg.output_scanline < d->jpeg.output_height) {
        JSAMPROW row = out->data + (size_t)d->jpeg.output_scanline * (size_t)out->width *
                                       (size_t)channels;
        jpeg_read_scanlines(&d->jpeg, &row, 1);
    }
    jpeg_finish_decompress(&d->jpeg);
    return 0;
}

int app_jpeg_read(app_picture *out, FILE *f, const char *path)
{
    decoder d = {.text = ""};
    d.jpeg.err = jpeg_std_error(&d.errors);
    d.errors.error_exit = leave;
    d.errors.emit_message = warn;
    int code = decode(&d, out, f, path);
    if (!code)
        code = turn(out, d.orientation, path);
    jpeg_destroy_decompress(&d.jpeg);
    if (code)
        app_picture_free(out);
    return code;
}
