/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * PNG by libpng, whose errors leave by longjmp. Values are taken as they stand: gamma, colour
 * profiles and the number of significant bits are not read. Where 8 bits are asked for, the upper
 * byte of 16 counts: it is the label of a truth that another program stretched to 16 bits, by 256
 * or by 257. What is transparent lies on black.
 */
#include <errno.h>
#include <png.h>
#include <setjmp.h>
#include <stdint.h>
#include <string.h>
#include "common/message.h"
#include "common/picture.h"

/* The most pixels that a byte of a PNG can encode: deflate expands a byte to at most 1032, of 8
 * pixels each. */
enum { MOST_PIXELS = 1032 * 8 };

typedef struct decoder {
    png_structp png;
    png_infop info;
    unsigned char *pixels; /* RGBA, of 8 or 16 bits */
    png_bytep *rows;
    char text[256];
} decoder;

static void leave(png_structp png, png_const_charp text)
{
    decoder *d = png_get_error_ptr(png);
    snprintf(d->text, sizeof d->text, "%s", text);
    longjmp(png_jmpbuf(png), 1);
}

static void ignore_warning(png_structp png, png_const_charp text)
{
    (void)png, (void)text;
}

static void composite(const decoder *d, app_picture *out)
{
    const uint16_t *wide = (const void *)d->pixels;
    const unsigned full = out->wide ? 65535 : 255;
    for (size_t i = 0; i < (size_t)out->width * (size_t)out->height; i++) {
        int c[3];
        for (size_t k = 4 * i; k < 4 * i + 3; k++) {
            const unsigned value = out->wide ? wide[k] : d->pixels[k];
            const unsigned alpha = out->wide ? wide[4 * i + 3] : d->pixels[4 * i + 3];
            c[k % 4] = (int)((value * alpha + full / 2) / full);
        }
        app_store_pixel(out, i, c);
    }
}

/* What makes RGBA of all but palettes. */
static void set_transforms(decoder *d, int wide)
{
    const int one = 1;
    if (!wide)
        png_set_strip_16(d->png);
    png_set_expand(d->png);
    if (wide)
        png_set_expand_16(d->png);
    if (wide && *(const char *)&one)
        png_set_swap(d->png);
    png_set_gray_to_rgb(d->png);
    png_set_add_alpha(d->png, wide ? 0xffff : 0xff, PNG_FILLER_AFTER);
}

/* RGBA of rows of indices, in place. libpng takes an index beyond the palette for black, without a word. */
static int expand_palette(decoder *d, const app_picture *out, const char *path)
{
    png_colorp colors = NULL;
    png_bytep alphas = NULL;
    int count = 0, alpha_count = 0;
    png_get_PLTE(d->png, d->info, &colors, &count);
    png_get_tRNS(d->png, d->info, &alphas, &alpha_count, NULL);
    for (long y = 0; y < out->height; y++)
        for (long x = out->width - 1; x >= 0; x--) {
            const int i = d->rows[y][x];
            if (i >= count)
                return app_fail("'%s' cannot be read as PNG: the index %d is beyond the palette", path, i);
            const png_byte c[] = {colors[i].red, colors[i].green, colors[i].blue,
                                  i < alpha_count ? alphas[i] : 0xff};
            for (int k = 0; k < 4; k++)
                if (out->wide)
                    memset(d->rows[y] + 8 * x + 2 * k, c[k], 2);
                else
                    d->rows[y][4 * x + k] = c[k];
        }
    return 0;
}

