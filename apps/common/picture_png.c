/* SPDX-License-Identifier: GPL-3.0-or-later */
/* PNG by libpng's simplified interface: no setjmp, every depth and palette. */
#include <errno.h>
#include <png.h>
#include <string.h>
#include "common/message.h"
#include "common/picture.h"

/* The most pixels that a byte of a PNG can encode: deflate expands a byte to at most 1032, of 8
 * pixels each. */
enum { MOST_PIXELS = 1032 * 8 };

int app_png_read(app_picture *out, FILE *f, const char *path)
{
    int code = 0, channels = out->channels;
    png_image image = {.version = PNG_IMAGE_VERSION};
    *out = (app_picture){0};
    CHECK(png_image_begin_read_from_stdio(&image, f), "'%s' cannot be read as PNG: %s", path,
          image.message);
    TRY(app_picture_is_held(f, (long)image.width, (long)image.height, MOST_PIXELS, path));
    image.format = channels == 3 ? PNG_FORMAT_RGB : PNG_FORMAT_GRAY;
    TRY(app_picture_make(out, (long)image.width, (long)image.height, channels, path));
    const png_color black = {0, 0, 0}; /* under what is transparent */
    CHECK(png_image_finish_read(&image, &black, out->data, 0, NULL),
          "'%s' cannot be read as PNG: %s", path, image.message);
done:
    png_image_free(&image);
    if (code)
        app_picture_free(out);
    return code;
}

int app_png_write(const app_picture *p, FILE *f, const char *path)
{
    int code = 0;
    png_image image = {.version = PNG_IMAGE_VERSION,
                       .width = (png_uint_32)p->width,
                       .height = (png_uint_32)p->height,
                       .format = p->channels == 3 ? PNG_FORMAT_RGB : PNG_FORMAT_GRAY,
                       .flags = PNG_IMAGE_FLAG_FAST};
    errno = 0;
    CHECK(png_image_write_to_stdio(&image, f, 0, p->data, 0, NULL), "cannot write '%s': %s",
          path, errno ? strerror(errno) : image.message);
done:
    png_image_free(&image);
    return code;
}
