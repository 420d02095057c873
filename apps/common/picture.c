/* SPDX-License-Identifier: GPL-3.0-or-later */
/* PPM, PGM and PFM, and the choice of a format. */
#include "common/picture.h"
#include <ctype.h>
#include <errno.h>
#include <stdint.h>
#include <string.h>
#include "common/output.h"
#include "common/message.h"

enum { PIXELS_MOST = 1 << 26 }; /* 8192 x 8192, 256 MiB as RGBA */

/* Before memory is asked for, by us or by a decoder. */
static int check_size(long width, long height, const char *what)
{
    int code = 0;
    CHECK(width > 0 && height > 0 && width <= APP_SIDE_MOST && height <= APP_SIDE_MOST,
          "'%s' has %ld x %ld pixels; both must be from 1 to %d", what, width, height,
          APP_SIDE_MOST);
    /* A PNG of 8 kB may claim this many. */
    CHECK(width * height <= PIXELS_MOST, "'%s' has %ld x %ld pixels; at most 2^26 are read", what,
          width, height);
done:
    return code;
}

int app_picture_make(app_picture *out, long width, long height, int channels, const char *what)
{
    int code = 0;
    *out = (app_picture){0};
    TRY(check_size(width, height, what));
    size_t size = (size_t)width * (size_t)height * (size_t)channels;
    unsigned char *data = malloc(size);
    CHECK(data, "out of memory: '%s', %zu bytes", what, size);
    *out = (app_picture){(int)width, (int)height, channels, data, 0};
done:
    return code;
}

void app_picture_free(app_picture *picture)
{
    free(picture->data);
    *picture = (app_picture){0};
}

int app_picture_from_floats(app_picture *out, const float *data, int width, int height)
{
    int code = app_picture_make(out, width, height, 1, "a grey picture");
    for (size_t i = 0; code == 0 && i < (size_t)width * (size_t)height; i++)
        out->data[i] = (unsigned char)(255 * data[i] + 0.5f);
    return code;
}

/* A number of a PNM header, after blanks and comments; -1 if there is none. */
static long header_number(FILE *f)
{
    int c = getc(f);
    while (isspace(c) || c == '#') {
        while (c == '#' && (c = getc(f)) != '\n' && c != EOF)
            c = '#';
        c = getc(f);
    }
    long value = isdigit(c) ? 0 : -1;
    for (; isdigit(c) && value < 1000000; c = getc(f))
        value = 10 * value + (c - '0');
    return isspace(c) ? value : -1; /* one blank ends the number */
}

/* One sample of 1 or 2 bytes, scaled to 0...255, or to 0...65535. Of full 16 bits the upper byte
 * counts, as in picture_png.c. At the end of the file, and beyond `most`, the value is any. */
static int sample(FILE *f, long most, int wide, int *is_beyond)
{
    const long full = wide ? 65535 : 255;
    long v = getc(f) & 0xff;
    if (most > 255)
        v = (v << 8) | (getc(f) & 0xff);
    *is_beyond |= v > most;
    return most == 65535 ? (int)(wide ? v : v >> 8) : (int)((2 * v * full + most) / (2 * most));
}

/* Luma of BT.601. The weights sum to 2^16, so that grey is not changed. */
static int luma(const int *c)
{
    return (int)((19595 * (unsigned)c[0] + 38470 * (unsigned)c[1] + 7471 * (unsigned)c[2] + 32768) >>
                 16);
}

void app_store_pixel(app_picture *p, size_t i, const int rgb[3])
{
    for (int k = 0; k < p->channels; k++) {
        const int value = p->channels == 3 ? rgb[k] : luma(rgb);
        const size_t at = i * (size_t)p->channels + (size_t)k;
        if (p->wide)
            ((uint16_t *)(void *)p->data)[at] = (uint16_t)value;
        else
            p->data[at] = (unsigned char)value;
    }
}

/* From 8 to 16 bits. */
static int widen(app_picture *p, const char *path)
{
    int code = 0;
    const size_t count = (size_t)p->width * (size_t)p->height * (size_t)p->channels;
    uint16_t *wide = malloc(count * sizeof *wide);
    CHECK(wide, "out of memory: '%s', %zu bytes", path, count * sizeof *wide);
    for (size_t i = 0; i < count; i++)
        wide[i] = (uint16_t)(257 * p->data[i]);
    free(p->data);
    p->data = (unsigned char *)wide;
    p->wide = 1;
done:
    return code;
}

int app_picture_is_held(FILE *f, long width, long height, long pixels, const char *path)
{
    int code = 0;
    long at = ftell(f), bytes = fseek(f, 0, SEEK_END) == 0 ? ftell(f) : -1;
    CHECK(at >= 0 && bytes >= 0 && fseek(f, at, SEEK_SET) == 0, "cannot read '%s': %s", path,
          strerror(errno));
    TRY(check_size(width, height, path));
    CHECK(width * height / pixels <= bytes,
          "'%s' cannot hold %ld x %ld pixels in its %ld bytes", path, width, height, bytes);
done:
    return code;
}

