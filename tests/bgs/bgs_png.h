/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads PNG pictures by libpng's simplified interface. */
#ifndef BGS_PNG_H
#define BGS_PNG_H

#include <png.h>
#include <stdlib.h>
#include <string.h>

/* The picture as RGB (channels 3) or grey (1), which the caller frees; NULL if there is no
 * picture. */
static inline unsigned char *png_read_all(const char *path, int channels, int *width, int *height)
{
    png_image image = {.version = PNG_IMAGE_VERSION};
    unsigned char *pixels = NULL;
    if (!png_image_begin_read_from_file(&image, path))
        return NULL;
    image.format = channels == 3 ? PNG_FORMAT_RGB : PNG_FORMAT_GRAY;
    pixels = malloc(PNG_IMAGE_SIZE(image));
    if (!pixels || !png_image_finish_read(&image, NULL, pixels, 0, NULL)) {
        png_image_free(&image);
        free(pixels);
        return NULL;
    }
    *width = (int)image.width;
    *height = (int)image.height;
    return pixels;
}

#endif
