/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pictures in files: PNG and JPEG if the build has their libraries, BMP, PPM, PGM, PFM. */
#ifndef APP_PICTURE_H
#define APP_PICTURE_H

#include <stddef.h>
#include <stdio.h>

enum { APP_SIDE_MOST = 32767 }; /* px */

typedef struct app_picture {
    int width, height, channels; /* 1: grey, 3: R G B */
    unsigned char *data;         /* row by row; by malloc */
    int wide;                    /* 1: data holds uint16_t in the machine's order */
} app_picture;

/* A grey picture of values from 0 to 1. */
int app_picture_from_floats(app_picture *out, const float *data, int width, int height);
/* Reads a file of any of these formats but PFM, as grey (1) or RGB (3) of 8 bits. Values are taken
 * as they stand: gamma and colour profiles are not applied, and of 16 bits the upper 8 count. */
int app_picture_read(app_picture *out, const char *path, int channels);
/* The same in 16 bits. 8 bits are stretched by 257. */
int app_picture_read_wide(app_picture *out, const char *path, int channels);
/* Writes a picture whose name ends in .png, .ppm or .pgm. */
int app_picture_write(const app_picture *picture, const char *path);
/* 0, or EXIT_USAGE if this build cannot write that format. */
int app_picture_can_write(const char *path);
/* PFM of one channel, 32-bit float. */
int app_pfm_write(const float *data, int width, int height, const char *path);
void app_picture_free(app_picture *picture);
extern const int app_picture_has_png; /* whether this build reads and writes PNG */

/* The readers of the formats. f is at the beginning; out->channels is the wanted number, and
 * where out->wide is 1 PNG and PNM give 16 bits. */
int app_pnm_read(app_picture *out, FILE *f, const char *path);
int app_bmp_read(app_picture *out, FILE *f, const char *path);
int app_png_read(app_picture *out, FILE *f, const char *path);
int app_jpeg_read(app_picture *out, FILE *f, const char *path);
int app_png_write(const app_picture *picture, FILE *f, const char *path);
/* Stores 3 values as pixel i, or their luma in a picture of one channel. */
void app_store_pixel(app_picture *picture, size_t i, const int rgb[3]);
/* 0, or a message if the file has fewer bytes than width * height / pixels: called before memory
 * is allocated for the size that a header claims. */
int app_picture_is_held(FILE *f, long width, long height, long pixels, const char *path);
/* Allocates width x height x channels bytes. Messages name the picture `what`. */
int app_picture_make(app_picture *out, long width, long height, int channels, const char *what);

#endif
