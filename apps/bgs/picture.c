/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which format a picture has; PPM, PGM and PFM. */
#include "picture.h"
#include <ctype.h>
#include <errno.h>
#include <string.h>
#include "file.h"
#include "message.h"

int bgs_picture_make(bgs_picture *out, long width, long height, int channels, const char *what)
{
    int code = 0;
    *out = (bgs_picture){0};
    BGS_CHECK(width > 0 && height > 0 && width <= BGS_SIDE_MOST && height <= BGS_SIDE_MOST,
              "'%s' has %ld x %ld pixels; both must be from 1 to %d", what, width, height,
              BGS_SIDE_MOST);
    size_t size = (size_t)width * (size_t)height * (size_t)channels;
    unsigned char *data = malloc(size);
    BGS_CHECK(data, "out of memory: '%s', %zu bytes", what, size);
    *out = (bgs_picture){(int)width, (int)height, channels, data};
done:
    return code;
}

void bgs_picture_free(bgs_picture *picture)
{
    free(picture->data);
    *picture = (bgs_picture){0};
}

int bgs_ends_in(const char *path, const char *ending)
{
    size_t n = strlen(path), m = strlen(ending);
    return n >= m && strcmp(path + n - m, ending) == 0;
}

/* A number of a PNM header, after blanks and comments; -1 where there is none. */
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
    return isspace(c) ? value : -1; /* one blank ends it, the rest is data */
}

/* One sample of 1 or 2 bytes, scaled to 0...255. */
static int sample(FILE *f, long most)
{
    long v = getc(f);
    if (most > 255)
        v = (v << 8) | (getc(f) & 0xff);
    if (v > most)
        v = most;
    return (int)((2 * v * 255 + most) / (2 * most));
}

/* Luma of BT.601; grey stays what it is, as the weights sum to 2^16. */
static unsigned char luma(const int *c)
{
    return (unsigned char)((19595 * c[0] + 38470 * c[1] + 7471 * c[2] + 32768) >> 16);
}

/* Whether so many bytes follow: before memory is taken for what a header claims. */
static int has_bytes(FILE *f, size_t n)
{
    long at = ftell(f);
    if (at < 0 || fseek(f, 0, SEEK_END) != 0)
        return 0;
    long end = ftell(f);
    return fseek(f, at, SEEK_SET) == 0 && end >= at && (size_t)(end - at) >= n;
}

int bgs_picture_is_held(FILE *f, long width, long height, long pixels, const char *path)
{
    int code = 0;
    long at = ftell(f), bytes = fseek(f, 0, SEEK_END) == 0 ? ftell(f) : -1;
    BGS_CHECK(at >= 0 && bytes >= 0 && fseek(f, at, SEEK_SET) == 0, "cannot read '%s': %s", path,
              strerror(errno));
    BGS_CHECK(width > BGS_SIDE_MOST || height > BGS_SIDE_MOST || width * height / pixels <= bytes,
              "'%s' cannot hold %ld x %ld pixels in its %ld bytes", path, width, height, bytes);
done:
    return code;
}

int bgs_pnm_read(bgs_picture *out, FILE *f, const char *path)
{
    int code = 0, wish = out->channels, has = getc(f) == 'P' && getc(f) == '6' ? 3 : 1;
    long width = header_number(f), height = header_number(f), most = header_number(f);
    *out = (bgs_picture){0};
    BGS_CHECK(!ferror(f), "cannot read '%s': %s", path, strerror(errno));
    BGS_CHECK(width >= 0 && height >= 0 && most > 0 && most < 65536,
              "'%s' has a broken header; after P%c come width, height and the largest value",
              path, has == 3 ? '6' : '5');
    size_t sample_bytes = (size_t)has * (most > 255 ? 2 : 1);
    BGS_CHECK(width > BGS_SIDE_MOST || height > BGS_SIDE_MOST ||
                  has_bytes(f, (size_t)width * (size_t)height * sample_bytes),
              "'%s' ends before its %ld x %ld pixels do", path, width, height);
    BGS_TRY(bgs_picture_make(out, width, height, wish, path));
    unsigned char *to = out->data;
    for (long i = 0; i < width * height; i++, to += wish) {
        int c[3];
        c[0] = sample(f, most);
        c[1] = has == 3 ? sample(f, most) : c[0];
        c[2] = has == 3 ? sample(f, most) : c[0];
        if (wish == 3)
            to[0] = (unsigned char)c[0], to[1] = (unsigned char)c[1], to[2] = (unsigned char)c[2];
        else
            to[0] = luma(c);
    }
    BGS_CHECK(!ferror(f), "cannot read '%s': %s", path, strerror(errno));
    BGS_CHECK(!feof(f), "'%s' ends before its %ld x %ld pixels do", path, width,
              height);
done:
    if (code)
        bgs_picture_free(out);
    return code;
}