static int decode(decoder *d, app_picture *out, FILE *f, const char *path)
{
    static const png_byte unused[] = "gAMA\0cHRM\0sRGB\0iCCP\0sBIT\0bKGD\0hIST\0pHYs\0sPLT\0tIME\0"
                                     "tEXt\0zTXt\0iTXt\0eXIf";
    const int channels = out->channels, wide = out->wide;
    const size_t bytes = wide ? 8 : 4; /* of a pixel */
    *out = (app_picture){0};
    if (setjmp(png_jmpbuf(d->png)))
        return app_fail("'%s' cannot be read as PNG: %s", path, d->text);
    png_set_keep_unknown_chunks(d->png, PNG_HANDLE_CHUNK_NEVER, unused, sizeof unused / 5);
    png_set_user_limits(d->png, 0x7fffffff, 0x7fffffff); /* sizes are checked below, with our words */
    png_init_io(d->png, f);
    png_read_info(d->png, d->info);
    const long width = (long)png_get_image_width(d->png, d->info);
    const long height = (long)png_get_image_height(d->png, d->info);
    if (app_picture_is_held(f, width, height, MOST_PIXELS, path))
        return EXIT_FAILURE;
    if (png_get_color_type(d->png, d->info) == PNG_COLOR_TYPE_PALETTE)
        png_set_packing(d->png);
    else
        set_transforms(d, wide);
    png_set_interlace_handling(d->png);
    png_read_update_info(d->png, d->info);
    if (app_picture_make(out, width, height, wide ? 2 * channels : channels, path))
        return EXIT_FAILURE;
    out->channels = channels;
    out->wide = wide;
    d->pixels = malloc(bytes * (size_t)width * (size_t)height);
    d->rows = malloc((size_t)height * sizeof *d->rows);
    if (!d->pixels || !d->rows)
        return app_fail("out of memory: '%s', %ld x %ld pixels", path, width, height);
    for (long y = 0; y < height; y++)
        d->rows[y] = d->pixels + bytes * (size_t)y * (size_t)width;
    png_read_image(d->png, d->rows);
    png_read_end(d->png, NULL);
    return 0;
}

int app_png_read(app_picture *out, FILE *f, const char *path)
{
    decoder d = {.text = ""};
    int code = 0;
    d.png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &d, leave, ignore_warning);
    d.info = d.png ? png_create_info_struct(d.png) : NULL;
    code = d.info ? decode(&d, out, f, path) : app_fail("out of memory: '%s'", path);
    if (code == 0 && png_get_color_type(d.png, d.info) == PNG_COLOR_TYPE_PALETTE)
        code = expand_palette(&d, out, path);
    if (code == 0)
        composite(&d, out);
    png_destroy_read_struct(&d.png, &d.info, NULL);
    free(d.pixels);
    free(d.rows);
    if (code)
        app_picture_free(out);
    return code;
}

static int encode_wide(decoder *d, const app_picture *p, FILE *f, const char *path)
{
    const int one = 1;
    errno = 0;
    if (setjmp(png_jmpbuf(d->png)))
        return app_fail("cannot write '%s': %s", path, errno ? strerror(errno) : d->text);
    png_init_io(d->png, f);
    png_set_IHDR(d->png, d->info, (png_uint_32)p->width, (png_uint_32)p->height, 16,
                 p->channels == 3 ? PNG_COLOR_TYPE_RGB : PNG_COLOR_TYPE_GRAY, PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_write_info(d->png, d->info);
    if (*(const char *)&one)
        png_set_swap(d->png);
    for (size_t y = 0; y < (size_t)p->height; y++)
        png_write_row(d->png, p->data + 2 * y * (size_t)p->width * (size_t)p->channels);
    png_write_end(d->png, NULL);
    return 0;
}

/* libpng's simplified interface takes 16 bits as linear light. */
static int write_wide(const app_picture *p, FILE *f, const char *path)
{
    decoder d = {.text = ""};
    d.png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &d, leave, ignore_warning);
    d.info = d.png ? png_create_info_struct(d.png) : NULL;
    int code = d.info ? encode_wide(&d, p, f, path) : app_fail("out of memory: '%s'", path);
    png_destroy_write_struct(&d.png, &d.info);
    return code;
}

int app_png_write(const app_picture *p, FILE *f, const char *path)
{
    int code = 0;
    if (p->wide)
        return write_wide(p, f, path);
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