int app_pnm_read(app_picture *out, FILE *f, const char *path)
{
    int code = 0, is_beyond = 0, wish = out->channels, wide = out->wide;
    const int has = getc(f) == 'P' && getc(f) == '6' ? 3 : 1;
    long width = header_number(f), height = header_number(f), most = header_number(f);
    *out = (app_picture){0};
    CHECK(!ferror(f), "cannot read '%s': %s", path, strerror(errno));
    CHECK(width >= 0 && height >= 0 && most > 0 && most < 65536,
          "'%s' has a broken header; after P%c come width, height and the largest value",
          path, has == 3 ? '6' : '5');
    TRY(app_picture_is_held(f, width, height, 1, path));
    TRY(app_picture_make(out, width, height, wide ? 2 * wish : wish, path));
    out->channels = wish;
    out->wide = wide;
    const size_t pixels = (size_t)width * (size_t)height;
    const int as_stored = most == 255 && has == wish && !wide; /* the usual, at once */
    const int is_cut = as_stored && fread(out->data, (size_t)has, pixels, f) < pixels;
    for (size_t i = 0; i < pixels && !as_stored; i++) {
        int c[3];
        c[0] = sample(f, most, wide, &is_beyond);
        c[1] = has == 3 ? sample(f, most, wide, &is_beyond) : c[0];
        c[2] = has == 3 ? sample(f, most, wide, &is_beyond) : c[0];
        app_store_pixel(out, i, c);
    }
    CHECK(!ferror(f), "cannot read '%s': %s", path, strerror(errno));
    CHECK(!is_cut && !feof(f), "'%s' ends before its %ld x %ld pixels", path, width,
          height);
    CHECK(!is_beyond, "'%s' has a value above the largest of its header, %ld", path, most);
done:
    if (code)
        app_picture_free(out);
    return code;
}

#ifdef HAVE_PNG
const int app_picture_has_png = 1;
#else
const int app_picture_has_png = 0;
int app_png_read(app_picture *out, FILE *f, const char *path)
{
    (void)out, (void)f;
    return app_fail("'%s' is a PNG file; this build has no libpng", path);
}
int app_png_write(const app_picture *picture, FILE *f, const char *path)
{
    (void)picture, (void)f;
    return app_fail("'%s': this build has no libpng; it writes .ppm and .pgm", path);
}
#endif
#ifndef HAVE_JPEG
int app_jpeg_read(app_picture *out, FILE *f, const char *path)
{
    (void)out, (void)f;
    return app_fail("'%s' is a JPEG file; this build has no libjpeg", path);
}
#endif

static int read_any(app_picture *out, const char *path)
{
    int code = 0;
    unsigned char magic[2] = {0};
    FILE *f;
    TRY(app_file_open(&f, path));
    size_t n = fread(magic, 1, 2, f);
    CHECK(!ferror(f), "cannot read '%s': %s", path, strerror(errno));
    rewind(f);
    if (n == 2 && magic[0] == 0x89 && magic[1] == 'P')
        TRY(app_png_read(out, f, path));
    else if (n == 2 && magic[0] == 0xff && magic[1] == 0xd8)
        TRY(app_jpeg_read(out, f, path));
    else if (n == 2 && magic[0] == 'P' && (magic[1] == '5' || magic[1] == '6'))
        TRY(app_pnm_read(out, f, path));
    else if (n == 2 && magic[0] == 'B' && magic[1] == 'M')
        TRY(app_bmp_read(out, f, path));
    else
        code = app_fail("'%s' is not a PNG, JPEG, BMP, PPM (P6) or PGM (P5) picture", path);
done:
    if (f)
        fclose(f);
    return code;
}

int app_picture_read(app_picture *out, const char *path, int channels)
{
    *out = (app_picture){.channels = channels};
    return read_any(out, path);
}

int app_picture_read_wide(app_picture *out, const char *path, int channels)
{
    *out = (app_picture){.channels = channels, .wide = 1};
    int code = read_any(out, path);
    if (code == 0 && !out->wide)
        code = widen(out, path);
    if (code)
        app_picture_free(out);
    return code;
}

int app_picture_can_write(const char *path)
{
    if ((app_picture_has_png && app_ends_in(path, ".png")) || app_ends_in(path, ".ppm") ||
        app_ends_in(path, ".pgm"))
        return 0;
    return app_usage("cannot write a picture '%s': its name must end in %s.ppm or .pgm", path,
                    app_picture_has_png ? ".png, " : "");
}

static void write_pnm(const app_picture *p, FILE *f, int grey)
{
    const uint16_t *wide = (const void *)p->data;
    const size_t n = (size_t)p->channels;
    fprintf(f, "P%c\n%d %d\n%d\n", grey ? '5' : '6', p->width, p->height, p->wide ? 65535 : 255);
    for (size_t i = 0; i < n * (size_t)p->width * (size_t)p->height; i += n) {
        int c[3];
        for (size_t k = 0; k < 3; k++) {
            const size_t at = n == 3 ? i + k : i;
            c[k] = p->wide ? wide[at] : p->data[at];
        }
        if (grey)
            c[0] = luma(c);
        for (int k = 0; k < (grey ? 1 : 3); k++) {
            if (p->wide)
                putc(c[k] >> 8, f);
            putc(c[k] & 0xff, f);
        }
    }
}

int app_picture_write(const app_picture *p, const char *path)
{
    app_output file;
    int code = app_picture_can_write(path);
    if (code == 0)
        code = app_output_open(&file, path);
    if (code)
        return code;
    if (app_ends_in(path, ".png"))
        code = app_png_write(p, file.file, path);
    else
        write_pnm(p, file.file, app_ends_in(path, ".pgm"));
    return app_output_end(&file, code);
}

/* The rows of a PFM go upwards. The sign of the scale gives the order of the bytes. */
int app_pfm_write(const float *data, int width, int height, const char *path)
{
    const int one = 1;
    app_output file;
    int code = app_output_open(&file, path);
    if (code)
        return code;
    fprintf(file.file, "Pf\n%d %d\n%s\n", width, height, *(const char *)&one ? "-1.0" : "1.0");
    for (int y = height - 1; y >= 0; y--)
        fwrite(data + (size_t)y * (size_t)width, sizeof *data, (size_t)width, file.file);
    return app_output_end(&file, 0);
}