#ifndef HAVE_PNG
int bgs_png_read(bgs_picture *out, FILE *f, const char *path)
{
    (void)out, (void)f;
    return bgs_fail("'%s' is a PNG file; this build was made without libpng", path);
}
int bgs_png_write(const bgs_picture *picture, FILE *f, const char *path)
{
    (void)picture, (void)f;
    return bgs_fail("'%s': this build was made without libpng; it writes .ppm and .pgm", path);
}
#endif
#ifndef HAVE_JPEG
int bgs_jpeg_read(bgs_picture *out, FILE *f, const char *path)
{
    (void)out, (void)f;
    return bgs_fail("'%s' is a JPEG file; this build was made without libjpeg", path);
}
#endif

int bgs_picture_read(bgs_picture *out, const char *path, int channels)
{
    int code = 0;
    unsigned char magic[2] = {0};
    *out = (bgs_picture){.channels = channels};
    FILE *f = fopen(path, "rb");
    BGS_CHECK(f, "cannot read '%s': %s", path, strerror(errno));
    size_t n = fread(magic, 1, 2, f);
    BGS_CHECK(!ferror(f), "cannot read '%s': %s", path, strerror(errno));
    rewind(f);
    if (n == 2 && magic[0] == 0x89 && magic[1] == 'P')
        BGS_TRY(bgs_png_read(out, f, path));
    else if (n == 2 && magic[0] == 0xff && magic[1] == 0xd8)
        BGS_TRY(bgs_jpeg_read(out, f, path));
    else if (n == 2 && magic[0] == 'P' && (magic[1] == '5' || magic[1] == '6'))
        BGS_TRY(bgs_pnm_read(out, f, path));
    else
        code = bgs_fail("'%s' is no picture that can be read: PNG, JPEG, PPM (P6), PGM (P5)", path);
done:
    if (f)
        fclose(f);
    return code;
}

int bgs_picture_can_write(const char *path)
{
    int code = 0;
#ifdef HAVE_PNG
    if (bgs_ends_in(path, ".png"))
        return 0;
#endif
    BGS_CHECK(bgs_ends_in(path, ".ppm") || bgs_ends_in(path, ".pgm"),
              "'%s' is no name of a picture that can be written: .png%s, .ppm, .pgm", path,
#ifdef HAVE_PNG
              ""
#else
              " (not in this build)"
#endif
    );
done:
    return code;
}

static void pnm_write(const bgs_picture *p, FILE *f, int grey)
{
    fprintf(f, "P%c\n%d %d\n255\n", grey ? '5' : '6', p->width, p->height);
    const unsigned char *from = p->data;
    for (long i = 0; i < (long)p->width * p->height; i++, from += p->channels) {
        int c[3] = {from[0], from[p->channels / 2], from[p->channels - 1]};
        if (grey) {
            putc(luma(c), f);
            continue;
        }
        for (int k = 0; k < 3; k++)
            putc(c[k], f);
    }
}

int bgs_picture_write(const bgs_picture *p, const char *path)
{
    int code = 0, last;
    bgs_file file = {0};
    BGS_TRY(bgs_picture_can_write(path));
    BGS_TRY(bgs_file_open(&file, path));
    if (bgs_ends_in(path, ".png"))
        BGS_TRY(bgs_png_write(p, file.f, path));
    else
        pnm_write(p, file.f, bgs_ends_in(path, ".pgm"));
    BGS_TRY(bgs_file_mark(&file));
done:
    last = bgs_file_close(&file);
    return code ? code : last;
}

/* PFM's rows go upwards; the sign of its scale says in which order the bytes are. */
int bgs_pfm_write(const float *data, int width, int height, const char *path)
{
    int code = 0, last;
    const int one = 1;
    bgs_file file = {0};
    BGS_TRY(bgs_file_open(&file, path));
    fprintf(file.f, "Pf\n%d %d\n%s\n", width, height, *(const char *)&one ? "-1.0" : "1.0");
    for (int y = height - 1; y >= 0; y--)
        fwrite(data + (size_t)y * (size_t)width, sizeof *data, (size_t)width, file.f);
    BGS_TRY(bgs_file_mark(&file));
done:
    last = bgs_file_close(&file);
    return code ? code : last;
}
