/* SPDX-License-Identifier: GPL-3.0-or-later */
/* JPEG by libjpeg, whose errors leave by longjmp. */
#include <setjmp.h>
#include <stdio.h>
#include <jpeglib.h>
#include "common/message.h"
#include "common/picture.h"

typedef struct decoder {
    struct jpeg_decompress_struct jpeg;
    struct jpeg_error_mgr errors;
    jmp_buf out;
    char text[JMSG_LENGTH_MAX];
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

static int decode(decoder *d, app_picture *out, FILE *f, const char *path)
{
    int channels = out->channels;
    *out = (app_picture){0};
    if (setjmp(d->out))
        return app_fail("'%s' cannot be read as JPEG: %s", path, d->text);
    jpeg_create_decompress(&d->jpeg);
    jpeg_stdio_src(&d->jpeg, f);
    jpeg_read_header(&d->jpeg, TRUE);
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
    jpeg_destroy_decompress(&d.jpeg);
    if (code)
        app_picture_free(out);
    return code;
}
